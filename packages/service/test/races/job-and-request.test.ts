import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import type { Fault } from '../simulator-control.ts'
import { until } from '../until.ts'
import { createWorld, type Reply } from '../world.ts'
import { createPeer } from './peer.ts'

/** Past every lease. */
const AHEAD_MS = 10 * 60_000

/** The request gives up here, with no time left to query or resend. */
const REQUEST_MS = 2_000
/** Long enough for the job to have its answer first. */
const HELD_MS = 1_000

interface Race {
  readonly name: string
  /** The fault that the request meets; the job arrives while it waits. */
  readonly request: Fault
  /** The fault that the job meets. */
  readonly job: Fault | null
  readonly answered: 200 | 202
  readonly stands: 'sellado' | 'contingencia'
}

const HELD: Fault = { service: 'recepciondte', kind: 'delay', delayMs: HELD_MS, times: 1 }
const SILENT: Fault = { service: 'recepciondte', kind: 'silence', times: 1 }
const SLOWER: Fault = { service: 'consultadte', kind: 'delay', delayMs: 2 * HELD_MS, times: 1 }
const UNREADABLE: Fault = { service: 'consultadte', kind: 'html', times: 1 }

// biome-ignore format: a table
const RACES: readonly Race[] = [
  { name: 'the job has it sealed and the request is told that it exists already',
    request: HELD,   job: null,       answered: 200, stands: 'sellado' },
  { name: 'the request has it sealed while the job still asks',
    request: HELD,   job: SLOWER,     answered: 200, stands: 'sellado' },
  { name: 'the job gets no answer and the request a seal',
    request: HELD,   job: UNREADABLE, answered: 202, stands: 'sellado' },
  { name: 'the job has it sealed and the request gets no answer',
    request: SILENT, job: null,       answered: 200, stands: 'sellado' },
  { name: 'neither gets an answer, each for a reason of its own',
    request: SILENT, job: UNREADABLE, answered: 202, stands: 'contingencia' },
]

const world = await createWorld({ mh: { timeoutMs: REQUEST_MS, budgetMs: REQUEST_MS } })
const peer = createPeer(world)
after(async () => {
  await peer.close()
  await world.close()
})
await Promise.all([world.issue(), peer.issue()]) // both have their session with the ministry

/** The transmission job of another process, which believes that every lease has passed. */
function sweep(): Promise<number> {
  const { clock } = world.deps
  const now = () => new Date(clock.now().getTime() + AHEAD_MS)
  return transmitDue({ ...peer.deps, clock: { ...clock, now } })
}

for (const { name, request, job, answered, stands } of RACES) {
  test(`one outcome for everybody where ${name}`, async () => {
    const spent = await world.numbersSpent()
    const idempotencyKey = name
    await world.mh.fault(request)

    const waiting = world.issue(undefined, { idempotencyKey })
    await until('the fault has been used up', async () => (await world.mh.faults()).length === 0)
    if (job) await world.mh.fault(job)
    const taken = await sweep()
    const reply = await waiting

    assert.equal(taken, 1)
    assert.equal(reply.status, answered, reply.text.slice(0, 300))
    assert.equal(reply.headers['idempotency-replayed'], undefined)
    const again = await world.issue(undefined, { idempotencyKey })
    assert.equal(again.headers['idempotency-replayed'], 'true')
    assert.equal(again.text, reply.text, 'a repeat is told what the first call was told')
    await assertStands(reply, stands)
    assert.equal(await world.numbersSpent(), spent + 1)
  })
}

async function assertStands(reply: Reply, estado: string): Promise<void> {
  const { codigoGeneracion } = reply.body
  const stored = await world.query(codigoGeneracion)
  assert.equal(stored.body.estado, estado)
  const ledger = await world.mh.ledger()
  const seals = ledger
    .filter((row) => row.codigoGeneracion === codigoGeneracion && row.estado === 'PROCESADO')
    .map((row) => row.selloRecibido)
  assert.deepEqual(seals, estado === 'sellado' ? [stored.body.selloRecibido] : [])
  if (reply.status === 200) assert.equal(reply.body.selloRecibido, stored.body.selloRecibido)
}
