/**
 * A location, encrypted on the caller's machine: HKDF-SHA-256 of the whole unlock key, AES-256-GCM, bound to
 * company, destination and revision. A ciphertext of another destination or revision does not decrypt.
 */
import type { Sellado } from '../generated/wire.ts'
import { base64url, fromBase64url } from './base64url.ts'
import { isStorageLocation, type StorageLocation } from './location.ts'
import { readUnlockKey } from './unlock-key.ts'

/** The company, the destination and its revision. */
export interface Binding {
  readonly nit: string
  readonly id: string
  readonly revision: number
}

const INFO = 'sello own storage v1'
const IV_BYTES = 12

const bytesOf = (text: string) => new TextEncoder().encode(text)

export async function encryptLocation(
  unlockKey: string,
  binding: Binding,
  location: StorageLocation,
): Promise<Sellado> {
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const plain = bytesOf(JSON.stringify(location))
  const key = await keyOf(unlockKey, binding, 'encrypt')
  const datos = await globalThis.crypto.subtle.encrypt(algorithm(iv, binding), key, plain)
  return { v: 1, iv: base64url(iv), datos: base64url(new Uint8Array(datos)) }
}

/** Null if this key does not decrypt it or its binding differs; GCM cannot tell which. */
export async function decryptLocation(
  unlockKey: string,
  binding: Binding,
  { iv, datos }: Sellado,
): Promise<StorageLocation | null> {
  const key = await keyOf(unlockKey, binding, 'decrypt')
  const how = algorithm(fromBase64url(iv), binding)
  try {
    const plain = await globalThis.crypto.subtle.decrypt(how, key, fromBase64url(datos))
    const location: unknown = JSON.parse(new TextDecoder().decode(plain))
    return isStorageLocation(location) ? location : null
  } catch {
    return null // the tag does not match
  }
}

const algorithm = (iv: Uint8Array<ArrayBuffer>, { nit, id, revision }: Binding) => ({
  name: 'AES-GCM',
  iv,
  additionalData: bytesOf(JSON.stringify([INFO, nit, id.toLowerCase(), revision])),
})

/** The key is 256 random bits, which cannot be guessed, so it needs no stretching. */
async function keyOf(unlockKey: string, { id }: Binding, usage: 'encrypt' | 'decrypt') {
  const { subtle } = globalThis.crypto
  const whole = bytesOf(readUnlockKey(unlockKey))
  const material = await subtle.importKey('raw', whole, 'HKDF', false, ['deriveKey'])
  const how = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: bytesOf(id.toLowerCase()),
    info: bytesOf(INFO),
  }
  return subtle.deriveKey(how, material, { name: 'AES-GCM', length: 256 }, false, [usage])
}
