/** What a caller is told of a rejection: the ministry's words, what is of it now, and what to do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ayudaOf, TIPO_OPERACIONES } from '@sello/contract'
import { assertDescribedRefusal } from '../../../test/described.ts'
import type { Rechazado } from '../../ledger/transmission/outcome.ts'
import { drawInvalidation, drawReturn, rejectedBody } from './event-answer.ts'
import { drawIssued } from './issued-answer.ts'

const codigoGeneracion = '0D1E2F30-0000-4000-8000-000000000001'
const numeroControl = 'DTE-01-M001P001-000000000000007'
const REJECTION = {
  ...{ codigoMsg: '999', clasificaMsg: '10', descripcionMsg: 'FALTA ALGO . ' },
  ...{ fhProcesamiento: null, observaciones: ['[a.b] falta'] },
} as const
const HELP = ayudaOf(REJECTION, 'documento')
const HELP_OF_EVENT = ayudaOf(REJECTION, 'evento')
const DOUBT =
  'Un envío anterior quedó sin respuesta y Hacienda aún puede sellarlo: Sello sigue preguntando.'
const OTHERS =
  'Hacienda tiene sellado otro documento con este código: este no está sellado ni lo estará.'
const DO_NOT_HAND_IT_OVER =
  'No lo entregue. Un administrador debe ejecutar "sello reconcile"; después emita la venta de nuevo, sin corrige y con otra Idempotency-Key.'
/** Its own: 'FALTA ALGO' without what the ministry ends it with. */
const SAID = 'Hacienda rechazó el documento: FALTA ALGO.'

// biome-ignore format: a table
const DOCUMENTS: readonly (readonly [what: string, outcome: Partial<Rechazado>, message: string, ayuda: object])[] = [
  ['of its own',      {},                                    `${SAID} ${HELP.queHacer}`, HELP],
  ['without a reason', { descripcionMsg: null },             `Hacienda rechazó el documento: no dio razón. ${HELP.queHacer}`, HELP],
  ['that may still be sealed', { dudoso: true },             `${SAID} ${HELP.queHacer} ${DOUBT} Consúltelo antes de emitir otro; una corrección tomará código y número nuevos.`, HELP],
  ['whose code is another’s', { ajeno: true },               `${SAID} ${DO_NOT_HAND_IT_OVER}`, { causa: OTHERS, queHacer: DO_NOT_HAND_IT_OVER }],
  ['whose code is another’s, without a reason', { ajeno: true, descripcionMsg: null }, `${OTHERS} ${DO_NOT_HAND_IT_OVER}`, { causa: OTHERS, queHacer: DO_NOT_HAND_IT_OVER }],
]

for (const [what, more, message, ayuda] of DOCUMENTS) {
  test(`a rejected document ${what} is told so, with what to do`, async () => {
    const outcome = { estado: 'rechazado', ...REJECTION, ...more } as const
    const firmado = { codigoGeneracion, numeroControl } as never
    const answered = await drawIssued({ firmado, outcome, replayed: true }, {} as never, [])
    assert.deepEqual([answered.status, answered.replayed], [422, true])
    const { codigoMsg, clasificaMsg, descripcionMsg, observaciones } = outcome
    const words = { codigoMsg, clasificaMsg, descripcionMsg, observaciones }
    assert.deepEqual(JSON.parse(String(answered.body)), {
      error: {
        ...{ code: 'mh_rejected', message },
        details: { estado: 'RECHAZADO', ...words, codigoGeneracion, numeroControl, ayuda },
      },
    })
  })
}

const WORDS = { what: 'el evento de prueba', after: 'Lo demás sigue igual.', advertencias: [] }
const SAID_OF_EVENT = 'Hacienda rechazó el evento de prueba'

// biome-ignore format: a table
const EVENTS = [
  ['of its own',       {},                       `${SAID_OF_EVENT}: FALTA ALGO. Lo demás sigue igual. ${HELP_OF_EVENT.queHacer}`],
  ['without a reason', { descripcionMsg: null }, `${SAID_OF_EVENT}: no dio razón. Lo demás sigue igual. ${HELP_OF_EVENT.queHacer}`],
  ['that may still be sealed', { doubtful: true }, `${SAID_OF_EVENT}: FALTA ALGO. Lo demás sigue igual. ${DOUBT} Consúltelo antes de registrar otro.`],
] as const

