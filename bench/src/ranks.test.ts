import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareByRanks } from './ranks.ts'

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at)
const close = (value: number, to: number) =>
  assert.ok(Math.abs(value - to) < 1e-4, `${value}, and not ${to}`)

test('two samples that do not overlap are distinguished', () => {
  const { share, p } = compareByRanks(range(1, 5), range(6, 10))

  assert.equal(share, 0)
  close(p, 0.009023) // z = 12.5 / sqrt(25 * 11 / 12)
})

test('a sample is not distinguished from itself, with ties', () => {
  const { share, p } = compareByRanks([1, 1, 2, 3, 3, 3], [1, 1, 2, 3, 3, 3])

  assert.equal(share, 0.5)
  close(p, 1)
})

test('equal values share their ranks', () => {
  const { share, p } = compareByRanks([1, 2, 2, 3], [2, 3, 3, 4])

  assert.equal(share, 3 / 16) // one pair above, four equal
  close(p, 0.129155) // the ties take 48 of 504 off the variance
})

test('one repeated value is inconclusive', () => {
  assert.deepEqual(compareByRanks([7, 7, 7], [7, 7]), { share: 0.5, p: compareByRanks([7], [7]).p })
})
