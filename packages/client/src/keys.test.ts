/** Which key a repeated operation gets: the same one while the service remembers it, and a new one afterwards. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonical, hashOf, type KeyEntry, memoryKeyStore, takeKey } from './keys.ts'

const HOUR = 3_600_000
const NOW = 1_000 * HOUR
const KNOWN: KeyEntry = { idempotencyKey: 'known', bodyHash: 'h', createdAt: 0, state: 'open' }

/** The key for an operation that was tried `hours` ago and ended as given. */
async function keyAfter(hours: number, given: Partial<KeyEntry> & { once: boolean }) {
  const { once, ...known } = given
  const store = memoryKeyStore()
  const entry = { ...KNOWN, createdAt: NOW - hours * HOUR, ...known }
  await store.write('issue:1', entry)
  const operation = { name: 'issue:1', bodyHash: 'h', once }
  const taken = await takeKey(store, operation, { now: NOW, fresh: () => 'fresh' })
  return { taken, entry, stored: await store.read('issue:1') }
}

// biome-ignore format: a table
const REPEATS = [
  // what happened before                  hours    state      once          key      in doubt
  { what: 'no answer',                     hours: 1, state: 'open', once: true,  key: 'known', isInDoubt: true },
  { what: 'no answer to a return',         hours: 1, state: 'open', once: false, key: 'known', isInDoubt: true },
  { what: 'a sale that was done',          hours: 1, state: 'done', once: true,  key: 'known', isInDoubt: true },
  { what: 'a return that was done',        hours: 1, state: 'done', once: false, key: 'fresh', isInDoubt: false },
  { what: 'a refusal',                     hours: 1, state: 'refused', once: true, key: 'fresh', isInDoubt: false },
  { what: 'no answer 22.9 hours ago',      hours: 22.9, state: 'open', once: true, key: 'known', isInDoubt: true },
  { what: 'no answer 23 hours ago',        hours: 23, state: 'open', once: true, key: 'fresh', isInDoubt: true },
  { what: 'a return a day ago, no answer', hours: 24, state: 'open', once: false, key: 'fresh', isInDoubt: false },
  { what: 'another body',                  hours: 1, state: 'open', once: true, bodyHash: 'other', key: 'fresh', isInDoubt: false },
] as const

for (const { what, hours, key, isInDoubt, ...given } of REPEATS) {
  test(`after ${what} an operation has a ${key} key`, async () => {
    const { taken, entry, stored } = await keyAfter(hours, given)

    assert.equal(taken.idempotencyKey, key)
    assert.deepEqual(taken.earlier, isInDoubt ? entry : null)
    const createdAt = key === 'fresh' ? NOW : entry.createdAt
    assert.equal(taken.createdAt, createdAt)
    const fresh = { idempotencyKey: 'fresh', bodyHash: 'h', createdAt, state: 'open' }
    assert.deepEqual(stored, key === 'fresh' ? fresh : entry, 'stored before it is sent')
  })
}

test('an operation without a name has a new key each time, and nothing is stored', async () => {
  const store = memoryKeyStore()
  const unnamed = { name: null, bodyHash: '', once: false }
  let keys = 0
  const fresh = () => `k-${++keys}`
  const both = [1, 2].map(() => takeKey(store, unnamed, { now: NOW, fresh }))

  assert.deepEqual(
    (await Promise.all(both)).map(({ idempotencyKey, earlier }) => [idempotencyKey, earlier]),
    [
      ['k-1', null],
      ['k-2', null],
    ],
  )
})

test('the memory has the latest 10,000 operations', async () => {
  const store = memoryKeyStore()
  const write = (n: number) => store.write(`issue:${n}`, { ...KNOWN, idempotencyKey: `k-${n}` })
  for (let n = 0; n < 10_000; n += 1) await write(n)
  await write(0) // written again: no longer the oldest
  assert.equal((await store.read('issue:1'))?.idempotencyKey, 'k-1', 'all of them fit')
  await write(10_000)

  assert.equal(await store.read('issue:1'), null)
  for (const n of [0, 2, 9_999, 10_000]) {
    assert.equal((await store.read(`issue:${n}`))?.idempotencyKey, `k-${n}`)
  }
})

test('equal bodies have one text whatever the order of their members, and lists keep theirs', async () => {
  const body = { b: 1, a: { d: null, c: [{ z: 1, y: 2 }, 3] } }

  assert.equal(canonical(body), '{"a":{"c":[{"y":2,"z":1},3],"d":null},"b":1}')
  assert.notEqual(canonical([1, 2]), canonical([2, 1]))
  assert.equal(
    await hashOf('abc'),
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', // FIPS 180-2, B.1
  )
})
