/** Work on any number of rows, in statements that each stay far below the statement timeout. */
import type { Pool } from './pool.ts'
import { type Statement, statement } from './tx.ts'

/** Of a statement. */
export const ROWS = 5_000

/**
 * Repeats a statement until it has less than a batch of rows to work on; a stop waits for one batch. The statement
 * returns a row for each, and has the limit as one more value. Returns how many rows there were.
 */
export async function repeatStatement(
  pool: Pool,
  { sql, values }: Statement,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  for (;;) {
    const { length } = await statement(pool, sql, [...values, ROWS])
    count += length
    if (length < ROWS || signal?.aborted) return count
  }
}
