import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditoFiscal, factura, NIT, set } from '../../test/documentos.ts'
import { PASSWORD, PUBLIC_KEY_PEM, startMinistry } from '../../test/ministry.ts'

test('a sealed document is answered as it was sealed, later too', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  const sealed = await ministry.send(documento)
  await ministry.send(documento) // refused as a duplicate: the ledger keeps the sealed one
  await ministry.post('/_sim/clock', { advanceMs: 3_600_000 })
  const { status, body } = await ministry.consult(documento)
  assert.equal(status, 200)
  assert.deepEqual(body, sealed.body)
})

test('both forms of the path answer', async (t) => {
  const ministry = await startMinistry(t)
  const documento = creditoFiscal()
  await ministry.send(documento)
  const { codigoGeneracion } = documento.identificacion
  const consulta = { nitEmisor: NIT, tdte: '03', codigoGeneracion }
  for (const path of ['/fesv/recepcion/consultadte', '/fesv/recepcion/consultadte/']) {
    const { status } = await ministry.post(path, consulta, { authorization: ministry.token })
    assert.equal(status, 200)
  }
})

test('a rejected document is 400 RECHAZADO with the last reason', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  await ministry.send(set(documento, 'resumen.totalIva', 1))
  const rejected = await ministry.send(set(documento, 'resumen.totalPagar', 1))
  const { status, body } = await ministry.consult(documento)
  assert.equal(status, 400)
  assert.deepEqual(body, rejected.body)
  assert.equal(body.estado, 'RECHAZADO')
  await ministry.script({ service: 'recepciondte', kind: 'status', times: 1 })
  assert.equal((await ministry.send(documento)).status, 503)
  const { body: still } = await ministry.consult(documento)
  assert.deepEqual(still, rejected.body, 'an attempt without a verdict takes nothing back')
})

for (const [notHeld, expected] of [[undefined, 404] as const, [400, 400] as const]) {
  test(`an unknown code is ${expected} without a seal, and not RECHAZADO`, async (t) => {
    const ministry = await startMinistry(t, notHeld === undefined ? {} : { notHeld })
    const { status, body } = await ministry.consult(factura())
    assert.equal(status, expected)
    assert.equal(body.selloRecibido, null)
    assert.equal(body.codigoMsg, '014')
    assert.notEqual(body.estado, 'RECHAZADO')
  })
}

test("another taxpayer's document, another type or another NIT finds nothing", async (t) => {
  const other = { nit: '06140101900019', password: PASSWORD, publicKeyPem: PUBLIC_KEY_PEM }
  const mine = { ...other, nit: NIT }
  const ministry = await startMinistry(t, { taxpayers: [mine, other] })
  const documento = factura()
  await ministry.send(documento)
  assert.equal((await ministry.consult(documento)).status, 200)
  assert.equal((await ministry.consult(set(documento, 'identificacion.tipoDte', '03'))).status, 404)
  assert.equal((await ministry.consult(set(documento, 'emisor.nit', other.nit))).status, 404)
})

test('a query needs a token and its three members', async (t) => {
  const ministry = await startMinistry(t)
  const path = '/fesv/recepcion/consultadte/'
  assert.equal((await ministry.post(path, {})).status, 401)
  const { status, body } = await ministry.post(path, {}, { authorization: ministry.token })
  assert.deepEqual([status, body.estado, body.codigoMsg], [400, 'RECHAZADO', '005'])
})
