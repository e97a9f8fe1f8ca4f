/**
 * The browser's own store (IndexedDB): encrypted sign keys, requests for one, drafts, and the keys that encrypt
 * drafts, each under its person (`scopeOf`); and how pasted columns are read, which is of the browser.
 */

const NAME = 'sello'
/** Version 1 did not record the owner of an entry. */
const VERSION = 2
export type Store = 'firmas' | 'pedidos' | 'borradores' | 'claves' | 'mapas'
const OF_A_PERSON: readonly Store[] = ['firmas', 'pedidos', 'borradores', 'claves']
const STORES: readonly Store[] = [...OF_A_PERSON, 'mapas']

let opened: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => {
      const { result: db, transaction } = request
      for (const store of STORES) {
        if (!db.objectStoreNames.contains(store)) db.createObjectStore(store)
      }
      // Entries without an owner are dropped: a draft is also on the server, and a sign key can be minted again.
      for (const store of OF_A_PERSON) transaction?.objectStore(store).clear()
    }
    request.onsuccess = () => {
      // A newer page in another tab must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close()
        opened = null
      }
      resolve(request.result)
    }
    request.onerror = () => {
      opened = null // the next call tries again
      reject(request.error)
    }
  })
  return opened
}

async function run<T>(
  store: Store,
  mode: IDBTransactionMode,
  work: (objects: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await database()
  return new Promise<T>((resolve, reject) => {
    const transaction = db.transaction(store, mode)
    const request = work(transaction.objectStore(store))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

export const read = <T>(store: Store, key: string) =>
  run<T | undefined>(store, 'readonly', (objects) => objects.get(key))
export const write = (store: Store, key: string, value: unknown) =>
  run(store, 'readwrite', (objects) => objects.put(value, key))
export const remove = (store: Store, key: string) =>
  run(store, 'readwrite', (objects) => objects.delete(key))
export const keysOf = (store: Store) => run(store, 'readonly', (objects) => objects.getAllKeys())
