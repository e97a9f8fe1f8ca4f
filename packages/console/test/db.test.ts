/** What the browser's own store keeps, and for whom. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { IDBObjectStore } from 'fake-indexeddb'
import { keysOf, read, remove, type Store, write } from '../src/db.ts'
import { deleteStored, leftBy, useEmptyStore } from './indexed-db.ts'

beforeEach(useEmptyStore)

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
})

async function entries(): Promise<readonly unknown[]> {
  const found: unknown[] = []
  for (const store of STORES) found.push(await read(store, 'a'))
  return found
}

test('entries of the version that did not say whose they are are dropped, but not how columns are read', async () => {
  await leftBy(1, ['firmas', 'borradores', 'claves', 'mapas'])
  assert.deepEqual(await entries(), [undefined, undefined, undefined, undefined, 'old'])
  await useEmptyStore()
  await leftBy(2, STORES)
  assert.deepEqual(await entries(), ['old', 'old', 'old', 'old', 'old'])
})

test('a page lets go of the store when another tab asks for it, and opens it again', async () => {
  await write('mapas', 'a', 1)
  await deleteStored()
  assert.equal(await read('mapas', 'a'), undefined)
  await write('mapas', 'a', 2)
  assert.equal(await read('mapas', 'a'), 2)
})

test('what a transaction that is given up would have stored is not stored, and whoever asked is told', async (t) => {
  const { put } = IDBObjectStore.prototype
  t.after(() => Object.assign(IDBObjectStore.prototype, { put }))
  Object.assign(IDBObjectStore.prototype, {
    put(this: IDBObjectStore, value: unknown, key: string) {
      const request = put.call(this, value, key)
      this.transaction.abort() // as the browser does without room
      return request
    },
  })
  await assert.rejects(write('mapas', 'a', 1))
  assert.equal(await read('mapas', 'a'), undefined)
})

test('a store that a newer version has left is not opened, and opens once it can be', async () => {
  await leftBy(3, STORES)
  await assert.rejects(read('mapas', 'a'), { name: 'VersionError' })
  await useEmptyStore()
  assert.equal(await read('mapas', 'a'), undefined)
})
