/** What a caller is told of a rejection: the ministry's words, what is of it now, and what to do. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ayudaOf } from '@sello/contract'
import { assertDescribedRefusal } from '../../../test/described.ts'
import type { Rechazado } from '../../ledger/transmission/outcome.ts'
import { rejectedBody } from './event-answer.ts'
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
