import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askFrom, isDoubtOver, leaseFrom, retryFrom, retrySoon } from './lease.ts'

const NOW = new Date('2026-11-25T15:00:00Z')
const SECONDS = 1_000
const MINUTES = 60 * SECONDS
const HOURS = 60 * MINUTES
const DAY = 24 * HOURS
const before = (ms: number) => new Date(NOW.getTime() - ms)
const afterMs = (instant: Date) => instant.getTime() - NOW.getTime()

test('a lease outlasts a waiting call: the 60 seconds of the client, and the 80 of the longest one', () => {
  assert.equal(afterMs(leaseFrom(NOW)), 90 * SECONDS)
})

test('what a call leaves without an answer waits 15 seconds for the job', () => {
  assert.equal(afterMs(retrySoon(NOW)), 15 * SECONDS)
})

// biome-ignore format: a table
const RETRIES = [
  // attempts  delay
  [0,          15 * SECONDS],
  [1,          15 * SECONDS],
  [2,          30 * SECONDS],
  [3,          MINUTES],
  [4,          2 * MINUTES],
  [5,          4 * MINUTES],
  [6,          8 * MINUTES],
  [7,          10 * MINUTES],
  [1_000,      10 * MINUTES],
] as const

for (const [attempts, delayMs] of RETRIES) {
  test(`after ${attempts} attempts a filing waits ${delayMs / SECONDS} seconds`, () => {
    assert.equal(afterMs(retryFrom(NOW, attempts)), delayMs)
  })
}

// biome-ignore format: a table
const QUESTIONS = [
  // age of the rejection  delay
  [0,                      15 * SECONDS],
  [30 * SECONDS,           15 * SECONDS],
  [31 * SECONDS,           15.5 * SECONDS],
  [10 * MINUTES,           5 * MINUTES],
  [2 * HOURS,              HOURS],
  [20 * HOURS,             HOURS],
] as const

for (const [ageMs, delayMs] of QUESTIONS) {
  test(`a rejection in doubt for ${ageMs / SECONDS} seconds is queried after ${delayMs / SECONDS}`, () => {
    assert.equal(afterMs(askFrom(NOW, before(ageMs))), delayMs)
  })
}

test('a rejection that the ministry does not know is in doubt for a day', () => {
  assert.equal(isDoubtOver(NOW, before(DAY - 1)), false)
  assert.equal(isDoubtOver(NOW, before(DAY)), true)
})
