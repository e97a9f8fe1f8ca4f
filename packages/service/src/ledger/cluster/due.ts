/**
 * Rows that are due, of all companies. One look lists them over all machines and locks none; then each company's are
 * taken by a statement that names that company alone, because a cluster (Citus) locks and writes the rows of one company
 * at a time. What stops one company, or the machine that has it, leaves the others their turn.
 */
import type { Logger } from 'pino'
import { concurrently } from '../../base/concurrently.ts'
import { isUnavailable } from '../../base/db/errors.ts'
import type { Pool } from '../../base/db/pool.ts'
import type { Values } from '../../base/db/tx.ts'
import { grouped } from '../../base/grouped.ts'
import { describeError } from '../../base/log.ts'

/** A row as a look lists it. */
export interface Due {
  readonly company_id: string
  readonly due_at: Date
}

/** A company, or a machine of the cluster: its group in pg_dist_node. */
export type Skipped = { readonly companyId: string } | { readonly machine: number }

/** Is told what is skipped, and why. */
export type OnSkipped = (skipped: Skipped, error: unknown) => void

/** Writes each to the log of the job. */
export const skippedInLog =
  (log: Pick<Logger, 'error'>, job: string): OnSkipped =>
  (skipped, error) =>
    log.error({ job, ...skipped, error: describeError(error) }, 'skipped: its rows stay due')

/**
 * For a pass of several looks: writes each to the log once, and has the companies that the next looks are to leave out.
 */
export function skippedInPass(log: Pick<Logger, 'error'>, job: string): SkippedInPass {
  const tell = skippedInLog(log, job)
  const companies = new Set<string>()
  const machines = new Set<number>()
  return {
    companies,
    onSkipped(skipped, error) {
      if ('companyId' in skipped) companies.add(skipped.companyId)
      else if (machines.has(skipped.machine)) return
      else machines.add(skipped.machine)
      tell(skipped, error)
    },
  }
}

export interface SkippedInPass {
  readonly companies: ReadonlySet<string>
  readonly onSkipped: OnSkipped
}

export interface Wanted {
  readonly limit: number
  /** None of these companies. */
  readonly except: readonly string[]
}

export interface Sweep<Row extends Due, Taken> {
  /** Rows of a batch. */
  readonly limit: number
  /** Lists the rows that wait longest. */
  list(wanted: Wanted): Promise<readonly Row[]>
  /** Takes those of one company's rows that are still due and that no other process is taking. */
  take(companyId: string, rows: readonly Row[]): Promise<readonly Taken[]>
  readonly onSkipped: OnSkipped
}

/**
 * Yields what it took, a batch at a time, until nothing is due. A company whose rows cannot be taken is skipped until
 * then, and what waits behind it is taken; one PostgreSQL that does not answer is an error. Rows that other processes
 * are taking are theirs: the next ones are tried.
 */
export async function* takeDue<Row extends Due, Taken>(
  pool: Pool,
  sweep: Sweep<Row, Taken>,
): AsyncGenerator<readonly Taken[]> {
  const { limit } = sweep
  const except: string[] = []
  let others = 0 // rows at the head that other processes are taking
  for (;;) {
    const due = await sweep.list({ limit: others + limit, except: [...except] })
    const skippedBefore = except.length
    const batch = await takeOfEach(pool, { ...sweep, due: due.slice(others), except })
    if (batch.length > 0) yield batch
    const isAnyNew = batch.length > 0 || except.length > skippedBefore
    if (due.length < others + limit && (others === 0 || !isAnyNew)) return
    others = isAnyNew ? 0 : others + limit
  }
}

interface Taking<Row extends Due, Taken> extends Pick<Sweep<Row, Taken>, 'take' | 'onSkipped'> {
  readonly due: readonly Row[]
  /** To which those are added whose rows could not be taken. */
  readonly except: string[]
}

/** Takes the rows that were listed, company by company; one whose rows cannot be taken is told, and the others go on. */
export async function takeOfEach<Row extends Due, Taken>(
  pool: Pool,
  { take, onSkipped, due, except }: Taking<Row, Taken>,
): Promise<readonly Taken[]> {
  const companies = [...grouped(due, (row) => row.company_id)]
  const taken = await concurrently(companies, async ([companyId, rows]) => {
    try {
      return await take(companyId, rows)
    } catch (error) {
      // Every other company would wait for the same PostgreSQL.
      if (isUnavailable(error) && !pool.options.isCluster) throw error
      except.push(companyId)
      onSkipped({ companyId }, error)
      return []
    }
  })
  return taken.flat()
}

/**
 * Of a table, the rows of company `$1` with these keys, locked; those that another process has are left out. With
 * `offset 0` they are found by the keys, whatever else is asked of them.
 */
export const lockedOf = (table: string, keys: string): string => `(
  select * from ${table} where company_id = $1 and ${keys}
  offset 0 for update skip locked)`

/** A statement over all companies that locks nothing. */
export interface Look {
  /** With `among` as one more condition: nothing, or `and company_id = any (…)`. */
  readonly sql: (among: string) => string
  readonly values: Values
}

/** Lists the rows of all companies, by `due_at` and at most `limit`, like `listOfAll`. */
export async function listDue<Row extends Due>(
  pool: Pool,
  { limit, ...look }: Look & { readonly limit: number },
  onSkipped: OnSkipped,
): Promise<readonly Row[]> {
  const rows = await listOfAll<Row>(pool, look, onSkipped)
  return rows.toSorted(byAge).slice(0, limit)
}

/** `listOfAll` of a pool, by somebody who is told what is skipped. */
export type ReadAll = <Row>(look: Look) => Promise<readonly Row[]>

/**
 * Lists the rows of all companies. Where a machine of a cluster does not answer, those of the machines that do; one
 * PostgreSQL that does not answer is an error.
 */
export async function listOfAll<Row>(
  pool: Pool,
  look: Look,
  onSkipped: OnSkipped,
): Promise<readonly Row[]> {
  try {
    return await pool.many<Row>(look.sql(''), look.values)
  } catch (error) {
    const machines = isUnavailable(error) ? await findMachines(pool) : []
    if (machines.length === 0) throw error
    return listOfEach(pool, { look, machines, onSkipped })
  }
}

interface OfEach {
  readonly look: Look
  readonly machines: readonly Machine[]
  readonly onSkipped: OnSkipped
}

/** Citus asks only the machines that have one of the companies. */
async function listOfEach<Row>(
  pool: Pool,
  { look, machines, onSkipped }: OfEach,
): Promise<readonly Row[]> {
  const sql = look.sql(`and company_id = any ($${look.values.length + 1}::uuid[])`)
  const lists = await concurrently(machines, ({ machine, companies }) =>
    pool.many<Row>(sql, [...look.values, companies]).catch((error: unknown) => {
      onSkipped({ machine }, error)
      return []
    }),
  )
  return lists.flat()
}

const byAge = (a: Due, b: Due) => a.due_at.getTime() - b.due_at.getTime()

interface Machine {
  readonly machine: number
  readonly companies: readonly string[]
}

/** Those of a cluster that have companies; none, of one PostgreSQL. */
const findMachines = async (pool: Pool): Promise<readonly Machine[]> =>
  pool.options.isCluster ? pool.many<Machine>(MACHINES) : []

const MACHINES = `
select p.groupid as machine, array_agg(c.company_id) as companies
  from company_nits c
  join pg_dist_shard s on s.logicalrelid = 'companies'::regclass
   and s.shardid = get_shard_id_for_distribution_column('companies', c.company_id)
  join pg_dist_placement p on p.shardid = s.shardid
 group by p.groupid`
