/** What the browser's own store keeps, and for whom. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { keysOf, read, remove, type Store, write } from '../src/db.ts'
import { MemoryDatabases } from './indexed-db.ts'

let databases = new MemoryDatabases()
const last = () => databases.connections.at(-1) ?? assert.fail()

/** A newer page in another tab asks this one to let go: the next call opens anew. */
function letGo(): void {
  const connection = databases.connections.at(-1)
  connection?.onversionchange?.()
  if (connection) assert.ok(connection.isClosed)
}

beforeEach(() => {
  letGo()
  databases = new MemoryDatabases()
  Object.assign(globalThis, { indexedDB: databases })
})

const STORES: readonly Store[] = ['firmas', 'pedidos', 'borradores', 'claves', 'mapas']

test('each store keeps its own entries until they are removed', async () => {
  for (const store of STORES) await write(store, 'a', { of: store })
  for (const store of STORES) {
    await write(store, 'b', store)
    assert.deepEqual(await read(store, 'a'), { of: store })
    assert.deepEqual(await keysOf(store), ['a', 'b'])
    await remove(store, 'a')
    assert.equal(await read(store, 'a'), undefined)
    assert.deepEqual(await keysOf(store), ['b'])
  }
  assert.equal(databases.connections.length, 1)
})

/** As a page of that version left it: an entry in each of its stores. */
async function leftBy(version: number, stores: readonly Store[]): Promise<void> {
  const opening = databases.open('sello', version)
  await new Promise<void>((resolve) => {
    opening.onupgradeneeded = () => {
      for (const store of stores) opening.result.createObjectStore(store)
    }
    opening.onsuccess = resolve
  })
  for (const store of stores) opening.result.objectsOf(store, 'readwrite').put('old', 'a')
}

test('entries of the version that did not say whose they are are dropped, but not how columns are read', async () => {
  const kept = async () => {
    const found: unknown[] = []
    for (const store of STORES) found.push(await read(store, 'a'))
    return found
  }
  await leftBy(1, ['firmas', 'borradores', 'claves', 'mapas'])
  assert.deepEqual(await kept(), [undefined, undefined, undefined, undefined, 'old'])
  letGo()
  databases = new MemoryDatabases()
  Object.assign(globalThis, { indexedDB: databases })
  await leftBy(2, STORES)
  assert.deepEqual(await kept(), ['old', 'old', 'old', 'old', 'old'])
})

test('a page lets go of the store for a newer one in another tab, and opens it again', async () => {
  await write('mapas', 'a', 1)
  const first = last()
  letGo()
  assert.equal(await read('mapas', 'a'), 1)
  assert.notEqual(last(), first)
})

test('a store that cannot be opened, and a transaction that is given up, reject with their reason', async () => {
  await write('mapas', 'a', 1)
  databases.failing = new Error('QuotaExceededError')
  await assert.rejects(write('mapas', 'b', 2), { message: 'QuotaExceededError' })
  letGo()
  databases.failing = new Error('UnknownError')
  await assert.rejects(read('mapas', 'a'), { message: 'UnknownError' })
})
