import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localDay, localTime } from './local-time.ts'

test('the last hours of a year in El Salvador are of that year', () => {
  const instant = '2027-01-01T05:59:59.900Z'
  assert.equal(localTime(instant), '2026-12-31 23:59:59')
  assert.equal(localDay(new Date(instant)), '2026-12-31')
  assert.equal(localDay('2027-01-01T06:00:00Z'), '2027-01-01')
})
