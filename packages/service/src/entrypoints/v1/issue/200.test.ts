import assert from 'node:assert/strict'
import { verify } from 'node:crypto'
import { after, before, test } from 'node:test'
import { credito } from '../../../../test/malformed.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('a sale is answered 200 with its seal, its signed document and its printed copy', async () => {
  const reply = await world.issue()

  assert.equal(reply.status, 200, reply.text)
  assert.match(reply.body.numeroControl, /^DTE-01-M001P001-\d{15}$/)
  const page = Buffer.from(reply.body.representacionGrafica, 'base64')
  assert.equal(page.subarray(0, 5).toString(), '%PDF-')
  const [row] = (await world.mh.ledger()).filter(
    (d) => d.codigoGeneracion === reply.body.codigoGeneracion,
  )
  assert.equal(row?.selloRecibido, reply.body.selloRecibido)
})

test('the JWS has the one header, verifies with the certificate, and signs exactly the stored bytes', async () => {
  const { body } = await world.issue()
  const [header, payload, signature] = body.jws.split('.')

  assert.equal(header, 'eyJhbGciOiJSUzUxMiJ9')
  const input = Buffer.from(`${header}.${payload}`)
  const isValid = verify(
    'sha512',
    input,
    world.company.publicKeyPem,
    Buffer.from(signature, 'base64url'),
  )
  assert.ok(isValid)
  const signed = Buffer.from(payload, 'base64url').toString()
  assert.deepEqual(JSON.parse(signed), body.documento)
  const stored = await world.query(body.codigoGeneracion)
  assert.equal(stored.body.jws, body.jws)
  assert.ok(stored.text.includes(signed), 'the query answers the signed bytes as they are')
})

test('the delivered file is the signed bytes with the signature and the seal inserted before the last brace', async () => {
  const { body } = await world.issue()
  const signed = Buffer.from(body.jws.split('.')[1], 'base64url').toString()

  const members = `,"firmaElectronica":"${body.jws}","selloRecibido":"${body.selloRecibido}"}`
  assert.equal(body.archivoDte, signed.slice(0, -1) + members)
})

test('a repeat with the same key and body gets the same bytes, marked as a replay', async () => {
  const options = { idempotencyKey: 'venta 17' }
  const first = await world.issue(undefined, options)
  const spent = await world.numbersSpent()

  const again = await world.issue(undefined, options)

  assert.equal(first.headers['idempotency-replayed'], undefined)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal(again.text, first.text)
  assert.equal(await world.numbersSpent(), spent)
})

test('the ministry’s remarks on a sealed document are answered, and stored with it', async () => {
  const observaciones = ['Revise la dirección del receptor', 'Teléfono incompleto']
  await world.mh.fault({ service: 'recepciondte', kind: 'observe', observaciones, times: 1 })

  const options = { idempotencyKey: 'with remarks' }
  const reply = await world.issue(undefined, options)

  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.body.observaciones, observaciones)
  assert.equal((await world.issue(undefined, options)).text, reply.text)
  const { body } = await world.query(reply.body.codigoGeneracion)
  assert.deepEqual(body.observaciones, observaciones)
})

test('remarks are stored without characters that the database cannot hold', async () => {
  const observaciones = ['uno\0dos', 'medio \ud83c']
  await world.mh.fault({ service: 'recepciondte', kind: 'observe', observaciones, times: 1 })

  const reply = await world.issue()

  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(reply.body.observaciones, ['unodos', 'medio \ufffd'])
})

test('a 03 is answered with its own number, its own totals and the IVA separate', async () => {
  const { body, status, text } = await world.issue(JSON.parse(credito({}).payload as string))

  assert.equal(status, 200, text)
  assert.match(body.numeroControl, /^DTE-03-M001P001-\d{15}$/)
  assert.deepEqual(body.totales, {
    totalNoSuj: 0,
    totalExenta: 0,
    totalGravada: 11.3,
    totalDescu: 0,
    totalIva: 1.47,
    montoTotalOperacion: 12.77,
    totalPagar: 12.77,
    totalLetras: body.documento.resumen.totalLetras,
  })
})

test('a document can be queried by its code, in capitals or not', async () => {
  const { body } = await world.issue()

  const reply = await world.query(body.codigoGeneracion.toLowerCase())

  assert.equal(reply.status, 200)
  assert.equal(reply.body.estado, 'sellado')
  assert.deepEqual(
    reply.body.historial.map((h: { estado: string }) => h.estado),
    ['firmado', 'sellado'],
  )
})
