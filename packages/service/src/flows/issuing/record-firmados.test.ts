/** Commit 1 of calls that share it: what one of them is refused for, and that the others are not. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { whileTheSeriesIsHeld } from '../../../test/held-series.ts'
import { outcomeOf } from '../../../test/notas.ts'
import { until } from '../../../test/until.ts'
import { createWorld, type Reply, SALE, type World } from '../../../test/world.ts'
import { revokeKey } from '../../admin.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('of calls that share a commit, only that of a key that was revoked meanwhile is refused', async (t) => {
  const { nit } = world.company
  const keys = [world.company.key, await world.mintKey(nit), await world.mintKey(nit)] as const
  assert.equal((await world.issue()).status, 200) // the series is there
  const queued = t.mock.method(world.deps.commits, 'recordFirmado').mock
  const spent = await world.numbersSpent()

  const [calls] = await whileTheSeriesIsHeld(world, async () => {
    const begun = [keys[0], keys[1], keys[2], keys[1]].map((key) => world.issue(SALE, { key }))
    await until('all wait for a number', () => queued.callCount() === begun.length)
    await revokeKey(world.admin, nit, keys[2].keyId)
    return [begun]
  })

  assert.deepEqual((await Promise.all(calls)).map(outcomeOf), [
    '200',
    '200',
    '403 key_revoked',
    '200',
  ])
  assert.equal(await world.numbersSpent(), spent + 3)
})

/** The first call waits for the series; the others share the commit after it. `meanwhile` comes before both. */
async function behindTheFirst(
  calls: readonly (() => Promise<Reply>)[],
  queued: { callCount(): number },
  meanwhile: () => Promise<unknown>,
): Promise<readonly Promise<Reply>[]> {
  const [begun] = await whileTheSeriesIsHeld(world, async () => {
    const all: Promise<Reply>[] = []
    for (const call of calls) {
      all.push(call())
      await until('it waits for a number', () => queued.callCount() === all.length)
    }
    await meanwhile()
    return [all]
  })
  return begun
}

test('of calls that share a commit, one whose Idempotency-Key another process took is told so, and the others have their own', async (t) => {
  assert.equal((await world.issue()).status, 200) // the series is there
  const queued = t.mock.method(world.deps.commits, 'recordFirmado').mock
  const bodyOf = (observaciones: string) => ({ ...SALE, observaciones })
  const names = ['before', 'taken', 'own', 'other']

  const calls = await behindTheFirst(
    names.map((idempotencyKey) => () => world.issue(bodyOf(idempotencyKey), { idempotencyKey })),
    queued,
    () =>
      world.deps.pool.many(
        `insert into claims (company_id, key_id, room, idempotency_key, body_hash, claimed_at)
         select company_id, key_id, 'issue', 'taken', '\\x00', $2 from api_keys where key_id = $1`,
        [world.company.key.keyId, world.deps.clock.now()],
      ),
  )

  const replies = await Promise.all(calls)
  assert.deepEqual(replies.map(outcomeOf), ['200', '422 idempotency_key_reuse', '200', '200'])
  for (const [at, { body }] of replies.entries()) {
    if (body.error) continue
    assert.equal(body.documento.resumen.observaciones, names[at])
  }
})

test('of calls that share a commit, only that is refused whose reference another document has by then', async (t) => {
  const { codigoGeneracion } = (await world.issue()).body
  const queued = t.mock.method(world.deps.commits, 'recordFirmado').mock

  const bodies = [SALE, SALE, { ...SALE, referencia: 'taken meanwhile' }, SALE]
  const calls = await behindTheFirst(
    bodies.map((body) => () => world.issue(body)),
    queued,
    () =>
      world.deps.pool.many(
        `update documents set referencia = 'taken meanwhile' where codigo_generacion = $1`,
        [codigoGeneracion],
      ),
  )

  const replies = await Promise.all(calls)
  assert.deepEqual(replies.map(outcomeOf), ['200', '200', '409 reference_in_use', '200'])
  assert.deepEqual(replies[2]?.body.error.details, { codigoGeneracion })
})
