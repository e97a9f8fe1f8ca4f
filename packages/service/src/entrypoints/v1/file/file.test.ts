import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { mintLiveKey } from '../../../../test/live-key.ts'
import { createMinistryProxy, type MinistryProxy } from '../../../../test/ministry-proxy.ts'
import { prepare } from '../../../../test/prepared.ts'
import { createWorld, type Reply, SALE, type World } from '../../../../test/world.ts'
import type { MintedKey } from '../../../admin.ts'
import { copyDue } from '../../../flows/keeping/copy.ts'
import { expireHolding } from '../../../ledger/holding/holding.ts'

const ABSENT = '0F0F0F0F-0000-4000-8000-000000000000'
const MINUTE_MS = 60_000

let proxy: MinistryProxy
let world: World
before(async () => {
  proxy = await createMinistryProxy()
  world = await createWorld({ mh: { hosts: { '00': proxy.url, '01': proxy.url } } })
  proxy.leadTo(world.mh.url)
})
after(async () => {
  await world.close()
  await proxy.close()
})

async function file(code: string, search = '', key: MintedKey = world.company.key) {
  const headers = { 'x-service-key': key.apiKey }
  return world.inject({ method: 'GET', url: `/v1/dte/${code}/file${search}`, headers })
}

async function holding(key: MintedKey = world.company.key, search = ''): Promise<Reply> {
  const headers = { 'x-service-key': key.apiKey }
  return world.inject({ method: 'GET', url: `/v1/dte/holding${search}`, headers })
}

const sourceOf = ({ headers }: Reply) => headers['x-service-storage-source']

/** In contingency: signed, and the ministry has not answered. */
async function issueUnanswered(): Promise<string> {
  await proxy.down()
  const { status, body } = await world.issue()
  await proxy.up()
  assert.equal(status, 202)
  return body.codigoGeneracion
}

test('the json file is the Archivo DTE of the answer, byte for byte, at every download', async () => {
  const { body } = await world.issue()
  for (const search of ['', '?kind=json', '?raw=false', '']) {
    const reply = await file(body.codigoGeneracion.toLowerCase(), search)

    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.text, body.archivoDte)
    assert.equal(sourceOf(reply), 'holding')
    assert.equal(reply.headers['cache-control'], 'no-store')
    const disposition = `attachment; filename="${body.codigoGeneracion}.json"`
    assert.equal(reply.headers['content-disposition'], disposition)
  }
})

test('the raw file is the archivoJson of the answer in every signed state', async () => {
  const { body } = await world.issue()
  assert.equal((await file(body.codigoGeneracion, '?raw=true')).text, body.archivoJson)
  assert.equal((await file(body.codigoGeneracion, '?kind=json&raw=true')).text, body.archivoJson)

  const code = await issueUnanswered()
  const reply = await file(code, '?raw=true')
  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.codigoGeneracion, code)
  assert.equal(sourceOf(reply), 'archive')
})

test('the pdf is the printed copy of the answer, and the ticket has the requested width', async () => {
  const { body } = await world.issue()
  const pdf = await bytesOf(body.codigoGeneracion, '?kind=pdf')
  assert.equal(pdf.type, 'application/pdf')
  assert.equal(pdf.bytes.toString('base64'), body.representacionGrafica)

  const usual = await bytesOf(body.codigoGeneracion, '?kind=ticket')
  for (const [search, points] of [
    ['', 226.77],
    ['&paperWidthMm=40', 113.39],
    ['&paperWidthMm=58', 164.41],
    ['&paperWidthMm=80', 226.77],
    ['&paperWidthMm=120', 340.16],
  ] as const) {
    const { type, bytes } = await bytesOf(body.codigoGeneracion, `?kind=ticket${search}`)
    assert.equal(type, 'application/pdf')
    assert.ok(bytes.toString('latin1').includes(`/MediaBox[0 0 ${points} `), search)
    if (points === 226.77) assert.ok(bytes.equals(usual.bytes), 'the same bytes every time')
  }
})

test('a document without a seal has no json file, and the refusal names its state', async () => {
  const code = await issueUnanswered()
  const reply = await file(code)

  assert.equal(reply.status, 409)
  assert.equal(reply.body.error.code, 'not_sealed')
  assert.deepEqual(reply.body.error.details, { estado: 'contingencia' })
  assert.match(reply.body.error.message, /Espere a que sea sellado/)
  assert.equal((await file(code, '?kind=pdf')).status, 200, 'the copy that says it has no seal')
})

