/**
 * Queues in which each company has its own place: of the companies that wait, a few rows each are leased, so that one
 * with much to do delays no other. One PostgreSQL does it in one statement; a cluster lists the companies by a look, and
 * leases the rows of each by a statement that names it (due.ts).
 */
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { type Due, listDue, type OnSkipped, takeOfEach } from './due.ts'

/** A table with a partial index on (company_id, `at`) of the rows that wait. */
export interface Queue {
  readonly table: string
  /** Beside company_id. */
  readonly key: string
  /** When a row is due. */
  readonly at: string
  /** How often it was leased. */
  readonly attempts: string
  /** The condition of the index. */
  readonly waits: string
  /** The columns of `taken`. */
  readonly leased: string
  /** Reads what is leased from `taken` t; `company` is how other tables are to name their company. */
  readonly read: (company: string) => string
}

export interface Leasing {
  readonly now: Date
  readonly leaseUntil: Date
  /** Of one company. */
  readonly each: number
  readonly companies: number
  /** Of one statement. */
  readonly rows: number
  /** None of these companies. */
  readonly except: readonly string[]
  readonly onSkipped: OnSkipped
}

/**
 * Leases what is due until `leaseUntil`; a dead process's lease expires. The company that waits longest is first.
 * However many rows a company has, one PostgreSQL reads one of them to look at the next company; a cluster, which has no
 * such recursion over machines, reads those that are due.
 */
export async function leaseDue<Row>(
  pool: Pool,
  queue: Queue,
  { now, leaseUntil, each, companies, rows, except, onSkipped }: Leasing,
): Promise<readonly Row[]> {
  if (!pool.options.isCluster) {
    const values = [now, leaseUntil, each, companies, rows, except]
    return statement<Row>(pool, ofAll(queue), values)
  }
  const sql = (among: string) => listWaiting(queue, among)
  const look = { sql, values: [now, except, companies], limit: companies }
  const due = await listDue<Due>(pool, look, onSkipped)
  const take = (companyId: string) =>
    statement<Row>(pool, ofOne(queue), [now, leaseUntil, Math.min(each, rows), companyId])
  return takeOfEach(pool, { due, take, onSkipped, except: [] })
}

const ofAll = (queue: Queue): string => {
  const { table, at, waits } = queue
  return `/* reads 2500: one row of each company that waits */
  with recursive waiting as (
    (select company_id, ${at} from ${table} where ${waits} order by company_id, ${at} limit 1)
     union all
    select next.* from waiting w
     cross join lateral (
       select company_id, ${at} from ${table} where ${waits} and company_id > w.company_id
        order by company_id, ${at} limit 1) next
  ), taken as (${lease(
    queue,
    `ctid = any (array(
       select due.ctid
         from (select company_id from waiting
                where ${at} <= $1 and company_id <> all ($6::uuid[]) order by ${at} limit $4) w
        cross join lateral (${dueOf(queue, 'ctid', 'w.company_id')}) due
        limit $5))`,
  )}) ${queue.read('t.company_id')}`
}

const ofOne = (queue: Queue): string => {
  const { key } = queue
  const which = `company_id = $4 and ${key} = any (array(${dueOf(queue, key, '$4')}))`
  return `with taken as (${lease(queue, which)}) ${queue.read('$4')}`
}

const lease = ({ table, at, attempts, leased }: Queue, which: string) => `
  update ${table} set ${at} = $2, ${attempts} = ${attempts} + 1 where ${which} returning ${leased}`

/** Those that another process has are left out. */
const dueOf = ({ table, at, waits }: Queue, column: string, company: string) => `
  select ${column} from ${table} where company_id = ${company} and ${waits} and ${at} <= $1
   order by ${at} limit $3 for update skip locked`

const listWaiting = ({ table, at, waits }: Queue, among: string) => `
  select company_id, min(${at}) as due_at from ${table}
   where ${waits} and ${at} <= $1 and company_id <> all ($2::uuid[]) ${among}
   group by company_id order by min(${at}) limit $3`
