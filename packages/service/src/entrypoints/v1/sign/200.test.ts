import assert from 'node:assert/strict'
import { verify } from 'node:crypto'
import { after, before, test } from 'node:test'
import { bodyOf, prepare, sign, signBody } from '../../../../test/prepared.ts'
import { withoutWarnings } from '../../../../test/warnings.ts'
import { createWorld, SALE, type World } from '../../../../test/world.ts'

const MINUTE_MS = 60_000

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('sign answers as issue does: the seal, the signed document and its printed copy, under the reserved number', async () => {
  const issued = await world.issue()
  const prepared = await prepare(world)
  const spent = await world.numbersSpent()

  const reply = await sign(world, prepared)

  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(Object.keys(reply.body), Object.keys(issued.body))
  assert.equal(reply.body.numeroControl, prepared.body.numeroControl)
  assert.equal(reply.body.codigoGeneracion, prepared.body.codigoGeneracion)
  assert.deepEqual(reply.body.documento, prepared.body.documento)
  assert.deepEqual(reply.body.totales, prepared.body.totales)
  assert.equal(await world.numbersSpent(), spent, 'prepare took the number, and sign takes none')
  const [row] = (await world.mh.ledger()).filter(
    (d) => d.codigoGeneracion === reply.body.codigoGeneracion,
  )
  assert.equal(row?.selloRecibido, reply.body.selloRecibido)
  const { body } = await world.query(reply.body.codigoGeneracion)
  assert.deepEqual(
    body.historial.map((h: { estado: string }) => h.estado),
    ['reservado', 'firmado', 'sellado'],
  )
})

test('sign signs exactly the bytes that prepare answered, in the ministry’s member order', async () => {
  const prepared = await prepare(world)

  const { body } = await signBody(world, reversed(bodyOf(prepared)))

  const [header, payload, signature] = body.jws.split('.')
  const signed = Buffer.from(payload, 'base64url').toString()
  assert.ok(prepared.text.includes(`"documento":${signed}`))
  const input = Buffer.from(`${header}.${payload}`)
  const { publicKeyPem } = world.company
  assert.ok(verify('sha512', input, publicKeyPem, Buffer.from(signature, 'base64url')))
})

test('the member order of the caller’s document does not matter', async () => {
  const body = bodyOf(await prepare(world))

  const reply = await signBody(world, { ...body, documento: reversed(body.documento) })

  assert.equal(reply.status, 200, reply.text)
})

test('a repeat gets the same bytes, marked as a replay, even after the token expired', async () => {
  const prepared = await prepare(world)
  const options = { idempotencyKey: 'firmar 17' }
  const first = await sign(world, prepared, options)
  await world.advance(20 * MINUTE_MS)

  const again = await sign(world, prepared, options)
  const reordered = await signBody(world, reversed(bodyOf(prepared)), options)

  assert.equal(first.headers['idempotency-replayed'], undefined)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(withoutWarnings(again.text), withoutWarnings(first.text))
  assert.equal(reordered.text, again.text)
})

test('a repeat needs no sign key, since nothing is signed for it', async () => {
  const prepared = await prepare(world)
  const options = { idempotencyKey: 'firmar 18' }
  const first = await sign(world, prepared, options)

  const again = await sign(world, prepared, { ...options, headers: { 'x-service-sign-key': '' } })

  assert.equal(withoutWarnings(again.text), withoutWarnings(first.text))
})

test('sign’s key with another body is refused', async () => {
  const options = { idempotencyKey: 'firmar 19' }
  await sign(world, await prepare(world), options)

  const reply = await sign(world, await prepare(world), options)

  assert.equal(reply.status, 422)
  assert.equal(reply.body.error.code, 'idempotency_key_reuse')
})

test('a document prepared before midnight and signed after it keeps its date, and is sealed', async (t) => {
  const lateEvening = new Date('2026-03-17T05:55:00Z') // 23:55 of the 16th in El Salvador
  const evening = await createWorld({ now: lateEvening })
  t.after(() => evening.close())
  const prepared = await prepare(evening)
  await evening.advance(10 * MINUTE_MS)

  const reply = await sign(evening, prepared)

  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.fecEmi, '2026-03-16')
})

test('a document prepared in the old year and signed in the new one keeps the old year’s number', async (t) => {
  const newYearsEve = new Date('2027-01-01T05:55:00Z') // 23:55 of the 31st in El Salvador
  const eve = await createWorld({ now: newYearsEve })
  t.after(() => eve.close())
  const prepared = await prepare(eve)
  await eve.advance(10 * MINUTE_MS)
  const next = await eve.issue()

  const reply = await sign(eve, prepared)

  assert.equal(reply.status, 200, reply.text)
  assert.equal(reply.body.fecEmi, '2026-12-31')
  assert.equal(next.body.fecEmi, '2027-01-01')
  assert.equal(next.body.numeroControl, reply.body.numeroControl, 'the first number of either year')
})

test('another key of the company sees the prepared document, and the ministry has it once', async () => {
  const prepared = await prepare(world, { ...SALE, observaciones: 'una vez' })
  await sign(world, prepared)

  const rows = (await world.mh.ledger()).filter(
    (d) => d.codigoGeneracion === prepared.body.codigoGeneracion,
  )
  assert.deepEqual(
    rows.map(({ timesReceived }) => timesReceived),
    [1],
  )
})

/** The same value with the members of every object in reverse order. */
function reversed(value: object): object {
  return JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).reverse())
      : one,
  )
}
