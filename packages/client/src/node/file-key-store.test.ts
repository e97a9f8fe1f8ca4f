/** Which keys a file has after a restart, a crash, another program and a rewriting. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
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
  for (const made of [join(path, '..'), `${path}.lock`]) {
    assert.equal((await stat(made)).mode & 0o777, 0o700, made)
  }
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
  const store = fileKeyStore(path, () => 40 * 24 * 3_600_000, 100)
  const recent = { ...entry(7), createdAt: 39 * 24 * 3_600_000 }
  await store.write('issue:old', entry(1))
  for (let n = 0; n < 110; n += 1) await store.write('issue:1', recent)

  assert.ok((await readFile(path, 'utf8')).split('\n').length < 100)
  assert.deepEqual(await store.read('issue:1'), recent)
  assert.equal(await store.read('issue:old'), null)
})

test('the file is rewritten with so many obsolete lines, and keeps what is younger than 31 days', async () => {
  const path = fresh()
  const store = fileKeyStore(path, () => 31 * 24 * 3_600_000, 3)
  const lines: number[] = []
  const write = async (operation: string, createdAt: number) => {
    await store.write(operation, { ...entry(1), createdAt })
    lines.push((await readFile(path, 'utf8')).trimEnd().split('\n').length)
  }
  await write('issue:old', 0)
  for (let n = 0; n < 6; n += 1) await write('issue:1', 1)

  assert.deepEqual(lines, [1, 2, 3, 2, 3, 4, 2])
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.deepEqual(await store.read('issue:1'), { ...entry(1), createdAt: 1 })
  assert.equal(await store.read('issue:old'), null)
})

test('with a thousand obsolete lines the file is rewritten, if nothing else is said', async () => {
  const path = fresh()
  await mkdir(join(path, '..'), { recursive: true })
  const line = `${JSON.stringify({ operation: 'issue:1', ...entry(1) })}\n`
  await writeFile(path, line.repeat(999))
  const store = fileKeyStore(path, () => 0)
  const linesAfter = async () => {
    await store.write('issue:1', entry(2))
    return (await readFile(path, 'utf8')).trimEnd().split('\n').length
  }

  assert.deepEqual([await linesAfter(), await linesAfter()], [1_000, 2])
  assert.deepEqual(await store.read('issue:1'), entry(2))
})

test('a rewritten file is closed to others, also where an earlier draft was not', async () => {
  const path = fresh()
  const store = fileKeyStore(path, () => 0, 1)
  await store.write('issue:1', entry(1))
  await writeFile(`${path}.new`, 'of a killed program', { mode: 0o644 })
  await store.write('issue:1', entry(2))

  const lines = (await readFile(path, 'utf8')).trimEnd().split('\n')
  assert.equal(lines.length, 2, 'it was rewritten')
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  assert.deepEqual(await store.read('issue:1'), entry(2))
})

test('lines that are no entries are passed over', async () => {
  const path = fresh()
  const store = fileKeyStore(path, () => 0)
  await store.write('issue:1', entry(1))
  const odd = ['null', '7', '[]', '{"operation":"issue:1"}', '{"idempotencyKey":"k"}', '{']
  await appendFile(path, odd.map((line) => `${line}\n`).join(''))

  assert.deepEqual(await store.read('issue:1'), entry(1))
  assert.equal(await store.read('undefined'), null)
})

test('a file that somebody replaced by a shorter one is read from its beginning', async () => {
  const path = fresh()
  const store = fileKeyStore(path, () => 0)
  for (const n of [1, 2, 3]) await store.write(`issue:${n}`, entry(n))
  await writeFile(path, `${JSON.stringify({ operation: 'issue:4', ...entry(4) })}\n`)

  assert.deepEqual(await store.read('issue:4'), entry(4))
})

test('a reading sees what was written before it, also if nobody waited for that', async () => {
  const store = fileKeyStore(fresh(), () => 0)
  const writes = [1, 2].map((n) => store.write('issue:1', entry(n)))

  assert.deepEqual(await store.read('issue:1'), entry(2))
  await Promise.all(writes)
})

test('if the store cannot write it fails, and the call is not sent', async () => {
  const path = fresh()
  await writeFile(join(folder, 'file'), '')
  const store = fileKeyStore(join(folder, 'file', path), () => 0)

  await assert.rejects(store.write('issue:1', entry(1)))
})

test('what another program rewrote is read from its beginning, also where it grew past what was read', async () => {
  const path = fresh()
  const [a, b] = [fileKeyStore(path, () => 0, 10), fileKeyStore(path, () => 0, 10)]
  for (let n = 0; n < 9; n += 1) await a.write('issue:0', entry(n))
  assert.deepEqual(await b.read('issue:0'), entry(8))
  for (let n = 0; n < 9; n += 1) await a.write('issue:1', entry(n)) // rewritten
  for (let n = 10; n < 40; n += 1) await a.write(`issue:${n}`, entry(n))

  for (let n = 10; n < 40; n += 1) assert.deepEqual(await b.read(`issue:${n}`), entry(n))
})

test('the lock of a killed program is free, that of a live one is not, and an old announcement blocks nobody', async () => {
  const path = fresh()
  const store = fileKeyStore(path, () => 0)
  await store.write('issue:1', entry(1))
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)'], { stdio: 'ignore' })
  await once(child, 'spawn')
  const folder = `${path}.lock`
  await mkdir(folder, { recursive: true })
  const held = join(folder, `${encodeURIComponent(hostname())}~${child.pid}~x`)
  await writeFile(held, '')
  await writeFile(join(folder, `${encodeURIComponent(hostname())}~${process.pid}~y`), '1') // an earlier process of this pid
  const foreign = join(folder, 'another-machine~1~z') // whose programs cannot be looked up
  await writeFile(foreign, '')
  const announced = new Date(Date.now() - 10.5 * 60_000)
  await utimes(foreign, announced, announced)
  let isWritten = false
  const write = store.write('issue:2', entry(2)).then(() => {
    isWritten = true
  })
  await sleep(200)
  assert.equal(isWritten, false)
  child.kill('SIGKILL')
  await write
  assert.deepEqual(await readdir(folder), [])
  assert.deepEqual(await fileKeyStore(path, () => 0).read('issue:2'), entry(2))
})
