/**
 * Every refusal that the wire knows. The service throws from this table and the documents about it
 * are printed from it, so they cannot disagree.
 *
 * A code is a promise to callers: it may be retired, never given a second meaning.
 */
import type { Ambiente } from './words.ts'

export interface Refusal {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 422 | 429 | 500 | 502 | 503
  /** Whether the same request may be sent again with the same Idempotency-Key. */
  readonly retry: 'never' | 'safe'
  /** When it is answered and what the caller does about it. */
  readonly when: string
}

// biome-ignore format: a table
export const REFUSALS = {
  invalid_request:         { status: 400, retry: 'never', when: 'La petición no tiene la forma del contrato; `details.field` nombra el campo.' },
  idempotency_key_required:{ status: 400, retry: 'never', when: 'Falta el encabezado Idempotency-Key.' },
  unauthorized:            { status: 401, retry: 'never', when: 'No se envió la llave en X-Service-Key.' },
  invalid_api_key:         { status: 401, retry: 'never', when: 'La llave enviada no sirve.' },
  sign_key_required:       { status: 401, retry: 'never', when: 'Falta la llave de firma, o se envió otra cosa en su lugar.' },
  sign_key_invalid:        { status: 401, retry: 'never', when: 'La llave de firma no abre la bóveda; `details.intentosRestantes`.' },
  key_revoked:             { status: 403, retry: 'never', when: 'La llave fue revocada.' },
  key_expired:             { status: 403, retry: 'never', when: 'La llave venció.' },
  key_inactive:            { status: 403, retry: 'never', when: 'La llave está desactivada.' },
  ip_not_allowed:          { status: 403, retry: 'never', when: 'La llave no se puede usar desde esa dirección; `details.ip` es la que vio el servicio.' },
  environment_not_allowed: { status: 403, retry: 'never', when: 'La llave es de otro ambiente, o su empresa no está en producción.' },
  forbidden_scope:         { status: 403, retry: 'never', when: 'La llave no tiene el alcance que la ruta pide.' },
  dte_type_not_allowed:    { status: 403, retry: 'never', when: 'La llave no puede emitir ese tipo de documento.' },
  sign_vault_locked:       { status: 403, retry: 'never', when: 'Demasiados intentos fallidos: un administrador debe reactivar la llave.' },
  not_found:               { status: 404, retry: 'never', when: 'La ruta o el recurso no existe para esta empresa.' },
  return_pdf_unavailable:  { status: 404, retry: 'never', when: 'El evento de retorno no tiene una firma guardada de la que armar su hoja.' },
  method_not_allowed:      { status: 405, retry: 'never', when: 'La ruta existe y no acepta ese método.' },
  idempotency_in_flight:   { status: 409, retry: 'safe',  when: 'La primera petición con esa Idempotency-Key sigue en curso.' },
  reference_in_use:        { status: 409, retry: 'never', when: 'Ya hay un documento con esa `referencia`; `details.codigoGeneracion` lo nombra. No se gastó número.' },
  not_sealed:              { status: 409, retry: 'never', when: 'El documento no tiene sello y el archivo pedido lo lleva; `details.estado`.' },
  customer_exists:         { status: 409, retry: 'never', when: 'La empresa ya tiene un cliente activo con ese documento o ese externalId; `details.customerId`.' },
  revision_conflict:       { status: 409, retry: 'never', when: 'El destino va por otra revisión; `details.revision` es la que tiene (0: no existe). No se guardó nada.' },
  has_return_events:       { status: 409, retry: 'never', when: 'El documento tiene eventos de retorno; `details.eventos` los nombra. No se envió nada.' },
  contingency_open:        { status: 409, retry: 'never', when: 'Hacienda todavía no responde: el evento de contingencia se firma cuando vuelva.' },
  sign_vault_missing:      { status: 409, retry: 'never', when: 'La llave no fue habilitada para firmar; hay que emitirla de nuevo.' },
  validation_failed:       { status: 422, retry: 'never', when: 'El documento incumple la estructura o las reglas; `details.issues`. No se gastó número.' },
  mh_rejected:             { status: 422, retry: 'never', when: 'Hacienda leyó el documento y lo rechazó. El número se gastó.' },
  idempotency_key_reuse:   { status: 422, retry: 'never', when: 'La misma Idempotency-Key con otro cuerpo.' },
  no_storage_destination:  { status: 422, retry: 'never', when: 'La empresa no tiene un destino de almacenamiento verificado. No se gastó número.' },
  prepare_token_invalid:   { status: 422, retry: 'never', when: 'El prepareToken venció, es de otra llave o de otro documento, o ya se firmó; `details.motivo`. La reserva queda como estaba.' },
  return_exceeds_available:{ status: 422, retry: 'never', when: 'Se devuelve más de lo que queda; `details.lineas`. No se firmó nada.' },
  return_window_closed:    { status: 422, retry: 'never', when: '`fechaEvento` está fuera del plazo de la devolución. No se firmó nada.' },
  return_type_not_allowed: { status: 422, retry: 'never', when: 'Solo se devuelven documentos 01, 11 y 14.' },
  rate_limited:            { status: 429, retry: 'never', when: 'La llave ya hizo sus llamadas de la hora, del día o de /v1/status; `details.window`. No contó: se puede repetir tras `Retry-After`.' },
  amount_limit:            { status: 429, retry: 'never', when: 'El documento supera el monto máximo de la llave. No se gastó número.' },
  internal_error:          { status: 500, retry: 'never', when: 'Falla del servicio.' },
  mh_unreachable:          { status: 502, retry: 'safe',  when: 'Hacienda no respondió a la invalidación: el documento sigue como estaba.' },
  service_unavailable:     { status: 503, retry: 'safe',  when: 'Algo del servicio no está listo. Repita con la misma Idempotency-Key: si algo llegó a hacerse, la repetición lo encuentra.' },
  correlative_unavailable: { status: 503, retry: 'safe',  when: 'La serie de numeración está ocupada. No se hizo nada.' },
} as const satisfies Record<string, Refusal>

