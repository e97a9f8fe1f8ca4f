import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { fetch } from 'undici'
import { type Running, startProcess } from '../crash/process.ts'
import { later } from '../embedded.ts'
import { createWorld } from '../world.ts'
import { atOnce, PATIENT } from './numbers.ts'

const PROCESSES = 3
const CALLS = 1_000
const LIMIT = 60
/** As many callers as keep all three busy; a thousand sockets at once would only test the machine. */
const CALLERS = 48

/** Counted by read-then-write, or in each process, a limit of 60 would let in more the more processes there are. */
test('1,000 calls against a limit of 60 over three processes let in exactly 60', async (t) => {
  const world = await createWorld(PATIENT)
  later(t, () => world.close())
  const limits = { hour: LIMIT, day: CALLS, status: CALLS }
  const key = await world.mintKey(world.company.nit, { passphrase: null, limits })
  const processes = await Promise.all(
    Array.from({ length: PROCESSES }, () => startProcess(world, { SELLO_MH_TIMEOUT_MS: '20000' })),
  )
  later(t, () => Promise.all(processes.map((each) => each.stop())))
  const statuses: number[] = []
  let next = 0

  await atOnce(CALLERS, async () => {
    while (next < CALLS) {
      const { url } = processes[next++ % PROCESSES] as Running
      const reply = await fetch(`${url}/v1/dte/${randomUUID()}`, {
        headers: { 'x-service-key': key.apiKey },
      })
      await reply.arrayBuffer()
      statuses.push(reply.status)
    }
  })

  const count = (status: number) => statuses.filter((one) => one === status).length
  assert.deepEqual({ 404: count(404), 429: count(429) }, { 404: LIMIT, 429: CALLS - LIMIT })
  const rows = await world.deps.pool.many<{ seq: bigint }>(
    'select seq from rate_calls where key_id = $1 order by at, seq',
    [key.keyId],
  )
  assert.deepEqual(
    rows.map(({ seq }) => Number(seq)),
    Array.from({ length: LIMIT }, (_, at) => at + 1),
  )
})
