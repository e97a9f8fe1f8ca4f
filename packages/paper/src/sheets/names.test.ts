import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FORMAS_PAGO } from '@sello/fiscal'
import { codeAndName, direccion, fecha, nameOf, unidad } from './names.ts'

const DIRECCION = { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' }

test('an address ends with its district, municipality and department', () => {
  assert.equal(direccion(DIRECCION), 'Calle 1, San Salvador, San Salvador Centro, San Salvador')
})

test('unknown codes are printed unchanged', () => {
  const unknown = { departamento: '77', municipio: '88', distrito: '99', complemento: 'Calle 1, ' }
  assert.equal(direccion(unknown), 'Calle 1, 99, 88, 77')
  assert.equal(nameOf(FORMAS_PAGO, '__proto__'), '__proto__')
  assert.equal(unidad(98), '98')
})

test('absent values stay absent', () => {
  assert.equal(direccion(null), null)
  assert.equal(nameOf(FORMAS_PAGO, null), null)
  assert.equal(codeAndName(null, null), null)
  assert.equal(codeAndName('47190', null), '47190')
})

test('only a date is turned around', () => {
  assert.equal(fecha('2026-10-05'), '05/10/2026')
  assert.equal(fecha('ayer'), 'ayer')
})
