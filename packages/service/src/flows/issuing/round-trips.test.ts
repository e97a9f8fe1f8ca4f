/** Counts the round trips to the database, so that nobody adds one without noticing. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { onOnePostgreSQL } from '../../../test/citus.ts'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()
after(() => world.close())

/** The round trips to PostgreSQL of `work`. Queries that are sent at once over a connection share one. */
async function countRoundTrips(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype
  const sending = new Set<pg.Client>()
  let count = 0
  pg.Client.prototype.query = function (this: pg.Client, ...given: never[]) {
    if (!sending.has(this)) count += 1
    sending.add(this)
    queueMicrotask(() => sending.delete(this))
    return (query as (...all: never[]) => unknown).apply(this, given)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return count
}

test(
  'a sealed document takes six round trips: the gates, four of commit 1, and commit 2',
  onOnePostgreSQL('each transaction first tells the machines its limits'),
  async () => {
    await world.issue() // opens the session with the ministry
    assert.equal(await countRoundTrips(() => world.issue()), 6)
  },
)

test('documents issued at once share the round trips of both commits', async () => {
  const documents = 32
  const count = await countRoundTrips(() =>
    Promise.all(Array.from({ length: documents }, () => world.issue())),
  )
  assert.ok(count < documents * 6, `${count} round trips of ${documents} documents`)
})
