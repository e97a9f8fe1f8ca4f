/** A process copies what it sealed from memory; what it cannot copy, the database queues. */
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createWorld, SALE, type World } from '../../test/world.ts'
import { connectManagedFolder } from '../admin/index.ts'
import { MARKER } from '../storage/marker.ts'
import { copyDue } from './copy.ts'
import { copySealed } from './copy-sealed.ts'

const LEASE_MS = 61_000

let world: World
before(async () => {
  world = await createWorld({ copiesItself: true })
})
after(() => world.close())

async function folderOf(nit: string): Promise<string> {
  const { location } = await world.deps.pool.one<{ location: string }>(
    `select d.location from storage_destinations d join companies c on c.company_id = d.company_id
      where c.nit = $1 order by d.created_at limit 1`,
    [nit],
  )
  return location
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== MARKER)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

async function recorded(nit: string): Promise<number> {
  const sql =
    'select 1 from copies c join companies o on o.company_id = c.company_id where o.nit = $1'
  return (await world.deps.pool.many(sql, [nit])).length
}

async function owed(nit: string): Promise<number> {
  const sql = `select 1 from holding h join companies o on o.company_id = h.company_id
                where o.nit = $1 and copy_at is not null`
  return (await world.deps.pool.many(sql, [nit])).length
}

type Key = Awaited<ReturnType<World['addCompany']>>['key']
async function issueSome(key: Key, count: number) {
  const bodies = []
  for (let i = 0; i < count; i++) {
    const { status, body } = await world.issue(SALE, { key })
    assert.equal(status, 200)
    bodies.push(body)
  }
  return bodies
}

test('what was sealed here is copied from memory, and the database has nothing left to hand out', async () => {
  const { nit, key } = await world.addCompany()
  const bodies = await issueSome(key, 3)
  assert.equal(await copyDue(world.deps), 0, 'this process is at it')
  assert.equal(await copySealed(world.deps), 3)
  assert.equal(await copySealed(world.deps), 0)

  assert.deepEqual([await recorded(nit), await owed(nit)], [3, 0])
  const folder = await folderOf(nit)
  assert.equal((await filesIn(folder)).length, 6)
  for (const { fecEmi, numeroControl, archivoDte, representacionGrafica } of bodies) {
    const path = `DTE/pruebas/${fecEmi.slice(0, 7).replace('-', '/')}/${numeroControl}`
    assert.equal(await readFile(join(folder, `${path}.json`), 'utf8'), archivoDte)
    const pdf = await readFile(join(folder, `${path}.pdf`))
    assert.equal(pdf.toString('base64'), representacionGrafica)
  }
  await world.advance(LEASE_MS)
  assert.equal(await copyDue(world.deps), 0)
})

test('a repeat of the answer is not copied again', async () => {
  const { key } = await world.addCompany()
  const idempotencyKey = 'la-misma'
  await world.issue(SALE, { key, idempotencyKey })
  await world.issue(SALE, { key, idempotencyKey })
  assert.equal(await copySealed(world.deps), 1)
})

test('what a process did not come to is made by the next one when the lease ends', async () => {
  const { nit, key } = await world.addCompany()
  await issueSome(key, 3)
  await world.advance(LEASE_MS)
  assert.equal(await copyDue(world.deps), 3)
  // The first one wakes up after all: the same bytes, and nothing is recorded twice.
  assert.equal(await copySealed(world.deps), 3)
  assert.deepEqual([await recorded(nit), await owed(nit)], [3, 0])
  assert.equal((await filesIn(await folderOf(nit))).length, 6)
})

test('while a folder is away nothing is lost or held up, and then copying from memory goes on', async () => {
  const { nit, key } = await world.addCompany()
  const folder = await folderOf(nit)
  await rename(folder, `${folder}-away`)
  await issueSome(key, 2)
  assert.equal(await copySealed(world.deps), 0)
  await issueSome(key, 2)
  assert.equal(await copySealed(world.deps), 0)
  assert.deepEqual([await recorded(nit), await owed(nit)], [0, 4])

  await rename(`${folder}-away`, folder)
  await world.advance(LEASE_MS)
  assert.equal(await copyDue(world.deps), 4)
  await issueSome(key, 1)
  assert.equal(await copySealed(world.deps), 1)
  assert.deepEqual([await recorded(nit), await owed(nit)], [5, 0])
})

test('of two places the one that works has everything at once, and the other is still owed', async () => {
  const { nit, key } = await world.addCompany()
  const folder = await folderOf(nit)
  const other = `${folder}-2`
  await connectManagedFolder(world.admin, nit, other)
  await rename(other, `${other}-away`)
  await writeFile(other, 'no folder')
  for (let i = 0; i < 2; i++) {
    await issueSome(key, 2)
    await copySealed(world.deps)
  }
  assert.equal((await filesIn(folder)).length, 8)
  assert.deepEqual([await recorded(nit), await owed(nit)], [4, 4])
})

test('one document that cannot be put in place stops none of the others', async () => {
  const { nit, key } = await world.addCompany()
  const [bad, ...good] = await issueSome(key, 4)
  const month = `DTE/pruebas/${bad.fecEmi.slice(0, 4)}/${bad.fecEmi.slice(5, 7)}`
  await mkdir(join(await folderOf(nit), month, `${bad.numeroControl}.json`), { recursive: true })
  assert.equal(await copySealed(world.deps), good.length)
  assert.deepEqual([await recorded(nit), await owed(nit)], [3, 1])
})

test('what is on the disk and could not be recorded is made and recorded again', async () => {
  const { nit, key } = await world.addCompany()
  await issueSome(key, 2)
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table copies in share mode')
  assert.equal(await copySealed(world.deps), 0)
  await holder.query('rollback')
  await holder.end()
  assert.deepEqual([await recorded(nit), await owed(nit)], [0, 2])
  await world.advance(LEASE_MS)
  assert.equal(await copyDue(world.deps), 2)
  assert.deepEqual([await recorded(nit), await owed(nit)], [2, 0])
})