test('a rejected document only has its signed file', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const { body } = await world.issue()
  const code = body.error.details.codigoGeneracion
  for (const search of ['', '?kind=pdf', '?kind=ticket']) {
    const reply = await file(code, search)
    assert.equal(reply.status, 409, search)
    assert.deepEqual(reply.body.error.details, { estado: 'rechazado' })
    assert.match(reply.body.error.message, /no lo sellará: corríjalo con corrige/)
  }
  assert.equal((await file(code, '?raw=true')).status, 200)
})

test('a number without a document has no file, and the answer says what became of it', async () => {
  const become = (code: string, estado: string) =>
    world.deps.pool.many('update documents set estado = $2 where codigo_generacion = $1', [
      code,
      estado,
    ])
  const prepared: string = (await prepare(world)).body.codigoGeneracion
  const signed = await issueUnanswered()
  for (const [code, estado] of [
    [prepared, 'reservado'],
    [prepared, 'liberado'],
    [signed, 'descartado'],
  ] as const) {
    await become(code, estado)
    const { status, body } = await file(code)
    assert.deepEqual([status, body.error.code], [404, 'not_found'], estado)
    assert.match(body.error.message, new RegExp(`está ${estado}: ningún documento`))
  }
})

test('an invalid value, or a parameter that does not fit the kind, is 400 and named', async () => {
  const { body } = await world.issue()
  // biome-ignore format: a table
  for (const [search, field] of [
    ['?kind=', 'kind'], ['?kind=xml', 'kind'], ['?kind=PDF', 'kind'], ['?kind=pdf&kind=pdf', 'kind'],
    ['?raw=1', 'raw'], ['?raw=', 'raw'], ['?kind=pdf&raw=true', 'raw'], ['?kind=ticket&raw=false', 'raw'],
    ['?kind=ticket&paperWidthMm=39', 'paperWidthMm'], ['?kind=ticket&paperWidthMm=121', 'paperWidthMm'],
    ['?kind=ticket&paperWidthMm=58.5', 'paperWidthMm'], ['?kind=ticket&paperWidthMm=', 'paperWidthMm'],
    ['?paperWidthMm=80', 'paperWidthMm'], ['?kind=pdf&paperWidthMm=80', 'paperWidthMm'],
    ['?format=json', 'format'], ['?__proto__=1', '__proto__'],
  ] as const) {
    const reply = await file(body.codigoGeneracion, search)
    assert.equal(reply.status, 400, `${search}: ${reply.text}`)
    assert.equal(reply.body.error.details.field, field, search)
  }
  const malformed = await file('x')
  assert.equal(malformed.body.error.details.field, 'codigoGeneracion')
})

test('a file of another company, or of another environment, is 404, like one that never existed', async () => {
  const { body } = await world.issue()
  const other = await world.addCompany()
  const live = await mintLiveKey(world, world.company.nit)
  const absent = await file(ABSENT)

  assert.equal(absent.status, 404)
  assert.equal(absent.body.error.code, 'not_found')
  for (const key of [other.key, live]) {
    for (const search of ['', '?raw=true', '?kind=pdf', '?kind=ticket']) {
      const reply = await file(body.codigoGeneracion, search, key)
      assert.equal(reply.status, 404)
      assert.equal(reply.text, absent.text)
    }
    assert.deepEqual((await holding(key)).body, { documentos: [], siguiente: null })
  }
})

test('the holding area lists its documents, newest first, and counts its downloads', async () => {
  const { key } = await world.addCompany()
  const first = (await world.issue(SALE, { key })).body
  await world.advance(1_000)
  const second = (await world.issue(SALE, { key })).body
  const [row, older] = (await holding(key)).body.documentos

  assert.equal(older.codigoGeneracion, first.codigoGeneracion)
  const { createdAt, expiresAt, ...rest } = row
  assert.deepEqual(rest, {
    codigoGeneracion: second.codigoGeneracion,
    tipoDte: '01',
    numeroControl: second.numeroControl,
    ambiente: '00',
    whereLanded: 'holding',
    downloadedAt: null,
    downloadCount: 0,
  })
  assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 60 * MINUTE_MS)

  await file(second.codigoGeneracion, '', key)
  await file(second.codigoGeneracion, '?kind=pdf', key)
  await file(second.codigoGeneracion, '?kind=xml', key)
  const [counted, untouched] = (await holding(key)).body.documentos
  assert.equal(counted.downloadCount, 2)
  assert.ok(Date.parse(counted.downloadedAt) >= Date.parse(createdAt))
  assert.equal(untouched.downloadCount, 0)
  assert.equal((await holding(key, '?limit=1')).body.documentos.length, 1)
})

