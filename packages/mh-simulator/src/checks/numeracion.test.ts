import assert from 'node:assert/strict'
import { test } from 'node:test'
import { creditoFiscal, type Draft, factura, renewed, set } from '../../test/documentos.ts'
import { startMinistry } from '../../test/ministry.ts'

const CODE_TAKEN = '[identificacion.codigoGeneracion] YA EXISTE UN REGISTRO CON ESE VALOR'
const NUMBER_TAKEN = '[identificacion.numeroControl] YA EXISTE UN REGISTRO CON ESE VALOR'

const withCode = (documento: Draft, from: Draft): Draft =>
  set(documento, 'identificacion.codigoGeneracion', from.identificacion.codigoGeneracion)
const withNumber = (documento: Draft, from: Draft): Draft =>
  set(documento, 'identificacion.numeroControl', from.identificacion.numeroControl)

test('a sealed code does not come again, not even with the same bytes or another type', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  assert.equal((await ministry.send(documento)).status, 200)
  for (const again of [
    documento,
    withCode(factura(), documento),
    withCode(creditoFiscal(), documento),
  ]) {
    const { status, body } = await ministry.send(again)
    assert.deepEqual([status, body.codigoMsg, body.descripcionMsg], [400, '004', CODE_TAKEN])
  }
})

test('a sealed number does not come again within its calendar year', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  assert.equal((await ministry.send(documento)).status, 200)
  const { body } = await ministry.send(withNumber(factura(), documento))
  assert.deepEqual([body.codigoMsg, body.descripcionMsg], ['004', NUMBER_TAKEN])
  const lastYear = set(withNumber(factura(), documento), 'identificacion.fecEmi', '2025-12-31')
  assert.equal((await ministry.send(lastYear)).status, 200)
  const production = set(withNumber(factura(), documento), 'identificacion.ambiente', '01')
  assert.equal((await ministry.send(production)).status, 200)
})

/** Otherwise a corrected document could not replace the refused one. */
test('a rejected document never existed: its code and its number come again', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  assert.equal((await ministry.send(set(documento, 'resumen.totalIva', 1))).status, 400)
  assert.equal((await ministry.send(set(documento, 'resumen.totalIva', 1))).status, 400)
  const { status, body } = await ministry.send(documento)
  assert.equal(status, 200, body.descripcionMsg)
})

test('of many at once with one number exactly one is sealed', async (t) => {
  const ministry = await startMinistry(t)
  const documento = factura()
  const rivals = Array.from({ length: 20 }, () => withNumber(renewed(documento), documento))
  const answers = await Promise.all(rivals.map((rival) => ministry.send(rival)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('seals are unique', async (t) => {
  // Seals stay unique even when the randomness always returns the same bytes.
  const ministry = await startMinistry(t, { random: (bytes) => new Uint8Array(bytes) })
  const answers = await Promise.all(Array.from({ length: 30 }, () => ministry.send(factura())))
  assert.equal(new Set(answers.map(({ body }) => body.selloRecibido)).size, 30)
})
