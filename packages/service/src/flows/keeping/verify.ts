/** Verifies that a destination works and that its copies are still there. */
import type { Logger } from 'pino'
import type { Pool } from '../../base/db/pool.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'
import type { Connected } from '../../ledger/destinations/destinations.ts'
import { listStoredCopies, requeueCopies, type StoredCopy } from '../../ledger/holding/copies.ts'
import { type Opener, openStore, probe } from '../../outside/stores/open.ts'
import type { Store } from '../../outside/stores/store.ts'

/** When a destination whose probe failed is first probed again. */
export const PROBE_RETRY_MS = 15 * MINUTE_MS

/** How many documents one pass checks: with a slow bucket, some minutes. */
const DOCUMENTS_MAX = 200

/**
 * Throws `StoreFailed` if the destination does not work. Missing copies are queued again. Returns the last code
 * that was checked; null at the end.
 */
export async function verifyDestination(
  deps: Opener & { readonly pool: Pool; readonly log?: Logger },
  destination: Connected,
): Promise<string | null> {
  await probe(destination, deps)
  const range = { after: destination.checkedUntil, limit: DOCUMENTS_MAX }
  const placed = await listStoredCopies(deps.pool, destination, range)
  const missing = await missingOf(openStore(destination, deps), placed)
  if (missing.length > 0) {
    await requeueCopies(deps.pool, destination, missing, deps.clock.now())
    const { companyId, destinationId } = destination
    const line = { companyId, destinationId, documents: missing.length }
    deps.log?.warn(line, 'files that went missing are put back')
  }
  return placed.length < DOCUMENTS_MAX ? null : (placed.at(-1)?.codigoGeneracion ?? null)
}

async function missingOf(store: Store, placed: readonly StoredCopy[]): Promise<string[]> {
  const missing: string[] = []
  for (const { codigoGeneracion, jsonPath, pdfPath } of placed) {
    const isThere = (await store.has(jsonPath)) && (pdfPath === null || (await store.has(pdfPath)))
    if (!isThere) missing.push(codigoGeneracion)
  }
  return missing
}
