/**
 * The service's own secrets and what rests under them: the master key seals the ministry's
 * passwords, tokens and each company's data key; the pepper is in every API key's hash. Neither opens
 * a signing vault. A sealed value is one column: nonce, tag, ciphertext.
 */
import { createHmac } from 'node:crypto'
import { open, type Sealed, seal } from '@sello/vault'
import type { Random } from './context.ts'

export interface Secrets {
  readonly masterKey: Buffer
  readonly pepper: Buffer
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** `id` names the row and the column: a value moved to another row does not open. */
export function sealColumn(plain: Uint8Array, key: Buffer, id: string, random: Random): Buffer {
  return packSealed(seal(plain, key, id, random.bytes))
}

export function openColumn(column: Buffer, key: Buffer, id: string): Buffer {
  return open(unpackSealed(column, id), key)
}

export function packSealed(sealed: Sealed): Buffer {
  return Buffer.concat([sealed.nonce, sealed.tag, sealed.ciphertext])
}

export function unpackSealed(column: Buffer, id: string): Sealed {
  return {
    id,
    nonce: column.subarray(0, NONCE_BYTES),
    tag: column.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    ciphertext: column.subarray(NONCE_BYTES + TAG_BYTES),
  }
}

/** The key of a company's stored documents; its own bytes, sealed under the master key. */
export function openDataKey(secrets: Secrets, companyId: string, column: Buffer): Buffer {
  return openColumn(column, secrets.masterKey, dataKeyId(companyId))
}

export const dataKeyId = (companyId: string) => `companies/${companyId}/data_key`

/** What is stored of an API key's secret. */
export function hashSecret(secrets: Secrets, secret: string): Buffer {
  return createHmac('sha256', secrets.pepper).update(secret).digest()
}
