/**
 * One attack against one service: sales without, with, with and without it, so that a drift of the machine falls on
 * both alike. Memory is read before the first and after the second attack, each time after the same rest.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { loadCount } from '../load.ts'
import { type Cpu, startWorld, type World } from '../world.ts'
import type { Begun } from './attack.ts'
import { startAttacker } from './attacker.ts'
import { ATTACKS, type AttackName } from './attacks.ts'
import {
  COLLECTING,
  type MachineLoad,
  type Memory,
  machineLoad,
  machineTimes,
  memoryOf,
} from './machine.ts'
import type { Times } from './open-loop.ts'
import type { Options } from './options.ts'
import type { Answers } from './plan.ts'
import { recovery, sell } from './sales.ts'
import { addTenant, send } from './tenant.ts'

/** CPU seconds per second, by process, while the sales were planned. */
export interface CpuShares {
  readonly service: number
  readonly database: number
  readonly simulator: number
  readonly sellers: number
  readonly attacker: number
}

export interface Phase {
  readonly sales: Times
  readonly cpu: CpuShares
  readonly machine: MachineLoad
  /** Null: measured without the attack. */
  readonly attack: {
    readonly answers: Answers
    /** Until every process answers quickly again; null: it did not within the limit. */
    readonly recoverySeconds: number | null
  } | null
}

export interface PairedRun {
  readonly attack: AttackName
  /** In the order of measurement; fewer than four if the service did not recover. */
  readonly phases: readonly Phase[]
  /** By process; `after` is null if the service did not recover. */
  readonly memory: { readonly before: readonly Memory[]; readonly after: readonly Memory[] | null }
  readonly notes: readonly string[]
}

/** As it is shipped, but for a line of log for each call that an attack makes fail. */
const SETTINGS = {
  SELLO_LOG_LEVEL: 'fatal',
  SELLO_PUBLIC_ORIGIN: 'http://127.0.0.1:3000', // invitations need one
}
/** Until the JIT has settled well enough for a ratio. */
const WARM_UP_SALES = 1_500
const WARM_UP_CALLERS = 16
/** Before each reading of memory. */
const REST_MS = 30_000
const RECOVERY_SECONDS_MAX = 180
/** The drafts that an attack saves: then it saves the same ones again, which bounds the disk it takes. */
const IDS = 500

export async function pairedRun(
  name: AttackName,
  options: Options,
  tell: (line: string) => void,
): Promise<PairedRun> {
  tell(`${name}: starting ${options.processes} process(es) of the service`)
  const { processes } = options
  const world = await startWorld(0, { processes, settings: SETTINGS, flags: COLLECTING })
  try {
    return await run(world, name, options, (line) => tell(`${name}: ${line}`))
  } finally {
    await world.stop()
  }
}

async function run(
  world: World,
  name: AttackName,
  options: Options,
  tell: (line: string) => void,
): Promise<PairedRun> {
  await addTenant(world)
  const prepared = await ATTACKS[name](world, options.from)
  await warmUp(world, await prepared.begin())
  tell('sales without the attack')
  const phases = [await measure(world, options)]
  await sleep(REST_MS)
  const before = await memoryOf(world)
  const notes = new Set<string>()
  const end = (after: readonly Memory[] | null): PairedRun => {
    if (!world.services.every((one) => one.isRunning())) notes.add('a process of the service ended')
    return { attack: name, phases, memory: { before, after }, notes: [...notes] }
  }

  for (const which of ['first', 'second']) {
    const begun = await prepared.begin()
    for (const note of begun.notes) notes.add(note)
    tell(`sales with the attack, ${which} time`)
    const phase = await measureAttacked(world, options, begun)
    phases.push(phase)
    if (phase.attack?.recoverySeconds === null) return end(null)
  }
  tell('resting')
  await sleep(REST_MS)
  const after = await memoryOf(world)
  tell('sales without the attack')
  phases.push(await measure(world, options))
  return end(after)
}

async function warmUp(world: World, { ordinary }: Begun): Promise<void> {
  for (const { ready } of world.services) {
    const one = { ...world, url: ready.url }
    await loadCount(one, { callers: WARM_UP_CALLERS, count: WARM_UP_SALES })
    for (const { headers, call } of ordinary) {
      const { status, text } = await send(ready.url, headers, call)
      if (status >= 500) throw new Error(`${call.path} was answered ${status}: ${text}`)
    }
  }
}

async function measure(world: World, { seconds, rate: perSecond }: Options): Promise<Phase> {
  const during = begin(world)
  const selling = sell(world, { seconds, perSecond })
  await sleep(seconds * 1000)
  const used = during(0)
  return { ...used, sales: await selling, attack: null }
}

async function measureAttacked(
  world: World,
  { seconds, rate: perSecond }: Options,
  { lanes }: Begun,
): Promise<Phase> {
  const urls = world.services.map(({ ready }) => ready.url)
  const ids = Array.from({ length: IDS }, () => randomUUID())
  const attacker = await startAttacker({ urls, ids, lanes })
  const during = begin(world)
  const selling = sell(world, { seconds, perSecond })
  await sleep(seconds * 1000)
  const { answers, cpuMs } = await attacker.stop()
  const used = during(cpuMs)
  const recoverySeconds = await recovery(world, RECOVERY_SECONDS_MAX)
  return { ...used, sales: await selling, attack: { answers, recoverySeconds } }
}

/** What is used from now until the returned function is called. */
function begin(world: World): (attackerMs: number) => Pick<Phase, 'cpu' | 'machine'> {
  const [cpu, times, start] = [cpuOf(world), machineTimes(), performance.now()]
  return (attackerMs) => {
    const now = cpuOf(world)
    const took = performance.now() - start
    const share = (name: keyof Cpu) => ((now?.[name] ?? Number.NaN) - (cpu?.[name] ?? 0)) / took
    return {
      cpu: {
        service: share('service'),
        database: share('database'),
        simulator: share('simulator'),
        sellers: share('callers'),
        attacker: attackerMs / took,
      },
      machine: machineLoad(times, machineTimes()),
    }
  }
}

/** Null once a process of the service has ended. */
const cpuOf = (world: World): Cpu | null =>
  world.services.every((one) => one.isRunning()) ? world.cpu() : null
