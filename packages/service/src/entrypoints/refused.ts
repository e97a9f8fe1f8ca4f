/** Any error of a call as the refusal that its caller reads. */
import { Refused } from '@sello/contract'
import { isUnavailable } from '../base/db/errors.ts'
import { administrationRefusal } from './console/refusals.ts'
import { bodyRefusal } from './http/errors.ts'

/** docs/wire.md#requests. */
export const BODY_BYTES_MAX = 1024 * 1024

/** A refusal is rendered; an unavailable database is 503; anything else is a bug and discloses nothing. */
export function toRefused(error: unknown, bodyBytesMax?: number): Refused {
  if (error instanceof Refused) return error
  const known = administrationRefusal(error) ?? frameworkRefusal(error, bodyBytesMax)
  if (known) return known
  if (isUnavailable(error)) {
    const message =
      'El servicio no está listo. Repita con la misma Idempotency-Key en unos segundos.'
    return new Refused('service_unavailable', message, {}, { cause: error })
  }
  return new Refused('internal_error', 'Ocurrió una falla del servicio.', {}, { cause: error })
}

const sizeInWords = (bytes: number) =>
  bytes < BODY_BYTES_MAX ? `${Math.floor(bytes / 1_024)} KB` : `${bytes / BODY_BYTES_MAX} MB`

/** Fastify's own errors about a body or an address are all errors of the caller. */
function frameworkRefusal(
  error: unknown,
  bodyBytesMax = BODY_BYTES_MAX,
): Refused<'invalid_request'> | null {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return bodyRefusal(`El cuerpo pasa de ${sizeInWords(bodyBytesMax)}.`)
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return bodyRefusal('El cuerpo va como Content-Type: application/json.')
  }
  if (code === 'FST_ERR_CTP_INVALID_CONTENT_LENGTH') {
    return bodyRefusal('El cuerpo no mide lo que dice Content-Length.')
  }
  if (code === 'ECONNRESET') return bodyRefusal('El cuerpo llegó incompleto.') // the caller is gone
  if (code === 'FST_ERR_BAD_URL') {
    return new Refused('invalid_request', 'La dirección no es válida.', { field: 'path' })
  }
  return null
}
