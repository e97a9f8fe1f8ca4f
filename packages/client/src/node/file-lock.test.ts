/** Which announcements hold a lock, and how long it is waited for. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { withFileLock } from './file-lock.ts'

const MINUTES = 60_000
/** A whole second, as some disks keep times. */
const NOW = Date.parse('2026-10-05T16:00:00Z')
const HERE = encodeURIComponent(hostname())

let root: string
let count = 0
let ended = 0
before(async () => {
  root = await mkdtemp(join(tmpdir(), 'sello-lock-'))
  const program = spawn(process.execPath, ['--version'], { stdio: 'ignore' })
  ended = program.pid ?? 0
  await once(program, 'exit')
})
after(() => rm(root, { recursive: true, force: true }))

/** A file whose lock somebody announced, and what happens at each pause of who waits for it. */
async function announced(t: TestContext, name: string, text: string, ageMs = 0) {
  count += 1
  const path = join(root, `${count}.jsonl`)
  const announcement = join(`${path}.lock`, name)
  await mkdir(`${path}.lock`)
  await writeFile(announcement, text)
  await utimes(announcement, new Date(NOW), new Date(NOW - ageMs))
  t.mock.method(Date, 'now', () => NOW)
  const pauses: number[] = []
  const onPause = { does: () => {} }
  t.mock.method(globalThis, 'setTimeout', (work: () => void, ms: number) => {
    pauses.push(ms)
    onPause.does()
    setImmediate(work)
  })
  return { path, announcement, pauses, onPause }
}

async function startOfThis(): Promise<string> {
  const stat = await readFile('/proc/self/stat', 'utf8').catch(() => '')
  return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''
}

/** When this process started, as the system tells it; nothing where it does not. */
const BEGAN = await startOfThis()
// biome-ignore format: a table
const ANNOUNCED: readonly (readonly [what: string, name: () => string, text: string, ageMs: number, holds: boolean])[] = [
  ['another machine’s of less than ten minutes', () => 'other~1~x',                '',    10 * MINUTES - 1, true],
  ['another machine’s of ten minutes',           () => 'other~1~x',                '',    10 * MINUTES,     false],
  ['one of a program that runs',                 () => `${HERE}~${process.pid}~x`, BEGAN, 60 * MINUTES,     true],
  ['one that is being written',                  () => `${HERE}~${process.pid}~x`, '',    60 * MINUTES,     true],
  ['one of a program that has ended',            () => `${HERE}~${ended}~x`,       '',    0,                false],
]

for (const [what, name, text, ageMs, holds] of ANNOUNCED) {
  test(`an announcement holds a lock, or goes: ${what}`, async (t) => {
    const { path, announcement, pauses, onPause } = await announced(t, name(), text, ageMs)
    onPause.does = () => rmSync(announcement)
    const seen = await withFileLock(path, () => readdir(`${path}.lock`))

    assert.equal(pauses.length, holds ? 1 : 0)
    assert.deepEqual([seen.length, seen.includes(name())], [1, false], 'its own alone')
    assert.deepEqual(await readdir(`${path}.lock`), [])
  })
}

test('the first program makes the place of the announcements, and announces itself', async () => {
  const path = join(root, 'first.jsonl')
  const seen = await withFileLock(path, () => readdir(`${path}.lock`))
  assert.deepEqual([seen.length, await readdir(`${path}.lock`)], [1, []])
})

test('a program of another user holds its lock', async (t) => {
  const name = `${HERE}~${ended}~x`
  const { path, announcement, pauses, onPause } = await announced(t, name, '')
  onPause.does = () => rmSync(announcement)
  t.mock.method(process, 'kill', () => {
    throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  })
  await withFileLock(path, async () => {})
  assert.equal(pauses.length, 1)
})

test('an announcement that goes while it is looked at holds nothing', async (t) => {
  const name = `${HERE}~${process.pid}~x`
  const { path, announcement, pauses } = await announced(t, name, BEGAN)
  t.mock.method(process, 'kill', () => {
    rmSync(announcement, { force: true })
    return true
  })
  assert.equal(await withFileLock(path, async () => 'done'), 'done')
  assert.deepEqual(pauses, [])
})

test('who holds a lock tells when it started, because its number is used again', async (t) => {
  const { path } = await announced(t, `${HERE}~${ended}~x`, '')
  const text = await withFileLock(path, async () => {
    const [name = ''] = await readdir(`${path}.lock`)
    assert.match(name, new RegExp(`^${HERE}~${process.pid}~[0-9a-f-]{36}$`))
    return readFile(join(`${path}.lock`, name), 'utf8')
  })
  assert.equal(text, BEGAN)
})

test('a lock is waited for half a minute, and then nothing is written', async (t) => {
  const { path, pauses } = await announced(t, 'other~1~x', '')
  t.mock.method(Math, 'random', () => 49.95) // longer pauses, so that the test is short
  await assert.rejects(
    withFileLock(path, async () => assert.fail('it was held')),
    {
      message: `Otro programa ocupa ${path}.lock desde hace 30 segundos: no se escribió nada.`,
    },
  )
  assert.deepEqual(
    pauses,
    Array.from({ length: 30 }, () => 1_000),
  )
  assert.deepEqual(await readdir(`${path}.lock`), ['other~1~x'])
})

test('a lock is let go also by work that fails', async (t) => {
  const { path } = await announced(t, `${HERE}~${ended}~x`, '')
  const fails = () => Promise.reject(new Error('of the work'))
  await assert.rejects(withFileLock(path, fails), { message: 'of the work' })
  assert.deepEqual(await readdir(`${path}.lock`), [])
})
