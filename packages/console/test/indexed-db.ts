/** IndexedDB without a browser. */
import { IDBFactory } from 'fake-indexeddb'

const NAME = 'sello'

/**
 * Deletes what src/db.ts has stored, as another tab would: the page that has it open is asked to let go of it. Fails if
 * it does not.
 */
export async function deleteStored(): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase(NAME)
    request.onsuccess = () => resolve()
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('the page keeps the store open'))
  })
}

/** An empty one, whatever a test before left. */
export async function useEmptyStore(): Promise<void> {
  if ('indexedDB' in globalThis) await deleteStored()
  Object.assign(globalThis, { indexedDB: new IDBFactory() })
}

/** As a page of that version left it: an entry in each of its stores. */
export async function leftBy(version: number, stores: readonly string[]): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.open(NAME, version)
    request.onerror = () => reject(request.error)
    request.onupgradeneeded = () => {
      for (const store of stores) request.result.createObjectStore(store).put('old', 'a')
    }
    request.onsuccess = () => {
      request.result.close()
      resolve()
    }
  })
}