for (const [what, more, message] of EVENTS) {
  test(`a rejected event ${what} is told so, without a number`, () => {
    const rechazo = { ...REJECTION, ...more }
    const evento = { codigoGeneracion, rechazo } as never
    const body = JSON.parse(rejectedBody(evento, WORDS))
    const { fhProcesamiento: _, doubtful: __, ...words } = { doubtful: false, ...rechazo }
    const about = { codigoGeneracion, numeroControl: null, ayuda: HELP_OF_EVENT }
    assert.deepEqual(body, {
      error: { code: 'mh_rejected', message, details: { estado: 'RECHAZADO', ...words, ...about } },
    })
  })
}

test('a warning of a rejected event is in its details, and none is not', () => {
  const evento = { codigoGeneracion, rechazo: REJECTION } as never
  const advertencias = [{ codigo: 'plazo_vencido', mensaje: 'El plazo terminó.' }] as const
  const body = JSON.parse(rejectedBody(evento, { ...WORDS, advertencias }))
  assert.deepEqual(body.error.details.advertencias, advertencias)
  const headers = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }
  assertDescribedRefusal({ status: 422, headers, body })
})

/** Sealed on the 28th of November 2026. */
const SEALED = { historial: [{ estado: 'sellado', fecha: '2026-11-28T15:30:00Z' }] }
const DOCUMENTO = { ...SEALED, numeroControl }
const OF_DOCUMENTO = { codigoGeneracion, tipo: '01', documento: DOCUMENTO, evento: null }
const OF_EVENTO = { codigoGeneracion, tipo: TIPO_OPERACIONES, documento: null, evento: SEALED }
const SAID_LATE = 'plazo_vencido: el plazo para invalidarlo terminó el 2027-02-28'
const LATE = [{ codigo: 'plazo_vencido', mensaje: `${SAID_LATE}.` }]
const CANCELLING = 'Hacienda rechazó la invalidación'

// biome-ignore format: a table
const CANCELLED = [
  ['of a document in time, by a second', OF_DOCUMENTO, '2027-03-01T05:59:59Z', `${CANCELLING}: FALTA ALGO. El documento sigue sellado.`],
  ['of a document after its last day',   OF_DOCUMENTO, '2027-03-01T06:00:00Z', `${CANCELLING} (${SAID_LATE}): FALTA ALGO. El documento sigue sellado.`, LATE],
  ['of an event',                        OF_EVENTO,    '2026-11-28T16:00:00Z', `${CANCELLING}: FALTA ALGO. El evento sigue sellado.`],
] as const

for (const [what, target, at, said, advertencias] of CANCELLED) {
  test(`a rejected invalidation ${what} says so, and what is still sealed`, async () => {
    const evento = { codigoGeneracion, estado: 'rechazado', rechazo: REJECTION }
    const invalidation = { target, evento: { ...evento, createdAt: new Date(at) }, replayed: true }
    const of = { printer: {} as never, codActividad: '46900' }
    const { status, body, replayed } = await drawInvalidation(invalidation as never, of)
    const { message, details } = JSON.parse(String(body)).error
    assert.deepEqual([status, replayed, details.advertencias], [422, true, advertencias])
    assert.equal(message, `${said} ${HELP_OF_EVENT.queHacer}`)
  })
}

test('a rejected return says that what was returned is available again', async () => {
  const evento = { codigoGeneracion, rechazo: REJECTION }
  const devolucion = { documento: {}, evento, history: {}, replayed: true } as never
  const { status, body, replayed } = await drawReturn(devolucion, {} as never)
  assert.deepEqual([status, replayed], [422, true])
  assert.equal(
    JSON.parse(String(body)).error.message,
    `Hacienda rechazó el evento de retorno: FALTA ALGO. Lo devuelto vuelve a estar disponible. ${HELP_OF_EVENT.queHacer}`,
  )
})
