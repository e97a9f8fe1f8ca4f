/** Days and hours of El Salvador, which is six hours behind UTC all year. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hace, horaDe, hoy } from '../src/clock.ts'

test('a day begins at six hours of UTC, and an hour is told to the second', () => {
  for (const [at, day, hour] of [
    ['2026-11-21T05:59:59.999Z', '2026-11-20', '23:59:59'],
    ['2026-11-21T06:00:00.000Z', '2026-11-21', '00:00:00'],
    ['2027-01-01T01:02:03.000Z', '2026-12-31', '19:02:03'],
  ] as const) {
    assert.deepEqual([hoy(new Date(at)), horaDe(new Date(at))], [day, hour], at)
  }
})

test('days are counted back from now', ({ mock }) => {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-01T05:00:00Z') })
  assert.deepEqual([hoy(), horaDe()], ['2026-02-28', '23:00:00'])
  assert.deepEqual([0, 1, 28, 365].map(hace), [
    ...['2026-02-28', '2026-02-27', '2026-01-31', '2025-02-28'],
  ])
})
