import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plusMonths } from './el-salvador.ts'

// biome-ignore format: a table
const CASES: readonly (readonly [fecha: string, months: number, later: string])[] = [
  ['2025-11-11', 3, '2026-02-11'],
  ['2025-11-30', 3, '2026-02-28'],
  ['2027-11-30', 3, '2028-02-29'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2026-08-31', 3, '2026-11-30'],
  ['2026-10-05', 3, '2027-01-05'],
]

test('months later is the same day, or the last of a shorter month', () => {
  for (const [fecha, months, later] of CASES) assert.equal(plusMonths(fecha, months), later)
})
