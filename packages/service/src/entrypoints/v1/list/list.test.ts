import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mintLiveKey } from '../../../../test/live-key.ts'
import { createMinistryProxy, type MinistryProxy } from '../../../../test/ministry-proxy.ts'
import { credito } from '../../../../test/notas.ts'
import { compra } from '../../../../test/originals.ts'
import { createWorld, type Reply, SALE, type World } from '../../../../test/world.ts'
import type { MintedKey } from '../../../admin.ts'

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

function list(search = '', key: MintedKey = world.company.key): Promise<Reply> {
  const headers = { 'x-service-key': key.apiKey }
  return world.inject({ method: 'GET', url: `/v1/dte${search}`, headers })
}

const codesOf = ({ body }: Reply): string[] =>
  body.documentos.map((row: { codigoGeneracion: string }) => row.codigoGeneracion)

/** Every page until the last one, as the codes of its rows. */
async function walk(search: string, key?: MintedKey): Promise<string[]> {
  const codes: string[] = []
  let cursor = ''
  for (;;) {
    const reply = await list(`?${search}${cursor}`, key)
    assert.equal(reply.status, 200, reply.text)
    codes.push(...codesOf(reply))
    if (reply.body.siguiente === null) return codes
    cursor = `&cursor=${reply.body.siguiente}`
  }
}

const issueMany = async (count: number, key?: MintedKey): Promise<string[]> => {
  const codes: string[] = []
  const options = key ? { key } : {}
  for (let i = 0; i < count; i++)
    codes.push((await world.issue(SALE, options)).body.codigoGeneracion)
  return codes
}

test('a company without documents has an empty list', async () => {
  const { key } = await world.addCompany()

  assert.deepEqual((await list('', key)).body, { documentos: [], siguiente: null })
})

test('a row has its document’s identity and totals', async () => {
  const { key } = await world.addCompany()
  const receptor = { nombre: 'Ana Pérez', numDocumento: '12345678-4' }
  const sale = { ...SALE, receptor, referencia: 'mesa 7' }
  const { body: issued } = await world.issue(sale, { key })
  const { body } = await list('', key)

  const { totalGravada, totalIva, totalPagar } = issued.totales
  assert.deepEqual(body.documentos, [
    {
      estado: 'sellado',
      codigoGeneracion: issued.codigoGeneracion,
      numeroControl: issued.numeroControl,
      tipoDte: '01',
      fecEmi: issued.fecEmi,
      horEmi: issued.horEmi,
      selloRecibido: issued.selloRecibido,
      totales: { totalGravada, totalIva, totalPagar },
      receptor: { nombre: 'Ana Pérez', numDocumento: '123456784' },
      referencia: 'mesa 7',
    },
  ])
  assert.deepEqual(codesOf(await list('?referencia=mesa%207', key)), [issued.codigoGeneracion])
  assert.deepEqual(codesOf(await list('?referencia=mesa%208', key)), [])
})

test('pages list each document once, newest first, whatever their size', async () => {
  const { key } = await world.addCompany()
  const newestFirst = (await issueMany(7, key)).toReversed()

  for (const limit of [1, 2, 3, 6, 7, 8]) {
    assert.deepEqual(await walk(`limit=${limit}`, key), newestFirst, `limit=${limit}`)
  }
})

/** Each type and state is its own range of the index: a page merges them by day, then by position. */
test('pages of several types, states and days list each document once, newest first', async () => {
  const { key } = await world.addCompany()
  const codes: string[] = []
  const issueEach = async (status: number) => {
    for (const request of [SALE, credito(), compra()]) {
      const reply = await world.issue(request, { key })
      assert.equal(reply.status, status, reply.text)
      codes.push(reply.body.codigoGeneracion)
    }
  }
  await issueEach(200)
  await proxy.down()
  await issueEach(202)
  await proxy.up()
  await issueEach(200)
  const isEarlier = (at: number) => at % 2 === 1
  await world.deps.pool.many(
    'update documents set fec_emi = fec_emi - 1 where codigo_generacion = any ($1::uuid[])',
    [codes.filter((_, at) => isEarlier(at))],
  )
  const newestFirst = [
    ...codes.filter((_, at) => !isEarlier(at)).toReversed(),
    ...codes.filter((_, at) => isEarlier(at)).toReversed(),
  ]

  for (const limit of [1, 2, 4, 8, 9]) {
    assert.deepEqual(await walk(`limit=${limit}`, key), newestFirst, `limit=${limit}`)
    const whole = await walk(`limit=${limit}&include=documento`, key)
    assert.deepEqual(whole, newestFirst, `limit=${limit}, with documents`)
  }
})

test('a page has 50 rows by default, and at most 100', async () => {
  const { key } = await world.addCompany()
  await fill(key, 120)

  assert.equal(codesOf(await list('', key)).length, 50)
  for (const limit of ['100', '101', '5000', '9'.repeat(400)]) {
    assert.equal(codesOf(await list(`?limit=${limit}`, key)).length, 100, limit)
  }
  assert.equal(new Set(await walk('limit=1000', key)).size, 120)
})

test('documents issued while a client pages repeat no row and hide none', async () => {
  const { key } = await world.addCompany()
  await fill(key, 60)
  const answered: string[] = [...(await walk('limit=100', key))]
  let issuing = true
  const callers = Array.from({ length: 6 }, async () => {
    while (issuing) {
      const { status, body } = await world.issue(SALE, { key })
      if (status === 200) answered.push(body.codigoGeneracion)
    }
  })
  for (let round = 0; round < 6; round++) {
    const before = [...answered]
    const walked = await walk('limit=7', key)

    const seen = new Set(walked)
    assert.equal(seen.size, walked.length, 'a row came twice')
    assert.deepEqual(
      before.filter((code) => !seen.has(code)),
      [],
      'a row was skipped',
    )
  }
  issuing = false
  await Promise.all(callers)
})

