/** What destinations lack, and what a report about them claims. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { invalidate } from '../../../../test/corrections.ts'
import { assertDescribed } from '../../../../test/described.ts'
import { mintLiveKey } from '../../../../test/live-key.ts'
import { createWorld, SALE, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

type Method = 'GET' | 'PUT' | 'POST' | 'DELETE'
async function ask(method: Method, path: string, body?: object, { apiKey } = world.company.key) {
  const request = {
    method,
    url: `/v1/storage/${path}`,
    headers: {
      'x-service-key': apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  }
  const reply = await world.inject(request)
  assertDescribed(request, reply)
  return reply
}

const destination = () => ({
  kind: 'byos_bucket',
  label: 'Respaldo',
  revision: 1,
  sellado: { v: 1, iv: 'a'.repeat(16), datos: 'A'.repeat(40) },
})
const at = (id: string) => `destinations/${id}`
const newId = () => world.deps.random.uuid()
const pathOf = ({ fecEmi, numeroControl }: { fecEmi: string; numeroControl: string }, of: string) =>
  `DTE/pruebas/${fecEmi.slice(0, 4)}/${fecEmi.slice(5, 7)}/${numeroControl}.${of}`

/** A company whose only destination is its own storage. */
async function companyWithoutStorage() {
  const company = await world.addCompany()
  await world.deps.pool.many(
    `delete from storage_destinations d using companies c
      where c.company_id = d.company_id and c.nit = $1`,
    [company.nit],
  )
  return company
}

/** What `GET /v1/storage/status` says of one destination. */
async function statusOf(id: string, key = world.company.key) {
  const { status, body } = await ask('GET', 'status', undefined, key)
  assert.equal(status, 200)
  return body.destinos.find((one: { id: string }) => one.id === id)
}

test('the status counts what an own destination lacks, until it is reported, and again its PDF after an invalidation', async () => {
  const { key } = await companyWithoutStorage()
  const id = newId()
  await ask('PUT', at(id), destination(), key)
  await ask('POST', `${at(id)}/verification`, { revision: 1, writtenBy: 'sdk' }, key)
  const nothing = { id, listo: true, pendientes: 0, desde: null, ultimoError: null }
  assert.deepEqual(await statusOf(id, key), nothing)

  const before = world.deps.clock.now()
  const sales = [await world.issue(SALE, { key }), await world.issue(SALE, { key })]
  const lacking = await statusOf(id, key)
  assert.deepEqual(lacking, { ...nothing, pendientes: 2, desde: lacking.desde })
  assert.ok(new Date(lacking.desde) >= before)

  const [one, other] = sales.map(({ body }) => body)
  const report = (issued: typeof one) =>
    ask(
      'POST',
      `copies/${issued.codigoGeneracion}/byos`,
      { secretId: id, jsonPath: pathOf(issued, 'json'), pdfPath: pathOf(issued, 'pdf') },
      key,
    )
  await report(one)
  assert.equal((await statusOf(id, key)).pendientes, 1)
  await report(other)
  assert.deepEqual(await statusOf(id, key), nothing)

  const cancelled = (await invalidate(world, one.codigoGeneracion, undefined, { key })).body
  assert.equal((await statusOf(id, key)).pendientes, 2, 'the marked PDF, and the event')
  await report(one)
  const code = cancelled.evento.codigoGeneracion
  const evento = { fecEmi: one.fecEmi, numeroControl: code }
  const jsonPath = pathOf(evento, 'json')
  assert.equal((await statusOf(id, key)).pendientes, 1)
  await ask('POST', `copies/${code}/byos`, { secretId: id, jsonPath }, key)
  assert.deepEqual(await statusOf(id, key), nothing)
})

test('a destination lacks nothing that was signed before it was connected, and each lacks its own', async () => {
  const { key } = await companyWithoutStorage()
  const [first, second] = [newId(), newId()]
  await ask('PUT', at(first), destination(), key)
  await ask('POST', `${at(first)}/verification`, { revision: 1, writtenBy: 'sdk' }, key)
  await world.issue(SALE, { key })
  await world.advance(1_000)
  await ask('PUT', at(second), destination(), key)
  assert.equal((await statusOf(first, key)).pendientes, 1)
  const late = await statusOf(second, key)
  assert.deepEqual([late.listo, late.pendientes], [false, 0], 'and it is not verified yet')
  await ask('DELETE', at(first), undefined, key)
  assert.equal(await statusOf(first, key), undefined)
})

