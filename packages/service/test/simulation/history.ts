/**
 * One simulated history: callers, jobs of two processes, faults of the ministry and of the network, processes
 * that die and connections that break between any two steps, a clock that jumps, all from the seed. The
 * invariants are checked after every step that changed anything; once faults are over, everything settles.
 */
import assert from 'node:assert/strict'
import { openSimulator, seededRandom } from '@sello/mh-simulator'
import { sweepClaims } from '../../src/jobs/claims.ts'
import { transmitLots } from '../../src/jobs/lots.ts'
import { watchOutages } from '../../src/jobs/outages.ts'
import { releaseExpired } from '../../src/jobs/reservations.ts'
import { transmitDue } from '../../src/jobs/transmit.ts'
import { createDice, type Dice } from '../crash/dice.ts'
import { assertDescribed } from '../described.ts'
import type { Reply } from '../world.ts'
import { type Intent, pickIntent } from './intents.ts'
import { assertInvariants } from './invariants.ts'
import { type Machine, SET_UP_AT } from './machine.ts'
import type { Network } from './network.ts'
import { type Process, startProcess } from './process.ts'
import { createSchedule, type Owner, type Schedule } from './schedule.ts'
import { type Break, type Lent, releaseLent } from './stepped-pool.ts'

export interface Played {
  readonly steps: number
  readonly calls: number
  readonly deaths: number
  readonly trace: readonly string[]
}

interface History {
  readonly machine: Machine
  readonly dice: Dice
  readonly schedule: Schedule
  readonly network: Network
  readonly intents: Intent[]
  readonly lent: Set<Lent>
  readonly processes: Process[]
  readonly seed: string
  /** Violations found in answers, for the loop to throw. */
  readonly broken: unknown[]
  /** How the next statements' connections break. */
  breaks: (Break | null)[]
  running: number
  calls: number
  deaths: number
}

const HALF_DAY_MS = 12 * 3_600_000
const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const PROCESSES = ['a', 'b']
/** Calls and jobs under way at once. */
const RUNNING_MAX = 4
const STEPS_MAX = 20_000
const ROUNDS_MAX = 14

/** Runs a seed's history to its end. Throws at a violation, with the steps before it. */
export async function play(machine: Machine, seed: string): Promise<Played> {
  await machine.reset()
  const dice = createDice(seed)
  const start = new Date(SET_UP_AT.getTime() + dice.between(0, HALF_DAY_MS))
  const schedule = createSchedule(dice, { start, watcher: machine.watcher })
  const ministry = await openSimulator({
    now: schedule.now,
    random: seededRandom(`${seed}/ministry`),
    taxpayers: [machine.taxpayer],
  })
  const history: History = {
    machine,
    dice,
    schedule,
    network: { ministry, schedule, dice, late: 0, isDown: false },
    intents: [],
    lent: new Set(),
    processes: [],
    seed,
    broken: [],
    breaks: [],
    running: 0,
    calls: 0,
    deaths: 0,
  }
  for (const name of PROCESSES) history.processes.push(start1(history, name))
  try {
    await act(history)
    await settle(history)
  } catch (cause) {
    const last = schedule.trace.slice(-60).join('\n')
    throw new Error(`simulation ${seed} broke after ${schedule.trace.length} steps:\n${last}`, {
      cause,
    })
  } finally {
    for (const process of history.processes) await bury(history, process)
  }
  const { calls, deaths } = history
  return { steps: schedule.trace.length, calls, deaths, trace: schedule.trace }
}

function start1(history: History, name: string): Process {
  const { machine, schedule, network, lent, seed } = history
  const { inner, secrets } = machine
  const breaks = () => history.breaks.shift() ?? null
  const stepping = { schedule, lent, breaks }
  const incarnation = `${name}${history.deaths}`
  return startProcess({ name: incarnation, seed, inner, secrets, network, stepping })
}

/** The part with faults. */
async function act(history: History): Promise<void> {
  const { dice, schedule } = history
  let left = dice.between(10, 50)
  while (left > 0 || history.running > 0) {
    if (left > 0 && history.running < RUNNING_MAX && dice.between(1, 12) === 1) {
      left -= 1
      await dice.pick(ACTIONS)(history)
      await schedule.rest()
    } else if (!(await schedule.step())) {
      if (left === 0) break
      left -= 1
      await dice.pick(ACTIONS)(history)
      await schedule.rest()
    }
    await look(history)
  }
}

async function look(history: History): Promise<void> {
  const { machine, network, intents, schedule, broken } = history
  if (broken.length > 0) throw broken[0]
  assert.ok(schedule.trace.length < STEPS_MAX, 'it does not come to an end')
  const last = schedule.trace.at(-1) ?? ''
  if (!CHANGES.test(last)) return
  const { nit } = machine.taxpayer
  await assertInvariants({ pool: machine.watcher, ministry: network.ministry, nit, intents })
}

