/**
 * Every refusal of the wire, one row each. The service throws from this table; its types, the error pages, the
 * client's table and the OpenAPI document are generated from it, so they cannot disagree.
 *
 * A code is a promise to callers: it may be retired, but never gets a second meaning.
 */
import Type from 'typebox'
import type { Refusal } from './refusal.ts'
import { closed, nullable, oneOf, UUID_PATTERN } from './schema.ts'
import { AMBIENTES } from './words.ts'

const CORREGIR = 'Corrija la petición; repetirla igual da lo mismo.'
const OTRA_LLAVE = 'Use otra llave.'
const REPETIR = 'Espere los segundos de Retry-After y repita con la misma Idempotency-Key.'

const NONE = closed({})
const text = Type.String()
const texts = Type.Array(text)
const codigoGeneracion = Type.String({ pattern: UUID_PATTERN })
/** The path in the request: `items[2].cantidad`. */
const field = { field: text }
/** One problem of a request, or of the document built from it: `documento` is the path in that document. */
export const Issue = closed({ ...field, documento: Type.Optional(text), rule: text, message: text })

export const REFUSALS = {
  invalid_request: {
    status: 400,
    retry: 'never',
    when: 'La petición no tiene la forma del contrato; `details.field` nombra el campo.',
    queHacer: CORREGIR,
    details: closed({
      ...field,
      issues: Type.Optional(Type.Array(closed({ ...field, message: text }))),
    }),
  },
  idempotency_key_required: {
    status: 400,
    retry: 'never',
    when: 'Falta el encabezado Idempotency-Key.',
    queHacer: 'Envíe el encabezado con un texto propio de la operación, y el mismo al reintentar.',
    details: closed(field),
  },
  unauthorized: {
    status: 401,
    retry: 'never',
    when: 'No se envió la llave en X-Service-Key.',
    queHacer: 'Envíe la llave en X-Service-Key.',
    details: NONE,
  },
  invalid_api_key: {
    status: 401,
    retry: 'never',
    when: 'La llave enviada no sirve.',
    queHacer: 'Revise que la llave esté completa y sea de este servicio.',
    details: NONE,
  },
  sign_key_required: {
    status: 401,
    retry: 'never',
    when: 'Falta la llave de firma, o se envió otra cosa en su lugar.',
    queHacer: 'Envíe en X-Service-Sign-Key la llave de firma, no la llave de API.',
    details: NONE,
  },
  sign_key_invalid: {
    status: 401,
    retry: 'never',
    when: 'La llave de firma no abre la bóveda; `details.intentosRestantes`.',
    queHacer:
      'Revise la llave de firma antes de repetir: a los cinco fallos en una hora se suspende.',
    details: closed({ intentosRestantes: Type.Integer() }),
  },
  key_revoked: {
    status: 403,
    retry: 'never',
    when: 'La llave fue revocada.',
    queHacer: OTRA_LLAVE,
    details: NONE,
  },
  key_expired: {
    status: 403,
    retry: 'never',
    when: 'La llave venció.',
    queHacer: 'Emita una llave nueva.',
    details: NONE,
  },
  key_inactive: {
    status: 403,
    retry: 'never',
    when: 'La llave está desactivada.',
    queHacer: 'Pida a un administrador que la active, o use otra.',
    details: NONE,
  },
  ip_not_allowed: {
    status: 403,
    retry: 'never',
    when: 'La llave no se puede usar desde esa dirección; `details.ip` es la que vio el servicio.',
    queHacer: 'Llame desde una dirección permitida, o emita una llave que permita esta.',
    details: closed({ ip: nullable(text) }),
  },
  environment_not_allowed: {
    status: 403,
    retry: 'never',
    when: 'La llave es de otro ambiente, o su empresa no está en producción.',
    queHacer: 'Use una llave del ambiente correcto, o complete el paso a producción.',
    details: closed({ ambiente: oneOf(AMBIENTES) }),
  },
  forbidden_scope: {
    status: 403,
    retry: 'never',
    when: 'La llave no tiene el alcance que la ruta pide; `details.required` es el que basta.',
    queHacer: 'Use una llave que tenga el alcance.',
    details: closed({ required: text, granted: texts }),
  },
  dte_type_not_allowed: {
    status: 403,
    retry: 'never',
    when: 'La llave no puede emitir ese tipo de documento, o la empresa no ha dicho que lo emite en producción.',
    queHacer: 'Use una llave que permita ese tipo, o agréguelo a los tipos que emite la empresa.',
    details: closed({ allowed: texts }),
  },
  sign_vault_locked: {
    status: 403,
    retry: 'never',
    when: 'Demasiados intentos fallidos: un administrador debe reactivar la llave.',
    queHacer: 'Esperar no sirve: pida a un administrador que reactive la llave.',
    details: NONE,
  },
  not_found: {
    status: 404,
    retry: 'never',
    when: 'La ruta o el recurso no existe para esta empresa.',
    queHacer: 'Revise la dirección y el código.',
    details: closed({ field: Type.Optional(text) }),
  },
  return_pdf_unavailable: {
    status: 404,
    retry: 'never',
    when: 'El evento de retorno no tiene una firma guardada de la que armar su hoja.',
    queHacer: 'Pida el JSON del evento.',
    details: NONE,
  },
  cursor_expired: {
    status: 410,
    retry: 'never',
    when: 'El `despues` es de antes de los 30 días que se guardan las novedades.',
    queHacer: 'Siga con `details.masAntiguo`, y consulte por su cuenta lo que pasó antes.',
    details: closed({ field: Type.Literal('despues'), masAntiguo: text }),
  },
  method_not_allowed: {
    status: 405,
    retry: 'never',
    when: 'La ruta existe y no acepta ese método.',
    queHacer: 'Use uno de los métodos del encabezado Allow.',
    details: closed({ allowed: texts }),
  },
  idempotency_in_flight: {
    status: 409,
    retry: 'safe',
    when: 'La primera petición con esa Idempotency-Key sigue en curso.',
    queHacer:
      'Espere y repita con la misma Idempotency-Key, o consulte `details.codigoGeneracion`.',
    details: closed({
      enVueloSegundos: Type.Integer(),
      codigoGeneracion: Type.Optional(codigoGeneracion),
      seLiberaSola: Type.Optional(Type.Boolean()),
    }),
  },
  reference_in_use: {
    status: 409,
    retry: 'never',
    when: 'Ya hay un documento con esa `referencia`; `details.codigoGeneracion` lo nombra. No se gastó número.',
    queHacer:
      'Consulte ese documento: la venta ya se emitió. Si es otra venta, use otra referencia.',
    details: closed({ codigoGeneracion }),
  },
  not_sealed: {
    status: 409,
    retry: 'never',
    when: 'El documento no tiene sello y el archivo pedido lo lleva; `details.estado`.',
    queHacer: 'Espere el sello, o pida `raw=true`.',
    details: closed({ estado: text }),
  },
  customer_exists: {
    status: 409,
    retry: 'never',
    when: 'La empresa ya tiene un cliente activo con ese documento o ese externalId; `details.customerId`.',
    queHacer: 'Use o cambie el cliente que nombra `details.customerId`.',
    details: closed({ ...field, customerId: Type.String({ pattern: UUID_PATTERN }) }),
  },
  revision_conflict: {
    status: 409,
    retry: 'never',
    when: 'El destino va por otra revisión; `details.revision` es la que tiene (0: no existe). No se guardó nada.',
    queHacer: 'Lea los destinos de nuevo, y cifre y envíe la revisión que sigue.',
    details: closed({ revision: Type.Integer({ minimum: 0 }) }),
  },
  has_return_events: {
    status: 409,
    retry: 'never',
    when: 'El documento tiene eventos de retorno; `details.eventos` los nombra. No se envió nada.',
    queHacer: 'Corrija con otro retorno o una nota, o invalide antes esos eventos.',
    details: closed({ eventos: Type.Array(codigoGeneracion) }),
  },
  contingency_open: {
    status: 409,
    retry: 'never',
    when: 'Hacienda todavía no responde: el evento de contingencia se firma cuando vuelva.',
    queHacer: 'Siga emitiendo, y repita cuando GET /v1/status diga que Hacienda responde.',
    details: NONE,
  },
  sign_vault_missing: {
    status: 409,
    retry: 'never',
    when: 'La llave no fue habilitada para firmar; hay que emitirla de nuevo.',
    queHacer: 'Emita una llave que firme.',
    details: NONE,
  },
  validation_failed: {
    status: 422,
    retry: 'never',
    when: 'El documento incumple la estructura o las reglas; `details.issues`. No se gastó número.',
    queHacer: 'Corrija lo que nombra cada problema de `details.issues`.',
    details: closed({
      syncRequired: Type.Optional(Type.Literal(true)),
      issues: Type.Array(Issue),
    }),
  },
  mh_rejected: {
    status: 422,
    retry: 'never',
    when: 'Hacienda leyó el documento o el evento, que nombra `details.codigoGeneracion`, y lo rechazó. Un documento gastó su número; un evento no tiene (`numeroControl` es null).',
    queHacer:
      'No repita la misma petición. Corrija según `details.ayuda`; un documento se emite de nuevo, y con `corrige` reutiliza el número.',
    details: closed({
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
  },
  idempotency_key_reuse: {
    status: 422,
    retry: 'never',
    when: 'La misma Idempotency-Key con otro cuerpo.',
    queHacer: 'Use otra Idempotency-Key para otra operación.',
    details: NONE,
  },
  no_storage_destination: {
    status: 422,
    retry: 'never',
    when: 'La empresa no tiene un destino de almacenamiento verificado. No se gastó número.',
    queHacer: 'Conecte o verifique un destino de almacenamiento.',
    details: NONE,
  },
  prepare_token_invalid: {
    status: 422,
    retry: 'never',
    when: 'El prepareToken venció, es de otra llave o de otro documento, o ya se firmó; `details.motivo`. La reserva queda como estaba.',
    queHacer: 'Prepare el documento de nuevo; si ya se firmó, consúltelo.',
    details: closed({
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
  },
  return_exceeds_available: {
    status: 422,
    retry: 'never',
    when: 'Se devuelve más de lo que queda; `details.lineas`. No se firmó nada.',
    queHacer: 'Devuelva a lo sumo lo que dice `disponible` de cada línea.',
    details: closed({
      lineas: Type.Array(
        closed({ linea: Type.Integer(), solicitado: Type.Number(), disponible: Type.Number() }),
      ),
    }),
  },
  return_window_closed: {
    status: 422,
    retry: 'never',
    when: '`fechaEvento` está fuera del plazo de la devolución. No se firmó nada.',
    queHacer: 'Use una fecha dentro del plazo; pasado el plazo no hay evento de retorno.',
    details: closed({ field: Type.Literal('fechaEvento'), desde: text, hasta: text }),
  },
  return_type_not_allowed: {
    status: 422,
    retry: 'never',
    when: 'Solo se devuelven documentos 01, 11 y 14.',
    queHacer: 'Corrija el documento con una nota de crédito, o invalídelo.',
    details: closed({ allowed: texts }),
  },
  rate_limited: {
    status: 429,
    retry: 'never',
    when: 'La llave ya hizo sus llamadas de la hora, del día, de /v1/status o de /v1/events; `details.window`. No contó: se puede repetir tras `Retry-After`.',
    queHacer: 'Espere los segundos de Retry-After.',
    details: closed({
      window: oneOf(['hora', 'dia', 'estado', 'novedades']),
      remaining: Type.Integer(),
      retryAfterSeconds: Type.Integer({ minimum: 1 }),
    }),
  },
  amount_limit: {
    status: 429,
    retry: 'never',
    when: 'El documento, o un comprobante de un evento 17, supera el monto máximo de la llave. No se gastó número.',
    queHacer: 'Use una llave con un máximo mayor.',
    details: closed({
      ...field,
      window: Type.Literal('documento'),
      maximo: Type.Number(),
      monto: Type.Number(),
    }),
  },
  internal_error: {
    status: 500,
    retry: 'never',
    when: 'Falla del servicio.',
    queHacer: 'Repita con la misma Idempotency-Key; si sigue, avise con el X-Request-Id.',
    details: NONE,
  },
  mh_unreachable: {
    status: 502,
    retry: 'safe',
    when: 'Hacienda no respondió sobre un evento, que sigue firmado y espera. `details.enviado` en `false`: no se le envió nada y nada cambió; en `true`: pudo recibirlo, y no se sabe. `details.evento` lo nombra.',
    queHacer:
      'Repita con la misma Idempotency-Key: antes de firmar otra cosa se le pregunta a Hacienda qué hizo. Entretanto, `GET /v1/dte/{codigoGeneracion}` muestra el evento.',
    details: closed({
      codigoGeneracion,
      enviado: Type.Boolean(),
      evento: closed({ codigoGeneracion }),
    }),
  },
  service_unavailable: {
    status: 503,
    retry: 'safe',
    when: 'Algo del servicio no está listo. Repita con la misma Idempotency-Key: si algo llegó a hacerse, la repetición lo encuentra.',
    queHacer: REPETIR,
    details: NONE,
  },
  correlative_unavailable: {
    status: 503,
    retry: 'safe',
    when: 'La serie de numeración está ocupada. No se hizo nada.',
    queHacer: REPETIR,
    details: NONE,
  },
} as const satisfies Readonly<Record<string, Refusal>>

/** The codes of the wire. */
export type RefusalCode = keyof typeof REFUSALS
