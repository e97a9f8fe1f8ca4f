/** All companies' contingency deadlines in order of time, and the nearest of each kind and environment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompanyDeadline, deadlinesOf, nearestOf } from './deadlines.ts'

const due = (
  companyId: string,
  ambiente: CompanyDeadline['ambiente'],
  of: CompanyDeadline['of'],
  ms: number,
): CompanyDeadline => ({ companyId, ambiente, of, at: new Date(ms) })

test('each kind and environment has its own, without whose it is', () => {
  const all = [
    due('a', '01', 'documents', 1),
    due('b', '00', 'event', 2),
    due('c', '01', 'event', 3),
    due('b', '01', 'event', 4),
    due('a', '00', 'event', 5),
    due('c', '01', 'documents', 6),
  ]
  assert.deepEqual(nearestOf(all), [
    { ambiente: '00', of: 'event', at: new Date(2) },
    { ambiente: '01', of: 'event', at: new Date(3) },
    { ambiente: '01', of: 'documents', at: new Date(1) },
  ])
  assert.deepEqual(nearestOf([]), [])
})

test('an event is due a day after the ministry’s return, its documents three after its seal, the nearest first', () => {
  const HOUR_MS = 3_600_000
  const at = (hours: number) => new Date(hours * HOUR_MS)
  const running = (companyId: string, closed: number | null, sealed: number | null) => ({
    ...{ companyId, ambiente: '00' as const, unsignedClosedAt: null },
    closedAt: closed === null ? null : at(closed),
    eventSealedAt: sealed === null ? null : at(sealed),
  })
  const all = [
    running('a', 90, 10),
    running('b', 50, null),
    running('c', null, 1),
    running('d', 9, 20),
  ]
  assert.deepEqual(deadlinesOf([...all, running('e', null, null)]), [
    due('d', '00', 'event', 33 * HOUR_MS),
    due('c', '00', 'documents', 73 * HOUR_MS),
    due('b', '00', 'event', 74 * HOUR_MS),
    due('a', '00', 'documents', 82 * HOUR_MS),
    due('d', '00', 'documents', 92 * HOUR_MS),
    due('a', '00', 'event', 114 * HOUR_MS),
  ])
})
