/** What goes wrong: in the ministry, in the network, in processes, in clocks. */
import type { FaultSpec } from '@sello/mh-simulator'
import { type History, replace } from './history.ts'
import { startJob } from './jobs.ts'
import type { Process } from './process.ts'
import { SCRIPTED } from './rejections.ts'

// biome-ignore format: a list
const KINDS = [
  'status', 'html', 'no_seal', 'drop_answer', 'drop_answer', 'reject', 'expired_token', 'late', 'late', 'down',
] as const
// biome-ignore format: a list
const SERVICES = [
  'recepciondte', 'recepciondte', 'consultadte', 'anulardte', 'contingencia', 'recepcionlote', '*',
] as const

export function fault({ dice, network, schedule }: History): void {
  const kind = dice.pick(KINDS)
  const service = dice.pick(SERVICES)
  const times = dice.between(1, 4)
  schedule.note(`fault ${kind} ${service} ${times}`)
  if (kind === 'late') network.late += times
  else if (kind === 'down') network.isDown = true
  else if (kind === 'reject') network.ministry.script(rejection(service, times))
  else network.ministry.script({ service, kind, times })
}

const rejection = (service: (typeof SERVICES)[number], times: number): FaultSpec => ({
  service: service === '*' || service === 'consultadte' ? 'recepciondte' : service,
  kind: 'reject',
  times,
  descripcionMsg: SCRIPTED,
})

/** The ministry answers nobody until it is restored. */
export function vanish({ network, schedule }: History): void {
  schedule.note('the ministry is away')
  network.isDown = true
}

/** Ends every fault of the ministry, the network and the machines' clocks. Who is stopped stays so. */
export function mend({ network, processes, schedule }: History): void {
  schedule.note('faults are over')
  network.ministry.clearFaults()
  network.late = 0
  network.isDown = false
  network.onArrival = null
  for (const { machine } of processes) machine.aheadMs = 0
}

/** A process dies at this step, and another replaces it. */
export async function die(history: History): Promise<void> {
  const process = history.dice.pick(history.processes)
  history.schedule.note(`${process.name} dies`)
  await replace(history, process)
}

const FREEZE_MS_MAX = 150_000

/** The process with the most in flight is stopped, and goes on after a while. */
export function freeze(history: History): void {
  const { processes } = history
  if (processes.some(({ frozen }) => frozen)) return // somebody goes on
  const [process] = processes.toSorted((a, b) => b.calls.size - a.calls.size)
  if (process) stop(history, process)
}

/** The same for whoever asks the ministry next, which answers it while it is stopped. */
export function freezeAsking(history: History): void {
  history.network.onArrival = (owner) => {
    const process = history.processes.find((one) => one === owner)
    if (process && !history.processes.some(({ frozen }) => frozen)) stop(history, process)
  }
}

function stop(history: History, process: Process): void {
  const { dice, schedule } = history
  const ms = dice.between(1_000, FREEZE_MS_MAX)
  schedule.note(`${process.name} is stopped for ${ms}`)
  schedule.freeze(process)
  void schedule.sleep({ name: 'machine', alive: true }, ms).then(() => thaw(history, process))
}

/** The job that decides about outages is due every second, so it is overdue. */
export function thaw(history: History, process: Process): void {
  const { schedule } = history
  if (!process.alive || !process.frozen) return
  schedule.note(`${process.name} goes on`)
  schedule.thaw(process)
  startJob(history, process, 'watchOutages')
}

/** One of the next connections breaks. */
export function cut(history: History): void {
  const { dice } = history
  const after = dice.between(0, 12)
  history.breaks = [
    ...Array.from({ length: after }, () => null),
    dice.pick(['before', 'behind'] as const),
  ]
  history.schedule.note(`a connection breaks after ${after} statements`)
}

export function jump(history: History): void {
  const ms = history.dice.between(1, 900) * 1_000
  history.schedule.note(`the clock jumps ${ms}`)
  jumpBy(history, ms)
}

export function jumpBy({ jumps, schedule }: History, ms: number): void {
  jumps.push({ at: schedule.now().getTime(), ms })
  schedule.jump(ms)
}

const WRONG_MS = 120_000

/** A machine's clock is set wrong: its process issues nothing and runs no job until it is right again. */
export function missetClock({ dice, processes, schedule }: History): void {
  const process = dice.pick(processes)
  process.machine.aheadMs = dice.pick([-WRONG_MS, WRONG_MS])
  schedule.note(`${process.name} has a wrong clock`)
}

const LAPSE_MS = 73 * 3_600_000
const OTHERS = `select exists (select 1 from documents where estado in ('reservado', 'firmado', 'contingencia'))
                    or exists (select 1 from events where estado = 'firmado' and kind <> 'retorno')
                    or exists (select 1 from ministry_outages where closed_at is null) as wait`

/** Three days pass, in which nothing but returns waits: they are abandoned. */
export async function lapse(history: History): Promise<void> {
  if (history.running > 0) return
  const { wait } = await history.machine.watcher.one<{ wait: boolean }>(OTHERS)
  if (wait) return
  history.schedule.note('three days pass')
  jumpBy(history, LAPSE_MS)
  for (const one of history.intents) one.isOver = true
}
