/** When the mark moves and when it must not, how a fence is closed and opened, and which transactions have ended. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, put } from '../../../test/neighbours.ts'
import { until } from '../../../test/until.ts'
import { transaction } from '../../base/db/tx.ts'
import {
  closeFence,
  closeFenceFirst,
  haveEnded,
  isFenced,
  isKnown,
  moveMark,
  openFence,
  readMark,
  readSnapshot,
  type Seen,
} from './marks.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

type Row = Readonly<Record<string, unknown>>

const ALIVE = new Date('2026-08-03T15:00:00.500Z')
const ms = (by: number, from = ALIVE) => new Date(from.getTime() + by)
/** Later than the database's clock. */
const AHEAD = new Date('2999-01-01T00:00:00Z')
const [BIRTH, RUN, OTHER] = [idOf('birth'), idOf('run'), idOf('other')]
const MARK = { identity: 'one', alive_at: ALIVE, birth: BIRTH }
const SEEN: Seen = { birth: BIRTH, aliveAt: ALIVE, run: RUN, beats: 5n }
const FENCED = { fenced_since: ALIVE, reason: 'first' }

beforeEach(async () => {
  for (const table of ['database_marks', 'database_runs', 'machine_marks']) {
    await pool.many(`delete from ${table}`)
  }
})

const stored = (given: Row = {}) => put(pool, 'database_marks', [{ ...MARK, ...given }])
const runs = (beats: number) =>
  put(pool, 'database_runs', [
    { run: RUN, beats },
    { run: OTHER, beats: 1 },
  ])

// biome-ignore format: a table
const MOVES: readonly (readonly [what: string, mark: Row, seen: Partial<Seen> | null, moves: boolean, identity?: string])[] = [
  ['a process that has seen nothing',                 {},                         null,                       true],
  ['the same in a copy of the database',              {},                         null,                       false, 'two'],
  ['one that saw this very mark',                     {},                         {},                         true],
  ['it also where the database was moved since',      {},                         {},                         true,  'two'],
  ['one that saw an earlier mark',                    {},                         { aliveAt: ms(-1) },        true],
  ['one that saw a later mark',                       {},                         { aliveAt: ms(1) },         false],
  ['one that saw fewer beats',                        {},                         { beats: 4n },              true],
  ['one that saw more beats than there are',          {},                         { beats: 6n },              false],
  ['the same before a reconciliation',                { reconciled_at: ms(1) },   { beats: 6n },              true],
  ['the same since a reconciliation',                 { reconciled_at: ALIVE },   { beats: 6n },              false],
  ['a later mark before a reconciliation',            { reconciled_at: ms(9) },   { aliveAt: ms(1) },         false],
  ['one that saw a run that is not here',             {},                         { run: idOf('none') },      false],
  ['one whose fence is closed',                       FENCED,                     {},                         false],
  ['one that has seen nothing, and the same',         FENCED,                     null,                       false],
]

test('the mark moves unless it stands where a process has not seen it', async () => {
  for (const [what, mark, seen, moves, identity = 'one'] of MOVES) {
    await pool.many('delete from database_marks')
    await pool.many('delete from database_runs')
    await stored(mark)
    await runs(5)
    const moved = await moveMark(pool, { identity, seen: seen && { ...SEEN, ...seen }, run: RUN })
    assert.equal(moved !== null, moves, what)
    const { identity: is, aliveAt } = (await readMark(pool)) ?? assert.fail()
    assert.equal(is, moves ? identity : 'one', what)
    assert.equal(aliveAt > ALIVE, moves, what)
    if (moved) assert.deepEqual(moved, { birth: BIRTH, aliveAt, run: RUN, beats: 6n })
    const beats = await pool.many('select run, beats from database_runs order by beats')
    assert.deepEqual(beats, [
      { run: OTHER, beats: 1n },
      { run: RUN, beats: moves ? 6n : 5n },
    ])
  }
})

test('the first process begins the mark, and it goes on by a millisecond where the clock is behind', async () => {
  const first = await moveMark(pool, { identity: 'one', seen: null, run: null })
  const mark = await readMark(pool)
  assert.deepEqual(mark, {
    ...{ identity: 'one', birth: first?.birth, aliveAt: first?.aliveAt },
    ...{ fencedSince: null, reason: null },
  })
  assert.equal(first?.beats, 1n)
  await pool.many('update database_marks set alive_at = $1', [AHEAD])
  const seen = { ...first, aliveAt: AHEAD }
  const next = await moveMark(pool, { identity: 'one', seen, run: first.run })
  assert.deepEqual(next, { ...first, aliveAt: ms(1, AHEAD), beats: 2n })
})

test('what a process saw is known if the run got so far, or from before a reconciliation', async () => {
  await stored({ reconciled_at: ALIVE })
  await runs(5)
  const known = async (seen: Partial<Seen>) => isKnown(pool, { ...SEEN, ...seen })
  assert.deepEqual(
    [
      ...[await known({}), await known({ beats: 4n }), await known({ beats: 6n })],
      ...[await known({ run: OTHER }), await known({ run: idOf('none') })],
      ...[await known({ beats: 6n, aliveAt: ms(-1) }), await known({ beats: 6n, aliveAt: ms(1) })],
    ],
    [true, true, false, false, false, true, false],
  )
})

test('a fence keeps its first reason, and is opened with a mark later than any', async () => {
  assert.equal(await isFenced(pool), false)
  await closeFenceFirst(pool, { identity: 'one', reason: 'first' })
  const closed = (await readMark(pool)) ?? assert.fail()
  assert.deepEqual([closed.identity, closed.reason, await isFenced(pool)], ['one', 'first', true])
  await closeFenceFirst(pool, { identity: 'two', reason: 'second' })
  await transaction(pool, (tx) => closeFence(tx, 'third'))
  assert.deepEqual(await readMark(pool), closed)

  await pool.many('update database_marks set alive_at = $1', [AHEAD])
  await put(pool, 'machine_marks', [
    { groupid: 1, beats: 1, since: ALIVE, back_to: ms(-5) },
    { groupid: 2, beats: 1, since: ALIVE, back_to: ms(-9) },
  ])
  assert.deepEqual((await readMark(pool))?.aliveAt, ms(-9), 'the earliest that is known everywhere')
  await transaction(pool, (tx) => openFence(tx, 'three'))
  assert.deepEqual(await readMark(pool), {
    ...{ ...closed, identity: 'three', aliveAt: ms(1, AHEAD) },
    ...{ fencedSince: null, reason: null },
  })
  const { at } = await pool.one<{ at: Date }>('select reconciled_at as at from database_marks')
  assert.deepEqual([at, await isFenced(pool)], [ms(1, AHEAD), false])
  assert.deepEqual(await pool.many('select groupid from machine_marks'), [])
})

test('the transactions before a snapshot have ended once none of them is open', async () => {
  await stored()
  const snapshot = await transaction(pool, async (tx) => {
    await tx.run(`update database_marks set identity = 'two'`)
    const taken = await readSnapshot(pool)
    assert.equal(await haveEnded(pool, taken), false)
    return taken
  })
  // Transactions of other databases of this server may be open.
  await until('they have ended', () => haveEnded(pool, snapshot))
})
