/**
 * Sign keys: what a caller sends to open the vault for one request. The service mints them with 256 random bits,
 * which cannot be guessed, so they need no stretching: HKDF-SHA-256 (RFC 5869) is enough.
 */
import { hkdfSync } from 'node:crypto'
import { decrypt, type Encrypted, encrypt, KEY_BYTES, WrongKey } from './encrypted.ts'
import { type Random, take } from './random.ts'

const SECRET_BYTES = 32
const SECRET = /^[A-Za-z0-9_-]{43}$/ // 32 bytes in base64url, without padding
const PREFIX = 'sellosk_'
const PURPOSE = 'sello signing vault v1' // separates these keys from other uses of HKDF

/** The sign key does not open this vault. It gives no reason, and every wrong key costs the same. */
export class WrongSignKey extends Error {
  override readonly name = 'WrongSignKey'
}

/** A new sign key: the prefix and 43 base64url characters. Shown once and stored nowhere. */
export function mintSignKey(random: Random, prefix: string = PREFIX): string {
  return prefix + take(random, SECRET_BYTES).toString('base64url')
}

/** Whether a text has the form of a sign key; it may still be wrong. */
export function isSignKey(text: string, prefix: string = PREFIX): boolean {
  return text.startsWith(prefix) && SECRET.test(text.slice(prefix.length))
}

/** Wraps the vault's data key under one sign key. `id` names the row of the wrap. */
export function wrapForSignKey(
  dataKey: Uint8Array,
  signKey: string,
  id: string,
  random: Random,
): Encrypted {
  const key = wrappingKey(signKey, id)
  try {
    return encrypt(dataKey, key, id, random)
  } finally {
    key.fill(0)
  }
}

/** The vault's data key, or `WrongSignKey`. The caller zeroes it after use. */
export function openWithSignKey(wrap: Encrypted, signKey: string): Buffer {
  const key = wrappingKey(signKey, wrap.id)
  try {
    return decrypt(wrap, key)
  } catch (error) {
    throw error instanceof WrongKey
      ? new WrongSignKey('the sign key does not open the vault')
      : error
  } finally {
    key.fill(0)
  }
}

function wrappingKey(signKey: string, id: string): Buffer {
  return Buffer.from(hkdfSync('sha256', signKey, id, PURPOSE, KEY_BYTES))
}
