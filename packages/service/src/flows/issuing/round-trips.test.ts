/** Counts the round trips to the database, so that nobody adds one without noticing. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { createWorld } from '../../../test/world.ts'

const world = await createWorld()
after(() => world.close())

/** The messages that `work` sends to PostgreSQL: each is a round trip. */
async function countMessages(work: () => Promise<unknown>): Promise<number> {
  const { query } = pg.Client.prototype
  let sent = 0
  pg.Client.prototype.query = function (this: pg.Client, ...given: never[]) {
    sent += 1
    return (query as (...all: never[]) => unknown).apply(this, given)
  } as typeof query
  try {
    await work()
  } finally {
    pg.Client.prototype.query = query
  }
  return sent
}

test('a sealed document takes five round trips: the gates, three of commit 1, and commit 2', async () => {
  await world.issue() // opens the session with the ministry
  assert.equal(await countMessages(() => world.issue()), 5)
})

test('documents issued at once share the round trips of both commits', async () => {
  const documents = 32
  const sent = await countMessages(() =>
    Promise.all(Array.from({ length: documents }, () => world.issue())),
  )
  assert.ok(sent < documents * 5, `${sent} messages of ${documents} documents`)
})
