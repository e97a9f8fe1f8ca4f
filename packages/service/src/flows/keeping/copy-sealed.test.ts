/** A process copies from memory what it sealed; the database queues what it cannot copy. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { until } from '../../../test/until.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { connectManagedFolder } from '../../admin.ts'
import { startJobs } from '../../entrypoints/jobs/index.ts'
import type { SealedDocument } from '../../ledger/documents/sealed-body.ts'
import { MARKER } from '../../outside/stores/marker.ts'
import { copyDue } from './copy.ts'
import { copyBatch } from './copy-batch.ts'
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

test('documents sealed here are copied from memory, and the database has no copy left due', async () => {
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

test('copies that a process did not finish are made by the next one when the lease ends', async () => {
  const { nit, key } = await world.addCompany()
  await issueSome(key, 3)
  await world.advance(LEASE_MS)
  assert.equal(await copyDue(world.deps), 3)
  // The first process resumes after all: it writes the same bytes, and nothing is recorded twice.
  assert.equal(await copySealed(world.deps), 3)
  assert.deepEqual([await recorded(nit), await owed(nit)], [3, 0])
  assert.equal((await filesIn(await folderOf(nit))).length, 6)
})

test('while a folder is unavailable nothing is lost or delayed, and then copying from memory resumes', async () => {
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

test('of two destinations the working one has everything at once, and the other stays due', async () => {
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

test('one document that cannot be stored does not stop the others', async () => {
  const { nit, key } = await world.addCompany()
  const [bad, ...good] = await issueSome(key, 4)
  const month = `DTE/pruebas/${bad.fecEmi.slice(0, 4)}/${bad.fecEmi.slice(5, 7)}`
  await mkdir(join(await folderOf(nit), month, `${bad.numeroControl}.json`), { recursive: true })
  assert.equal(await copySealed(world.deps), good.length)
  assert.deepEqual([await recorded(nit), await owed(nit)], [3, 1])
})

test('a stored but unrecorded copy is made and recorded again', async () => {
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

async function companyIdOf(nit: string): Promise<string> {
  const sql = 'select company_id as "companyId" from companies where nit = $1'
  return (await world.deps.pool.one<{ companyId: string }>(sql, [nit])).companyId
}

/**
 * Readers of the folder's marker block, as on an unreachable network mount, until the returned function is called.
 */
async function hang(folder: string): Promise<() => Promise<void>> {
  const marker = join(folder, MARKER)
  await rename(marker, `${marker}-away`)
  execFileSync('mkfifo', [marker])
  return async () => {
    const text = await readFile(`${marker}-away`)
    await writeFile(marker, text) // a blocked reader gets it now
    await rename(`${marker}-away`, marker)
  }
}

/** Dependencies whose batch timeout ends as soon as the folder hangs. */
const impatient = (): World['deps'] => ({
  ...world.deps,
  clock: { ...world.deps.clock, sleep: (_, signal) => world.deps.clock.sleep(500, signal) },
})

test('a hanging folder stops neither the copying for others nor its company’s calls', async () => {
  const { nit, key } = await world.addCompany()
  await issueSome(key, 1)
  assert.equal(await copySealed(world.deps), 1)
  const comeBack = await hang(await folderOf(nit))
  await issueSome(key, 2)
  const other = await world.addCompany()
  await issueSome(other.key, 2)

  assert.equal(await copySealed(impatient()), 2, 'the lane goes on')
  assert.equal(await recorded(other.nit), 2)
  const { firmado } = { firmado: { companyId: await companyIdOf(nit), payload: '{}' } }
  assert.equal(world.deps.copyQueue.leaseFrom(firmado, new Date()), null)

  await comeBack()
  await until('what hung is recorded', async () => (await recorded(nit)) === 3)
  assert.equal(await owed(nit), 0)
  await until('the company goes on', () => world.deps.copyQueue.leaseFrom(firmado, new Date()))
})

