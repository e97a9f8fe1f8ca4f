/**
 * As much of IndexedDB as src/db.ts uses, in memory. Values are copied as the platform copies them, and a transaction is
 * complete after its request.
 */
type Objects = Map<string, unknown>
type Listener = (() => void) | null

interface Kept {
  version: number
  readonly stores: Map<string, Objects>
}

const copied = (value: unknown): unknown =>
  value === undefined ? undefined : structuredClone(value)

export class MemoryDatabases {
  readonly #kept = new Map<string, Kept>()
  readonly connections: MemoryConnection[] = []
  /** The next opening, or the next transaction, fails with it. */
  failing: Error | null = null

  open(name: string, version: number) {
    const kept = this.#kept.get(name) ?? { version: 0, stores: new Map() }
    this.#kept.set(name, kept)
    const result = new MemoryConnection(this, kept)
    const request = {
      result,
      error: this.takeFailure(),
      transaction: { objectStore: (store: string) => result.objectsOf(store, 'readwrite') },
      onupgradeneeded: null as Listener,
      onsuccess: null as Listener,
      onerror: null as Listener,
    }
    queueMicrotask(() => {
      if (request.error) return request.onerror?.()
      this.connections.push(result)
      if (kept.version < version) request.onupgradeneeded?.()
      kept.version = version
      request.onsuccess?.()
    })
    return request
  }

  takeFailure(): Error | null {
    const { failing } = this
    this.failing = null
    return failing
  }
}

class MemoryConnection {
  onversionchange: Listener = null
  isClosed = false
  readonly #databases: MemoryDatabases
  readonly #kept: Kept

  constructor(databases: MemoryDatabases, kept: Kept) {
    this.#databases = databases
    this.#kept = kept
  }

  readonly objectStoreNames = { contains: (store: string) => this.#kept.stores.has(store) }

  createObjectStore(store: string): void {
    if (this.#kept.stores.has(store)) throw new Error(`${store} exists`)
    this.#kept.stores.set(store, new Map())
  }

  close(): void {
    this.isClosed = true
  }

  transaction(store: string, mode: string) {
    if (this.isClosed) throw new Error('the connection is closed')
    if (mode !== 'readonly' && mode !== 'readwrite') throw new TypeError(mode)
    const transaction = {
      error: this.#databases.takeFailure(),
      oncomplete: null as Listener,
      onabort: null as Listener,
      objectStore: () => this.objectsOf(store, mode),
    }
    queueMicrotask(() => (transaction.error ? transaction.onabort : transaction.oncomplete)?.())
    return transaction
  }

  objectsOf(store: string, mode: string) {
    const objects = this.#kept.stores.get(store)
    if (!objects) throw new Error(`no store ${store}`)
    const writing = (work: () => void) => {
      if (mode !== 'readwrite') throw new Error('ReadOnlyError')
      work()
      return { result: undefined }
    }
    return {
      get: (key: string) => ({ result: copied(objects.get(key)) }),
      getAllKeys: () => ({ result: [...objects.keys()].sort() }),
      put: (value: unknown, key: string) => writing(() => objects.set(key, copied(value))),
      delete: (key: string) => writing(() => objects.delete(key)),
      clear: () => writing(() => objects.clear()),
    }
  }
}