test('managed storage lacks what it could not store, without its place or another environment’s documents', async () => {
  const company = await world.addCompany()
  const [managed] = (await ask('GET', 'destinations', undefined, company.key)).body.destinos
  await world.issue(SALE, { key: company.key })
  const { location } = await world.deps.pool.one<{ location: string }>(
    'select location from storage_destinations where destination_id = $1',
    [managed.id],
  )
  await world.deps.pool.many(
    'update storage_destinations set problem = $2 where destination_id = $1',
    [managed.id, `No se puede escribir, leer y borrar en ${location} (EROFS).`],
  )
  const shown = await statusOf(managed.id, company.key)
  assert.equal(shown.pendientes, 1)
  assert.equal(shown.ultimoError, 'No se puede escribir, leer y borrar en el destino (EROFS).')
  const live = await mintLiveKey(world, company.nit)
  assert.equal((await statusOf(managed.id, live)).pendientes, 0)

  await world.deps.pool.many(
    'update storage_destinations set problem = $2 where destination_id = $1',
    [
      managed.id,
      'https://s3.interno:9000/dte respondió 403. No se pudo hablar con https://s3.interno:9000 (x).',
    ],
  )
  const bucket = (await statusOf(managed.id, company.key)).ultimoError
  assert.equal(bucket, 'el destino respondió 403. No se pudo hablar con el destino (x).')
})

test('a report says what its caller saw, and claims no more than that', async () => {
  const id = newId()
  await ask('PUT', at(id), destination())
  const { body: issued } = await world.issue(SALE)
  const [jsonPath, pdfPath] = [pathOf(issued, 'json'), pathOf(issued, 'pdf')]
  const report = { secretId: id, jsonPath, pdfPath }
  const url = `copies/${issued.codigoGeneracion}/byos`
  const plain = await ask('POST', url, report)
  for (const more of [
    { verified: true, pdfRegenerated: true },
    { verified: false, pdfRegenerated: false },
    { verified: null, pdfRegenerated: null },
  ]) {
    const reply = await ask('POST', url, { ...report, ...more })
    assert.deepEqual([reply.status, reply.text], [200, plain.text])
    assert.equal(reply.body.copy.verified, false)
  }
  const alone = await ask('POST', url, { secretId: id, jsonPath, pdfRegenerated: true })
  assert.equal(alone.status, 200, alone.text)
  for (const [body, field] of [
    [{ ...report, verified: 'sí' }, 'verified'],
    [{ ...report, pdfRegenerated: 1 }, 'pdfRegenerated'],
  ] as const) {
    const { status, body: refused } = await ask('POST', url, body)
    assert.deepEqual([status, refused.error.details.field], [400, field])
  }
})

test('a reported document has landed in the company’s own storage, also where the service has a copy', async () => {
  const id = newId()
  await ask('PUT', at(id), destination())
  const { body: issued } = await world.issue(SALE)
  const landed = async () => {
    const { body } = await world.inject({
      method: 'GET',
      url: '/v1/dte/holding',
      headers: { 'x-service-key': world.company.key.apiKey },
    })
    const [newest] = body.documentos
    assert.equal(newest.codigoGeneracion, issued.codigoGeneracion)
    return newest.whereLanded
  }
  await world.deps.pool.many(
    `insert into copies (company_id, codigo_generacion, destination_id, json_path, json_sha256, pdf_path,
                         written_by, created_at)
     select h.company_id, h.codigo_generacion, d.destination_id, 'x', '', 'y', 'service', now()
       from holding h join storage_destinations d on d.company_id = h.company_id and d.location is not null
      where h.codigo_generacion = $1`,
    [issued.codigoGeneracion],
  )
  assert.equal(await landed(), 'managed')
  const jsonPath = pathOf(issued, 'json')
  await ask('POST', `copies/${issued.codigoGeneracion}/byos`, { secretId: id, jsonPath })
  assert.equal(await landed(), 'byos')
})
