/** Of all companies' contingency deadlines, the nearest of each kind and environment. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CompanyDeadline, nearestOf } from './deadlines.ts'

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