test('one job waits for a hanging folder, and the others continue', async (t) => {
  const own = await createWorld({ copiesItself: true })
  t.after(own.close)
  const { location } = await own.deps.pool.one<{ location: string }>(
    'select location from storage_destinations',
  )
  const copied = async () => (await own.deps.pool.many('select 1 from copies')).length
  await own.issue()
  assert.equal(await copySealed(own.deps), 1)
  const comeBack = await hang(location)
  await own.issue()
  const jobs = startJobs(own.deps)
  const other = await own.addCompany()
  await own.issue(SALE, { key: other.key })
  await until('another company’s document is copied', async () => (await copied()) === 2)
  await comeBack()
  await until('what hung is copied', async () => (await copied()) === 3)
  await jobs.stop()
})

test('a dead destination’s retries from the database do not stop copying from memory to the other', async () => {
  const { nit, key } = await world.addCompany()
  const other = `${await folderOf(nit)}-3`
  await connectManagedFolder(world.admin, nit, other)
  await rename(other, `${other}-away`)
  await issueSome(key, 2)
  await copySealed(world.deps)
  await world.advance(LEASE_MS)
  assert.equal(await copyDue(world.deps), 0, 'the dead place was tried')
  await issueSome(key, 2)
  await copySealed(world.deps)
  assert.equal(await recorded(nit), 4, 'the other place has everything at once')
})

test('a document that cannot be rendered does not count as its destination’s failure', async () => {
  const { nit, key } = await world.addCompany()
  const [{ codigoGeneracion }] = await issueSome(key, 1)
  const batch = [
    {
      pending: {
        company_id: await companyIdOf(nit),
        codigo_generacion: codigoGeneracion,
        ambiente: '00' as const,
        copy_attempts: 0,
        nit,
      },
      begin: () => () => Promise.reject(new Error('it cannot be drawn')),
    },
  ]
  assert.equal((await copyBatch(world.deps, batch)).length, 1)
  assert.equal(await copySealed(world.deps), 1, 'the company was not given up')
})

test('large documents are rendered only as fast as their destination stores them', async () => {
  const { nit, key } = await world.addCompany()
  await issueSome(key, 1)
  await copySealed(world.deps)
  const folder = await folderOf(nit)
  const comeBack = await hang(folder)
  const company_id = await companyIdOf(nit)
  let made = 0
  const batch = Array.from({ length: 8 }, (_, i) => ({
    pending: {
      company_id,
      codigo_generacion: world.deps.random.uuid(),
      ambiente: '00' as const,
      copy_attempts: 0,
      nit,
    },
    begin: () => async () => {
      made += 1
      const bytes = Buffer.alloc(1024 * 1024)
      return { paths: { json: `DTE/${i}.json`, pdf: `DTE/${i}.pdf` }, json: bytes, pdf: bytes }
    },
  }))

  const copying = copyBatch(world.deps, batch)
  await until('the second 4 MiB are made', () => made >= 4)
  for (let turns = 0; turns < 50; turns++) await world.deps.clock.sleep(2)
  assert.equal(made, 4)
  await comeBack()
  await copying
  assert.equal(made, 8)
  assert.equal((await filesIn(folder)).length, 2 + 16)
})

test('the wait for copying counts neither towards the wait for a number nor towards the lease', async () => {
  const { nit, key } = await world.addCompany()
  const companyId = await companyIdOf(nit)
  for (let i = 0; i < 128; i++) {
    world.deps.copyQueue.add({ firmado: { companyId, payload: '{}' } } as SealedDocument)
  }
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 1_000, times: 1 })
  const call = world.issue(SALE, { key })
  await world.deps.clock.sleep(500) // by now it waits; if not, the test only proves less
  await world.advance(11_000)
  world.deps.copyQueue.giveUp(companyId)
  const { leaseUntil } = await until('it is sent', () =>
    world.deps.pool.maybeOne<{ leaseUntil: Date | null }>(
      'select lease_until as "leaseUntil" from documents where company_id = $1',
      [companyId],
    ),
  )
  const now = world.deps.clock.now().getTime()
  assert.ok(leaseUntil && leaseUntil.getTime() - now > 82_000, `${leaseUntil}`)
  assert.equal((await call).status, 200)
})
