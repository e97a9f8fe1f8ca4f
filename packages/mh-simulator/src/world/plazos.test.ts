/** Until when a document may be invalidated or returned: months, or the tenth working day of the next month. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lastDayToInvalidate, monthsOf } from './plazos.ts'

const SHOP = '47190'
const PHARMACY = '47721'
const MEDICINES = ['01282', '21001', '46484', '47721']

// biome-ignore format: a table
const LAST: readonly (readonly [tipoDte: string, sealed: string, codActividad: string, last: string])[] = [
  ['01', '2026-10-05', SHOP,     '2027-01-05'],
  ['11', '2026-10-05', SHOP,     '2027-01-05'],
  ['14', '2026-10-05', PHARMACY, '2027-01-05'],
  ['01', '2026-10-05', PHARMACY, '2028-10-05'],
  // The calendar of each year: holidays and Holy Week are no working days.
  ['03', '2025-12-31', SHOP,     '2026-01-16'],
  ['03', '2026-01-01', SHOP,     '2026-02-13'],
  ['03', '2026-03-31', SHOP,     '2026-04-20'],
  ['03', '2026-04-30', SHOP,     '2026-05-15'],
  ['03', '2026-05-31', SHOP,     '2026-06-12'],
  ['03', '2026-07-15', SHOP,     '2026-08-20'],
  ['03', '2026-08-31', SHOP,     '2026-09-14'],
  ['03', '2026-10-15', SHOP,     '2026-11-16'],
  ['03', '2026-11-15', SHOP,     '2026-12-14'],
  ['03', '2027-02-15', SHOP,     '2027-03-12'],
  ['03', '2027-04-15', SHOP,     '2027-05-17'],
  ['03', '2027-07-15', SHOP,     '2027-08-20'],
  ['03', '2028-03-15', SHOP,     '2028-04-24'],
  ['03', '2029-03-15', SHOP,     '2029-04-13'],
  ['05', '2026-08-31', SHOP,     '2026-09-14'],
]

for (const [tipoDte, sealed, codActividad, last] of LAST) {
  test(`a ${tipoDte} of ${codActividad} sealed on ${sealed} is invalidated until ${last}`, () => {
    assert.equal(lastDayToInvalidate(tipoDte, sealed, codActividad), last)
  })
}

test('who sells medicines has two years, but not for what it buys from excluded persons', () => {
  for (const codActividad of MEDICINES) assert.equal(monthsOf('01', codActividad), 24)
  assert.equal(monthsOf('14', PHARMACY), 3)
  assert.equal(monthsOf('01', SHOP), 3)
})
