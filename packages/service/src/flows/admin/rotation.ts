/**
 * Changing the service's own secrets while it runs (ADR 0013): what still needs an older one, and re-encryption
 * under the newest. At no moment is there a value that a process cannot decrypt.
 */
import type { Ambiente } from '@sello/contract'
import { WrongKey } from '@sello/vault'
import { type Db, transaction } from '../../base/db/tx.ts'
import {
  dataKeyId,
  isEncryptedUnder,
  reencryptColumn,
  type Secrets,
  secretId,
} from '../../base/secrets/secrets.ts'
import { chainKeyId } from '../../ledger/audit/chain.ts'
import { columnId } from '../../ledger/companies/ministry-account.ts'
import { totpId } from '../../ledger/people/totp.ts'
import { credentialsId } from '../../outside/stores/open.ts'
import { type Admin, refuse } from './admin.ts'

/** One of the service's secrets, by name, and how many values depend on it. */
export interface SecretUse {
  readonly kind: 'master' | 'pepper'
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

/** A value encrypted under the master key: its table, its column, and the row it is bound to. */
interface EncryptedValue {
  readonly table:
    | 'companies'
    | 'ministry_accounts'
    | 'storage_destinations'
    | 'audit_heads'
    | 'people'
  readonly column:
    | 'data_key'
    | 'password'
    | 'token'
    | 'credentials'
    | 'key'
    | 'totp_secret'
    | 'totp_pending'
  /** For a person's values, the person's id. */
  readonly companyId: string
  readonly ambiente: Ambiente | null
  /** Only for a bucket. */
  readonly location: string | null
  readonly encrypted: Buffer
}

/** Decrypts every value, one at a time, and keeps none. */
export async function listSecretUses(admin: Admin): Promise<Uses> {
  const { masterKey, olderMasterKeys, pepper, olderPeppers } = admin.secrets
  const encryptedValues = await findEncryptedValues(admin.pool)
  const masters = [masterKey, ...olderMasterKeys].map((key, i) => ({
    kind: 'master' as const,
    id: secretId(key),
    newest: i === 0,
    needed: encryptedValues.filter((value) => isEncryptedUnder(value.encrypted, key, idOf(value)))
      .length,
  }))
  const rows = await admin.pool.many<{ pepper_id: string | null; keys: bigint }>(
    `select pepper_id, count(*) as keys from api_keys
      where state <> 'revoked' and (expires_at is null or expires_at > $1) group by pepper_id`,
    [admin.clock.now()],
  )
  const countOf = (id: string | null) =>
    Number(rows.find(({ pepper_id }) => pepper_id === id)?.keys ?? 0)
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
  const encryptedValues = await findEncryptedValues(db)
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
  for (const value of await findEncryptedValues(admin.pool)) {
    const again = reencryptOne(admin, value)
    if (again !== null) resealed += await replace(admin, value, again)
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

function replace(admin: Admin, value: EncryptedValue, again: Buffer): Promise<number> {
  const { table, column, companyId, ambiente, encrypted } = value
  const [also, values] = ambiente === null ? ['', []] : ['and ambiente = $4', [ambiente]]
  const id = table === 'people' ? 'person_id' : 'company_id'
  return transaction(admin.pool, (tx) =>
    tx.run(`update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2 ${also}`, [
      companyId,
      encrypted,
      again,
      ...values,
    ]),
  )
}

async function findEncryptedValues(db: Db): Promise<readonly EncryptedValue[]> {
  const rows = await db.many<EncryptedValue & { company_id: string }>(
    `select 'companies' as table, 'data_key' as column, company_id, null as ambiente,
            null as location, data_key as encrypted
       from companies
     union all
     select 'ministry_accounts', 'password', company_id, ambiente, null, password
       from ministry_accounts
     union all
     select 'ministry_accounts', 'token', company_id, ambiente, null, token from ministry_accounts
      where token is not null
     union all
     select 'storage_destinations', 'credentials', company_id, null, location, credentials
       from storage_destinations where credentials is not null
     union all
     select 'audit_heads', 'key', company_id, null, null, key from audit_heads
     union all
     select 'people', 'totp_secret', person_id, null, null, totp_secret from people
      where totp_secret is not null
     union all
     select 'people', 'totp_pending', person_id, null, null, totp_pending from people
      where totp_pending is not null`,
  )
  return rows.map((row) => ({ ...row, companyId: row.company_id }))
}

function idOf({ table, column, companyId, ambiente, location }: EncryptedValue): string {
  if (table === 'audit_heads') return chainKeyId(companyId)
  if (table === 'people') return totpId(companyId)
  if (location !== null) return credentialsId({ companyId, kind: 'managed_bucket', location })
  return ambiente === null ? dataKeyId(companyId) : columnId({ companyId, ambiente }, column)
}
