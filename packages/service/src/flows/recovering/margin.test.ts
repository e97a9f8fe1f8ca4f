/** How far a reconciliation looks behind the last known number of a series. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS } from '../../base/time/durations.ts'
import { marginOf } from './margin.ts'

const TEN = Date.parse('2026-12-01T10:00:00.000Z')
/** So many in the hour that begins there. */
const inHour = (start: number, count: number) =>
  Array.from({ length: count }, (_, i) => new Date(start + (i % 3_600) * 1_000))

test('it is one and a half times the busiest hour, for each hour that was lost', () => {
  const instants = [...inHour(TEN, 100), ...inHour(TEN + HOUR_MS, 99), ...inHour(TEN - HOUR_MS, 7)]
  assert.equal(marginOf(instants, 2 * HOUR_MS), 300)
  assert.equal(marginOf(instants, 1.5 * HOUR_MS), 225)
  assert.equal(marginOf(inHour(TEN, 35), HOUR_MS), 53, 'a half counts as one')
})

test('less than an hour counts as one', () => {
  for (const lostMs of [HOUR_MS, HOUR_MS - 1, 0, -HOUR_MS]) {
    assert.equal(marginOf(inHour(TEN, 100), lostMs), 150)
  }
})

test('an hour ends with its last millisecond', () => {
  const around = [TEN - 1, TEN, TEN + HOUR_MS - 1, TEN + HOUR_MS].map((ms) => new Date(ms))
  assert.equal(marginOf(around, 100 * HOUR_MS), 300)
})

test('a quiet series has 50, a busy one 20,000 at most', () => {
  assert.equal(marginOf([], 0), 50)
  assert.equal(marginOf([], 1_000 * HOUR_MS), 50)
  assert.equal(marginOf(inHour(TEN, 33), HOUR_MS), 50)
  assert.equal(marginOf(inHour(TEN, 34), HOUR_MS), 51)
  assert.equal(marginOf(inHour(TEN, 4), 3_333 * HOUR_MS), 19_998)
  assert.equal(marginOf(inHour(TEN, 4), 3_334 * HOUR_MS), 20_000)
})
