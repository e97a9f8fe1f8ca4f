import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plusMonths } from './plus-months.ts'

// biome-ignore format: a table
const CASES = [
  // Examples of the ministry's manual, which counts three months this way.
  ['2025-11-11', 3, '2026-02-11'],
  ['2025-11-30', 3, '2026-02-28'],
  ['2027-11-30', 3, '2028-02-29'],
  ['2026-10-05', 3, '2027-01-05'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-01-31', 3, '2026-04-30'],
  ['2026-03-31', 3, '2026-06-30'],
  ['2099-11-30', 3, '2100-02-28'],
  ['1999-11-30', 3, '2000-02-29'],
  ['2026-05-15', 12, '2027-05-15'],
  ['2026-05-15', 0, '2026-05-15'],
] as const

for (const [fecha, months, expected] of CASES) {
  test(`${months} months after ${fecha} is ${expected}`, () => {
    assert.equal(plusMonths(fecha, months), expected)
  })
}

test('an invalid date gives null', () => {
  for (const text of ['', '2026-1-1', '05/10/2026', '2026-10-05T00:00:00', '2026-02-30']) {
    assert.equal(plusMonths(text, 3), null)
  }
})