/** Steps after which something may not hold that held before: not those that read. */
const CHANGES = /; commit|^\d+ \w+ (asks|brings|answers|alone; (?!select|with near))/

type Action = (history: History) => void | Promise<void>

// biome-ignore format: a list
const ACTIONS: readonly Action[] = [
  call, call, call, call, call, call, call, call, work, work, work, work, fault, fault, fault, fault, mend,
  die, die, cut, jump, vanish,
]

function call(history: History): void {
  const { intents, dice } = history
  const one = pickIntent(intents, dice)
  if (!intents.includes(one)) intents.push(one)
  send(history, one, dice.pick(history.processes), dice.between(1, 8) === 1)
}

/** `unheard`: the caller goes away before the answer. */
function send(history: History, one: Intent, process: Process, unheard = false): void {
  const { schedule, machine } = history
  const { key } = machine
  history.running += 1
  history.calls += 1
  one.inFlight += 1
  const name = `${one.idempotencyKey} ${unheard ? 'unheard ' : ''}`
  schedule.note(`${process.name} is called ${name}`)
  const asked = { method: 'POST', url: one.url } as const
  const headers = {
    'content-type': 'application/json',
    'x-service-key': key.apiKey,
    ...(one.kind === 'prepare' ? {} : { 'x-service-sign-key': String(key.signKey) }),
    'idempotency-key': one.idempotencyKey,
  }
  const ended = () => {
    history.running -= 1
    one.inFlight -= 1
    process.calls.delete(ended)
  }
  process.calls.add(ended)
  process.app
    .inject({ ...asked, headers, payload: JSON.stringify(one.body) })
    .then((reply) => {
      if (!process.alive) return
      ended()
      const { statusCode: status, headers: given, payload: text } = reply
      const answer: Reply = { status, headers: given, text, body: JSON.parse(text) }
      schedule.note(
        `${process.name} answers ${name}${status} ${answer.body.error?.code ?? answer.body.codigoGeneracion ?? ''}`,
      )
      assertDescribed(asked, answer)
      assert.ok(![401, 403, 404, 500].includes(status), text)
      if (!unheard) one.answers.push(answer)
    })
    .catch((error: unknown) => history.broken.push(error))
}

const JOBS = { watchOutages, transmitDue, transmitLots, releaseExpired, sweepClaims }

function work(history: History): void {
  const { dice, processes } = history
  startJob(history, dice.pick(processes), dice.pick(Object.keys(JOBS)) as keyof typeof JOBS)
}

function startJob(history: History, process: Process, name: keyof typeof JOBS): void {
  if (process.jobs.has(name)) return
  process.jobs.add(name)
  history.running += 1
  const ended = () => {
    if (!process.calls.delete(ended)) return
    history.running -= 1
    process.jobs.delete(name)
  }
  process.calls.add(ended)
  history.schedule.note(`${process.name} begins ${name}`)
  void finishJob(history, process, name).then(ended)
}

