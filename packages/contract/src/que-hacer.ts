/** What the caller does about each refusal; when it is answered stands in `REFUSALS`. */
import type { RefusalCode } from './refusals.ts'

const CORREGIR = 'Corrija la petición; repetirla igual da lo mismo.'
const OTRA_LLAVE = 'Use otra llave.'
const REPETIR = 'Espere los segundos de Retry-After y repita con la misma Idempotency-Key.'

// biome-ignore format: a table
export const QUE_HACER: Readonly<Record<RefusalCode, string>> = {
  invalid_request:          CORREGIR,
  idempotency_key_required: 'Envíe el encabezado con un texto propio de la operación, y el mismo al reintentar.',
  unauthorized:             'Envíe la llave en X-Service-Key.',
  invalid_api_key:          'Revise que la llave esté completa y sea de este servicio.',
  sign_key_required:        'Envíe en X-Service-Sign-Key la llave de firma, no la llave de API.',
  sign_key_invalid:         'Revise la llave de firma antes de repetir: a los cinco fallos en una hora se suspende.',
  key_revoked:              OTRA_LLAVE,
  key_expired:              'Emita una llave nueva.',
  key_inactive:             'Pida a un administrador que la active, o use otra.',
  ip_not_allowed:           'Llame desde una dirección permitida, o emita una llave que permita esta.',
  environment_not_allowed:  'Use una llave del ambiente correcto, o complete el paso a producción.',
  forbidden_scope:          'Use una llave que tenga el alcance.',
  dte_type_not_allowed:     'Use una llave que permita ese tipo.',
  sign_vault_locked:        'Esperar no sirve: pida a un administrador que reactive la llave.',
  not_found:                'Revise la dirección y el código.',
  return_pdf_unavailable:   'Pida el JSON del evento.',
  method_not_allowed:       'Use uno de los métodos del encabezado Allow.',
  idempotency_in_flight:    'Espere y repita con la misma Idempotency-Key, o consulte `details.codigoGeneracion`.',
  reference_in_use:         'Consulte ese documento: la venta ya se emitió. Si es otra venta, use otra referencia.',
  not_sealed:               'Espere el sello, o pida `raw=true`.',
  customer_exists:          'Use o cambie el cliente que nombra `details.customerId`.',
  revision_conflict:        'Lea los destinos de nuevo, y cifre y envíe la revisión que sigue.',
  has_return_events:        'Corrija con otro retorno o una nota, o invalide antes esos eventos.',
  contingency_open:         'Siga emitiendo, y repita cuando GET /v1/status diga que Hacienda responde.',
  sign_vault_missing:       'Emita una llave que firme.',
  validation_failed:        'Corrija lo que nombra cada problema de `details.issues`.',
  mh_rejected:              'No repita la misma petición. Corrija según `details.ayuda` y emita de nuevo; con `corrige` se reutiliza el número.',
  idempotency_key_reuse:    'Use otra Idempotency-Key para otra operación.',
  no_storage_destination:   'Conecte o verifique un destino de almacenamiento.',
  prepare_token_invalid:    'Prepare el documento de nuevo; si ya se firmó, consúltelo.',
  return_exceeds_available: 'Devuelva a lo sumo lo que dice `disponible` de cada línea.',
  return_window_closed:     'Use una fecha dentro del plazo; pasado el plazo no hay evento de retorno.',
  return_type_not_allowed:  'Corrija el documento con una nota de crédito, o invalídelo.',
  rate_limited:             'Espere los segundos de Retry-After.',
  amount_limit:             'Use una llave con un máximo mayor.',
  internal_error:           'Repita con la misma Idempotency-Key; si sigue, avise con el X-Request-Id.',
  mh_unreachable:           'Repita con la misma Idempotency-Key: antes de firmar otra cosa se le pregunta a Hacienda qué hizo.',
  service_unavailable:      REPETIR,
  correlative_unavailable:  REPETIR,
}
