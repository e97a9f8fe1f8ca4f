import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../src/db/tx.ts'
import { createWorld, type World } from '../world.ts'
import { assertAllSealed, assertConsecutive, atOnce, numeroOf, PATIENT } from './numbers.ts'

const CALLS = 60

const TERMINATE = 'perform pg_terminate_backend(pg_backend_pid())'
const FAIL = `raise exception 'on purpose' using errcode = 'serialization_failure'`

// biome-ignore format: a table
const WAYS = [
  // what happens to half of them            when, in commit 1                                 how
  ['the connection dies after the number',   'before insert on documents for each row',            TERMINATE],
  ['the connection dies at the commit',      'after insert on documents deferrable initially deferred for each row', TERMINATE],
  ['a statement fails after the number',     'before insert on documents for each row',            FAIL],
] as const

for (const [name, when, how] of WAYS) {
  test(`where half of commit 1 is lost because ${name}, the series has no gap`, async (t) => {
    const world = await createWorld(PATIENT)
    t.after(() => world.close())
    await breakHalf(world, when, how)
    const keys = Array.from({ length: CALLS }, () => world.deps.random.uuid())

    const replies = await atOnce(CALLS, (at) =>
      world.issue(undefined, { idempotencyKey: keys[at] as string }),
    )

    const sealed = replies.filter(({ status }) => status === 200)
    const lost = keys.filter((_, at) => replies[at]?.status === 503)
    assert.equal(sealed.length + lost.length, CALLS, 'every call is answered 200 or 503')
    assert.ok(sealed.length > 0 && lost.length > 0, 'some stand and some are lost')
    assertConsecutive(sealed.map(numeroOf))
    assert.equal(await world.numbersSpent(), sealed.length)

    await statement(world.deps.pool, 'drop trigger break_half on documents')
    const repeated = await atOnce(lost.length, (at) =>
      world.issue(undefined, { idempotencyKey: lost[at] as string }),
    )

    assertAllSealed(repeated)
    assert.ok(repeated.every(({ headers }) => headers['idempotency-replayed'] === undefined))
    assertConsecutive([...sealed, ...repeated].map(numeroOf))
  })
}

/** Breaks every other document, or so, with its number taken and nothing committed. */
async function breakHalf(world: World, when: string, how: string): Promise<void> {
  const { pool } = world.deps
  await statement(
    pool,
    `create function break_half() returns trigger language plpgsql as
     $$ begin if random() < 0.5 then ${how}; end if; return new; end $$`,
  )
  const constraint = when.includes('deferred') ? 'constraint' : ''
  await statement(
    pool,
    `create ${constraint} trigger break_half ${when} execute function break_half()`,
  )
}
