import assert from 'node:assert/strict'
import { test } from 'node:test'
import { civilTime } from './el-salvador.ts'

test('a day and a year of El Salvador begin at six of UTC', () => {
  // biome-ignore format: a table
  const instants = [
    ['2026-01-01T05:59:59.999Z', '2025-12-31', '23:59:59', 2025],
    ['2026-01-01T06:00:00.000Z', '2026-01-01', '00:00:00', 2026],
    ['2026-07-15T18:30:01.500Z', '2026-07-15', '12:30:01', 2026],
  ] as const
  for (const [instant, fecEmi, horEmi, year] of instants)
    assert.deepEqual(civilTime(new Date(instant)), { fecEmi, horEmi, year })
})
