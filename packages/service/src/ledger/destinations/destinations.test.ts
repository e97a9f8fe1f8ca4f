/** A location belongs to one company, by any path; missing files are written again. */
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeFolder } from '../../../test/folder.ts'
import { type S3, startS3 } from '../../../test/s3.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { verifyDue } from '../../entrypoints/jobs/verify.ts'
import {
  connectManagedBucket,
  connectManagedFolder,
  listStorage,
  verifyStorage,
} from '../../flows/admin/storage.ts'
import { copyDue } from '../../flows/keeping/copy.ts'
import { expireHolding } from '../../ledger/holding/holding.ts'
import { MARKER } from '../../outside/stores/marker.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

const lines: string[] = []
const log = createLog('warn', { write: (line: string) => void lines.push(line) })
const told = () => lines.splice(0).map((line) => JSON.parse(line))

let world: World
let s3: S3
let folder: string
before(async () => {
  world = await createWorld({ log })
  s3 = await startS3()
  folder = await makeFolder('places')
})
after(async () => {
  await world.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const connect = (nit: string, path: string) => connectManagedFolder(world.admin, nit, path)
/** Includes folders, except the probe's. */
const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true })).filter((name) => name !== 'DTE')
const SHARED = /otra empresa|marca de/

async function two() {
  const [one, other] = [await world.addCompany(), await world.addCompany()]
  return { one, other }
}

test('another company’s folder is refused through a link, and so are folders inside and around it', async () => {
  const { one, other } = await two()
  const theirs = join(folder, 'a', 'uno')
  await connect(one.nit, theirs)
  await symlink(theirs, join(folder, 'link'))
  await symlink(join(folder, 'a'), join(folder, 'link-above'))
  const shared = [
    theirs,
    join(folder, 'link'),
    join(folder, 'link', 'new', 'deep'),
    join(folder, 'link-above', 'uno'),
    join(folder, 'link-above'),
    join(folder, 'a'),
    join(theirs, 'DTE'),
    join(folder, 'b', '..', 'a', 'uno'),
  ]
  for (const path of shared) await assert.rejects(connect(other.nit, path), SHARED, path)

  assert.deepEqual(await filesIn(theirs), [MARKER], 'nothing was made in it')
  await connect(other.nit, join(folder, 'a', 'uno-2')) // next to it, with its name as a prefix
})

test('a destination is stored under its real path, and connecting it again by a link adds no second one', async () => {
  const { one } = await two()
  await mkdir(join(folder, 'real'))
  await symlink(join(folder, 'real'), join(folder, 'alias'))
  await connect(one.nit, join(folder, 'alias'))
  await connect(one.nit, join(folder, 'real'))

  const locations = (await listStorage(world.admin, one.nit)).map(({ location }) => location)
  assert.equal(locations.filter((location) => location === join(folder, 'real')).length, 1)
  assert.ok(!locations.includes(join(folder, 'alias')))
})

