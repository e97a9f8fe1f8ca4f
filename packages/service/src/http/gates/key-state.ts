/** 403: the key is real and may not be used. */
import { Refused } from '@sello/contract'
import { admittedOf } from '../admitted.ts'
import type { Call } from '../gate.ts'

export function keyState(call: Call): undefined {
  const { state, expiresAt } = admittedOf(call)
  if (state === 'revoked') {
    throw new Refused('key_revoked', 'Esta llave fue revocada. Use otra.', {})
  }
  if (expiresAt && expiresAt <= call.at) {
    throw new Refused('key_expired', 'Esta llave venció. Emita una nueva.', {})
  }
  if (state === 'inactive') {
    throw new Refused('key_inactive', 'Esta llave está desactivada. Actívela o use otra.', {})
  }
  return undefined
}
