import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { LOCK_WAITS } from '../../../../test/citus.ts'
import { nota, sealed } from '../../../../test/notas.ts'
import { prepare, sign } from '../../../../test/prepared.ts'
import { until } from '../../../../test/until.ts'
import { createWorld, SALE, type World } from '../../../../test/world.ts'
import { companyOfNit } from '../../../ledger/companies/company.ts'
import { releaseExpired } from '../../jobs/reservations.ts'

const FIFTEEN_MINUTES_MS = 15 * 60_000

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('prepare answers the whole unsigned document with its number, its totals and its token', async () => {
  const spent = await world.numbersSpent()
  const asked = world.deps.clock.now().getTime()

  const { status, body, text } = await prepare(world)

  assert.equal(status, 200, text)
  assert.equal(body.estado, 'reservado')
  assert.match(body.numeroControl, /^DTE-01-M001P001-\d{15}$/)
  assert.equal(body.documento.identificacion.numeroControl, body.numeroControl)
  assert.equal(body.documento.identificacion.codigoGeneracion, body.codigoGeneracion)
  assert.equal(body.totales.totalPagar, 11.3)
  assert.equal(body.documento.resumen.totalPagar, 11.3)
  const left = Date.parse(body.venceEn) - asked
  assert.ok(left >= FIFTEEN_MINUTES_MS && left < FIFTEEN_MINUTES_MS + 5_000, `${left} ms`)
  assert.equal(await world.numbersSpent(), spent + 1)
})

test('prepare and issue share one series', async () => {
  const numbers = []
  for (const call of [world.issue, () => prepare(world), world.issue, () => prepare(world)]) {
    numbers.push((await call()).body.numeroControl)
  }

  const counts = numbers.map((numero) => Number(numero.slice(-15)))
  assert.deepEqual(
    counts,
    counts.map((_, at) => (counts[0] ?? 0) + at),
  )
})

test('nothing is signed and nothing is sent: the query shows the reservation without a JWS', async () => {
  const { body } = await prepare(world)

  const stored = await world.query(body.codigoGeneracion)

  assert.equal(stored.body.estado, 'reservado')
  assert.equal(stored.body.jws, null)
  assert.equal(stored.body.selloRecibido, null)
  assert.deepEqual(stored.body.documento, body.documento)
  assert.equal(stored.body.numeroControl, body.numeroControl)
  const ledger = await world.mh.ledger()
  assert.ok(ledger.every(({ codigoGeneracion }) => codigoGeneracion !== body.codigoGeneracion))
})

test('a key that may not sign can prepare', async () => {
  const key = await world.mintKey(world.company.nit, { passphrase: null })

  const { status, text } = await prepare(world, SALE, { key })

  assert.equal(status, 200, text)
})

test('a repeat gets the same bytes, marked as a replay, before signing, after signing, and after the end', async () => {
  const options = { idempotencyKey: 'preparar 17' }
  const first = await prepare(world, SALE, options)
  const spent = await world.numbersSpent()
  const assertRepeated = async (when: string) => {
    const again = await prepare(world, SALE, options)
    assert.equal(again.text, first.text, when)
    assert.equal(again.headers['idempotency-replayed'], 'true', when)
  }

  assert.equal(first.headers['idempotency-replayed'], undefined)
  await assertRepeated('reserved')
  assert.equal((await sign(world, first)).status, 200)
  await assertRepeated('signed')
  await world.advance(FIFTEEN_MINUTES_MS)
  await assertRepeated('expired')
  assert.equal(await world.numbersSpent(), spent)
})

test('a repeat of a released reservation gets its first answer, and the query shows the release', async () => {
  const options = { idempotencyKey: 'preparar 18' }
  const first = await prepare(world, SALE, options)
  await world.advance(FIFTEEN_MINUTES_MS)
  await releaseExpired(world.deps)

  assert.equal((await prepare(world, SALE, options)).text, first.text)
  const { body } = await world.query(first.body.codigoGeneracion)
  assert.equal(body.estado, 'liberado')
  assert.equal(body.documento, null, 'its number is another document’s by now')
  assert.equal(body.jws, null)
  assert.deepEqual(
    body.historial.map((h: { estado: string }) => h.estado),
    ['reservado', 'liberado'],
  )
})