test('if two companies connect one folder at once, one gets it', async () => {
  const { one, other } = await two()
  for (let n = 0; n < 5; n++) {
    const path = join(folder, `race-${n}`)
    const ends = await Promise.allSettled([connect(one.nit, path), connect(other.nit, path)])

    assert.deepEqual(ends.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  }
})

test('a folder and one inside it, connected at once, are not both accepted', async () => {
  const { one, other } = await two()
  for (let n = 0; n < 5; n++) {
    const path = join(folder, `nested-${n}`)
    const ends = await Promise.allSettled([
      connect(one.nit, path),
      connect(other.nit, join(path, 'dentro')),
    ])

    assert.ok(ends.filter(({ status }) => status === 'fulfilled').length < 2)
  }
})

test('a folder that carries the mark of a company of another installation is refused, and so are folders inside it', async () => {
  const { one } = await two()
  const path = join(folder, 'foreign')
  await mkdir(path)
  const mark = { empresa: world.deps.random.uuid(), nit: '06140101909999' }
  await writeFile(join(path, MARKER), JSON.stringify(mark))

  await assert.rejects(connect(one.nit, path), /06140101909999/)
  await assert.rejects(connect(one.nit, join(path, 'sub')), /06140101909999/)
  assert.ok(!existsSync(join(path, 'sub')))
  await writeFile(join(path, MARKER), 'half a ma')
  await assert.rejects(connect(one.nit, path), SHARED)
})

test('nothing is stored through a link that now leads to another company’s folder', async () => {
  const { one, other } = await two()
  const path = join(folder, 'turned')
  const theirs = join(folder, 'theirs')
  await connect(one.nit, path)
  await connect(other.nit, theirs)
  await rm(path, { recursive: true })
  await symlink(theirs, path)
  await world.issue(SALE, { key: one.key })
  await copyDue(world.deps)

  assert.deepEqual(await filesIn(theirs), [MARKER])
  const shown = await verifyStorage(world.admin, one.nit)
  assert.match(shown.find(({ location }) => location === path)?.problem ?? '', SHARED)
})

test('a bucket, its prefixes and another address of it belong to one company', async () => {
  const { one, other } = await two()
  const rest = { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 'b' }
  const bucket = (nit: string, path: string, url = s3.url) =>
    connectManagedBucket(world.admin, nit, { url: `${url}/${path}`, ...rest })
  await bucket(one.nit, 'facturas/uno')
  const elsewhere = s3.url.replace('127.0.0.1', 'localhost') // another host name of the same store
  for (const path of ['facturas', 'facturas/uno', 'facturas/uno/', 'facturas/uno/2026']) {
    await assert.rejects(bucket(other.nit, path), SHARED, path)
  }
  await assert.rejects(bucket(other.nit, 'facturas/uno', elsewhere), SHARED)
  await bucket(other.nit, 'facturas/uno-mas')

  assert.deepEqual([...s3.files.keys()].sort(), [
    `/facturas/uno-mas/${MARKER}`,
    `/facturas/uno/${MARKER}`,
  ])
  const mark = JSON.parse(String(s3.files.get(`/facturas/uno/${MARKER}`)))
  assert.equal(mark.nit, one.nit)
})

/** A sealed document whose files are in the company's folder, after its hour in the holding area. */
async function copied() {
  const { nit, key } = await world.addCompany()
  const { body } = await world.issue(SALE, { key })
  await copyDue(world.deps)
  await world.advance(HOUR_MS + 60_000)
  await expireHolding(world.deps)
  const [destination] = await listStorage(world.admin, nit)
  const month = `${body.fecEmi.slice(0, 4)}/${body.fecEmi.slice(5, 7)}`
  const path = join(destination?.location ?? '', 'DTE/pruebas', month, body.numeroControl)
  const download = (kind = 'json') =>
    world.inject({
      method: 'GET',
      url: `/v1/dte/${body.codigoGeneracion}/file?kind=${kind}`,
      headers: { 'x-service-key': key.apiKey },
    })
  return { nit, key, body, json: `${path}.json`, pdf: `${path}.pdf`, download }
}

test('a missing copy is restored when it is downloaded', async () => {
  const { body, json, pdf, download } = await copied()
  const before = await readFile(pdf)
  await rm(json)
  await rm(pdf)
  told()
  const reply = await download()
  assert.equal(reply.headers['x-service-storage-source'], 'archive')
  assertTold(body, { found: 'missing', msg: 'a stored file is missing or altered' })
  assert.equal(await copyDue(world.deps), 1)

  assert.equal(await readFile(json, 'utf8'), body.archivoDte)
  assert.ok((await readFile(pdf)).equals(before))
  assert.equal((await download()).headers['x-service-storage-source'], 'managed')
  assert.equal(await copyDue(world.deps), 0)
  assert.ok((await expireHolding(world.deps)) >= 1)
})

test('an altered copy is restored too', async () => {
  const { body, json, download } = await copied()
  await writeFile(json, '{}')
  told()
  await download()
  assertTold(body, { found: 'altered', msg: 'a stored file is missing or altered' })
  await copyDue(world.deps)

  assert.equal(await readFile(json, 'utf8'), body.archivoDte)
})

test('a copy that cannot be read is told, and its document comes from the archive', async () => {
  const { body, json, download } = await copied()
  await rm(json)
  await mkdir(json)
  told()
  const { headers, text } = await download()
  assert.deepEqual([headers['x-service-storage-source'], text], ['archive', body.archivoDte])
  const { error } = assertTold(body, { msg: 'a stored file failed' })
  assert.match(error.message, /\S/)
  await rm(json, { recursive: true })
})

/** One warning about the JSON of the document. */
function assertTold({ codigoGeneracion }: { codigoGeneracion: string }, said: object) {
  const [line, ...others] = told()
  assert.deepEqual(others, [])
  assert.deepEqual({ ...line, ...said }, line)
  assert.deepEqual([line.codigoGeneracion, line.kind], [codigoGeneracion, 'json'])
  return line
}

test('the verification job restores missing copies without a download', async () => {
  const [one, other] = [await copied(), await copied()]
  await rm(one.json)
  await rm(other.pdf)
  await world.advance(11 * DAY_MS)
  told()
  await verifyDue(world.deps)
  const missing = told().filter(({ msg }) => msg === 'files that went missing are put back')
  assert.ok(
    missing.every(({ documents }) => documents > 0),
    'where none is missing nothing is told',
  )
  for (const { nit } of [one, other]) {
    const [place] = await listStorage(world.admin, nit)
    const own = missing.filter(({ destinationId }) => destinationId === place?.destinationId)
    assert.deepEqual(
      own.map(({ documents, companyId }) => [documents, typeof companyId]),
      [[1, 'string']],
    )
  }
  assert.ok((await copyDue(world.deps)) >= 2)

  for (const { json, pdf } of [one, other]) assert.ok(existsSync(json) && existsSync(pdf))
})

test('a manual verification restores them too; each pass checks some of many documents', async () => {
  const { nit, json } = await copied()
  await world.deps.pool.many(
    `insert into copies (company_id, codigo_generacion, destination_id, json_path, json_sha256, written_by, created_at)
     select d.company_id, lpad(to_hex(n), 32, '0')::uuid, d.destination_id, $2, '', 'service', now()
       from storage_destinations d join companies c using (company_id), generate_series(1, 450) n
      where c.nit = $1`,
    [nit, MARKER],
  )
  await rm(json)
  const isBack: boolean[] = []
  for (let pass = 0; pass < 3; pass++) {
    await verifyStorage(world.admin, nit)
    await copyDue(world.deps)
    isBack.push(existsSync(json))
  }

  assert.deepEqual(isBack, [false, false, true])
})
