/** A full disk of the database or a folder: what callers get and what the operator sees. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { noteSkipped } from '../../../../../scripts/test-tools.ts'
import { makeFolder } from '../../../test/folder.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { connectManagedFolder, listStorage, verifyStorage } from '../../admin.ts'
import { type Operator, startOperator } from '../../entrypoints/operator/server.ts'
import { copyDue } from '../../flows/keeping/copy.ts'
import { createLog } from '../log.ts'
import { isFull, noteFullDisk } from './full-disk.ts'
import { createMetrics } from './metrics.ts'

const lines: string[] = []
let world: World
let operator: Operator
before(async () => {
  world = await createWorld({ log: createLog('error', { write: (line) => void lines.push(line) }) })
  operator = await startOperator(world.deps, { host: '127.0.0.1', port: 0 })
})
after(async () => {
  await operator.close()
  await world.close()
})

async function ready() {
  const response = await fetch(`${operator.url}/readyz`)
  return { status: response.status, text: await response.text() }
}
const sql = (text: string) => world.deps.pool.many(text)

test('a database without disk space is 503 for callers, unready for balancers and logged, until there is space', async () => {
  const spent = await world.numbersSpent()
  await sql(`create function full_disk() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await sql('create trigger full_disk before insert on documents execute function full_disk()')
  const { status, body, headers } = await world.issue(SALE, { idempotencyKey: 'lleno' })
  assert.equal(`${status} ${body.error.code}`, '503 service_unavailable')
  assert.ok(Number(headers['retry-after']) > 0)
  const full = await ready()
  assert.equal(full.status, 503)
  assert.match(full.text, /el disco de la base de datos está lleno/)
  assert.ok(lines.some((line) => /the disk of the database is full/.test(line)))

  await sql('drop trigger full_disk on documents')
  assert.equal((await world.issue(SALE, { idempotencyKey: 'lleno' })).status, 200)
  assert.equal(await world.numbersSpent(), spent + 1)
  await world.advance(61_000)
  assert.equal((await ready()).status, 200)
})

test('a full folder is reported with its destination in the log and by /readyz, which stays ready', async (t) => {
  const folder = await makeFolder('full')
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    await rm(folder, { recursive: true })
    return t.skip(noteSkipped(import.meta.url, 'no file system can be mounted here'))
  }
  try {
    const { nit, key } = await world.addCompany()
    await connectManagedFolder(world.admin, nit, join(folder, 'dte'))
    await writeFile(join(folder, 'filler'), Buffer.alloc(1024 * 1024)).catch(() => {})
    assert.equal((await world.issue(SALE, { key })).status, 200, 'issuing goes on')
    await copyDue(world.deps)
    const told = await ready()
    assert.equal(told.status, 200)
    assert.match(told.text, /el disco de una carpeta de archivos está lleno/)
    assert.ok(lines.some((line) => /the disk of a folder for files is full/.test(line)))
    await verifyStorage(world.admin, nit)
    const problems = (await listStorage(world.admin, nit)).map(({ problem }) => problem ?? '')
    assert.ok(problems.some((problem) => /El disco de .* está lleno/.test(problem)))

    await rm(join(folder, 'filler'))
    await world.advance(60_000)
    assert.equal(await copyDue(world.deps), 1)
  } finally {
    execFileSync('umount', [folder])
    await rm(folder, { recursive: true, force: true })
  }
})

test('an error tells of a full disk by its code, or by that of one of five causes, and once a minute in the log', () => {
  const said: string[] = []
  let nowMs = 0
  const watched = {
    metrics: createMetrics(),
    clock: { now: () => new Date(nowMs), sleep: async () => {} },
    log: createLog('info', { write: (line) => void said.push(line) }),
  }
  const coded = (code: unknown) => Object.assign(new Error('full'), { code })
  const ofDatabase = (code: string) =>
    Object.assign(new pg.DatabaseError('x', 1, 'error'), { code })
  const below = (causes: number, cause: Error): Error =>
    causes === 0 ? cause : below(causes - 1, new Error('above', { cause }))
  const isTold = (error: unknown) => {
    nowMs += 60_000
    noteFullDisk(watched, error)
    return [isFull(watched, 'database'), isFull(watched, 'folder')]
  }
  assert.deepEqual(isTold(below(5, ofDatabase('53100'))), [true, false])
  for (const code of ['ENOSPC', 'EDQUOT']) assert.deepEqual(isTold(coded(code)), [false, true])
  assert.deepEqual(isTold(below(5, coded('ENOSPC'))), [false, true])
  for (const other of [below(6, coded('ENOSPC')), ofDatabase('53200'), coded(7), 'ENOSPC', null])
    assert.deepEqual(isTold(other), [false, false])

  said.length = 0
  assert.deepEqual(isTold(coded('EDQUOT')), [false, true])
  nowMs += 59_999
  assert.equal(isFull(watched, 'folder'), true)
  noteFullDisk(watched, coded('EDQUOT'))
  noteFullDisk(watched, ofDatabase('53100'))
  const told = said.map((line) => {
    const { level, disk, msg } = JSON.parse(line)
    return [level, disk, msg]
  })
  assert.deepEqual(told, [
    [50, 'folder', 'the disk of a folder for files is full: copies wait'],
    [50, 'database', 'the disk of the database is full: nothing can be issued'],
  ])
})
