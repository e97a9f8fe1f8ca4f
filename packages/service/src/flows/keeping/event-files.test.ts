/** The files of events: in the holding area, in the company's folder and bucket, and by the event's own code. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { without } from '../../../../../scripts/test-tools.ts'
import { dense, readPdf } from '../../../../paper/test/read-pdf.ts'
import { giveBack, invalidate, RESCISION } from '../../../test/corrections.ts'
import { makeBucket, type Swift, startSwift } from '../../../test/swift.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { connectManagedBucket, listStorage } from '../../admin.ts'
import { expireHolding } from '../../ledger/holding/holding.ts'
import { createBucket } from '../../outside/stores/bucket.ts'
import { copyDue } from './copy.ts'

const HOUR_MS = 3_600_000

const swift = await startSwift()
const skip = without(import.meta.url, 'swift')

let world: World
before(async () => {
  world = await createWorld()
})
after(async () => {
  await world.close()
  await swift?.close()
})

interface File {
  readonly json: string
  readonly pdf: Buffer
  readonly source: unknown
}

async function fileOf(code: string, apiKey: string): Promise<File> {
  const headers = { 'x-service-key': apiKey }
  const get = (kind: string) =>
    world.app.inject({ method: 'GET', url: `/v1/dte/${code}/file?kind=${kind}`, headers })
  const [json, pdf] = [await get('json'), await get('pdf')]
  assert.deepEqual([json.statusCode, pdf.statusCode], [200, 200], json.payload)
  return {
    json: json.payload,
    pdf: pdf.rawPayload,
    source: json.headers['x-service-storage-source'],
  }
}

/** The return's page is no longer that of its answer. */
const saysInvalidado = (pdf: Buffer) =>
  readPdf(pdf).every((page) => page.dense.includes(dense('EVENTO INVALIDADO')))

/** A sale with a return, whose invalidation makes a second event. */
async function corrected(options: Pick<World['company'], 'key'>) {
  const { body: sold } = await world.issue(SALE, options)
  const { body: back } = await giveBack(
    world,
    sold.codigoGeneracion,
    [{ linea: 1, cantidad: 1 }],
    options,
  )
  const { body: cancelled } = await invalidate(world, back.codigoGeneracion, RESCISION, options)
  const folder = `DTE/pruebas/${sold.fecEmi.slice(0, 4)}/${sold.fecEmi.slice(5, 7)}`
  const events = [
    { code: back.codigoGeneracion, archivoJson: back.archivoJson, isPage: saysInvalidado },
    {
      code: cancelled.evento.codigoGeneracion,
      archivoJson: cancelled.archivoJson,
      isPage: (pdf: Buffer) => pdf.toString('base64') === cancelled.representacionGrafica,
    },
  ] as const
  return { sold, folder, events }
}

/** First, because the store refuses a shifted clock. */
test('the files of both events are stored in a bucket', { skip }, async () => {
  const { nit, key } = await world.addCompany()
  const [destination] = await listStorage(world.admin, nit)
  const { url, accessKeyId, secretAccessKey } = swift as Swift
  const credentials = { region: 'us-east-1', accessKeyId, secretAccessKey }
  await makeBucket(swift as Swift, 'eventos')
  await connectManagedBucket(world.admin, nit, { url: `${url}/eventos`, ...credentials })
  await world.deps.pool.many('delete from storage_destinations where destination_id = $1', [
    destination?.destinationId,
  ])
  const { folder, events } = await corrected({ key })
  assert.equal(await copyDue(world.deps), 3)

  const bucket = createBucket(`${url}/eventos`, credentials, world.deps.clock)
  for (const { code, archivoJson, isPage } of events) {
    assert.equal(String(await bucket.get(`${folder}/${code}.json`)), archivoJson)
    const pdf = await bucket.get(`${folder}/${code}.pdf`)
    assert.ok(pdf && isPage(pdf))
  }
})

test('the files of both events are stored in the folder next to their document, and are served from there later', async () => {
  const { nit, key } = await world.addCompany()
  const [destination] = await listStorage(world.admin, nit)
  const { folder, events } = await corrected({ key })
  const held = await world.inject({
    method: 'GET',
    url: '/v1/dte/holding',
    headers: { 'x-service-key': key.apiKey },
  })
  const rows = new Map(
    held.body.documentos.map((row: { codigoGeneracion: string }) => [row.codigoGeneracion, row]),
  )
  for (const { code } of events) assert.ok(rows.has(code), 'held')
  assert.equal(await copyDue(world.deps), 3)

  for (const { code, archivoJson, isPage } of events) {
    const path = join(destination?.location ?? '', folder, code)
    assert.equal(await readFile(`${path}.json`, 'utf8'), archivoJson)
    assert.ok(isPage(await readFile(`${path}.pdf`)))
  }
  await world.advance(2 * HOUR_MS)
  await expireHolding(world.deps)
  for (const { code, archivoJson, isPage } of events) {
    const { json, pdf, source } = await fileOf(code, key.apiKey)
    assert.equal(json, archivoJson)
    assert.ok(isPage(pdf))
    assert.equal(source, 'managed')
  }
})

test('a rejected event is not stored anywhere', async () => {
  const { nit, key } = await world.addCompany()
  const { body: sold } = await world.issue(SALE, { key })
  await copyDue(world.deps)
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  await giveBack(world, sold.codigoGeneracion, [{ linea: 1, cantidad: 1 }], { key })
  await world.mh.fault({ service: 'anulardte', kind: 'reject', codigoMsg: '020', times: 1 })
  await invalidate(world, sold.codigoGeneracion, RESCISION, { key })

  assert.equal(await copyDue(world.deps), 0, nit)
})

test('the page of a cancelled document names its own invalidation, whenever that of its return was signed', async () => {
  const { key } = await world.addCompany()
  const { sold, events } = await corrected({ key })
  const { codigoGeneracion } = sold
  await world.mh.fault({ service: 'anulardte', kind: 'reject', codigoMsg: '020', times: 1 })
  const rejected = await invalidate(world, codigoGeneracion, RESCISION, { key })
  assert.equal(rejected.status, 422, rejected.text)
  const { evento } = (await invalidate(world, codigoGeneracion, RESCISION, { key })).body
  // Restored events have the seconds that they state.
  const before = new Date(world.deps.clock.now().getTime() - 1_000)
  await world.deps.pool.many('update events set created_at = $2 where codigo_generacion = $1', [
    evento.codigoGeneracion,
    before,
  ])
  // Whatever became of the return.
  await world.deps.pool.many(
    `update events set estado = 'sellado', created_at = $2 where codigo_generacion = $1`,
    [events[0].code, new Date(before.getTime() - 1_000)],
  )
  const [page] = readPdf((await fileOf(codigoGeneracion, key.apiKey)).pdf)
  assert.ok(page?.dense.includes(dense(evento.codigoGeneracion)), page?.dense)
})
