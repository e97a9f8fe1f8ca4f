/** The results, for people or as one line of JSON. */
import type { Growth } from './growth.ts'
import type { Large, Times } from './large.ts'
import type { Pages } from './pages.ts'
import type { Ran, Spreadsheet } from './spreadsheet.ts'
import type { Timing } from './timing.ts'
import type { Cpu, Into } from './world.ts'

/** A measurement with the machine's signature rate at that time. */
export interface Rated {
  readonly signaturesPerSecond: number
}

export interface Report extends Rated {
  readonly machine: string
  readonly node: string
  readonly throughput:
    | (Rated & {
        readonly perSecond: number
        readonly into: Into
        /** Documents per second whose files were copied meanwhile. */
        readonly copiedPerSecond: number
        readonly cpuMs: Cpu
      })
    | null
  readonly latency: {
    /** The configured latency of the ministry. */
    readonly waitMs: number
    readonly rows: readonly (Rated & {
      readonly callers: number
      /** The latency of a direct caller. */
      readonly ministryMs: number
      readonly perSecond: number
      readonly p50: number
      readonly p95: number
      readonly p99: number
    })[]
  } | null
  readonly waiting: {
    readonly calls: number
    readonly ministryMs: number
    readonly atRestMiB: number
    readonly peakMiB: number
  } | null
  readonly timing: Timing | null
  readonly pages: Pages | null
  readonly large: Large | null
  readonly growth: readonly Growth[] | null
  readonly spreadsheet: Spreadsheet | null
}

export function print(report: Report, json: boolean): void {
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : `${lines(report).join('\n')}\n`)
}

function lines(report: Report): string[] {
  const {
    machine,
    node,
    signaturesPerSecond: rate,
    throughput,
    latency,
    waiting,
    timing,
    pages,
    large,
    growth,
    spreadsheet,
  } = report
  return [
    `${machine}, Node ${node}`,
    `RSA-2048 signatures on one core       ${rate.toFixed(0)} a second`,
    ...(throughput ? throughputLines(throughput) : []),
    ...(latency ? latencyLines(latency) : []),
    ...(waiting ? waitingLines(waiting) : []),
    ...(timing ? timingLines(timing) : []),
    ...(pages ? pagesLines(pages) : []),
    ...(large ? largeLines(large, rate) : []),
    ...(growth ? growthLines(growth) : []),
    ...(spreadsheet ? spreadsheetLines(spreadsheet) : []),
  ]
}

function throughputLines({
  into,
  perSecond,
  copiedPerSecond,
  cpuMs,
  ...rated
}: NonNullable<Report['throughput']>) {
  const { service, database, simulator, callers, store } = cpuMs
  const { signaturesPerSecond: rate } = rated
  const ratio = perSecond / rate
  return [
    '',
    `Sealed documents through HTTP         ${perSecond.toFixed(1)} a second, ${ratio.toFixed(3)} of the signature rate (${rate.toFixed(0)})`,
    `Copied meanwhile (${into})${' '.repeat(20 - into.length)}${copiedPerSecond.toFixed(1)} a second, ${(copiedPerSecond / perSecond).toFixed(3)} of the sealed ones`,
    `CPU of one document, in ms            service ${service.toFixed(2)}, database ${database.toFixed(2)}, simulator ${simulator.toFixed(2)}, callers ${callers.toFixed(2)}${store === null ? '' : `, store ${store.toFixed(2)}`}`,
    `CPU of the service in signatures      ${inSignatures(service, rated)}`,
  ]
}

const inSignatures = (ms: number, { signaturesPerSecond: rate }: Rated) =>
  ((ms / 1000) * rate).toFixed(1)

function latencyLines({ waitMs, rows }: NonNullable<Report['latency']>) {
  return [
    '',
    `Latency added to a ministry that waits ${waitMs} ms, in ms (and in signatures)`,
    ...rows.map(
      (r) =>
        `  ${String(r.callers).padStart(3)} callers, ${r.perSecond.toFixed(0).padStart(4)} a second           p50 ${r.p50.toFixed(1)} (${inSignatures(r.p50, r)} at ${r.signaturesPerSecond.toFixed(0)} a second), p95 ${r.p95.toFixed(1)}, p99 ${r.p99.toFixed(1)}; a direct caller waits ${r.ministryMs.toFixed(1)} at p50`,
    ),
  ]
}

