import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClock, NoSuchInstant } from './clock.ts'

const BASE = Date.UTC(2026, 9, 5)
const FIRST = Date.UTC(1970, 0, 1)
const END = Date.UTC(10_000, 0, 1)

test('a clock is set and moved to instants with a year of four digits, and stays where it was otherwise', () => {
  const clock = createClock(() => new Date(BASE))
  for (const at of [FIRST, END - 1]) {
    clock.set(new Date(at))
    assert.deepEqual([clock.now().getTime(), clock.offset()], [at, at - BASE])
  }
  for (const refused of [
    () => clock.advance(1),
    () => clock.set(new Date(END)),
    () => clock.set(new Date(FIRST - 1)),
    () => clock.set(new Date(Number.NaN)),
  ]) {
    assert.throws(refused, NoSuchInstant)
    assert.equal(clock.now().getTime(), END - 1)
  }
  clock.advance(-10)
  assert.equal(clock.now().getTime(), END - 11)
})

test('it runs on from where it was set', () => {
  let base = BASE
  const clock = createClock(() => new Date(base))
  clock.set(new Date(BASE + 1_000))
  base += 5
  assert.equal(clock.now().getTime(), BASE + 1_005)
})
