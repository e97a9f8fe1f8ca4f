/** Which period a contingency event states. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Owed } from '../../ledger/outages/deferred.ts'
import { periodOf } from './sign-events.ts'

const OPENED = new Date('2026-11-20T16:00:00.000Z') // 10:00 in El Salvador
const after = (seconds: number) => new Date(OPENED.getTime() + seconds * 1_000)

/** Just before the second in which a minimum of one more would end. */
const LATE = new Date('2026-11-20T16:00:00.999Z')

function endOf(closed: number, ...created: readonly number[]) {
  const documentos = created.map((seconds) => ({
    ...{ openedAt: OPENED, closedAt: after(closed), createdAt: after(seconds) },
  })) as unknown as Parameters<typeof periodOf>[0]['documentos']
  const [first] = documentos
  assert.ok(first)
  const { inicio, fin } = periodOf({ first, documentos })
  assert.deepEqual(inicio, { fecha: '2026-11-20', hora: '10:00:00' })
  assert.equal(fin.fecha, '2026-11-20')
  return fin.hora
}

test('it is from the first silence to the ministry’s return, or to the last document, and never empty', () => {
  assert.equal(endOf(60, 10, 20), '10:01:00')
  assert.equal(endOf(60, 10, 75), '10:01:15')
  assert.equal(endOf(60, 75), '10:01:15')
  assert.equal(endOf(0, 0), '10:00:01')
  const first = { openedAt: LATE, closedAt: LATE, createdAt: LATE } as unknown as Owed
  assert.equal(periodOf({ first, documentos: [] }).fin.hora, '10:00:01')
})