function waitingLines(waiting: NonNullable<Report['waiting']>) {
  return [
    '',
    `${waiting.calls} calls waiting ${waiting.ministryMs / 1000} s               ${waiting.peakMiB.toFixed(0)} MiB at most, ${waiting.atRestMiB.toFixed(0)} MiB at rest`,
  ]
}

function timingLines({ calls, kinds, pairs }: Timing) {
  return [
    '',
    `The time of a 401, ${calls} calls of each kind   ${kinds.map(({ name, p50 }) => `${name} ${p50.toFixed(3)}`).join(', ')} ms`,
    ...pairs.map(
      ({ names: [one, other], share, p }) =>
        `  ${`${one}, ${other}`.padEnd(36)}slower in ${(share * 100).toFixed(1)} % of pairs, p ${p.toFixed(3)}`,
    ),
  ]
}

function pagesLines({ documents, rows, walk }: Pages) {
  return [
    '',
    `Reading among ${documents} documents, in ms`,
    ...rows.map(
      ({ name, p50, p99 }) => `  ${name.padEnd(36)}p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}`,
    ),
    `Walking ${walk.rows} rows in ${walk.pages} pages      ${walk.seconds.toFixed(0)} s while ${walk.issuedMeanwhile} were issued: ${walk.repeated} repeated, ${walk.missed} missed`,
  ]
}

function growthLines(windows: readonly Growth[]): string[] {
  return [
    '',
    'What PostgreSQL reads for a document, from an empty database',
    ...windows.map(
      ({ after, measured, rows, blocks, copied, perSecond }) =>
        `  the ${measured} after ${after}`.padEnd(38) +
        `${rows.toFixed(0)} rows, ${blocks.toFixed(0)} blocks, ${copied.toFixed(2)} copies, ${perSecond.toFixed(1)} a second`,
    ),
  ]
}

function largeLines({ lines, bytes, parts, status }: Large, rate: number): string[] {
  const ms = (n: number) => n.toFixed(1).padStart(6)
  const signatures = (n: number) => ((n / 1000) * rate).toFixed(0).padStart(4)
  const times = (name: string, { calls, p50, p99, most }: Times) =>
    `  ${name.padEnd(50)}p50 ${ms(p50)}, p99 ${ms(p99)}, at most ${ms(most)} (${calls} calls)`
  return [
    '',
    `A document of ${lines} lines, ${Math.round(bytes / 1024)} KiB, in ms (and in signatures)`,
    ...parts.map(
      ({ name, best, p50 }) =>
        `  ${name.padEnd(50)}best ${ms(best)} (${signatures(best)}), p50 ${ms(p50)} (${signatures(p50)})`,
    ),
    'GET /v1/status, in ms',
    times('nobody else calling', status.alone),
    times('while such documents are being issued', status.meanwhile),
  ]
}

function spreadsheetLines({ rows, callers, pairs }: Spreadsheet): string[] {
  const ran = ({ perSecond, callerMs, serviceMs }: Ran) =>
    `${perSecond.toFixed(1).padStart(6)} a second, ${callerMs.toFixed(1)} + ${serviceMs.toFixed(1)} ms of CPU`
  const ratios = pairs.map(({ sheet, bench }) => sheet.perSecond / bench.perSecond).sort()
  const middle = ratios[Math.floor(ratios.length / 2)] ?? Number.NaN
  return [
    '',
    `A spreadsheet beside the callers of this bench: ${rows} sales each, ${callers} at once, CPU of caller and service a document`,
    ...pairs.map(
      ({ sheet, bench }) =>
        `  ${ran(sheet)}; callers ${ran(bench)}; ratio ${(sheet.perSecond / bench.perSecond).toFixed(3)}`,
    ),
    `  the ratio in the middle is ${middle.toFixed(3)}`,
  ]
}
