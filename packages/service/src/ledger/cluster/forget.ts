/** Old rows are deleted: they are listed over all companies, and deleted company by company (due.ts). */
import type { Pool } from '../../base/db/pool.ts'
import { ROWS, repeatStatement } from '../../base/db/repeat.ts'
import { statement } from '../../base/db/tx.ts'
import { grouped } from '../../base/grouped.ts'
import { type Due, listDue, type OnSkipped, takeDue } from './due.ts'

/** A row by its primary key: its company, the columns in between as texts, and the last one. */
interface Old extends Due {
  readonly part: readonly string[]
  readonly name: string
}

/** The statements of one table. */
export interface Forgetting {
  /** Lists up to $3 rows that are old at $1, of no company in $2. */
  readonly list: (among: string) => string
  /** Of company $1, deletes those that are old at $2 with a name in $3 and the columns in between from $4 on. */
  readonly forget: string
  /** Where one PostgreSQL has a cheaper one: of all companies, deletes up to $2 that are old at $1. */
  readonly ofAll?: string
}

/** Deletes what is old until nothing is; a stop waits for one batch. Returns how many rows there were. */
export async function forgetDue(
  pool: Pool,
  { list, forget, ofAll }: Forgetting,
  { now, onSkipped }: { readonly now: Date; readonly onSkipped: OnSkipped },
  signal?: AbortSignal,
): Promise<number> {
  if (ofAll && !pool.options.isCluster) {
    return repeatStatement(pool, { sql: ofAll, values: [now] }, signal)
  }
  const batches = takeDue<Old, unknown>(pool, {
    limit: ROWS,
    list: ({ limit, except }) =>
      listDue(pool, { sql: list, values: [now, except, limit], limit }, onSkipped),
    async take(companyId, rows) {
      const gone: unknown[] = []
      for (const group of grouped(rows, ({ part }) => JSON.stringify(part)).values()) {
        const names = group.map(({ name }) => name)
        gone.push(...(await statement(pool, forget, [companyId, now, names, ...group[0].part])))
      }
      return gone
    },
    onSkipped,
  })
  let count = 0
  for await (const gone of batches) {
    count += gone.length
    if (signal?.aborted) break
  }
  return count
}
