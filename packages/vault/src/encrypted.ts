/**
 * A value at rest: AES-256-GCM with the id of its row as additional data, so that a ciphertext moved to another
 * row does not decrypt.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto'
import { type Random, take } from './random.ts'

const CIPHER = 'aes-256-gcm'
const NONCE_BYTES = 12 // 96 bits, the length that GCM uses directly (NIST SP 800-38D, 8.2)
const TAG_BYTES = 16
export const KEY_BYTES = 32

export interface Encrypted {
  /** The row that the value belongs to. Unique among all values under one key. */
  readonly id: string
  readonly nonce: Uint8Array
  readonly tag: Uint8Array
  readonly ciphertext: Uint8Array
}

/** The key is wrong, or the value was altered: GCM cannot tell which. */
export class WrongKey extends Error {
  override readonly name = 'WrongKey'
}

/**
 * Encrypts a value under a 32-byte key for the row `id`. The nonce is random, so one key may encrypt about 2^32
 * values.
 */
export function encrypt(plain: Uint8Array, key: Uint8Array, id: string, random: Random): Encrypted {
  assertKeyAndId(key, id)
  const nonce = take(random, NONCE_BYTES)
  const gcm = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
  gcm.setAAD(Buffer.from(id))
  const ciphertext = gcm.update(plain)
  gcm.final() // GCM adds no bytes here, it only computes the tag
  return { id, nonce, tag: gcm.getAuthTag(), ciphertext }
}

/** The value, or `WrongKey`. The caller owns the buffer and zeroes it after use. */
export function decrypt(encrypted: Encrypted, key: Uint8Array): Buffer {
  assertKeyAndId(key, encrypted.id)
  if (encrypted.nonce.length !== NONCE_BYTES || encrypted.tag.length !== TAG_BYTES) throw wrongKey()
  const gcm = createDecipheriv(CIPHER, key, encrypted.nonce, { authTagLength: TAG_BYTES })
  gcm.setAAD(Buffer.from(encrypted.id))
  gcm.setAuthTag(encrypted.tag)
  const plain = gcm.update(encrypted.ciphertext)
  try {
    gcm.final() // checks the tag; before that, plain is not authenticated
    return plain
  } catch {
    plain.fill(0)
    throw wrongKey()
  }
}

function wrongKey(): WrongKey {
  return new WrongKey('the key does not open the sealed value')
}

function assertKeyAndId(key: Uint8Array, id: string): void {
  if (key.length !== KEY_BYTES) throw new Error(`bug: a sealing key has ${KEY_BYTES} bytes`)
  if (id === '') throw new Error('bug: a sealed value without an id is bound to no row')
}
