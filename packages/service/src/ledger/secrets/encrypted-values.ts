/** The values of all tables that are encrypted under the service's master key. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'

/** Each of them: its table, its column, and what names its row. */
// biome-ignore format: a table
const VALUES = [
  { table: 'companies',            column: 'data_key',     owner: 'company_id' },
  { table: 'ministry_accounts',    column: 'password',     owner: 'company_id', ambiente: 'ambiente' },
  { table: 'ministry_accounts',    column: 'token',        owner: 'company_id', ambiente: 'ambiente' },
  { table: 'storage_destinations', column: 'credentials',  owner: 'company_id', location: 'location' },
  { table: 'audit_heads',          column: 'key',          owner: 'company_id' },
  { table: 'people',               column: 'totp_secret',  owner: 'person_id' },
  { table: 'people',               column: 'totp_pending', owner: 'person_id' },
] as const

interface Column {
  readonly table: (typeof VALUES)[number]['table']
  readonly column: (typeof VALUES)[number]['column']
  readonly owner: 'company_id' | 'person_id'
  readonly ambiente?: string
  readonly location?: string
}

export interface EncryptedValue extends Pick<Column, 'table' | 'column'> {
  /** The company, or the person. */
  readonly ownerId: string
  readonly ambiente: Ambiente | null
  /** Only for a bucket. */
  readonly location: string | null
  readonly encrypted: Buffer
}

const selectOf = ({ table, column, owner, ambiente = 'null', location = 'null' }: Column) =>
  `select '${table}' as table, '${column}' as column, ${owner} as "ownerId", ${ambiente}::text as ambiente,
          ${location}::text as location, ${column} as encrypted from ${table} where ${column} is not null`

export const listEncryptedValues = (db: Db): Promise<readonly EncryptedValue[]> =>
  db.many<EncryptedValue>(VALUES.map(selectOf).join(' union all '))

/** False if the value was changed meanwhile: the newer one stays. */
export async function replaceValue(
  pool: Pool,
  { table, column, ownerId, ambiente, encrypted }: EncryptedValue,
  again: Buffer,
): Promise<boolean> {
  const [also, values] = ambiente === null ? ['', []] : ['and ambiente = $4', [ambiente]]
  const id = table === 'people' ? 'person_id' : 'company_id'
  const replaced = await statement(
    pool,
    `update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2 ${also} returning 1`,
    [ownerId, encrypted, again, ...values],
  )
  return replaced.length > 0
}
