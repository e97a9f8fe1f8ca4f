/** The values of all tables that are encrypted under the service's master key. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'

/** Its table, its column, and the row it is bound to. */
export interface EncryptedValue {
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

export function listEncryptedValues(db: Db): Promise<readonly EncryptedValue[]> {
  return db.many<EncryptedValue>(
    `select 'companies' as table, 'data_key' as column, company_id as "companyId", null as ambiente,
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
}

/** False if the value was changed meanwhile: the newer one stays. */
export async function replaceValue(
  pool: Pool,
  { table, column, companyId, ambiente, encrypted }: EncryptedValue,
  again: Buffer,
): Promise<boolean> {
  const [also, values] = ambiente === null ? ['', []] : ['and ambiente = $4', [ambiente]]
  const id = table === 'people' ? 'person_id' : 'company_id'
  const replaced = await statement(
    pool,
    `update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2 ${also} returning 1`,
    [companyId, encrypted, again, ...values],
  )
  return replaced.length > 0
}
