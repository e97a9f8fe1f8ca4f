/** What was measured, for people or as one line of JSON. */
import type { Cpu } from './world.ts'

export interface Report {
  readonly machine: string
  readonly node: string
  readonly signaturesPerSecond: number
  readonly throughput: { readonly perSecond: number; readonly cpuMs: Cpu } | null
  readonly latency: {
    readonly ministryMs: number
    readonly rows: readonly {
      readonly callers: number
      readonly perSecond: number
      readonly p50: number
      readonly p95: number
      readonly p99: number
    }[]
  } | null
  readonly waiting: {
    readonly calls: number
    readonly ministryMs: number
    readonly atRestMiB: number
    readonly peakMiB: number
  } | null
}

export function print(report: Report, json: boolean): void {
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : `${lines(report).join('\n')}\n`)
}

function lines(report: Report): string[] {
  const { machine, node, signaturesPerSecond: rate, throughput, latency, waiting } = report
  return [
    `${machine}, Node ${node}`,
    `RSA-2048 signatures on one core       ${rate.toFixed(0)} a second`,
    ...(throughput ? throughputLines(throughput, rate) : []),
    ...(latency ? latencyLines(latency) : []),
    ...(waiting ? waitingLines(waiting) : []),
  ]
}

function throughputLines({ perSecond, cpuMs }: NonNullable<Report['throughput']>, rate: number) {
  const { service, database, simulator, callers } = cpuMs
  const ratio = perSecond / rate
  return [
    '',
    `Sealed documents through HTTP         ${perSecond.toFixed(0)} a second, ${ratio.toFixed(3)} of the signature rate`,
    `CPU of one document, in ms            service ${service.toFixed(2)}, database ${database.toFixed(2)}, simulator ${simulator.toFixed(2)}, callers ${callers.toFixed(2)}`,
    `CPU of the service in signatures      ${((service / 1000) * rate).toFixed(1)}`,
  ]
}

function latencyLines({ ministryMs, rows }: NonNullable<Report['latency']>) {
  return [
    '',
    `Latency added to a ministry of ${ministryMs} ms, in ms`,
    ...rows.map(
      (r) =>
        `  ${String(r.callers).padStart(3)} callers, ${r.perSecond.toFixed(0).padStart(4)} a second           p50 ${r.p50.toFixed(1)}, p95 ${r.p95.toFixed(1)}, p99 ${r.p99.toFixed(1)}`,
    ),
  ]
}

function waitingLines(waiting: NonNullable<Report['waiting']>) {
  return [
    '',
    `${waiting.calls} calls waiting ${waiting.ministryMs / 1000} s               ${waiting.peakMiB.toFixed(0)} MiB at most, ${waiting.atRestMiB.toFixed(0)} MiB at rest`,
  ]
}
