import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { type Batch, type BatchRules, batched } from './batches.ts'
import { isDeadlock } from './errors.ts'

const RULES: BatchRules<string> = {
  laneOf: () => '',
  weightMax: 10,
  weightOf: () => 1,
  lateness: () => null,
  identityOf: (item) => item,
  isOneItems: (error) => isDeadlock(error),
}
const deadlock = () =>
  Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' })

test('an item whose run alone was a deadlock is run again, and its caller hears nothing', async () => {
  const runs: (readonly string[])[] = []
  const call = batched(async (batch: Batch<string>) => {
    runs.push(batch)
    if (batch.includes('b') && runs.filter((one) => one.includes('b')).length < 4) throw deadlock()
    return batch
  }, RULES)
  // `a` begins; `b` and `c` wait for it and share a run, which fails for both.
  assert.deepEqual(await Promise.all([call('a'), call('b'), call('c')]), ['a', 'b', 'c'])
  assert.deepEqual(runs, [['a'], ['b', 'c'], ['b'], ['b'], ['b'], ['c']])
})

test('one that always is a deadlock ends with it, and another error at once', async () => {
  let runs = 0
  const fails = batched(async () => {
    runs += 1
    throw deadlock()
  }, RULES)
  await assert.rejects(fails('a'), isDeadlock)
  assert.equal(runs, 4)
  let others = 0
  const broken = batched(async () => {
    others += 1
    throw new Error('otro')
  }, RULES)
  await assert.rejects(broken('a'), /otro/)
  assert.equal(others, 1)
})

interface Item {
  readonly name: string
  readonly lane?: string
  readonly weight?: number
  readonly late?: Error
}

/** The batches that the items make which are called for together; the first one begins alone. */
async function batchesOf(items: readonly Item[]) {
  const runs: string[] = []
  const call = batched(
    async (batch: Batch<Item>) => {
      runs.push(batch.map(({ name }) => name).join(''))
      return batch
    },
    {
      laneOf: ({ lane = '' }: Item) => lane,
      weightMax: 10,
      weightOf: ({ weight = 1 }) => weight,
      lateness: ({ late = null }) => late,
      identityOf: ({ name }) => name,
      isOneItems: () => false,
    },
  )
  const ends = await Promise.allSettled(items.map(call))
  return { runs, refused: ends.map(({ status }) => status === 'rejected') }
}

test('a batch carries its weight and no more, in the order of the calls', async () => {
  const weighed = (...weights: number[]) =>
    batchesOf(weights.map((weight, at) => ({ name: 'abcdefgh'[at] ?? '', weight })))
  assert.deepEqual((await weighed(1, 4, 6, 1, 1)).runs, ['a', 'bc', 'de'])
  assert.deepEqual((await weighed(1, 4, 7, 1, 1)).runs, ['a', 'b', 'cde'])
  assert.deepEqual(
    (await weighed(1, 11, 11, 1)).runs,
    ['a', 'b', 'c', 'd'],
    'what is heavier goes alone',
  )
  assert.deepEqual((await weighed(1, 5, 6, 5)).runs, ['a', 'b', 'c', 'd'], 'nothing overtakes')
})

test('what is known by one name goes in several batches, and nothing behind it overtakes', async () => {
  const named = (names: string) => batchesOf([...names].map((name) => ({ name })))
  assert.deepEqual((await named('abbc')).runs, ['a', 'b', 'bc'])
  assert.deepEqual((await named('abcbd')).runs, ['a', 'bc', 'bd'])
})

test('what comes too late is refused in its turn and weighs nothing, and lanes do not wait for one another', async () => {
  const late = new Error('late')
  const { runs, refused } = await batchesOf([
    ...[{ name: 'a' }, { name: 'b', weight: 9, late }, { name: 'c', weight: 10 }],
    ...[
      { name: 'x', lane: 'other' },
      { name: 'y', lane: 'other' },
    ],
  ])
  assert.deepEqual(runs.sort(), ['a', 'c', 'x', 'y'])
  assert.deepEqual(refused, [false, true, false, false, false])
})

test('an error that is nobody’s alone is everybody’s, and nothing is run again', async () => {
  for (const error of [new Error('otro'), deadlock()]) {
    const runs: (readonly string[])[] = []
    const call = batched(
      async (batch: Batch<string>) => {
        runs.push(batch)
        if (batch.length > 1) throw error
        return batch
      },
      { ...RULES, isOneItems: () => false },
    )
    const refused = { status: 'rejected', reason: error }
    assert.deepEqual(await Promise.allSettled([call('a'), call('b'), call('c')]), [
      ...[{ status: 'fulfilled', value: 'a' }, refused, refused],
    ])
    assert.deepEqual(runs, [['a'], ['b', 'c']])
  }
})
