/**
 * Queues in which each company has its own place: a look finds the companies that wait, and of each a few rows are
 * taken (due.ts), so that a company with much to do delays no other.
 */
import type { Pool } from '../../base/db/pool.ts'
import { type Due, isCluster, listDue, type OnSkipped, type Wanted } from './due.ts'

/** A table with a partial index on (company_id, `at`) of the rows that wait. */
export interface Queue {
  readonly table: string
  readonly at: string
  /** The condition of the index. */
  readonly waits: string
}

/**
 * The companies with something due, the one that waits longest first. However many rows a company has, one PostgreSQL
 * reads one of them; a cluster, which has no such recursion over machines, reads those that are due.
 */
export async function listCompaniesDue(
  pool: Pool,
  queue: Queue,
  { now, limit, except }: Wanted & { readonly now: Date },
  onSkipped: OnSkipped,
): Promise<readonly Due[]> {
  const sql = (await isCluster(pool)) ? eachMachines(queue) : () => hopping(queue)
  return listDue<Due>(pool, { sql, values: [now, except, limit], limit }, onSkipped)
}

const eachMachines =
  ({ table, at, waits }: Queue) =>
  (among: string) =>
    `
  select company_id, min(${at}) as due_at from ${table}
   where ${waits} and ${at} <= $1 and company_id <> all ($2::uuid[]) ${among}
   group by company_id order by min(${at}) limit $3`

const hopping = ({
  table,
  at,
  waits,
}: Queue) => `/* reads 2500: one row of each company that waits */
  with recursive waiting as (
    (select company_id, ${at} as due_at from ${table} where ${waits} order by company_id, ${at} limit 1)
     union all
    select next.* from waiting w
     cross join lateral (
       select company_id, ${at} from ${table} where ${waits} and company_id > w.company_id
        order by company_id, ${at} limit 1) next
  )
  select company_id, due_at from waiting
   where due_at <= $1 and company_id <> all ($2::uuid[]) order by due_at limit $3`

/**
 * Of each of the companies $1, in this order, up to $3 rows that are due at $2, locked, as their `key`; those that
 * another process has are left out. To be read once: as a CTE.
 */
export const lockedOfQueue = ({ table, at, waits }: Queue, key: string): string => `
  select due.company_id, due.${key}
    from unnest($1::uuid[]) as w (company_id)
   cross join lateral (
     select company_id, ${key} from ${table}
      where company_id = any ($1) and company_id = w.company_id and ${waits} and ${at} <= $2
      order by ${at} limit $3 for update skip locked) due`
