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
