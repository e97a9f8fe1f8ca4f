import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { connectManagedFolder } from '../../admin.ts'
import { createLog } from '../../base/log.ts'
import { expireHolding } from '../../ledger/holding/holding.ts'
import { MARKER } from '../../outside/stores/marker.ts'
import { copyDue } from './copy.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function foldersOf(nit: string): Promise<string[]> {
  const rows = await world.deps.pool.many<{ location: string }>(
    `select d.location from storage_destinations d join companies c on c.company_id = d.company_id
      where c.nit = $1 order by d.created_at`,
    [nit],
  )
  return rows.map(({ location }) => location)
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && entry.name !== MARKER)
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

const heldRows = (nit: string) =>
  world.deps.pool.many(
    `select 1 from holding h join companies c on c.company_id = h.company_id where c.nit = $1`,
    [nit],
  )

test('both files of a sealed document are stored in every folder of its company, and nothing else is', async () => {
  const { nit, key } = await world.addCompany()
  const [first = ''] = await foldersOf(nit)
  const second = `${first}-2`
  await connectManagedFolder(world.admin, nit, second)
  const { body } = await world.issue(SALE, { key })
  const count = await copyDue(world.deps)
  const again = await copyDue(world.deps)

  assert.deepEqual([count, again], [1, 0])
  const path = `DTE/pruebas/${body.fecEmi.slice(0, 4)}/${body.fecEmi.slice(5, 7)}/${body.numeroControl}`
  for (const folder of [first, second]) {
    assert.deepEqual(await filesIn(folder), [`${path}.json`, `${path}.pdf`])
    assert.equal(await readFile(join(folder, `${path}.json`), 'utf8'), body.archivoDte)
    const pdf = await readFile(join(folder, `${path}.pdf`))
    assert.equal(pdf.toString('base64'), body.representacionGrafica)
  }
})

test('a reference is stored next to its document, in case the database loses it', async () => {
  const { nit, key } = await world.addCompany()
  const [folder = ''] = await foldersOf(nit)
  const { body } = await world.issue({ ...SALE, referencia: 'pedido nº 77' }, { key })
  assert.equal(await copyDue(world.deps), 1)
  const files = await filesIn(folder)
  const path = files.find((file) => file.endsWith(`${body.numeroControl}.referencia`)) ?? ''
  assert.equal(files.length, 3)
  assert.equal(await readFile(join(folder, path), 'utf8'), 'pedido nº 77')
})

test('a document without a seal is not stored anywhere', async () => {
  const { nit, key } = await world.addCompany()
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  await world.issue(SALE, { key })
  await copyDue(world.deps)

  assert.deepEqual(await filesIn((await foldersOf(nit))[0] ?? ''), [])
})

test('a folder that is unavailable for two hours loses nothing, and stops no other company', async () => {
  const away = await world.addCompany()
  const other = await world.addCompany()
  const [folder = ''] = await foldersOf(away.nit)
  await rename(folder, `${folder}-away`)
  const { body } = await world.issue(SALE, { key: away.key })
  await world.issue(SALE, { key: other.key })
  assert.equal(await copyDue(world.deps), 1, 'the other one')
  for (let n = 0; n < 12; n++) {
    await world.advance(10 * MINUTE_MS)
    await copyDue(world.deps)
    await expireHolding(world.deps)
  }
  assert.equal((await heldRows(away.nit)).length, 1, 'still owed')
  assert.equal((await heldRows(other.nit)).length, 0)
  await rename(`${folder}-away`, folder)
  await world.advance(31 * MINUTE_MS)

  assert.equal(await copyDue(world.deps), 1)
  assert.equal(await expireHolding(world.deps), 1)
  const files = await filesIn(folder)
  assert.ok(files.some((file) => file.endsWith(`${body.numeroControl}.json`)))
})

test('a process that dies while copying leaves the work to the next, which writes the same bytes', async () => {
  const { nit, key } = await world.addCompany()
  const { body } = await world.issue(SALE, { key })
  const before = await world.deps.pool.one<{ copy_at: Date }>(
    `update holding set copy_at = $2 where codigo_generacion = $1 returning copy_at`,
    [body.codigoGeneracion, new Date(world.deps.clock.now().getTime() + 10 * MINUTE_MS)],
  )
  assert.ok(before.copy_at)
  const [folder = ''] = await foldersOf(nit)
  const half = join(folder, 'DTE/pruebas', body.fecEmi.slice(0, 4), body.fecEmi.slice(5, 7))
  await mkdir(half, { recursive: true })
  assert.equal(await copyDue(world.deps), 0, 'its lease holds')
  await world.advance(11 * MINUTE_MS)

  assert.equal(await copyDue(world.deps), 1)
  assert.deepEqual((await filesIn(folder)).length, 2)
})

