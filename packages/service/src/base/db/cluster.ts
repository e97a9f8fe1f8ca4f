/** Whether a database is the coordinator of a cluster (Citus), whose machines hold the companies (ledger/cluster). */
import { createPool, type PoolOptions } from './pool.ts'

/** Opens one connection, and asks once. */
export async function isCoordinator(
  options: Pick<PoolOptions, 'url' | 'preparedStatements' | 'onError'>,
): Promise<boolean> {
  const pool = createPool({ ...options, max: 1 })
  try {
    const { found } = await pool.one<{ found: boolean }>(
      `select exists (select from pg_extension where extname = 'citus') as found`,
    )
    return found
  } finally {
    await pool.close()
  }
}
