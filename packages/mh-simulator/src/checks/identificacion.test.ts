/** The accepted dates of a document (Normativa V2.0, Anexo IV, 10-11). */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Draft, factura, set } from '../../test/documentos.ts'
import { startMinistry } from '../../test/ministry.ts'

const OK = 'RECIBIDO'
const FECHA = '[identificacion.fecEmi] FECHA FUERA DEL PLAZO PERMITIDO'
const HORA = '[identificacion.horEmi] FECHA FUERA DEL PLAZO PERMITIDO'

// biome-ignore format: a table
const DATES: readonly (readonly [now: string, fecEmi: string, horEmi: string, answer: string])[] = [
  // sent on 27 June: the rest of June is accepted, July is not
  ['2026-06-27T12:00:00-06:00', '2026-06-27', '23:59:59', OK],
  ['2026-06-27T12:00:00-06:00', '2026-06-28', '12:00:00', OK],
  ['2026-06-27T12:00:00-06:00', '2026-06-30', '12:00:00', OK],
  ['2026-06-27T12:00:00-06:00', '2026-07-01', '12:00:00', FECHA],
  // five days, not six
  ['2026-10-05T12:00:00-06:00', '2026-10-10', '12:00:00', OK],
  ['2026-10-05T12:00:00-06:00', '2026-10-11', '12:00:00', FECHA],
  // the past is unlimited
  ['2026-10-05T12:00:00-06:00', '2026-09-30', '12:00:00', OK],
  ['2026-10-05T12:00:00-06:00', '2025-12-31', '12:00:00', OK],
  // the last day of a month allows half an hour
  ['2026-10-31T12:00:00-06:00', '2026-10-31', '12:30:00', OK],
  ['2026-10-31T12:00:00-06:00', '2026-10-31', '12:30:01', HORA],
  ['2026-10-31T12:00:00-06:00', '2026-11-01', '00:00:00', FECHA],
  ['2028-02-29T12:00:00-06:00', '2028-02-29', '13:00:00', HORA],
  // the day is El Salvador's: at 02:00 UTC it is still the previous day
  ['2026-11-01T02:00:00Z',      '2026-10-31', '20:10:00', OK],
  ['2026-11-01T02:00:00Z',      '2026-11-01', '00:00:00', FECHA],
]

test('a document may be dated five days ahead within its month, and as far back as it was made', async (t) => {
  const ministry = await startMinistry(t, { tokenLifeMs: 1e15 })
  for (const [now, fecEmi, horEmi, answer] of DATES) {
    await ministry.post('/_sim/clock', { now })
    const authorization = await ministry.login()
    const documento: Draft = set(factura(), 'identificacion.fecEmi', fecEmi)
    const { body } = await ministry.send(
      set(documento, 'identificacion.horEmi', horEmi),
      authorization,
    )
    assert.equal(body.descripcionMsg, answer, `${fecEmi} ${horEmi} at ${now}`)
  }
})