test('several processes share the work, each document once', async () => {
  const { nit, key } = await world.addCompany()
  for (let i = 0; i < 20; i++) await world.issue(SALE, { key })
  const counts = await Promise.all([copyDue(world.deps), copyDue(world.deps), copyDue(world.deps)])

  assert.equal(
    counts.reduce((sum, n) => sum + n, 0),
    20,
  )
  assert.equal((await filesIn((await foldersOf(nit))[0] ?? '')).length, 40)
})

test('a destination’s copies are recorded while another is unavailable, and a dead one delays nothing', async () => {
  const { nit, key } = await world.addCompany()
  const [first = ''] = await foldersOf(nit)
  const second = `${first}-2`
  await connectManagedFolder(world.admin, nit, second)
  await rename(second, `${second}-away`)
  await writeFile(second, 'no folder')
  const { body } = await world.issue(SALE, { key })
  await copyDue(world.deps)
  assert.equal((await copiesOf(body.codigoGeneracion)).length, 1, 'the first place has it')
  assert.equal((await heldRows(nit)).length, 1, 'and the second is still owed')

  await world.advance(31 * DAY_MS)
  await world.deps.pool.many(
    'update storage_destinations set verified_at = $1 where location = $2',
    [world.deps.clock.now(), first],
  )
  await copyDue(world.deps)
  await expireHolding(world.deps)
  assert.equal((await heldRows(nit)).length, 0)
})

test('an unreachable destination postpones all copies of its company at once', async () => {
  const { nit, key } = await world.addCompany()
  const [folder = ''] = await foldersOf(nit)
  await rename(folder, `${folder}-away`)
  await writeFile(folder, 'no folder')
  for (let i = 0; i < 7; i++) {
    await Promise.all(Array.from({ length: 10 }, () => world.issue(SALE, { key })))
  }

  await copyDue(world.deps)

  const tried = await world.deps.pool.one<{ n: bigint }>(
    `select count(*) as n from holding h join companies c on c.company_id = h.company_id
      where c.nit = $1 and copy_attempts > 0`,
    [nit],
  )
  assert.equal(tried.n, 64n, 'one batch, and not the rest after it')
})

const copiesOf = (codigoGeneracion: string) =>
  world.deps.pool.many('select 1 from copies where codigo_generacion = $1', [codigoGeneracion])

test('a batch renders its files one after the other, and a failing one does not stop the rest', async () => {
  const { nit, key } = await world.addCompany()
  for (let i = 0; i < 3; i++) assert.equal((await world.issue(SALE, { key })).status, 200)
  let [drawing, most, asked] = [0, 0, 0]
  const letter: World['deps']['printer']['letter'] = async (sheet) => {
    most = Math.max(most, ++drawing)
    await new Promise(setImmediate)
    drawing -= 1
    if (++asked === 1) throw new Error('the first page is not drawn')
    return world.deps.printer.letter(sheet)
  }
  const count = await copyDue({ ...world.deps, printer: { ...world.deps.printer, letter } })

  assert.deepEqual([most, asked, count], [1, 3, 2])
  assert.equal((await filesIn((await foldersOf(nit))[0] ?? '')).length, 4)
})

test('one document that cannot be stored does not stop the others of its company', async () => {
  const { nit, key } = await world.addCompany()
  const [folder = ''] = await foldersOf(nit)
  const bodies = []
  for (let i = 0; i < 4; i++) bodies.push((await world.issue(SALE, { key })).body)
  const [bad, ...good] = bodies
  // A folder has its name, so the file cannot be created.
  const month = `DTE/pruebas/${bad.fecEmi.slice(0, 4)}/${bad.fecEmi.slice(5, 7)}`
  await mkdir(join(folder, month, `${bad.numeroControl}.json`), { recursive: true })

  assert.equal(await copyDue(world.deps), 3)
  const { why } = await world.deps.pool.one<{ why: string | null }>(
    'select refused_why as why from storage_destinations where location = $1',
    [folder],
  )
  assert.equal(why, null, 'its place works')
  const files = await filesIn(folder)
  for (const { numeroControl } of good) {
    assert.ok(files.includes(`${month}/${numeroControl}.json`))
    assert.ok(files.includes(`${month}/${numeroControl}.pdf`))
  }
  assert.deepEqual(
    files.filter((file) => file.includes('.sello-')),
    [],
  )
  assert.equal(
    (await heldRows(nit)).length,
    4,
    'the one is still owed, and the others can be downloaded',
  )
})

