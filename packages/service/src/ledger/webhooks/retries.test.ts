import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isGivenUp, nextAttempt, restMs } from './retries.ts'

const NOW = new Date('2026-12-01T12:00:00Z')
const SECONDS = 1_000
const MINUTES = 60 * SECONDS
const HOURS = 60 * MINUTES
const DAYS = 24 * HOURS
const before = (ms: number) => new Date(NOW.getTime() - ms)
const drawing = (drawn: number) => ({
  uuid: () => '',
  bytes: (size: number) => Buffer.alloc(size, drawn),
})

// biome-ignore format: a table
const DELAYS = [
  // attempts  delay
  [1,          5 * SECONDS],
  [2,          5 * MINUTES],
  [3,          30 * MINUTES],
  [4,          2 * HOURS],
  [5,          5 * HOURS],
  [6,          10 * HOURS],
  [7,          10 * HOURS],
] as const

for (const [attempts, delayMs] of DELAYS) {
  test(`after attempt ${attempts} a delivery waits ${delayMs / SECONDS} seconds, and up to a fifth longer`, () => {
    const waitMs = (drawn: number) =>
      (nextAttempt(NOW, attempts, drawing(drawn))?.getTime() ?? 0) - NOW.getTime()
    assert.equal(waitMs(0), delayMs)
    assert.equal(waitMs(0x80), Math.round(delayMs * (1 + 0.2 * (0x8080 / 0x1_0000))))
    assert.ok(waitMs(0xff) > delayMs * 1.199 && waitMs(0xff) <= delayMs * 1.2)
  })
}

test('the eighth attempt is the last', () => {
  assert.equal(nextAttempt(NOW, 8, drawing(0)), null)
})

test('a webhook is given up that failed for five days, and three times', () => {
  assert.equal(isGivenUp(NOW, before(5 * DAYS), 3), true)
  assert.equal(isGivenUp(NOW, before(5 * DAYS - 1), 8), false)
  assert.equal(isGivenUp(NOW, before(30 * DAYS), 2), false)
})

test('a webhook to which nothing arrives rests a tenth of that time, up to five minutes', () => {
  assert.equal(restMs(NOW, null), 0)
  assert.equal(restMs(NOW, before(-1)), 0, 'another machine’s clock is ahead')
  assert.equal(restMs(NOW, before(MINUTES)), 6 * SECONDS)
  assert.equal(restMs(NOW, before(49 * MINUTES)), 4.9 * MINUTES)
  assert.equal(restMs(NOW, before(51 * MINUTES)), 5 * MINUTES)
})
