/** Counts what every table holds, for the planner. Calls go on meanwhile. */
import type { Pool } from './pool.ts'
import { transaction } from './tx.ts'

/** A restored database has no statistics: afterwards it has. Takes as long as it needs. */
export async function analyze(pool: Pool): Promise<void> {
  await transaction(pool, async (tx) => {
    await tx.run('set local statement_timeout = 0')
    await tx.run('analyze')
  })
}
