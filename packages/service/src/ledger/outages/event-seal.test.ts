import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type EventSealRow, eventSealedAt } from './event-seal.ts'

const SIGNED = '2026-12-31T10:00:00.250-06:00'
const RECORDED = '2026-12-31T23:30:00-06:00'
const SELLO = '2026A1B2C3D4E5F60718293A4B5C6D7E8F901234'
const ROW: EventSealRow = {
  event_signed_at: new Date(SIGNED),
  sello_recibido: SELLO,
  fh_procesamiento: null,
  event_recorded_at: new Date(RECORDED),
}

// biome-ignore format: a table
const CASES: readonly (readonly [name: string, row: Partial<EventSealRow>, at: string | null])[] = [
  ['the ministry’s own instant, heard of hours later', { fh_procesamiento: '31/12/2026 10:00:02' },             '2026-12-31T10:00:02-06:00'],
  ['the second in which it was signed',                { fh_procesamiento: '31/12/2026 10:00:00' },             '2026-12-31T10:00:00-06:00'],
  ['ours where the ministry’s is later',               { fh_procesamiento: '31/12/2026 23:30:09' },             RECORDED],
  ['ours where the ministry’s is before the event',    { fh_procesamiento: '12/31/2026 10:00:02' },             RECORDED],
  ['ours where the ministry’s cannot be read',         { fh_procesamiento: '2026-12-31' },                      RECORDED],
  ['the signature where the answer was lost for good', { sello_recibido: null },                                SIGNED],
  ['none where it has no seal',                        { sello_recibido: null, event_recorded_at: null },       null],
  ['none where there is no event',                     { event_signed_at: null, event_recorded_at: null },      null],
]
for (const [name, row, at] of CASES) {
  test(`the seal of a contingency event is counted from: ${name}`, () => {
    assert.equal(
      eventSealedAt({ ...ROW, ...row })?.toISOString() ?? null,
      at && new Date(at).toISOString(),
    )
  })
}