/** A job that lost its database is begun again later; any other error is a fault of the job. */
async function finishJob(history: History, process: Process, name: keyof typeof JOBS) {
  try {
    await JOBS[name](process.deps)
  } catch (error) {
    history.schedule.note(`${process.name} ${name} failed ${nameOf(error)}`)
    if (!/^(DatabaseUnavailable|CommitUnknown)$/.test(nameOf(error))) history.broken.push(error)
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error)

const KINDS = [
  'status',
  'html',
  'no_seal',
  'drop_answer',
  'drop_answer',
  'reject',
  'expired_token',
  'late',
  'late',
  'down',
] as const
const SERVICES = [
  'recepciondte',
  'recepciondte',
  'consultadte',
  'anulardte',
  'contingencia',
  'recepcionlote',
  '*',
] as const

function fault({ dice, network, schedule }: History): void {
  const kind = dice.pick(KINDS)
  const service = dice.pick(SERVICES)
  const times = dice.between(1, 4)
  schedule.note(`fault ${kind} ${service} ${times}`)
  if (kind === 'late') network.late += times
  else if (kind === 'down') network.isDown = true
  else if (kind === 'reject')
    network.ministry.script({
      service: service === '*' || service === 'consultadte' ? 'recepciondte' : service,
      kind,
      times,
    })
  else network.ministry.script({ service, kind, times })
}

function mend({ network, schedule }: History): void {
  schedule.note('faults are over')
  network.ministry.clearFaults()
  network.late = 0
  network.isDown = false
}

/** A process dies at this step, and another replaces it. */
async function die(history: History): Promise<void> {
  const { dice, processes, schedule } = history
  const process = dice.pick(processes)
  schedule.note(`${process.name} dies`)
  await bury(history, process)
  history.deaths += 1
  processes[processes.indexOf(process)] = start1(history, process.name.charAt(0))
}

/** Afterwards PostgreSQL has rolled back its open transactions. */
async function bury({ schedule, lent }: History, process: Process): Promise<void> {
  process.alive = false
  for (const ended of [...process.calls]) ended()
  await schedule.forget(process as Owner)
  await releaseLent(lent, process)
  await schedule.review()
}

/** One of the next connections breaks. */
function cut(history: History): void {
  const { dice } = history
  const after = dice.between(0, 12)
  history.breaks = [
    ...Array.from({ length: after }, () => null),
    dice.pick(['before', 'behind'] as const),
  ]
  history.schedule.note(`a connection breaks after ${after} statements`)
}

function jump({ dice, schedule }: History): void {
  const ms = dice.between(1, 900) * 1_000
  schedule.note(`the clock jumps ${ms}`)
  schedule.jump(ms)
}

/** The ministry answers nobody until it is restored. */
function vanish({ network, schedule }: History): void {
  schedule.note('the ministry is away')
  network.isDown = true
}

/** Until nothing is left to do. */
async function drain(history: History): Promise<void> {
  while (await history.schedule.step()) await look(history)
}

const WAITING = `select (select count(*) from documents where estado in ('firmado', 'contingencia'))
                      + (select count(*) from ministry_outages where closed_at is null) as n`

async function settle(history: History): Promise<void> {
  const { processes, schedule, machine, intents } = history
  history.breaks = []
  mend(history)
  await drain(history)
  for (let round = 0; ; round++) {
    schedule.jump(11 * MINUTE_MS)
    for (const name of Object.keys(JOBS)) {
      for (const process of processes) startJob(history, process, name as keyof typeof JOBS)
      await drain(history)
    }
    const [process] = processes
    if (process?.deps.breaker.isEventOwed('00')) await ask(history, sale(history)) // the only call that signs
    const { n } = await machine.watcher.one<{ n: bigint }>(WAITING)
    if (n === 0n && round > 1) break
    assert.ok(round < ROUNDS_MAX, `${n} documents never came to a verdict`)
  }
  // An invalidation whose caller got 502 blocks a return until that caller repeats it.
  for (const one of [...intents]) await ask(history, one)
  for (const one of [...intents]) assertAnswered(one, await ask(history, one))
  await assertSettled(history)
}

function sale(history: History): Intent {
  const { intents } = history
  const body = { tipoDte: '01', items: [{ descripcion: 'Café', cantidad: 1, precioUni: 1 }] }
  const one: Intent = {
    kind: 'sale', idempotencyKey: `last-${intents.length}`, url: '/v1/dte', body, about: '', sold: 0, cantidad: 0, units: 1,
    answers: [], inFlight: 0,
  } // biome-ignore format: a row
  intents.push(one)
  return one
}

async function ask(history: History, one: Intent): Promise<Reply> {
  send(history, one, history.dice.pick(history.processes))
  await history.schedule.rest()
  await drain(history)
  return one.answers.at(-1) ?? assert.fail('a call without an answer')
}

function assertAnswered({ idempotencyKey }: Intent, { status, text, body }: Reply): void {
  assert.ok(status < 500, `${idempotencyKey}: ${text}`)
  assert.notEqual(body.error?.code, 'idempotency_in_flight', `${idempotencyKey} is never answered`)
}

const FINAL = `select upper(codigo_generacion::text) as code, estado, sello_recibido is not null as sealed from documents
  union all select upper(codigo_generacion::text), estado, sello_recibido is not null from events`

/** Every document and event has the same state as at the ministry, including those that only time decides. */
async function assertSettled(history: History): Promise<void> {
  const { machine, network, processes, schedule } = history
  for (let day = 0; day < 4; day++) {
    schedule.jump(25 * HOUR_MS)
    for (const process of processes) startJob(history, process, 'transmitDue')
    await drain(history)
    for (const process of processes) startJob(history, process, 'releaseExpired')
    await drain(history)
  }
  const held = new Set(
    network.ministry
      .ledger(machine.taxpayer.nit)
      .filter(({ estado }) => estado === 'PROCESADO')
      .map(({ codigoGeneracion }) => codigoGeneracion),
  )
  for (const { code, estado, sealed } of await machine.watcher.many<{
    code: string
    estado: string
    sealed: boolean
  }>(FINAL)) {
    assert.equal(sealed, held.has(code), `${code} is ${estado}`)
    assert.ok(!['firmado', 'contingencia', 'reservado'].includes(estado), `${code} stays ${estado}`)
  }
}
