/** What survives a power cut: what a client noted before a call, and what its archive holds and copied. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { watchFlushes, withoutFlushes } from '../../../service/test/flushed.ts'
import type { KeyEntry } from '../keys.ts'
import { folderStore } from './archive/folder-store.ts'
import { openOutbox } from './archive/outbox.ts'
import { fileKeyStore } from './file-key-store.ts'

const folder = await mkdtemp(join(tmpdir(), 'sello-flushed-'))
after(() => rm(folder, { recursive: true }))
const skip = withoutFlushes(import.meta.url)

test('the key of a call is on the disk before it is sent, and so is a file that was made shorter', {
  skip,
}, async (t) => {
  const flushed = await watchFlushes(t)
  const store = fileKeyStore(join(folder, 'llaves.jsonl'), () => 0, 2)
  const entry: KeyEntry = { idempotencyKey: 'k', bodyHash: 'h', createdAt: 0, state: 'open' }
  await store.write('issue:1', entry)
  assert.deepEqual(flushed, ['llaves.jsonl'])
  await store.write('issue:1', entry)
  await store.write('issue:1', entry)
  assert.deepEqual(flushed.slice(1), ['llaves.jsonl', 'llaves.jsonl', 'llaves.jsonl.new'])
})

test('an intent and an entry are on the disk under their names', { skip }, async (t) => {
  const flushed = await watchFlushes(t)
  const outbox = openOutbox(join(folder, 'bandeja'), () => 'a')
  const intent = { route: 'issue', codigoGeneracion: null, referencia: null } as const
  await outbox.writeIntent({ ...intent, id: '1', at: 0 })
  await outbox.writeEntry({ codigoGeneracion: 'A', at: 0, files: null })
  assert.deepEqual(flushed, ['.a.nuevo', 'bandeja', '.a.nuevo', 'bandeja'])
})

test('a copy is on the disk under its name', { skip }, async (t) => {
  const flushed = await watchFlushes(t)
  const store = folderStore({ kind: 'byos_folder', path: folder }, () => 'a')
  await store.put('DTE/1.json', Buffer.from('{}'))
  assert.deepEqual(flushed, ['.sello-a', 'DTE'])
})

test('no file stays open that was written, read or flushed', { skip }, async () => {
  const root = await mkdtemp(join(folder, 'abiertos-'))
  const store = fileKeyStore(join(root, 'llaves.jsonl'), () => 0, 2)
  const entry: KeyEntry = { idempotencyKey: 'k', bodyHash: 'h', createdAt: 0, state: 'open' }
  for (let n = 0; n < 3; n += 1) await store.write('issue:1', entry)
  await store.read('issue:1')
  const outbox = openOutbox(join(root, 'bandeja'), () => 'a')
  await outbox.writeEntry({ codigoGeneracion: 'A', at: 0, files: null })
  const copies = folderStore({ kind: 'byos_folder', path: root }, () => 'a')
  await copies.put('DTE/1.json', Buffer.from('{}'))
  await copies.get('DTE/1.json')
  const handles = await readdir('/proc/self/fd')
  const open = await Promise.all(
    handles.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => 'closed meanwhile')),
  )
  assert.deepEqual(
    open.filter((path) => path.startsWith(root)),
    [],
  )
})
