/** The `details` of the codes that carry any, as schemas: what `RefusalDetails` says to the compiler. */
import Type, { type TSchema } from 'typebox'
import type { RefusalCode, RefusalDetails } from './refusals.ts'
import { closed, nullable, oneOf, UUID_PATTERN } from './schema.ts'
import { AMBIENTES } from './words.ts'

const text = Type.String()
const texts = Type.Array(text)
const codigoGeneracion = Type.String({ pattern: UUID_PATTERN })
const field = { field: text }

export const DETAILS = {
  invalid_request: closed({
    ...field,
    issues: Type.Optional(Type.Array(closed({ ...field, message: text }))),
  }),
  idempotency_key_required: closed(field),
  sign_key_invalid: closed({ intentosRestantes: Type.Integer() }),
  ip_not_allowed: closed({ ip: nullable(text) }),
  environment_not_allowed: closed({ ambiente: oneOf(AMBIENTES) }),
  forbidden_scope: closed({ required: text, granted: texts }),
  dte_type_not_allowed: closed({ allowed: texts }),
  method_not_allowed: closed({ allowed: texts }),
  idempotency_in_flight: closed({
    enVueloSegundos: Type.Integer(),
    codigoGeneracion: Type.Optional(codigoGeneracion),
    seLiberaSola: Type.Optional(Type.Boolean()),
  }),
  not_found: closed({ field: Type.Optional(text) }),
  reference_in_use: closed({ codigoGeneracion }),
  not_sealed: closed({ estado: text }),
  customer_exists: closed({ ...field, customerId: Type.String({ pattern: UUID_PATTERN }) }),
  revision_conflict: closed({ revision: Type.Integer({ minimum: 0 }) }),
  validation_failed: closed({
    syncRequired: Type.Optional(Type.Literal(true)),
    issues: Type.Array(
      closed({ ...field, documento: Type.Optional(text), rule: text, message: text }),
    ),
  }),
  mh_rejected: closed({
    estado: Type.Literal('RECHAZADO'),
    codigoMsg: nullable(text),
    clasificaMsg: nullable(text),
    descripcionMsg: nullable(text),
    observaciones: texts,
    codigoGeneracion,
    numeroControl: nullable(text),
    ayuda: closed({ causa: text, queHacer: text }),
    advertencias: Type.Optional(
      Type.Array(closed({ codigo: oneOf(['plazo_vencido']), mensaje: text })),
    ),
  }),
  prepare_token_invalid: closed({
    motivo: oneOf([
      'desconocido',
      'de_otra_llave',
      'vencido',
      'documento_cambiado',
      'ya_firmado',
      'ya_sellado',
    ]),
    codigoGeneracion: Type.Optional(codigoGeneracion),
  }),
  rate_limited: closed({
    window: oneOf(['hora', 'dia', 'estado']),
    remaining: Type.Integer(),
    retryAfterSeconds: Type.Integer({ minimum: 1 }),
  }),
  amount_limit: closed({
    ...field,
    window: Type.Literal('documento'),
    maximo: Type.Number(),
    monto: Type.Number(),
  }),
  has_return_events: closed({ eventos: Type.Array(codigoGeneracion) }),
  return_exceeds_available: closed({
    lineas: Type.Array(
      closed({ linea: Type.Integer(), solicitado: Type.Number(), disponible: Type.Number() }),
    ),
  }),
  return_window_closed: closed({ field: Type.Literal('fechaEvento'), desde: text, hasta: text }),
  return_type_not_allowed: closed({ allowed: texts }),
  mh_unreachable: closed({ codigoGeneracion }),
} as const satisfies { readonly [C in keyof RefusalDetails]: TSchema }

const NONE = closed({})

/** The schema of a code's `details`; of most codes an empty object. */
export function detailsOf(code: RefusalCode): TSchema {
  return Object.hasOwn(DETAILS, code) ? DETAILS[code as keyof typeof DETAILS] : NONE
}