test('an invalid limit of the holding area is 400', async () => {
  for (const search of [
    '?limit=0',
    '?limit=101',
    '?limit=x',
    '?limit=',
    '?limit=1&limit=2',
    '?a=1',
  ]) {
    assert.equal((await holding(undefined, search)).status, 400, search)
  }
})

test('after an hour the file comes unchanged from the managed storage', async () => {
  const { nit, key } = await world.addCompany()
  const { body } = await world.issue(SALE, { key })
  await copyDue(world.deps)
  assert.equal((await holding(key)).body.documentos[0].whereLanded, 'managed')
  const ticket = (await bytesOf(body.codigoGeneracion, '?kind=ticket', key)).bytes
  await world.advance(59 * MINUTE_MS)
  assert.equal(sourceOf(await file(body.codigoGeneracion, '', key)), 'holding')
  await world.advance(2 * MINUTE_MS)
  assert.deepEqual(
    (await holding(key)).body,
    { documentos: [], siguiente: null },
    'the hour is over',
  )
  await expireHolding(world.deps)

  const json = await file(body.codigoGeneracion, '', key)
  assert.equal(sourceOf(json), 'managed')
  assert.equal(json.text, body.archivoDte)
  const pdf = await bytesOf(body.codigoGeneracion, '?kind=pdf', key)
  assert.equal(pdf.bytes.toString('base64'), body.representacionGrafica)
  // Nobody stores these two: they are drawn again.
  const raw = await file(body.codigoGeneracion, '?raw=true', key)
  assert.deepEqual([sourceOf(raw), raw.text], ['archive', body.archivoJson])
  const again = (await bytesOf(body.codigoGeneracion, '?kind=ticket', key)).bytes
  assert.ok(again.equals(ticket))

  const path = join(await folderOf(nit), `${await pathOf(body)}.json`)
  await writeFile(path, (await readFile(path, 'utf8')).replace('01', '02'))
  const altered = await file(body.codigoGeneracion, '', key)
  assert.equal(sourceOf(altered), 'archive', 'a file that was altered is not served')
  assert.equal(altered.text, body.archivoDte)
  await rm(path)
  const missing = await file(body.codigoGeneracion, '', key)
  assert.deepEqual([missing.text, sourceOf(missing)], [body.archivoDte, 'archive'])
})

test('after the hour a company without managed storage has no file', async () => {
  const { key } = await world.addCompany()
  const { body } = await world.issue(SALE, { key })
  await world.mh.fault({ service: '*', kind: 'status' })
  const { codigoGeneracion: unsealed } = (await world.issue(SALE, { key })).body
  await world.mh.clearFaults()
  await world.deps.pool.many(
    `delete from storage_destinations where company_id =
       (select company_id from api_keys where key_id = $1)`,
    [key.keyId],
  )
  assert.equal((await file(body.codigoGeneracion, '', key)).status, 200)
  await world.advance(61 * MINUTE_MS)
  const reply = await file(body.codigoGeneracion, '', key)

  assert.equal(reply.status, 404)
  assert.equal(reply.text, (await file(ABSENT, '', key)).text)
  assert.equal((await world.query(body.codigoGeneracion, key)).status, 200)
  assert.equal(
    (await bytesOf(unsealed, '?kind=pdf', key)).type,
    'application/pdf',
    'nor a seal yet',
  )
})

async function bytesOf(code: string, search: string, key: MintedKey = world.company.key) {
  const reply = await world.app.inject({
    method: 'GET',
    url: `/v1/dte/${code}/file${search}`,
    headers: { 'x-service-key': key.apiKey },
  })
  assert.equal(reply.statusCode, 200, reply.payload)
  return { type: reply.headers['content-type'], bytes: reply.rawPayload }
}

async function folderOf(nit: string): Promise<string> {
  const { location } = await world.deps.pool.one<{ location: string }>(
    `select d.location from storage_destinations d join companies c on c.company_id = d.company_id
      where c.nit = $1`,
    [nit],
  )
  return location
}

async function pathOf({ fecEmi, numeroControl }: { fecEmi: string; numeroControl: string }) {
  return `DTE/pruebas/${fecEmi.slice(0, 4)}/${fecEmi.slice(5, 7)}/${numeroControl}`
}
