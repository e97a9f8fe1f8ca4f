/** The clock of the database, which all processes share (ADR 0040). */
import type { Pool } from './pool.ts'

/** The reading, and the counter before and after the query. Excludes the wait for a connection. */
export function readDatabaseTime(pool: Pool, monotonicMs: () => number) {
  return pool.lend(async (session) => {
    const askedMs = monotonicMs()
    const { rows } = await session.ask({ text: 'select clock_timestamp() as now' })
    const answeredMs = monotonicMs()
    const [row] = rows as readonly { readonly now: Date }[]
    if (!row) throw new Error('bug: the database told no time')
    return { now: row.now, askedMs, answeredMs }
  })
}
