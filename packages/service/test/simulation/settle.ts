/** The end of a history: without faults, everything comes to the state that the ministry has. */
import assert from 'node:assert/strict'
import { listUntold } from '../feed.ts'
import type { Reply } from '../world.ts'
import { send } from './calls.ts'
import { jumpBy, mend, thaw } from './faults.ts'
import { awake, type History, look } from './history.ts'
import { type Intent, lastSale } from './intents.ts'
import { JOB_NAMES, startJob } from './jobs.ts'
import { fileOf, queryOne, readPages } from './reads.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const ROUNDS_MAX = 14

const WAITING = `select (select count(*) from documents where estado in ('firmado', 'contingencia'))
                      + (select count(*) from ministry_outages where closed_at is null) as n`

export async function settle(history: History): Promise<void> {
  const { processes, machine, intents } = history
  history.breaks = []
  mend(history)
  for (const process of processes) thaw(history, process)
  await drain(history)
  for (let round = 0; ; round++) {
    jumpBy(history, 11 * MINUTE_MS)
    for (const name of JOB_NAMES) {
      for (const process of processes) startJob(history, process, name)
      await drain(history)
    }
    const [process] = processes
    if (process?.deps.breaker.isEventOwed('00')) await signOnce(history)
    const { n } = await machine.watcher.one<{ n: bigint }>(WAITING)
    if (n === 0n && round > 1) break
    assert.ok(round < ROUNDS_MAX, `${n} documents never came to a verdict`)
  }
  // An invalidation whose caller got 502 blocks a return until that caller repeats it.
  const repeatable = intents.filter(({ isOver }) => !isOver)
  for (const one of repeatable) await ask(history, one)
  for (const one of repeatable) assertAnswered(one, await ask(history, one))
  await assertSettled(history)
  await assertTold(history)
  await assertShown(history)
}

/** Until nothing is left to do. */
async function drain(history: History): Promise<void> {
  await history.schedule.rest() // what was just begun comes to its first step
  while (await history.schedule.step()) await look(history)
}

/** Only a call that signs signs an owed contingency event. */
async function signOnce(history: History): Promise<void> {
  for (const company of history.machine.companies) {
    const one = lastSale({ ...history, company })
    history.intents.push(one)
    await ask(history, one)
  }
}

async function ask(history: History, one: Intent): Promise<Reply> {
  const process = awake(history) ?? assert.fail('everybody is stopped')
  send(history, one, process)
  await drain(history)
  return one.answers.at(-1) ?? assert.fail('a call without an answer')
}

function assertAnswered({ idempotencyKey }: Intent, { status, text, body }: Reply): void {
  assert.ok(status < 500, `${idempotencyKey}: ${text}`)
  assert.notEqual(body.error?.code, 'idempotency_in_flight', `${idempotencyKey} is never answered`)
}

const FINAL = `
  select c.nit, upper(d.codigo_generacion::text) as code, d.estado, d.sello_recibido is not null as sealed
    from documents d join companies c using (company_id)
  union all
  select c.nit, upper(e.codigo_generacion::text), e.estado, e.sello_recibido is not null
    from events e join companies c using (company_id)`

interface Final {
  readonly nit: string
  readonly code: string
  readonly estado: string
  readonly sealed: boolean
}

/** Every document and event has the same state as at the ministry, including those that only time decides. */
async function assertSettled(history: History): Promise<void> {
  const { machine, processes } = history
  for (let day = 0; day < 4; day++) {
    jumpBy(history, 25 * HOUR_MS)
    for (const name of ['transmitDue', 'releaseExpired', 'relay'] as const) {
      for (const process of processes) startJob(history, process, name)
      await drain(history)
    }
  }
  const { byCode } = history.held()
  for (const { code, estado, sealed } of await machine.watcher.many<Final>(FINAL)) {
    assert.equal(sealed, byCode.has(code), `${code} is ${estado}`)
    assert.ok(!['firmado', 'contingencia', 'reservado'].includes(estado), `${code} stays ${estado}`)
  }
}

/** Every outcome is told once and in order, whatever was killed meanwhile. */
async function assertTold({ machine }: History): Promise<void> {
  assert.deepEqual(await listUntold(machine.watcher), [])
}

/** Documents, and the events that a query shows by their own code. */
const SHOWN = `
  select c.nit, upper(d.codigo_generacion::text) as code from documents d join companies c using (company_id)
  union all
  select c.nit, upper(e.codigo_generacion::text) from events e join companies c using (company_id)
   where e.kind <> 'contingencia'`

/** The service shows everything as the ministry holds it: each query, some files, all pages. */
async function assertShown(history: History): Promise<void> {
  const { dice, machine } = history
  const all = await machine.watcher.many<Pick<Final, 'nit' | 'code'>>(SHOWN)
  for (const { nit, code } of all) {
    const company = machine.companies.find((one) => one.nit === nit) ?? assert.fail(nit)
    await show(history, (process) => queryOne(history, process, { company, code }))
    const kind = dice.pick([null, null, 'json', 'raw'] as const)
    if (kind) await show(history, (process) => fileOf(history, process, { company, code }, kind))
  }
  await show(history, (process) => readPages(history, process))
}

async function show(
  history: History,
  reading: (process: History['processes'][number]) => Promise<void>,
): Promise<void> {
  const process = awake(history) ?? assert.fail('everybody is stopped')
  let isShown = false
  reading(process)
    .then(() => {
      isShown = true
    })
    .catch((error: unknown) => history.broken.push(error))
  await history.schedule.rest()
  await drain(history)
  await look(history)
  assert.ok(isShown, 'a read without an answer')
}
