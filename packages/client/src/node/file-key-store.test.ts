import assert from 'node:assert/strict'
import { appendFile, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { KeyEntry } from '../keys.ts'
import { fileKeyStore } from './file-key-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'sello-keys-'))
after(() => rm(folder, { recursive: true }))
let files = 0
function fresh(): string {
  files += 1
  return join(folder, 'deep', `${files}.jsonl`)
}
const entry = (n: number): KeyEntry => {
  return { idempotencyKey: `k-${n}`, bodyHash: 'h', createdAt: 1_000 + n, state: 'open' }
}

test('after a restart the latest entry of each operation is read', async () => {
  const path = fresh()
  const store = fileKeyStore(path, () => 0)
  await store.write('issue:1', entry(1))
  await store.write('issue:2', entry(2))
  await store.write('issue:1', { ...entry(1), state: 'done' })
  const later = fileKeyStore(path, () => 0)

  assert.deepEqual(await later.read('issue:1'), { ...entry(1), state: 'done' })
  assert.deepEqual(await later.read('issue:2'), entry(2))
  assert.equal(await later.read('issue:3'), null)
})

test('only its owner can read the file', async () => {
  const path = fresh()
  await fileKeyStore(path, () => 0).write('issue:1', entry(1))

  assert.equal((await stat(path)).mode & 0o777, 0o600)
})

test('a line truncated by a crash is skipped, and the next one is not appended to it', async () => {
  const path = fresh()
  await fileKeyStore(path, () => 0).write('issue:1', entry(1))
  await appendFile(path, '{"operation":"issue:2","idempot')
  const store = fileKeyStore(path, () => 0)
  await store.write('issue:3', entry(3))

  for (const one of [store, fileKeyStore(path, () => 0)]) {
    assert.deepEqual(await one.read('issue:1'), entry(1))
    assert.equal(await one.read('issue:2'), null)
    assert.deepEqual(await one.read('issue:3'), entry(3))
  }
})

test('two programs with one file see what the other wrote', async () => {
  const path = fresh()
  const [a, b] = [fileKeyStore(path, () => 0), fileKeyStore(path, () => 0)]
  await a.write('issue:1', entry(1))
  await b.write('issue:2', entry(2))

  assert.deepEqual(await a.read('issue:2'), entry(2))
  assert.deepEqual(await b.read('issue:1'), entry(1))
})

test('the file does not grow: old entries and old lines are removed', async () => {
  const path = fresh()
  const store = fileKeyStore(path, () => 40 * 24 * 3_600_000)
  const recent = { ...entry(7), createdAt: 39 * 24 * 3_600_000 }
  await store.write('issue:old', entry(1))
  for (let n = 0; n < 1_100; n += 1) await store.write('issue:1', recent)

  assert.ok((await readFile(path, 'utf8')).split('\n').length < 1_000)
  assert.deepEqual(await store.read('issue:1'), recent)
  assert.equal(await store.read('issue:old'), null)
})

test('if the store cannot write it fails, and the call is not sent', async () => {
  const path = fresh()
  await writeFile(join(folder, 'file'), '')
  const store = fileKeyStore(join(folder, 'file', path), () => 0)

  await assert.rejects(store.write('issue:1', entry(1)))
})
