/** The database queues what is sealed until its copies are recorded, whatever fails on the way. */
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { ON_CLUSTER } from '../../../test/citus.ts'
import { hang } from '../../../test/hanging-folder.ts'
import { companyElsewhere, whileAway } from '../../../test/machines.ts'
import { until } from '../../../test/until.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { connectManagedFolder } from '../../admin.ts'
import { DatabaseUnavailable } from '../../base/db/errors.ts'
import { createLog } from '../../base/log.ts'
import { startJobs } from '../../entrypoints/jobs/index.ts'
import { expireHolding } from '../../ledger/holding/holding.ts'
import { MARKER } from '../../outside/stores/marker.ts'
import { copyDue } from './copy.ts'
import type { Hanging } from './copy-store.ts'

/** More than any delay of a retry after one failure, and less than a lease. */
const RETRY_MS = 61_000
/** Docs: ADR 0110. */
const LEASE_MS = 600_000
const PAST_HOLDING_MS = 61 * 60_000

let world: World
before(async () => {
  world = await createWorld()
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

/** Why the company's only folder refused the last files; null: it did not. */
const refusedWhy = async (nit: string) => {
  const sql =
    'select refused_why as why from storage_destinations join companies using (company_id) where nit = $1'
  return (await world.deps.pool.one<{ why: string | null }>(sql, [nit])).why
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

test('what is sealed is copied once, with the bytes of its answer', async () => {
  const { nit, key } = await world.addCompany()
  const bodies = await issueSome(key, 3)
  assert.equal(await copyDue(world.deps), 3)
  assert.equal(await copyDue(world.deps), 0)

  assert.deepEqual([await recorded(nit), await owed(nit)], [3, 0])
  const folder = await folderOf(nit)
  assert.equal((await filesIn(folder)).length, 6)
  for (const { fecEmi, numeroControl, archivoDte, representacionGrafica } of bodies) {
    const path = `DTE/pruebas/${fecEmi.slice(0, 7).replace('-', '/')}/${numeroControl}`
    assert.equal(await readFile(join(folder, `${path}.json`), 'utf8'), archivoDte)
    const pdf = await readFile(join(folder, `${path}.pdf`))
    assert.equal(pdf.toString('base64'), representacionGrafica)
  }
  await world.advance(LEASE_MS + 1_000)
  assert.equal(await copyDue(world.deps), 0)
})

test('the page that answered a call is not rendered again for its copy', async (t) => {
  const own = await createWorld()
  t.after(own.close)
  const { body } = await own.issue()
  const { location } = await own.deps.pool.one<{ location: string }>(
    'select location from storage_destinations',
  )
  await own.deps.printer.close()
  assert.equal(await copyDue(own.deps), 1)
  const path = `DTE/pruebas/${body.fecEmi.slice(0, 7).replace('-', '/')}/${body.numeroControl}.pdf`
  assert.equal(
    (await readFile(join(location, path))).toString('base64'),
    body.representacionGrafica,
  )
})

test('a repeat of the answer is not copied again', async () => {
  const { key } = await world.addCompany()
  const idempotencyKey = 'la-misma'
  await world.issue(SALE, { key, idempotencyKey })
  assert.equal(await copyDue(world.deps), 1)
  await world.issue(SALE, { key, idempotencyKey })
  assert.equal(await copyDue(world.deps), 0)
})

/** Whose process dies once it has leased what is due: nothing that it asks afterwards arrives. */
function dying({ deps }: World): World['deps'] {
  const { pool } = deps
  let isAlive = true
  const away = () => Promise.reject(new DatabaseUnavailable('the process died'))
  const lend: typeof pool.lend = (work) => {
    if (!isAlive) return away()
    isAlive = false
    return pool.lend(work)
  }
  const many: typeof pool.many = (...asked) => (isAlive ? pool.many(...asked) : away())
  const one: typeof pool.one = (...asked) => (isAlive ? pool.one(...asked) : away())
  return { ...deps, pool: { ...pool, lend, many, one, maybeOne: away } }
}

test('copies that a process did not finish are made by the next one when the lease ends', async () => {
  const { nit, key } = await world.addCompany()
  await issueSome(key, 3)
  await assert.rejects(copyDue(dying(world)), /the process died/)
  await world.advance(LEASE_MS - 1_000)
  assert.equal(await copyDue(world.deps), 0, 'the lease is held')
  await world.advance(1_000)
  assert.equal(await copyDue(world.deps), 3)
  assert.deepEqual([await recorded(nit), await owed(nit)], [3, 0])
  assert.equal((await filesIn(await folderOf(nit))).length, 6)
})

test('two processes copy each document once', async () => {
  const { nit, key } = await world.addCompany()
  await issueSome(key, 8)
  const counts = await Promise.all([copyDue(world.deps), copyDue(world.deps)])
  assert.equal(counts[0] + counts[1], 8)
  assert.deepEqual([await recorded(nit), await owed(nit)], [8, 0])
})

test('while a folder is unavailable nothing is lost, and when it is back copying resumes', async () => {
  const { nit, key } = await world.addCompany()
  const folder = await folderOf(nit)
  await rename(folder, `${folder}-away`)
  await issueSome(key, 2)
  assert.equal(await copyDue(world.deps), 0)
  await issueSome(key, 2)
  assert.equal(await copyDue(world.deps), 0)
  assert.deepEqual([await recorded(nit), await owed(nit)], [0, 4])

  await rename(`${folder}-away`, folder)
  await world.advance(RETRY_MS)
  assert.equal(await copyDue(world.deps), 4)
  await issueSome(key, 1)
  assert.equal(await copyDue(world.deps), 1)
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
    await copyDue(world.deps)
  }
  assert.equal((await filesIn(folder)).length, 8)
  assert.deepEqual([await recorded(nit), await owed(nit)], [4, 4])
})

test('one document that cannot be stored does not stop the others', async () => {
  const { nit, key } = await world.addCompany()
  const [bad, ...good] = await issueSome(key, 4)
  const month = `DTE/pruebas/${bad.fecEmi.slice(0, 4)}/${bad.fecEmi.slice(5, 7)}`
  await mkdir(join(await folderOf(nit), month, `${bad.numeroControl}.json`), { recursive: true })
  assert.equal(await copyDue(world.deps), good.length)
  assert.deepEqual([await recorded(nit), await owed(nit)], [3, 1])
})

test('a stored but unrecorded copy is made and recorded again', async () => {
  const { nit, key } = await world.addCompany()
  await issueSome(key, 2)
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table copies in share mode')
  assert.equal(await copyDue(world.deps), 0)
  await holder.query('rollback')
  await holder.end()
  assert.deepEqual([await recorded(nit), await owed(nit)], [0, 2])
  await world.advance(RETRY_MS)
  assert.equal(await copyDue(world.deps), 2)
  assert.deepEqual([await recorded(nit), await owed(nit)], [2, 0])
})

/** Dependencies whose batch timeout ends as soon as the folder hangs. */
const impatient = (): World['deps'] => ({
  ...world.deps,
  clock: { ...world.deps.clock, sleep: (_, signal) => world.deps.clock.sleep(500, signal) },
})

test('a hanging folder stops neither the copying for others nor its company’s calls', async () => {
  const { nit, key } = await world.addCompany()
  await issueSome(key, 1)
  assert.equal(await copyDue(world.deps), 1)
  const comeBack = await hang(await folderOf(nit))
  await issueSome(key, 2)
  const other = await world.addCompany()
  await issueSome(other.key, 2)

  const hanging: Hanging = new Set()
  assert.equal(await copyDue(impatient(), undefined, hanging), 2, 'the others go on')
  assert.equal(await recorded(other.nit), 2)
  assert.equal(hanging.size, 1)
  await issueSome(key, 1)
  await world.advance(RETRY_MS)
  assert.equal(await copyDue(world.deps, undefined, hanging), 0, 'no second thread waits for it')

  await comeBack()
  await until('its system calls return', () => hanging.size === 0)
  await world.advance(RETRY_MS)
  assert.equal(await copyDue(world.deps, undefined, hanging), 3)
  assert.deepEqual([await recorded(nit), await owed(nit)], [4, 0])
})

test('a folder that hung is told as such, and so is how it came back', async () => {
  const { nit, key } = await world.addCompany()
  await issueSome(key, 1)
  assert.equal(await copyDue(world.deps), 1)
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  for (const [read, how] of [
    [undefined, null],
    [
      '{}',
      `Ese lugar ya tiene la marca de otra empresa (archivo ${MARKER}). Use un lugar para cada una.`,
    ],
  ] as const) {
    const comeBack = await hang(await folderOf(nit))
    await issueSome(key, 1)
    const hanging: Hanging = new Set()
    lines.length = 0
    assert.equal(await copyDue({ ...impatient(), log }, undefined, hanging), 0)
    assert.equal(await refusedWhy(nit), 'No responde desde hace 30 segundos o más.')
    await comeBack(read)
    await until('its system calls return', () => hanging.size === 0)
    const back = lines.map((line) => JSON.parse(line)).at(-1)
    assert.deepEqual([back.msg, back.error?.message ?? null], ['a folder that hung is back', how])
    await world.advance(RETRY_MS)
    assert.equal(await copyDue(world.deps), 1)
  }
})

test('one company’s folder hangs, and the job continues with the others', async (t) => {
  const own = await createWorld()
  t.after(own.close)
  const { location } = await own.deps.pool.one<{ location: string }>(
    'select location from storage_destinations',
  )
  const copied = async () => (await own.deps.pool.many('select 1 from copies')).length
  await own.issue()
  assert.equal(await copyDue(own.deps), 1)
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

test('a dead destination’s retries do not stop copying to the other', async () => {
  const { nit, key } = await world.addCompany()
  const other = `${await folderOf(nit)}-3`
  await connectManagedFolder(world.admin, nit, other)
  await rename(other, `${other}-away`)
  await issueSome(key, 2)
  await copyDue(world.deps)
  await world.advance(RETRY_MS)
  assert.equal(await copyDue(world.deps), 0, 'the dead place was tried')
  await issueSome(key, 2)
  await copyDue(world.deps)
  assert.equal(await recorded(nit), 4, 'the other place has everything at once')
})

test('a document that cannot be rendered does not count as its destination’s failure', async () => {
  const { nit, key } = await world.addCompany()
  const [{ codigoGeneracion }] = await issueSome(key, 3)
  const damaged = `update documents set payload = '\\x00' where codigo_generacion = $1`
  await world.deps.pool.many(damaged, [codigoGeneracion])
  assert.equal(await copyDue(world.deps), 2)
  await issueSome(key, 1)
  assert.equal(await copyDue(world.deps), 1, 'the company was not given up')
  assert.deepEqual([await recorded(nit), await owed(nit)], [3, 1])
  await world.advance(RETRY_MS)
  assert.equal(await copyDue(world.deps), 0, 'it alone')
  assert.equal(await refusedWhy(nit), null)
})

test('large documents are rendered only as fast as their destination stores them', async () => {
  const { nit, key } = await world.addCompany()
  await issueSome(key, 1)
  await copyDue(world.deps)
  const folder = await folderOf(nit)
  await issueSome(key, 12)
  const comeBack = await hang(folder)
  let made = 0
  const large = async () => {
    made += 1
    return new Uint8Array(1024 * 1024)
  }
  const printer = { ...world.deps.printer, letter: large }

  const copying = copyDue({ ...world.deps, printer })
  await until('the second 4 MiB are made', () => made >= 8)
  for (let turns = 0; turns < 50; turns++) await world.deps.clock.sleep(2)
  assert.equal(made, 8)
  await comeBack()
  assert.equal(await copying, 12)
  assert.equal(made, 12)
  assert.equal((await filesIn(folder)).length, 2 + 24)
})

test(
  'a company whose copies cannot be leased is told, and the others have theirs',
  ON_CLUSTER,
  async () => {
    const [broken, other] = [await world.addCompany(), await world.addCompany()]
    await issueSome(broken.key, 1)
    await issueSome(other.key, 1)
    const { pool, log } = world.deps
    const { company_id: companyId } = await pool.one<{ company_id: string }>(
      'select company_id from companies where nit = $1',
      [broken.nit],
    )
    await pool.many(
      `alter table holding add constraint refuses
         check (company_id <> '${companyId}' or copy_attempts = 0) not valid`,
    )
    const lines: { companyId?: string }[] = []
    const error = (line: object) => void lines.push(line)
    try {
      assert.equal(await copyDue({ ...world.deps, log: { ...log, error } as typeof log }), 1)
    } finally {
      await pool.many('alter table holding drop constraint refuses')
    }
    // On a busy machine a batch may be made again besides, which the log says without a company.
    const told = lines.flatMap((line) => line.companyId ?? [])
    assert.deepEqual(told, [companyId], `once in a pass: ${JSON.stringify(lines)}`)
    assert.deepEqual([await recorded(other.nit), await owed(broken.nit)], [1, 1])
    assert.equal(await copyDue(world.deps), 1)
  },
)

test(
  'while a machine is away the others have their copies, and what is over goes',
  ON_CLUSTER,
  async () => {
    const other = await companyElsewhere(world)
    await copyDue(world.deps) // what an earlier test left due
    await issueSome(world.company.key, 1)
    await issueSome(other.key, 1)
    await whileAway(world.deps.pool, world.company, async () => {
      assert.equal(await copyDue(world.deps), 1)
    })
    assert.equal(await copyDue(world.deps), 1)
    await world.advance(PAST_HOLDING_MS)
    await expireHolding(world.deps)
    await issueSome(world.company.key, 1)
    await issueSome(other.key, 1)
    assert.equal(await copyDue(world.deps), 2)
    await world.advance(PAST_HOLDING_MS)
    await whileAway(world.deps.pool, other, async () => {
      assert.equal(await expireHolding(world.deps), 1)
    })
    assert.equal(await expireHolding(world.deps), 1)
  },
)
