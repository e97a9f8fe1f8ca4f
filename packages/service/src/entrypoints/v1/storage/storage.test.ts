import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertDescribed } from '../../../../test/described.ts'
import { prepare } from '../../../../test/prepared.ts'
import { createWorld, type Reply, SALE, type World } from '../../../../test/world.ts'

const DAY_MS = 24 * 60 * 60_000
const IV = 'a'.repeat(16)

let world: World
before(async () => {
  world = await createWorld({ mh: { timeoutMs: 700, budgetMs: 1_600 } })
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
const codeOf = ({ status, body }: { status: number; body: { error?: { code: string } } }) => [
  status,
  body.error?.code,
]

const destination = (revision = 1, datos = 'A'.repeat(40)) => ({
  kind: 'byos_bucket',
  label: 'Respaldo',
  revision,
  sellado: { v: 1, iv: IV, datos },
})
/** Refused by one rule about one member, in these words. */
function assertRefused(reply: Reply, field: string, rule: string, message: string) {
  const error = {
    ...{ code: 'validation_failed', message: `${field}: ${message}` },
    details: { issues: [{ field, rule, message }] },
  }
  assert.deepEqual([reply.status, reply.body], [422, { error }])
}
/** Refused for its revision, in these words. */
function assertConflict(reply: Reply, revision: number, message: string) {
  const error = { code: 'revision_conflict', message, details: { revision } }
  assert.deepEqual([reply.status, reply.body], [409, { error }])
}
const nextOf = (revision: number) =>
  `El destino va por la revisión ${revision}. Lea los destinos de nuevo y envíe la que sigue.`
const at = (id: string) => `destinations/${id}`
const newId = () => world.deps.random.uuid()
const verify = (id: string, revision = 1) =>
  ask('POST', `${at(id)}/verification`, { revision, writtenBy: 'sdk' })

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

test('a destination is stored as sent, and counts for 30 days after each verification', async () => {
  const { key } = await companyWithoutStorage()
  const id = newId()
  const ready = async () =>
    (
      await world.inject({
        method: 'GET',
        url: '/v1/status',
        headers: { 'x-service-key': key.apiKey },
      })
    ).body
  assert.deepEqual(codeOf(await world.issue(SALE, { key })), [422, 'no_storage_destination'])
  const put = await ask('PUT', at(id), destination(), key)
  assert.deepEqual(put.body, { id, ...destination(), listo: false, verificadoEl: null })
  assert.deepEqual(codeOf(await world.issue(SALE, { key })), [422, 'no_storage_destination'])
  const reported = { revision: 1, writtenBy: 'sdk' }
  const verified = await ask('POST', `${at(id)}/verification`, reported, key)
  assert.equal(verified.body.listo, true)
  assert.equal((await world.issue(SALE, { key })).status, 200)
  const shown = await ready()
  assert.deepEqual(shown.almacenamiento.destinos, [
    { id, kind: 'byos_bucket', verificadoEl: verified.body.verificadoEl },
  ])
  assert.deepEqual([shown.almacenamiento.listo, shown.advertencias], [true, []])

  const moveTo = (days: number) =>
    world.deps.pool.many(
      'update storage_destinations set verified_at = $2 where destination_id = $1',
      [id, new Date(world.deps.clock.now().getTime() - days * DAY_MS)],
    )
  await moveTo(24)
  const warned = await ready()
  assert.deepEqual(
    warned.advertencias.map(({ codigo }: { codigo: string }) => codigo),
    ['destino_por_verificar'],
  )
  assert.equal((await world.issue(SALE, { key })).status, 200)
  await moveTo(30)
  assert.equal((await ready()).almacenamiento.listo, false)
  assert.deepEqual(codeOf(await world.issue(SALE, { key })), [422, 'no_storage_destination'])
})

test('of two concurrent changes one is refused, a repeat changes nothing, and revisions stay in order', async () => {
  const id = newId()
  const first = await ask('PUT', at(id), destination(2))
  assertConflict(first, 0, 'Un destino nuevo empieza con la revisión 1.')
  assert.equal((await ask('PUT', at(id), destination())).status, 200)
  assert.equal((await verify(id)).status, 200)
  assert.equal((await ask('PUT', at(id), destination())).status, 200, 'the same again')
  const stale = await ask('PUT', at(id), destination(1, 'B'.repeat(40)))
  assertConflict(stale, 1, nextOf(1))
  const replies = await Promise.all(
    ['C', 'D', 'E', 'F'].map((letter) => ask('PUT', at(id), destination(2, letter.repeat(40)))),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 409, 409, 409])
  assert.equal(replies.find(({ status }) => status === 200)?.body.listo, true, 'it goes on issuing')
  assertConflict(await verify(id, 1), 2, nextOf(2))
  assert.equal((await verify(id, 2)).status, 200)
  const kind = await ask('PUT', at(id), { ...destination(3), kind: 'byos_folder' })
  const fixed = 'es byos_bucket y no cambia. Conecte uno nuevo, con otro id.'
  assertRefused(kind, 'kind', 'fijo', fixed)
})

test('an ended destination no longer counts, its secret is deleted, and its id is not reused', async () => {
  const id = newId()
  await ask('PUT', at(id), destination(1, 'Z'.repeat(40)))
  await verify(id)
  for (const _ of [1, 2]) {
    assert.deepEqual((await ask('DELETE', at(id))).body, { id, terminado: true })
  }
  const { destinos } = (await ask('GET', 'destinations')).body
  assert.ok(!destinos.some((one: { id: string }) => one.id === id))
  const rows = await world.deps.pool.many(
    'select d::text from storage_destinations d where destination_id = $1',
    [id],
  )
  assert.ok(!JSON.stringify(rows).includes('Z'.repeat(40)))
  assert.deepEqual(codeOf(await verify(id)), [404, 'not_found'])
  const again = await ask('PUT', at(id), destination(2))
  const ended = 'ese destino se terminó. Conecte uno nuevo, con otro id.'
  assertRefused(again, 'id', 'terminado', ended)
})

test('managed storage is listed without its location, and callers cannot change it', async () => {
  const { destinos } = (await ask('GET', 'destinations')).body
  const managed = destinos.find(({ kind }: { kind: string }) => kind === 'managed_folder')
  assert.deepEqual([managed.sellado, managed.label], [null, 'Carpeta del servicio'])
  for (const reply of [
    await ask('PUT', at(managed.id), destination()),
    await ask('PUT', at(managed.id), destination(2)),
    await ask('DELETE', at(managed.id)),
    await verify(managed.id),
  ]) {
    const message = 'ese destino lo administra el servicio: no se cambia ni se verifica por aquí.'
    assertRefused(reply, 'id', 'propio', message)
  }
})

test('a malformed destination is refused, naming its member', async () => {
  const id = newId()
  for (const [path, body, field] of [
    [at('x'), destination(), 'id'],
    [at(id), { ...destination(), label: '' }, 'label'],
    [at(id), { ...destination(), kind: 'managed_folder' }, 'kind'],
    [at(id), { ...destination(), revision: 0 }, 'revision'],
    [at(id), { ...destination(), clave: 'secreta' }, 'clave'],
    [at(id), { ...destination(), sellado: { v: 1, iv: 'corto', datos: 'A' } }, 'sellado.iv'],
    [at(id), destination(1, 'abierto: {"secretAccessKey":"x"}'), 'sellado.datos'],
  ] as const) {
    const reply = await ask('PUT', path, body)
    assert.deepEqual(
      [reply.status, reply.body.error.details.field],
      [400, field],
      reply.text.slice(0, 300),
    )
  }
  assert.deepEqual(codeOf(await verify(id)), [404, 'not_found'])
  assert.deepEqual(codeOf(await ask('DELETE', at(id))), [404, 'not_found'])
  const empty = await world.inject({
    method: 'PUT',
    url: `/v1/storage/${at(id)}`,
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  assert.deepEqual(codeOf(empty), [400, 'invalid_request'])
})

test('a key without the scope issue reads the destinations and changes none', async () => {
  const key = await world.mintKey(world.company.nit, { scopes: ['query'] })
  const id = newId()
  assert.equal((await ask('GET', 'destinations', undefined, key)).status, 200)
  assert.equal((await ask('GET', 'status', undefined, key)).status, 200)
  for (const reply of [
    await ask('PUT', at(id), destination(), key),
    await ask('DELETE', at(id), undefined, key),
    await ask('POST', `${at(id)}/verification`, { revision: 1, writtenBy: 'sdk' }, key),
    await ask('POST', `copies/${id}/byos`, { secretId: id, jsonPath: 'x' }, key),
  ]) {
    assert.deepEqual(codeOf(reply), [403, 'forbidden_scope'])
  }
})

const pathOf = ({ fecEmi, numeroControl }: { fecEmi: string; numeroControl: string }, of: string) =>
  `DTE/pruebas/${fecEmi.slice(0, 4)}/${fecEmi.slice(5, 7)}/${numeroControl}.${of}`

test('a copy is reported at its fixed path, idempotently, and the holding area shows it', async () => {
  const id = newId()
  await ask('PUT', at(id), destination())
  const { body: issued } = await world.issue(SALE)
  const code = issued.codigoGeneracion
  const report = { secretId: id, jsonPath: pathOf(issued, 'json') }
  const copy = { secretId: id, recorded: true, verified: false, writtenBy: 'sdk' }
  const held = async () => {
    const reply = await world.inject({
      method: 'GET',
      url: '/v1/dte/holding?limit=100',
      headers: { 'x-service-key': world.company.key.apiKey },
    })
    return reply.body.documentos.find(
      (row: { codigoGeneracion: string }) => row.codigoGeneracion === code,
    ).whereLanded
  }
  assert.equal(await held(), 'holding')
  const first = await ask('POST', `copies/${code}/byos`, report)
  assert.deepEqual([first.status, first.body], [200, { codigoGeneracion: code, copy }])
  assert.equal(await held(), 'byos')
  const sha256 = { json: 'a'.repeat(64), pdf: 'b'.repeat(64) }
  const whole = { ...report, pdfPath: pathOf(issued, 'pdf'), sha256 }
  assert.equal((await ask('POST', `copies/${code.toLowerCase()}/byos`, whole)).status, 200)
  assert.equal((await ask('POST', `copies/${code}/byos`, { ...report, pdfPath: null })).status, 200)
  const rows = await world.deps.pool.many<{ json_path: string; pdf_path: string; sha: string }>(
    `select json_path, pdf_path, encode(pdf_sha256, 'hex') as sha from copies
      where destination_id = $1`,
    [id],
  )
  assert.deepEqual(rows, [{ json_path: report.jsonPath, pdf_path: whole.pdfPath, sha: sha256.pdf }])
})

test('a report of another path, document, destination or company records nothing', async () => {
  const { key: other } = await world.addCompany()
  const [id, foreign] = [newId(), newId()]
  await ask('PUT', at(id), destination())
  await ask('PUT', at(foreign), destination(), other)
  const { body: issued } = await world.issue(SALE)
  const url = `copies/${issued.codigoGeneracion}/byos`
  const [jsonPath, pdfPath] = [pathOf(issued, 'json'), pathOf(issued, 'pdf')]
  const [json, pdf] = [`debe ser ${jsonPath}.`, `debe ser ${pdfPath}.`]
  const sha256 = { json: 'a'.repeat(64), pdf: 'b'.repeat(64) }
  // biome-ignore format: a table
  for (const [body, field, told] of [
    [{ secretId: id, jsonPath: 'DTE/otro.json' },                              'jsonPath', json],
    [{ secretId: id, jsonPath: `${jsonPath}/../x` },                           'jsonPath', json],
    [{ secretId: id, jsonPath, pdfPath: jsonPath },                            'pdfPath', pdf],
    [{ secretId: id, jsonPath, sha256 },                                       'sha256.pdf', 'va con pdfPath.'],
    [{ secretId: id, jsonPath, pdfPath: null, sha256 },                        'sha256.pdf', 'va con pdfPath.'],
    [{ secretId: id, jsonPath, pdfPath, sha256: { json: 'zz' } },              'sha256.json', null],
    [{ secretId: 'x', jsonPath },                                              'secretId', null],
  ] as const) {
    const reply = await ask('POST', url, body)
    assert.deepEqual([reply.status, reply.body.error.details.field], [400, field], reply.text)
    if (told !== null) assert.equal(reply.body.error.message, `${field}: ${told}`)
  }
  const managed = (await ask('GET', 'destinations')).body.destinos[0].id
  for (const secretId of [newId(), foreign, managed]) {
    const reply = await ask('POST', url, { secretId, jsonPath })
    const message = 'no es un destino propio de esta empresa. Lea los destinos de nuevo.'
    const issues = [{ field: 'secretId', rule: 'destino', message }]
    const { error } = reply.body
    assert.deepEqual(error.details, { issues, syncRequired: true })
    assert.deepEqual([reply.status, error.message], [422, `secretId: ${message}`])
  }
  const absent = await ask('POST', `copies/${newId()}/byos`, { secretId: id, jsonPath })
  const others = await ask('POST', url, { secretId: foreign, jsonPath }, other)
  assert.deepEqual([codeOf(absent), others.text], [[404, 'not_found'], absent.text])
  const reserved: string = (await prepare(world)).body.codigoGeneracion
  const unsigned = await ask('POST', `copies/${reserved}/byos`, { secretId: id, jsonPath })
  assert.equal(unsigned.text, absent.text, 'nothing is signed under it')
  assert.deepEqual(
    await world.deps.pool.many('select 1 from copies where destination_id = any ($1)', [
      [id, foreign],
    ]),
    [],
  )
})

test('an unsealed document is not copied, and an event is stored next to its document under its own code', async () => {
  const id = newId()
  await ask('PUT', at(id), destination())
  for (const service of ['recepciondte', 'consultadte'] as const) {
    await world.mh.fault({ service, kind: 'silence' })
  }
  const { body: waiting } = await world.issue(SALE)
  const early = await ask('POST', `copies/${waiting.codigoGeneracion}/byos`, {
    secretId: id,
    jsonPath: pathOf(waiting, 'json'),
  })
  assert.deepEqual(
    [early.status, early.body.error],
    [
      409,
      {
        ...{ code: 'not_sealed', message: 'Todavía no tiene sello: se copia cuando lo tenga.' },
        details: { estado: 'contingencia' },
      },
    ],
  )
  await world.mh.clearFaults()

  const { body: issued } = await world.issue(SALE)
  const { apiKey, signKey } = world.company.key
  const person = { nombre: 'Ana Pérez', tipoDocumento: '13', numDocumento: '012345678' }
  const { body: invalidated } = await world.inject({
    method: 'POST',
    url: `/v1/dte/${issued.codigoGeneracion}/invalidate`,
    headers: {
      'x-service-key': apiKey,
      'x-service-sign-key': signKey ?? '',
      'idempotency-key': newId(),
      'content-type': 'application/json',
    },
    payload: JSON.stringify({ tipoAnulacion: 2, responsable: person, solicita: person }),
  })
  const code = invalidated.evento?.codigoGeneracion
  const jsonPath = pathOf({ fecEmi: issued.fecEmi, numeroControl: code }, 'json')
  const reply = await ask('POST', `copies/${code}/byos`, { secretId: id, jsonPath })
  assert.deepEqual(
    [reply.status, reply.body.codigoGeneracion],
    [200, code],
    JSON.stringify(invalidated),
  )
})

test('the holding area is paged, each row once', async () => {
  const { key } = await world.addCompany()
  const codes: string[] = []
  for (let n = 0; n < 5; n += 1) {
    codes.unshift((await world.issue(SALE, { key })).body.codigoGeneracion)
  }
  const page = (search: string) =>
    world.inject({
      method: 'GET',
      url: `/v1/dte/holding?${search}`,
      headers: { 'x-service-key': key.apiKey },
    })
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body }: { body: { documentos: { codigoGeneracion: string }[]; siguiente: string } } =
      await page(new URLSearchParams({ limit: '2', ...(cursor ? { cursor } : {}) }).toString())
    seen.push(...body.documentos.map(({ codigoGeneracion }) => codigoGeneracion))
    cursor = body.siguiente
  }
  assert.deepEqual(seen, codes)
  assert.equal((await page('cursor=inventado')).status, 400)
})
