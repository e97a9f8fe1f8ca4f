/** What was measured, for people or as one line of JSON. */
import type { Cpu } from './world.ts'

export interface Report {
  readonly machine: string
  readonly node: string
  readonly signaturesPerSecond: number
  readonly throughput: { readonly perSecond: number; readonly cpuMs: Cpu }
  readonly latency: {
    readonly ministryMs: number
    readonly rows: readonly {
      readonly callers: number
      readonly perSecond: number
      readonly p50: number
      readonly p95: number
      readonly p99: number
    }[]
  }
  readonly waiting: {
    readonly calls: number
    readonly ministryMs: number
    readonly atRestMiB: number
    readonly peakMiB: number
  }
}

export function print(report: Report, json: boolean): void {
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : `${lines(report).join('\n')}\n`)
}

function lines({
  machine,
  node,
  signaturesPerSecond,
  throughput,
  latency,
  waiting,
}: Report): string[] {
  const { service, database, simulator, callers } = throughput.cpuMs
  const ratio = throughput.perSecond / signaturesPerSecond
  return [
    `${machine}, Node ${node}`,
    `RSA-2048 signatures on one core       ${signaturesPerSecond.toFixed(0)} a second`,
    '',
    `Sealed documents through HTTP         ${throughput.perSecond.toFixed(0)} a second, ${ratio.toFixed(3)} of the signature rate`,
    `CPU of one document, in ms            service ${service.toFixed(2)}, database ${database.toFixed(2)}, simulator ${simulator.toFixed(2)}, callers ${callers.toFixed(2)}`,
    `CPU of the service in signatures      ${((service / 1000) * signaturesPerSecond).toFixed(1)}`,
    '',
    `Latency added to a ministry of ${latency.ministryMs} ms, in ms`,
    ...latency.rows.map(
      (r) =>
        `  ${String(r.callers).padStart(3)} callers, ${r.perSecond.toFixed(0).padStart(4)} a second           p50 ${r.p50.toFixed(1)}, p95 ${r.p95.toFixed(1)}, p99 ${r.p99.toFixed(1)}`,
    ),
    '',
    `${waiting.calls} calls waiting ${waiting.ministryMs / 1000} s               ${waiting.peakMiB.toFixed(0)} MiB at most, ${waiting.atRestMiB.toFixed(0)} MiB at rest`,
  ]
}
