import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { transmitDue } from '../../src/jobs/transmit.ts'
import type { Fault } from '../simulator-control.ts'
import { createWorld, type Reply, type World } from '../world.ts'
import { createPeer } from './peer.ts'

/** Past every lease. */
const AHEAD_MS = 10 * 60_000

interface Race {
  readonly name: string
  /** What the waiting request meets; with it the job arrives in the middle. */
  readonly request: readonly Fault[]
  /** What the job meets. */
  readonly job: readonly Fault[]
  readonly answered: 200 | 202
  readonly stands: 'sellado' | 'contingencia'
}

const reception = 'recepciondte'
const slowly = (service: Fault['service']): Fault => ({
  service,
  kind: 'delay',
  delayMs: 300,
  times: 1,
})
const down = (service: Fault['service'], times: number): Fault => ({
  service,
  kind: 'status',
  times,
})

// biome-ignore format: a table
const RACES: readonly Race[] = [
  { name: 'the job has it sealed while the ministry still holds the request back',
    request: [slowly(reception)],                     job: [],
    answered: 200, stands: 'sellado' },
  { name: 'the request has it sealed while the job still asks',
    request: [slowly(reception)],                     job: [{ ...slowly('consultadte'), delayMs: 800 }],
    answered: 200, stands: 'sellado' },
  { name: 'the job gets no answer and the request a seal',
    request: [slowly(reception)],                     job: [down('consultadte', 1)],
    answered: 202, stands: 'sellado' },
  { name: 'the job has it sealed and the request gets no answer',
    request: [slowly(reception), down(reception, 2)], job: [],
    answered: 200, stands: 'sellado' },
  { name: 'neither gets an answer, each for a reason of its own',
    request: [{ ...slowly(reception), kind: 'silence' }, down(reception, 2)], job: [down('consultadte', 4)],
    answered: 202, stands: 'contingencia' },
]

for (const { name, request, job, answered, stands } of RACES) {
  test(`one outcome for everybody where ${name}`, async (t) => {
    const { world, sweep } = await createRace(t)
    const idempotencyKey = 'venta 1'
    for (const fault of request) await world.mh.fault(fault)

    const waiting = world.issue(undefined, { idempotencyKey })
    await until(async () => (await world.numbersSpent()) === 1)
    for (const fault of job) await world.mh.fault(fault)
    const taken = await sweep()
    const reply = await waiting

    assert.equal(taken, 1)
    assert.equal(reply.status, answered, reply.text.slice(0, 300))
    const again = await world.issue(undefined, { idempotencyKey })
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(again.text, reply.text, 'a repeat is told what the first call was told')
    await assertOneDocument(world, reply, stands)
  })
}

/** A warm world, and the transmission job of another process that believes every lease has passed. */
async function createRace(t: TestContext) {
  const world = await createWorld({ mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
  t.after(() => world.close())
  const peer = createPeer(world)
  t.after(() => peer.close())
  const clock = {
    ...world.deps.clock,
    now: () => new Date(world.deps.clock.now().getTime() + AHEAD_MS),
  }
  return { world, sweep: () => transmitDue({ ...peer.deps, clock }) }
}

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(2)
}

async function assertOneDocument(world: World, reply: Reply, estado: string): Promise<void> {
  const { codigoGeneracion } = reply.body
  const stored = await world.query(codigoGeneracion)
  assert.equal(stored.body.estado, estado)
  assert.equal(await world.numbersSpent(), 1)
  const sealed = (await world.mh.ledger()).filter((row) => row.estado === 'PROCESADO')
  assert.deepEqual(
    sealed.map((row) => [row.codigoGeneracion, row.selloRecibido]),
    estado === 'sellado' ? [[codigoGeneracion, stored.body.selloRecibido]] : [],
  )
  if (reply.status === 200) assert.equal(reply.body.selloRecibido, stored.body.selloRecibido)
}
