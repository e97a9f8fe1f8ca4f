/** Sends filings without a verdict to the ministry: documents and events. */
import type { Deps } from '../context.ts'
import { eventStore } from '../filings/event-store.ts'
import { recoverDue } from '../filings/recover.ts'
import { documentStore } from '../issuing/document-store.ts'

const STORES = [documentStore, eventStore]

/** Runs until nothing is due. Returns the number of filings taken. */
export async function transmitDue(deps: Deps, signal?: AbortSignal): Promise<number> {
  let count = 0
  for (const store of STORES) count += await recoverDue(deps, store, signal)
  return count
}