export type RefusalCode = keyof typeof REFUSALS

/** One problem of a request or of the document built from it. */
export interface Issue {
  /** In the request, as its author wrote it: `items[2].cantidad`. */
  readonly field: string
  /** In the ministry's document, where that is another path. */
  readonly documento?: string
  readonly rule: string
  readonly message: string
}

/** The `details` of the codes that carry any. A code that is not here carries an empty object. */
export interface RefusalDetails {
  invalid_request: { field: string; issues?: readonly Pick<Issue, 'field' | 'message'>[] }
  idempotency_key_required: { field: string }
  sign_key_invalid: { intentosRestantes: number }
  ip_not_allowed: { ip: string | null }
  environment_not_allowed: { ambiente: Ambiente }
  forbidden_scope: { required: string; granted: readonly string[] }
  dte_type_not_allowed: { allowed: readonly string[] }
  method_not_allowed: { allowed: readonly string[] }
  idempotency_in_flight: {
    enVueloSegundos: number
    codigoGeneracion?: string
    seLiberaSola?: boolean
  }
  not_found: { field?: string }
  reference_in_use: { codigoGeneracion: string }
  not_sealed: { estado: string }
  customer_exists: { field: string; customerId: string }
  revision_conflict: { revision: number }
  /** `syncRequired`: the destination is none of this company's; ask for the destinations again. */
  validation_failed: { issues: readonly Issue[]; syncRequired?: true }
  mh_rejected: {
    estado: 'RECHAZADO'
    codigoMsg: string | null
    clasificaMsg: string | null
    descripcionMsg: string | null
    observaciones: readonly string[]
    codigoGeneracion: string
    numeroControl: string | null
    ayuda: { causa: string; queHacer: string }
    advertencias?: readonly { codigo: 'plazo_vencido'; mensaje: string }[]
  }
  prepare_token_invalid: {
    motivo:
      | 'desconocido'
      | 'de_otra_llave'
      | 'vencido'
      | 'documento_cambiado'
      | 'ya_firmado'
      | 'ya_sellado'
    codigoGeneracion?: string
  }
  rate_limited: {
    window: 'hora' | 'dia' | 'estado'
    remaining: number
    retryAfterSeconds: number
  }
  amount_limit: { field: string; window: 'documento'; maximo: number; monto: number }
  has_return_events: { eventos: readonly string[] }
  return_exceeds_available: {
    lineas: readonly { linea: number; solicitado: number; disponible: number }[]
  }
  return_window_closed: { field: 'fechaEvento'; desde: string; hasta: string }
  return_type_not_allowed: { allowed: readonly string[] }
  mh_unreachable: { codigoGeneracion: string }
}

/** Why a prepareToken is good for nothing. */
export type MotivoPrepareToken = RefusalDetails['prepare_token_invalid']['motivo']

export type DetailsOf<C extends RefusalCode> = C extends keyof RefusalDetails
  ? RefusalDetails[C]
  : Record<string, never>

/** Thrown to stop a request. `cause` is for the log; `message` and `details` are for the caller. */
export class Refused<C extends RefusalCode = RefusalCode> extends Error {
  override readonly name = 'Refused'
  readonly code: C
  readonly details: DetailsOf<C>

  constructor(code: C, message: string, details: DetailsOf<C>, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
    this.details = details
  }
}
