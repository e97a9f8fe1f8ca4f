/**
 * The service's own secrets: the master key encrypts the ministry's passwords, tokens and each company's data
 * key; the pepper is part of every API key's hash. Neither opens a signing vault. An encrypted value is one
 * column: nonce, tag, ciphertext.
 */
import { createHash, createHmac } from 'node:crypto'
import { decrypt, type Encrypted, encrypt, WrongKey } from '@sello/vault'
import type { Random } from '../clock.ts'

/**
 * The newest of each kind encrypts and hashes; older ones only decrypt and verify, until nothing needs them (ADR
 * 0013).
 */
export interface Secrets {
  readonly masterKey: Buffer
  readonly olderMasterKeys: readonly Buffer[]
  readonly pepper: Buffer
  readonly olderPeppers: readonly Buffer[]
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `id` names the row and the column: a value moved elsewhere does not decrypt. */
export function encryptColumn(plain: Uint8Array, key: Buffer, id: string, random: Random): Buffer {
  return packEncrypted(encrypt(plain, key, id, random.bytes))
}

export function decryptColumn(column: Buffer, key: Buffer, id: string): Buffer {
  return decrypt(unpackEncrypted(column, id), key)
}

export function packEncrypted(encrypted: Encrypted): Buffer {
  return Buffer.concat([encrypted.nonce, encrypted.tag, encrypted.ciphertext])
}

export function unpackEncrypted(column: Buffer, id: string): Encrypted {
  return {
    id,
    nonce: column.subarray(0, NONCE_BYTES),
    tag: column.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    ciphertext: column.subarray(NONCE_BYTES + TAG_BYTES),
  }
}

/** The data key for a company's documents, which is itself encrypted under the master key. */
export function decryptDataKey(secrets: Secrets, companyId: string, column: Buffer): Buffer {
  return decryptWithMasterKey(secrets, column, dataKeyId(companyId))
}

/** Decrypts one of the service's own values, with whichever master key encrypted it. */
export function decryptWithMasterKey(secrets: Secrets, column: Buffer, id: string): Buffer {
  for (const key of [secrets.masterKey, ...secrets.olderMasterKeys]) {
    const plain = tryDecrypt(column, key, id)
    if (plain) return plain
  }
  throw new WrongKey('no master key of this process opens the value')
}

/** Null when it is already under the newest key. Throws when no master key decrypts it. */
export function reencryptColumn(
  secrets: Secrets,
  column: Buffer,
  id: string,
  random: Random,
): Buffer | null {
  if (isEncryptedUnder(column, secrets.masterKey, id)) return null
  const plain = decryptWithMasterKey(secrets, column, id)
  const encrypted = encryptColumn(plain, secrets.masterKey, id, random)
  plain.fill(0)
  return encrypted
}

/** Whether this key decrypts the value. */
export const isEncryptedUnder = (column: Buffer, key: Buffer, id: string): boolean =>
  tryDecrypt(column, key, id)?.fill(0) !== undefined

function tryDecrypt(column: Buffer, key: Buffer, id: string): Buffer | null {
  try {
    return decryptColumn(column, key, id)
  } catch (error) {
    if (error instanceof WrongKey) return null
    throw error
  }
}

export const dataKeyId = (companyId: string) => `companies/${companyId}/data_key`

/** A text's HMAC under each pepper, newest first: the stored one, and those stored under older peppers. */
export function hashesOf(secrets: Secrets, text: string): readonly [Buffer, ...Buffer[]] {
  const hash = (pepper: Buffer) => createHmac('sha256', pepper).update(text).digest()
  return [hash(secrets.pepper), ...secrets.olderPeppers.map(hash)]
}

/** The stored hash of an API key's secret, and its pepper. */
export function hashSecret(secrets: Secrets, secret: string) {
  return { hash: hashesOf(secrets, secret)[0], pepperId: secretId(secrets.pepper) }
}

/** A public id for a secret of the service: shown to people and stored in rows, it discloses nothing. */
export function secretId(secret: Buffer): string {
  return createHash('sha256').update('sello secret id\n').update(secret).digest('hex').slice(0, 12)
}
