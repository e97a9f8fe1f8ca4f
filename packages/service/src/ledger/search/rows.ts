/**
 * The rows of customers and products, which differ in columns alone: a company's, found by words, deactivated and never
 * deleted.
 */
import type { Clock, Random } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx, type Values } from '../../base/db/tx.ts'
import { indexWords, type Kind, SOURCES } from './search-words.ts'

/** What storing a row needs of its process. */
export interface Storing {
  readonly pool: Pool
  readonly clock: Clock
  readonly random: Random
}

interface Which {
  readonly companyId: string
  readonly id: string
}

/** `columns`: what a read row has. `written`: the columns that have values of their own, in their order. */
export function rowsOf<Row>(kind: Kind, columns: string, written: readonly string[]) {
  const { table, id: idColumn } = SOURCES[kind]
  const values = written.map((_, i) => `$${i + 5}`)
  const changes = written.map((column, i) => `${column} = ${values[i]}`)
  const indexed = async (tx: Tx, { companyId, id }: Which) =>
    indexWords(tx, kind, { companyId, ids: [id] })

  return {
    /** Null if a unique index has another active one. */
    async insert(tx: Tx, which: Which, said: Values, now: Date): Promise<Row | null> {
      const row = await tx.maybeOne<Row>(
        `insert into ${table} (company_id, ${idColumn}, created_at, updated_at, activo, ${written.join(', ')})
         values ($1, $2, $3, $3, $4, ${values.join(', ')}) on conflict do nothing returning ${columns}`,
        [which.companyId, which.id, now, true, ...said],
      )
      if (row) await indexed(tx, which)
      return row
    },

    /** Throws a unique violation if another active one has its identity. */
    async update(
      tx: Tx,
      which: Which,
      {
        said,
        activo,
        now,
      }: { readonly said: Values; readonly activo: boolean; readonly now: Date },
    ): Promise<Row> {
      const row = await tx.one<Row>(
        `update ${table} set updated_at = $3, activo = $4, ${changes.join(', ')}
          where company_id = $1 and ${idColumn} = $2 returning ${columns}`,
        [which.companyId, which.id, now, activo, ...said],
      )
      await indexed(tx, which)
      return row
    },

    /** Active or not. Null for an unknown one and for another company's. */
    find(db: Db, { companyId, id }: Which, lock: '' | 'for update' = ''): Promise<Row | null> {
      return db.maybeOne<Row>(
        `select ${columns} from ${table} where company_id = $1 and ${idColumn} = $2 ${lock}`,
        [companyId, id],
      )
    },

    /** No new document may name it. Null when the company has none such; a repeat changes nothing. */
    async deactivate(pool: Pool, { companyId, id }: Which, now: Date): Promise<Row | null> {
      const [row] = await statement<Row>(
        pool,
        `update ${table} set activo = false, updated_at = case when activo then $3 else updated_at end
          where company_id = $1 and ${idColumn} = $2 returning ${columns}`,
        [companyId, id, now],
      )
      return row ?? null
    },
  }
}
