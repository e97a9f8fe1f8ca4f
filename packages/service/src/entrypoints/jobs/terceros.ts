/** Reads for whom documents of an older release were sold (`documents.tercero`), so that liquidations find them. */
import { decryptDataKey } from '../../base/secrets/secrets.ts'
import type { Deps } from '../../flows/context.ts'
import { fillTerceros, findUnread } from '../../ledger/documents/tercero.ts'

const COMPANIES = 50

/** Runs until none is left. Returns how many documents it read. */
export async function readTerceros(
  { pool, secrets }: Pick<Deps, 'pool' | 'secrets'>,
  signal?: AbortSignal,
): Promise<number> {
  let count = 0
  for (;;) {
    const companies = await findUnread(pool, COMPANIES)
    let read = 0
    for (const { companyId, dataKey: sealed } of companies) {
      const dataKey = decryptDataKey(secrets, companyId, sealed)
      for (;;) {
        const filled = await fillTerceros(pool, { companyId, dataKey })
        read += filled
        if (filled === 0 || signal?.aborted) break
      }
    }
    count += read
    // Rows that another process holds are left to it.
    if (read === 0 || signal?.aborted) return count
  }
}
