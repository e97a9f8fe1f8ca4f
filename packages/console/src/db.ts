/** The browser's own store (IndexedDB): encrypted sign keys, drafts, and the keys that encrypt drafts. */

const NAME = 'sello'
const VERSION = 1
export type Store = 'firmas' | 'pedidos' | 'borradores' | 'claves' | 'mapas'
const STORES: readonly Store[] = ['firmas', 'pedidos', 'borradores', 'claves', 'mapas']

let opened: Promise<IDBDatabase> | null = null

function database(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, VERSION)
    request.onupgradeneeded = () => {
      for (const store of STORES) {
        if (!request.result.objectStoreNames.contains(store))
          request.result.createObjectStore(store)
      }
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
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
