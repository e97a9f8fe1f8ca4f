/** Where lost documents are looked for: the months and years of El Salvador around the lost time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { monthsOf, yearsOf } from './months.ts'

/** There it is six hours earlier. */
const at = (instant: string) => new Date(`${instant}-06:00`)

// biome-ignore format: a table
const MONTHS: readonly (readonly [from: string, to: string, months: readonly string[]])[] = [
  ['2026-11-15T12:00:00', '2026-11-15T12:00:00', ['2026-11']],
  ['2026-11-02T00:00:00', '2026-11-29T23:59:59', ['2026-11']],
  ['2026-11-01T23:59:59', '2026-11-15T12:00:00', ['2026-10', '2026-11']],
  ['2026-11-15T12:00:00', '2026-11-30T00:00:00', ['2026-11', '2026-12']],
  ['2026-11-30T08:00:00', '2026-12-01T07:00:00', ['2026-11', '2026-12']],
  ['2026-12-31T12:00:00', '2027-02-10T12:00:00', ['2026-12', '2027-01', '2027-02']],
]

test('the months are those from the day before to the day after, oldest first', () => {
  for (const [from, to, months] of MONTHS) {
    assert.deepEqual(monthsOf(at(from), at(to)), months, `${from} to ${to}`)
  }
})

test('the years are those of the beginning and of the end', () => {
  assert.deepEqual(yearsOf(at('2026-01-01T00:00:00'), at('2026-12-31T23:59:59')), [2026])
  assert.deepEqual(yearsOf(at('2026-12-31T23:59:59'), at('2027-01-01T00:00:00')), [2026, 2027])
})
