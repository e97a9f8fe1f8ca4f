/** The routes of the events about a document (docs/wire.md#invalidation, docs/wire.md#returns). */
import { InvalidateAnswer, ReturnAbandoned, Returned, ReturnUnanswered } from './answers-events.ts'
import { InvalidationRequest } from './invalidation-request.ts'
import * as examples from './openapi/examples-events.ts'
import { ReturnRequest } from './return-request.ts'
import { codigoGeneracionParam, NO_QUERY, type RouteSpec, SCOPED } from './route.ts'
import { IDEM, REPLAYED, SIGN } from './routes-dte.ts'

const EVENTOS = 'Eventos'
/** Refusals before anything is signed. */
const EVENT = [
  ...SCOPED,
  ...IDEM,
  'not_found',
  'dte_type_not_allowed',
  'validation_failed',
  ...SIGN,
] as const

const invalidate: RouteSpec = {
  method: 'POST',
  path: '/v1/dte/{codigoGeneracion}/invalidate',
  grupo: EVENTOS,
  resumen: 'Invalida un documento sellado, o un evento de retorno o de operaciones especiales',
  descripcion:
    'Firma el evento de invalidación y lo transmite. Si Hacienda no responde es 502: `details.enviado` dice si el evento pudo llegarle; repita con la misma Idempotency-Key, que lo resuelve. Antes de firmar otro evento se le pregunta a Hacienda por el que ya se firmó. Sobre un documento ya invalidado responde `yaEstabaInvalidado` y no envía nada. De un evento de operaciones especiales libera lo que reportó; antes se invalidan los que anulan algo suyo.',
  scope: 'issue',
  sign: true,
  idem: 'issue',
  params: codigoGeneracionParam,
  query: NO_QUERY,
  body: InvalidationRequest,
  answers: {
    200: {
      descripcion: 'El documento está invalidado.',
      body: InvalidateAnswer,
      headers: REPLAYED,
    },
  },
  refusals: [...EVENT, 'has_return_events', 'mh_unreachable'],
  examples: examples.invalidate,
}

const returnEvent: RouteSpec = {
  method: 'POST',
  path: '/v1/dte/{codigoGeneracion}/return',
  grupo: EVENTOS,
  resumen: 'Registra una devolución',
  descripcion:
    'Firma un evento de retorno sobre un documento sellado 01, 11 o 14 y lo transmite. No toma número de control ni cambia el documento. Si Hacienda no responde (202) lo devuelto ya cuenta: repita con la misma Idempotency-Key y el mismo cuerpo, y se le pregunta a Hacienda antes de enviar los mismos bytes.',
  scope: 'issue',
  sign: true,
  idem: 'issue',
  params: codigoGeneracionParam,
  query: NO_QUERY,
  body: ReturnRequest,
  answers: {
    200: { descripcion: 'Hacienda selló el evento.', body: Returned, headers: REPLAYED },
    202: {
      descripcion: 'El evento está firmado y cuenta; Hacienda no respondió.',
      body: ReturnUnanswered,
    },
  },
  refusals: [
    ...EVENT,
    'return_type_not_allowed',
    'return_window_closed',
    'return_exceeds_available',
  ],
  examples: examples.returnEvent,
}

const returnAbandon: RouteSpec = {
  method: 'DELETE',
  path: '/v1/dte/{codigoGeneracion}/return/{evento}',
  grupo: EVENTOS,
  resumen: 'Abandona una devolución que Hacienda no respondió',
  descripcion:
    'Le pregunta a Hacienda una última vez. Si no tiene el evento, lo devuelto vuelve a estar disponible; si lo selló, el sello queda registrado y la respuesta es 422.',
  scope: 'issue',
  sign: false,
  idem: null,
  params: { ...codigoGeneracionParam, evento: codigoGeneracionParam.codigoGeneracion },
  query: NO_QUERY,
  body: null,
  answers: { 200: { descripcion: 'El evento quedó abandonado.', body: ReturnAbandoned } },
  refusals: [
    ...SCOPED,
    'not_found',
    'idempotency_in_flight',
    'validation_failed',
    'mh_unreachable',
  ],
  examples: examples.returnAbandon,
}

export const EVENT_ROUTES = {
  invalidate,
  return: returnEvent,
  return_abandon: returnAbandon,
} as const
