/** Indexes the words of rows that no process of this version wrote (`searched`). */
import type { Deps } from '../../flows/context.ts'
import { indexStale, type Kind } from '../../ledger/search/search-words.ts'

const KINDS: readonly Kind[] = ['customer', 'product']
const BATCH = 200

/** Runs until none is left. */
export async function indexSearchWords(
  { pool }: Pick<Deps, 'pool'>,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  for (const kind of KINDS) {
    for (;;) {
      const indexed = await indexStale(pool, kind, BATCH)
      count += indexed
      if (indexed < BATCH || signal?.aborted) break
    }
  }
  return count
}
