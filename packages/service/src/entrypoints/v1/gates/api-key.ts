/** 401: no key was sent, or it is not valid. Every bad key gets the same answer after the same work. */
import { Refused } from '@sello/contract'
import { type Call, header, type Learned } from '../gate.ts'

/** The statement that writes the log has compared the secret; from here on the call belongs to the key. */
export function apiKey(call: Call): Learned {
  const { admission } = call
  if (header(call, 'x-service-key') === undefined) {
    throw new Refused('unauthorized', 'Envíe su llave en el encabezado X-Service-Key.', {})
  }
  if (!admission) {
    throw new Refused('invalid_api_key', 'La llave de X-Service-Key no es válida.', {})
  }
  return { admitted: admission.key, found: admission.found, windows: admission.windows }
}
