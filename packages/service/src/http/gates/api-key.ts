/** 401: no key was sent, or it does not work. Every bad key is answered alike, after the same work. */
import { timingSafeEqual } from 'node:crypto'
import { Refused } from '@sello/contract'
import { parseApiKey } from '../../keys/api-key.ts'
import { hashSecret } from '../../secrets.ts'
import { type Call, header } from '../gate.ts'

/** What an unknown key's secret is compared with: of the right length, and the hash of nothing. */
const NOBODY = Buffer.alloc(32)

export function apiKey(call: Call): undefined {
  const text = header(call, 'x-service-key')
  const parsed = parseApiKey(text ?? '')
  const { admitted } = call
  const hash = hashSecret(call.deps.secrets, parsed?.secret ?? '')
  const matches = timingSafeEqual(hash, admitted?.secretHash ?? NOBODY)
  if (text === undefined) {
    throw new Refused('unauthorized', 'Envíe su llave en el encabezado X-Service-Key.', {})
  }
  if (!matches || !parsed || parsed.ambiente !== admitted?.ambiente) {
    throw new Refused('invalid_api_key', 'La llave de X-Service-Key no es válida.', {})
  }
  return undefined
}
