/** The results, for people or as one line of JSON. */
import type { Books } from './books.ts'
import type { Country } from './country/country.ts'
import type { Growth } from './growth.ts'
import { AT_ONCE, type Large, type Times } from './large.ts'
import type { Rows } from './rows.ts'
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
    /** The peak until it was ready. */
    readonly startMiB: number
    readonly atRestMiB: number
    /** The peak of each wave of calls. */
    readonly peaksMiB: readonly number[]
    readonly afterMiB: number
  } | null
  readonly timing: Timing | null
  readonly large: Large | null
  readonly growth: readonly Growth[] | null
  /** Sealed documents a second in each ten seconds. */
  readonly firstMinutes: readonly number[] | null
  readonly rows: Rows | null
  readonly spreadsheet: Spreadsheet | null
  readonly books: Books | null
  readonly country: Country | null
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
    large,
    growth,
    firstMinutes,
    rows,
    spreadsheet,
    books,
    country,
  } = report
  return [
    `${machine}, Node ${node}`,
    `RSA-2048 signatures on one core       ${rate.toFixed(0)} a second`,
    ...(throughput ? throughputLines(throughput) : []),
    ...(latency ? latencyLines(latency) : []),
    ...(waiting ? waitingLines(waiting) : []),
    ...(timing ? timingLines(timing) : []),
    ...(large ? largeLines(large, rate) : []),
    ...(growth ? growthLines(growth) : []),
    ...(firstMinutes ? firstMinutesLines(firstMinutes) : []),
    ...(rows ? rowsLines(rows) : []),
    ...(spreadsheet ? spreadsheetLines(spreadsheet) : []),
    ...(books ? booksLines(books) : []),
    ...(country ? countryLines(country) : []),
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
  const { calls, ministryMs, startMiB, atRestMiB, peaksMiB, afterMiB } = waiting
  const mib = (some: readonly number[]) => some.map((one) => one.toFixed(0)).join(', ')
  return [
    '',
    `${calls} calls waiting ${ministryMs / 1000} s               ${mib(peaksMiB)} MiB at most, ${mib([atRestMiB])} MiB at rest, ${mib([startMiB])} while it started`,
    ...(peaksMiB.length > 1
      ? [`After ${peaksMiB.length} times as many              ${mib([afterMiB])} MiB`]
      : []),
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

function booksLines({ documents, files }: Books): string[] {
  return [
    '',
    `The books of a month of ${documents} documents`,
    ...files.map(
      ({ name, seconds, bytes, grewMiB }) =>
        `  ${name.padEnd(36)}${seconds.toFixed(1)} s, ${(bytes / 1024 / 1024).toFixed(1)} MiB, memory at most ${grewMiB.toFixed(0)} MiB more`,
    ),
  ]
}

function countryLines({ documents, filled, bytesPerDocument, early, parts }: Country): string[] {
  const ratio = (late: Growth, of: 'rows' | 'blocks') => (late[of] / early[of]).toFixed(2)
  const readBy = (name: string, { rows, blocks, perSecond }: Growth) =>
    `  ${name.padEnd(42)}${rows.toFixed(0)} rows, ${blocks.toFixed(0)} blocks, ${perSecond.toFixed(1)} a second`
  return [
    '',
    `A country of ${documents} documents, ${bytesPerDocument.toFixed(0)} bytes of the database each` +
      (filled ? `, filled at ${(filled.documents / filled.seconds).toFixed(0)} a second` : ''),
    readBy('a sale among ten thousand', early),
    ...parts.flatMap(({ name, late, asked }) => [
      readBy(`a sale, ${name}`, late),
      `  of the first                              ${ratio(late, 'rows')} of the rows, ${ratio(late, 'blocks')} of the blocks`,
      ...asked.map(
        (one) =>
          `    ${one.name.padEnd(40)}p50 ${one.p50.toFixed(1)}, p99 ${one.p99.toFixed(1)} ms`,
      ),
    ]),
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

function firstMinutesLines(windows: readonly number[]): string[] {
  const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length
  const [first = 0, second] = [windows[0], mean(windows.slice(6))]
  return [
    '',
    `Sealed a second from an empty database ${windows.map((one) => one.toFixed(0)).join(', ')} (each ten seconds)`,
    `Second minute to its first ten seconds ${(second / first).toFixed(2)}`,
  ]
}

function rowsLines({ documents, tables, columns, tipos, hotShare }: Rows): string[] {
  const bytes = (name: string, n: number, note = '') =>
    `${name.padEnd(38)}${n.toFixed(0).padStart(6)}${note}`
  const sum = (ends: boolean) =>
    tables.reduce((all, t) => all + ((t.ends !== null) === ends ? t.total : 0), 0)
  return [
    '',
    `Bytes stored for a document, of ${documents}`,
    bytes('at rest', sum(false)),
    bytes('while its rows that end have not ended', sum(true), ' more'),
    ...tables.flatMap(({ table, ends, total, heap, toast, indexes, left }) => [
      bytes(
        `  ${table}`,
        total,
        ends === null ? '' : `  for ${ends}; then ${left.toFixed(0)} free in its files`,
      ),
      bytes('    rows', heap),
      ...(toast >= 1 ? [bytes('    out of line', toast)] : []),
      ...indexes
        .filter((index) => index.bytes >= 1)
        .map((index) => bytes(`    ${index.name}`, index.bytes)),
    ]),
    'Bytes of a row of documents, by column',
    ...columns
      .filter((column) => column.bytes >= 0.5)
      .map((column) => bytes(`  ${column.column}`, column.bytes)),
    'By type: the payload, the row',
    ...tipos.map((t) =>
      bytes(
        `  ${t.tipoDte}`,
        t.payload,
        `${t.row.toFixed(0).padStart(6)}  ${t.documents} documents`,
      ),
    ),
    `Updates of documents without an index   ${(hotShare * 100).toFixed(0)} %`,
  ]
}

function largeLines({ lines, bytes, parts, status, neighbour }: Large, rate: number): string[] {
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
    'A sale of one line of another company, in ms',
    times('nobody else calling', neighbour.alone),
    times(`while ${AT_ONCE} such documents at once are being issued`, neighbour.meanwhile),
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
