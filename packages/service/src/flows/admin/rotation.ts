/**
 * Changing the service's own secrets while it runs (ADR 0004): what still needs an older one, and re-encryption
 * under the newest. At no moment is there a value that a process cannot decrypt.
 */
import { WrongKey } from '@sello/vault'
import type { Db } from '../../base/db/tx.ts'
import {
  dataKeyId,
  isEncryptedUnder,
  reencryptColumn,
  type Secrets,
  secretId,
} from '../../base/secrets/secrets.ts'
import { chainKeyId } from '../../ledger/audit/chain.ts'
import { columnId } from '../../ledger/companies/ministry-account.ts'
import { countByPepper } from '../../ledger/keys/keys.ts'
import { totpId } from '../../ledger/people/totp.ts'
import {
  type EncryptedValue,
  listEncryptedValues,
  replaceValue,
} from '../../ledger/secrets/encrypted-values.ts'
import type { SecretKind } from '../../ledger/secrets/known-secrets.ts'
import { credentialsId } from '../../outside/stores/open.ts'
import { type Admin, refuse } from './admin.ts'

/** One of the service's secrets, by name, and how many values depend on it. */
export interface SecretUse {
  readonly kind: SecretKind
  readonly id: string
  readonly newest: boolean
  /**
   * Values encrypted under a master key, or usable API keys hashed with a pepper; keys whose pepper is unknown
   * count too.
   */
  readonly needed: number
}

export interface Uses {
  readonly secrets: readonly SecretUse[]
  /** API keys whose pepper is not recorded; their next use records it. */
  readonly unknownKeys: number
}

/** Decrypts every value, one at a time, and keeps none. */
export async function listSecretUses(admin: Admin): Promise<Uses> {
  const { masterKey, olderMasterKeys, pepper, olderPeppers } = admin.secrets
  const encryptedValues = await listEncryptedValues(admin.pool)
  const masters = [masterKey, ...olderMasterKeys].map((key, i) => ({
    kind: 'master' as const,
    id: secretId(key),
    newest: i === 0,
    needed: encryptedValues.filter((value) => isEncryptedUnder(value.encrypted, key, idOf(value)))
      .length,
  }))
  const hashed = await countByPepper(admin.pool, admin.clock.now())
  const countOf = (id: string | null) => hashed.find(({ pepperId }) => pepperId === id)?.keys ?? 0
  const peppers = [pepper, ...olderPeppers].map((one, i) => ({
    kind: 'pepper' as const,
    id: secretId(one),
    newest: i === 0,
    // A key with an unknown pepper may need any but the newest: keys hashed with that have it recorded.
    needed: countOf(secretId(one)) + (i === 0 ? 0 : countOf(null)),
  }))
  return { secrets: [...masters, ...peppers], unknownKeys: countOf(null) }
}

/** The values that none of these master keys decrypts. */
export async function findUndecryptableValues(
  db: Db,
  secrets: Secrets,
): Promise<readonly object[]> {
  const keys = [secrets.masterKey, ...secrets.olderMasterKeys]
  const encryptedValues = await listEncryptedValues(db)
  return encryptedValues.filter((value) =>
    keys.every((key) => !isEncryptedUnder(value.encrypted, key, idOf(value))),
  )
}

/**
 * Re-encrypts everything under the newest master key. Safe to repeat and to interrupt. A value written meanwhile
 * is left alone.
 */
export async function reencryptAll(admin: Admin): Promise<{ readonly resealed: number }> {
  let resealed = 0
  for (const value of await listEncryptedValues(admin.pool)) {
    const again = reencryptOne(admin, value)
    if (again !== null && (await replaceValue(admin.pool, value, again))) resealed += 1
  }
  return { resealed }
}

function reencryptOne(admin: Admin, value: EncryptedValue): Buffer | null {
  try {
    return reencryptColumn(admin.secrets, value.encrypted, idOf(value), admin.random)
  } catch (error) {
    if (!(error instanceof WrongKey)) throw error
    refuse(
      'masterKey',
      `Ninguna llave maestra conocida abre ${value.table}.${value.column}. Agregue a SELLO_MASTER_KEY la que lo cifró.`,
    )
  }
}

function idOf({ table, column, ownerId: companyId, ambiente, location }: EncryptedValue): string {
  if (table === 'audit_heads') return chainKeyId(companyId)
  if (table === 'people') return totpId(companyId)
  if (location !== null) return credentialsId({ companyId, kind: 'managed_bucket', location })
  return ambiente === null ? dataKeyId(companyId) : columnId({ companyId, ambiente }, column)
}
