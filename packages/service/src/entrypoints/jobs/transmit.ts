/** Sends filings without a verdict to the ministry: documents and events. */
import type { Deps } from '../../flows/context.ts'
import { documentStore } from '../../flows/issuing/document-store.ts'
import { recoverDue } from '../../flows/transmitting/recover.ts'
import { eventStore } from '../../ledger/events/event-store.ts'

const STORES = [documentStore, eventStore]

/**
 * Runs until nothing is due. Documents and events run concurrently, because events have shorter deadlines. Returns
 * the number taken.
 */
export async function transmitDue(deps: Deps, signal?: AbortSignal): Promise<number> {
  const counts = await Promise.all(STORES.map((store) => recoverDue(deps, store, signal)))
  return counts.reduce((sum, count) => sum + count, 0)
}