/**
 * The row of a transaction that commits late lies below rows that were already read. A client that pages on must
 * get it, and once.
 */
test('a document that becomes visible below the first page comes on a later one', async () => {
  const { key } = await world.addCompany()
  const codes = await fill(key, 12)
  const late = codes[3] as string
  const hidden = await hide(late)
  const first = await list('?limit=4', key)
  await hidden.show()
  const rest: string[] = []
  let { siguiente } = first.body
  while (siguiente !== null) {
    const reply = await list(`?limit=4&cursor=${siguiente}`, key)
    rest.push(...codesOf(reply))
    siguiente = reply.body.siguiente
  }

  assert.deepEqual([...codesOf(first), ...rest], codes.toReversed())
})

test('a filter returns exactly the matching documents, and filters combine', async () => {
  const { key } = await world.addCompany()
  const sealed = await world.issue(SALE, { key })
  await proxy.down()
  const waiting = await world.issue(SALE, { key })
  await proxy.up()
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const rejected = await world.issue(SALE, { key })
  assert.deepEqual([sealed.status, waiting.status, rejected.status], [200, 202, 422])
  const { fecEmi } = sealed.body
  const [one, other] = [sealed.body.codigoGeneracion, waiting.body.codigoGeneracion]

  // biome-ignore format: a table
  const CASES: readonly (readonly [string, readonly string[]])[] = [
    ['',                                          [other, one]],
    ['?estado=sellado',                           [one]],
    ['?estado=contingencia',                      [other]],
    ['?estado=rechazado',                         []],
    ['?estado=reservado',                         []],
    ['?estado=liberado',                          []],
    ['?estado=descartado',                        []],
    ['?tipoDte=01',                               [other, one]],
    ['?tipoDte=03',                               []],
    [`?desde=${fecEmi}`,                          [other, one]],
    [`?hasta=${fecEmi}`,                          [other, one]],
    [`?desde=${fecEmi}&hasta=${fecEmi}`,          [other, one]],
    ['?desde=9999-12-31',                         []],
    ['?hasta=0001-01-01',                         []],
    ['?desde=2030-01-01&hasta=2020-01-01',        []],
    ['?estado=sellado&tipoDte=01',                [one]],
    [`?estado=sellado&tipoDte=03&desde=${fecEmi}`, []],
  ]
  for (const [search, codes] of CASES)
    assert.deepEqual(codesOf(await list(search, key)), codes, search)
})

test('a prepared document is not listed until it is signed', async () => {
  const { key } = await world.addCompany()
  const headers = {
    'content-type': 'application/json',
    'x-service-key': key.apiKey,
    'idempotency-key': 'prepared',
  }
  const payload = JSON.stringify(SALE)
  const prepared = await world.inject({ method: 'POST', url: '/v1/dte/prepare', headers, payload })
  assert.equal(prepared.status, 200, prepared.text)
  const issued = await world.issue(SALE, { key })
  assert.deepEqual(codesOf(await list('', key)), [issued.body.codigoGeneracion])
  const { prepareToken, documento } = prepared.body
  const signed = await world.inject({
    method: 'POST',
    url: '/v1/dte/sign',
    headers: { ...headers, 'x-service-sign-key': key.signKey ?? '' },
    payload: JSON.stringify({ prepareToken, documento }),
  })
  assert.equal(signed.status, 200, signed.text)

  const newestFirst = [prepared.body.codigoGeneracion, issued.body.codigoGeneracion]
  assert.deepEqual(codesOf(await list('', key)), newestFirst)
})

test('no list has a document of another company or of another environment', async () => {
  await world.issue()
  const other = await world.addCompany()
  const live = await mintLiveKey(world, world.company.nit)

  assert.deepEqual(codesOf(await list('', other.key)), [])
  assert.deepEqual(codesOf(await list('', live)), [])
})

/** Copies a first document `count` times, each newer than the one before. */
async function fill(key: MintedKey, count: number): Promise<string[]> {
  const { body } = await world.issue(SALE, { key })
  const rows = await world.deps.pool.many<{ code: string }>(
    `insert into documents (company_id, codigo_generacion, ambiente, tipo_dte, numero_control, year,
       fec_emi, hor_emi, key_id, idempotency_key, estado, version, payload, signature, totales,
       sello_recibido, historial, created_at)
     select company_id, gen_random_uuid(), ambiente, tipo_dte, 'copy ' || n, year, fec_emi, hor_emi,
            key_id, 'copy ' || n, estado, version, payload, signature, totales, sello_recibido,
            historial, created_at
       from documents cross join generate_series(2, $2::int) n where codigo_generacion = $1
      order by n
     returning upper(codigo_generacion::text) as code`,
    [body.codigoGeneracion, count],
  )
  return [body.codigoGeneracion, ...rows.map(({ code }) => code)]
}

/** Removes a row until the returned function restores it in its old place, like a transaction that commits late. */
async function hide(codigoGeneracion: string) {
  const { pool } = world.deps
  await pool.many(
    `create table hidden as select * from documents where codigo_generacion = '${codigoGeneracion}'`,
  )
  await pool.many('delete from documents where codigo_generacion = $1', [codigoGeneracion])
  return {
    async show() {
      await pool.many('insert into documents select * from hidden')
      await pool.many('drop table hidden')
    },
  }
}
