/** The load of the whole machine and the memory of the service's processes, as the kernel reports them. */
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { memoryMiB, peakMemoryMiB } from '../process.ts'
import type { World } from '../world.ts'

export interface MachineTimes {
  readonly busy: number
  readonly waitingForDisk: number
  /** Taken by other machines of the host. */
  readonly stolen: number
  readonly total: number
}

/** Ticks of all cores since the machine's start. */
export function machineTimes(): MachineTimes {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] =
    line.trim().split(/\s+/).slice(1).map(Number)
  const busy = user + nice + system + irq + softirq
  const total = busy + idle + iowait + steal
  return { busy, waitingForDisk: iowait, stolen: steal, total }
}

/** Shares of all cores' time, from 0 to 1. */
export interface MachineLoad {
  readonly cores: number
  readonly busy: number
  readonly waitingForDisk: number
  readonly stolen: number
}

export function machineLoad(before: MachineTimes, now: MachineTimes): MachineLoad {
  const share = (name: keyof MachineTimes) =>
    (now[name] - before[name]) / Math.max(1, now.total - before.total)
  return {
    cores: availableParallelism(),
    busy: share('busy'),
    waitingForDisk: share('waitingForDisk'),
    stolen: share('stolen'),
  }
}

/** MiB of one process. */
export interface Memory {
  /** As it is. */
  readonly restingMiB: number
  /** After forced collections of its main thread. */
  readonly collectedMiB: number
  readonly peakMiB: number
}

/** Flags of a service that `memoryOf` can tell to collect. */
export const COLLECTING = [
  '--expose-gc',
  '--import',
  `data:text/javascript,${encodeURIComponent("process.on('SIGWINCH', () => gc())")}`,
]
/** One frees what the finalizers of the one before let go. */
const COLLECTIONS = 4
/** For the collection, and for the allocator to give back its pages. */
const COLLECTED_MS = 2_000

export async function memoryOf({ services }: World): Promise<readonly Memory[]> {
  const resting = services.map(({ pid }) => memoryMiB(pid))
  for (let at = 0; at < COLLECTIONS; at++) {
    for (const { pid } of services) process.kill(pid, 'SIGWINCH')
    await sleep(COLLECTED_MS)
  }
  return services.map(({ pid }, at) => ({
    restingMiB: resting[at] ?? Number.NaN,
    collectedMiB: memoryMiB(pid),
    peakMiB: peakMemoryMiB(pid),
  }))
}