test('if stored copies cannot be recorded the batch is due again soon', async () => {
  const { nit, key } = await world.addCompany()
  for (let i = 0; i < 2; i++) await world.issue(SALE, { key })
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await holder.query('begin; lock table copies in share mode')
  assert.equal(await copyDue(world.deps), 0)
  await holder.query('rollback')
  await holder.end()
  await world.advance(16_000)
  await copyDue(world.deps)

  const recorded = await world.deps.pool.many(
    'select 1 from copies c join companies co on co.company_id = c.company_id where co.nit = $1',
    [nit],
  )
  assert.equal(recorded.length, 2)
  assert.equal((await filesIn((await foldersOf(nit))[0] ?? '')).length, 4)
})

test('a copy that fails is tried again after 15 s, then twice as late each time, at most each half an hour', async () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line: string) => void lines.push(line) })
  const { nit, key } = await world.addCompany()
  const [folder = ''] = await foldersOf(nit)
  await rename(folder, `${folder}-away`)
  await writeFile(folder, 'no folder')
  const { body } = await world.issue(SALE, { key })
  let nowMs = world.deps.clock.now().getTime()
  const clock = { ...world.deps.clock, now: () => new Date(nowMs) }
  const copyAt = async (ms: number) => {
    nowMs = ms
    lines.length = 0
    await copyDue({ ...world.deps, clock, log })
    const { at, why } = await world.deps.pool.one<{ at: Date; why: string }>(
      `select copy_at as at, refused_why as why
         from holding h join storage_destinations d using (company_id)
        where codigo_generacion = $1`,
      [body.codigoGeneracion],
    )
    const told = lines.map((line) => JSON.parse(line))
    const own = told.filter((line) => line.codigoGeneracion === body.codigoGeneracion)
    return { at: at.getTime(), why, told: own.map((one) => [one.job, one.msg, one.error.message]) }
  }
  const seconds: number[] = []
  for (let at = nowMs; seconds.length < 9; ) {
    const failed = await copyAt(at)
    seconds.push((failed.at - nowMs) / 1_000)
    assert.match(failed.why, /\S/, 'its company is told')
    assert.deepEqual(failed.told, [['copy', "a document's files were not copied", failed.why]])
    assert.deepEqual(await copyAt(failed.at - 1), { ...failed, told: [] }, 'not before')
    at = failed.at
  }
  assert.deepEqual(seconds, [15, 30, 60, 120, 240, 480, 960, 1_800, 1_800])
})

test('of a failure that is no storage’s its company is told in our words, and no detail', async () => {
  const { nit, key } = await world.addCompany()
  await world.issue(SALE, { key })
  const uuid = () => {
    throw new Error('secret detail')
  }
  await copyDue({ ...world.deps, random: { ...world.deps.random, uuid } })
  const { why } = await world.deps.pool.one<{ why: string }>(
    `select refused_why as why
       from storage_destinations d join companies c using (company_id) where c.nit = $1`,
    [nit],
  )
  assert.equal(why, 'No se pudo guardar.')
})

test('locked rows are neither taken nor waited for', async () => {
  const { nit, key } = await world.addCompany()
  const locked = await world.issue(SALE, { key })
  const free = await world.issue(SALE, { key })
  const [folder = ''] = await foldersOf(nit)
  await rename(folder, `${folder}-away`)
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  const rowOf = ({ body }: typeof free) =>
    world.deps.pool.one<{ company_id: string; copy_at: Date; copy_attempts: number }>(
      'select company_id, copy_at, copy_attempts from holding where codigo_generacion = $1',
      [body.codigoGeneracion],
    )
  const { company_id: companyId } = await rowOf(locked)
  await holder.query('begin')
  await holder.query(
    'select 1 from holding where company_id = $1 and codigo_generacion = $2 for update',
    [companyId, locked.body.codigoGeneracion],
  )
  await copyDue(world.deps) // the folder is unavailable: this postpones all unlocked copies of the company
  await holder.query('rollback')
  await holder.end()

  const now = world.deps.clock.now()
  const [left, postponed] = [await rowOf(locked), await rowOf(free)]
  assert.deepEqual([left.copy_attempts, postponed.copy_attempts], [0, 1])
  assert.ok(left.copy_at <= now, 'due as before')
  assert.ok(postponed.copy_at > now && postponed.copy_at.getTime() - now.getTime() <= 15_000)
})