test('prepare and sign of one document may share a key, and another body under it is refused', async () => {
  const options = { idempotencyKey: 'venta 19' }
  const prepared = await prepare(world, SALE, options)
  const signed = await sign(world, prepared, options)
  const other = await prepare(world, { ...SALE, observaciones: 'otra' }, options)

  assert.equal(signed.status, 200, signed.text)
  assert.equal(signed.headers['idempotency-replayed'], undefined)
  assert.equal(other.body.error.code, 'idempotency_key_reuse')
})

test('a key used for prepare cannot be used for issue, even with the same body', async () => {
  const options = { idempotencyKey: 'venta 20' }
  await prepare(world, SALE, options)

  const reply = await world.issue(SALE, options)

  assert.equal(reply.status, 422)
  assert.equal(reply.body.error.code, 'idempotency_key_reuse')
})

test('a key used for issue cannot be used for prepare, whatever became of the document: the answer names the route', async () => {
  const assertRefused = async (idempotencyKey: string, status: number) => {
    assert.equal((await world.issue(SALE, { idempotencyKey })).status, status)
    const reply = await prepare(world, SALE, { idempotencyKey })
    assert.equal(reply.status, 422, reply.text)
    assert.equal(reply.body.error.code, 'idempotency_key_reuse')
    assert.match(reply.body.error.message, /en otra ruta, POST \/v1\/dte\. /)
  }
  await assertRefused('venta 21', 200)
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  await assertRefused('venta 22', 422)
  await world.mh.fault({ service: '*', kind: 'status' })
  await assertRefused('venta 23', 202)
  await world.mh.clearFaults()
})

test('a document too large for sign’s body is not prepared, but can be issued in one step', async () => {
  const descripcion = 'Café de altura, tostado y molido. '.repeat(12)
  const items = Array.from({ length: 2_000 }, () => ({ descripcion, cantidad: 1, precioUni: 1 }))
  const receptor = { nombre: 'Ana Ficticia', tipoDocumento: '13', numDocumento: '00016297-5' }
  const spent = await world.numbersSpent()

  const reply = await prepare(world, { ...SALE, items, receptor })

  assert.equal(reply.status, 422, reply.text)
  const [{ message, ...issue }, ...others] = reply.body.error.details.issues
  const rule = { field: 'items', documento: 'cuerpoDocumento', rule: 'maxBytes' }
  assert.deepEqual([issue, others], [rule, []])
  assert.match(message, /^El documento ocupa \d{7} bytes y la petición de sign lleva hasta 1 MB\. /)
  assert.equal(await world.numbersSpent(), spent)
  const largest = await prepare(world, { ...SALE, items: items.slice(0, 1_200), receptor })
  assert.equal((await sign(world, largest)).status, 200)
})

/** The refusal that it would get is about the very document that the first call made. */
test('a call whose document is made meanwhile, by another with its key, has that document', async () => {
  const product = { codigo: 'CAFE', descripcion: 'Café', tipoItem: 1, uniMedida: 59 }
  const { body } = await world.inject({
    method: 'POST',
    url: '/v1/products',
    headers: { 'x-service-key': world.company.key.apiKey },
    payload: { ...product, precioConIva: 10 },
  })
  const origen = await sealed(world) // 100.00
  const whole = nota(origen, 0, {
    items: [{ productId: body.productId, cantidad: 1, precioUni: 100 }],
  })
  const options = { idempotencyKey: 'made meanwhile' }
  const waiting = async (count: number) => (await world.deps.pool.many(LOCK_WAITS)).length === count
  const [documents, products] = await Promise.all([hold(), hold()])

  const company = await companyOfNit(world.deps.pool, world.company.nit)
  await documents.query(
    'select 1 from documents where company_id = $1 and codigo_generacion = $2 for update',
    [company?.companyId, origen],
  )
  const first = prepare(world, whole, options)
  await until('the first is in commit 1', () => waiting(1))
  await products.query('lock table products in access exclusive mode')
  const second = prepare(world, whole, options)
  await until('the second reads its product', () => waiting(2))
  await documents.query('commit')
  const made = await first
  await products.query('commit')
  const again = await second
  await Promise.all([documents.end(), products.end()])

  assert.equal(made.status, 200, made.text)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(again.text, made.text)
})

async function hold(): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  return holder
}
