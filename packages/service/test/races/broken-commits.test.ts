import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../src/base/db/tx.ts'
import { createOnMachines } from '../citus.ts'
import { createWorld, type World } from '../world.ts'
import { assertAllSealed, assertConsecutive, atOnce, numeroOf, PATIENT } from './numbers.ts'

const CALLS = 60

const TERMINATE = 'perform pg_terminate_backend(pg_backend_pid())'
const FAIL = `raise exception 'on purpose' using errcode = 'serialization_failure'`
const AT_ONCE = 'trigger broken before insert on documents'
const AT_COMMIT =
  'constraint trigger broken after insert on documents deferrable initially deferred'

// biome-ignore format: a table
const WAYS = [
  // how every other commit 1 is lost   when        how
  ['the connection dies after the numbers',    AT_ONCE,    TERMINATE],
  ['the connection dies in the commit',        AT_COMMIT,  TERMINATE],
  ['a statement fails after the numbers',      AT_ONCE,    FAIL],
] as const

for (const [name, when, how] of WAYS) {
  test(`where ${name}, committed numbers have no gap and lost numbers are reissued`, async (t) => {
    const world = await createWorld(PATIENT)
    t.after(() => world.close())
    await countTurns(world)
    await breakWhere(world, when, `current_setting('sello.turn')::int % 2 = 0`, how)
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

    await statement(world.deps.pool, 'drop trigger broken on documents')
    const repeated = await atOnce(lost.length, (at) =>
      world.issue(undefined, { idempotencyKey: lost[at] as string }),
    )

    assertAllSealed(repeated)
    assert.ok(repeated.every(({ headers }) => headers['idempotency-replayed'] === undefined))
    assertConsecutive([...sealed, ...repeated].map(numeroOf))
  })
}

/** Documents in one commit share its fate only if the culprit cannot be determined. */
test('a document that cannot be stored fails alone, and takes no number with it', async (t) => {
  const world = await createWorld(PATIENT)
  t.after(() => world.close())
  await breakWhere(world, AT_ONCE, `new.idempotency_key like 'mala%'`, `raise exception 'no'`)

  const replies = await atOnce(CALLS, (at) =>
    world.issue(undefined, { idempotencyKey: `${at % 3 === 0 ? 'mala' : 'buena'} ${at}` }),
  )

  const bad = replies.filter((_, at) => at % 3 === 0)
  const good = replies.filter((_, at) => at % 3 !== 0)
  assert.ok(bad.every(({ body }) => body.error?.code === 'internal_error'))
  assertAllSealed(good)
  assertConsecutive(good.map(numeroOf))
  assert.equal(await world.numbersSpent(), good.length)
})

// biome-ignore format: a table
const VERDICTS_LOST = [
  // the verdict of one document cannot be stored because of
  ['a deadlock',     'deadlock_detected'],
  ['a lock timeout', 'lock_not_available'],
  ['its own row',    'check_violation'],
] as const

for (const [name, errcode] of VERDICTS_LOST) {
  test(`where one verdict meets ${name}, those that share its commit are stored all the same`, async (t) => {
    const world = await createWorld(PATIENT)
    t.after(() => world.close())
    const how = `raise exception 'on purpose' using errcode = '${errcode}'`
    const isBad = `new.estado = 'sellado' and new.idempotency_key like 'mala%'`
    await breakWhere(world, 'trigger broken before update on documents', isBad, how)

    const replies = await atOnce(CALLS, (at) =>
      world.issue(undefined, { idempotencyKey: `${at % 10 === 0 ? 'mala' : 'buena'} ${at}` }),
    )

    assertAllSealed(replies.filter((_, at) => at % 10 !== 0))
    assert.ok(replies.every(({ status }, at) => at % 10 !== 0 || status !== 200))
    assertConsecutive(await numbersOf(world))
  })
}

async function numbersOf({ deps: { pool } }: World): Promise<readonly string[]> {
  const rows = await pool.many<{ numero_control: string }>('select numero_control from documents')
  return rows.map(({ numero_control }) => numero_control)
}

/** Gives each commit 1 its turn, which a rollback does not take back. */
async function countTurns({ deps: { pool } }: World): Promise<void> {
  await createOnMachines(pool, 'create sequence turns')
  await statement(
    pool,
    `create function take_turn() returns trigger language plpgsql as
     $$ begin perform set_config('sello.turn', nextval('turns')::text, true); return null; end $$`,
  )
  await statement(
    pool,
    `create trigger a_turn before insert on documents for each statement execute function take_turn()`,
  )
}

async function breakWhere({ deps: { pool } }: World, when: string, where: string, how: string) {
  await statement(
    pool,
    `create function break() returns trigger language plpgsql as
     $$ begin if ${where} then ${how}; end if; return new; end $$`,
  )
  await statement(pool, `create ${when} for each row execute function break()`)
}
