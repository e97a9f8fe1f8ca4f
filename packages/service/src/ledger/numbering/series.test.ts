/** A control number is read whole or not at all. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readNumeroControl } from './series.ts'

const NUMERO = 'DTE-03-M001P002-000000000000042'

test('a control number names its series and its place in it', () => {
  const read = { codEstable: 'M001', codPuntoVenta: 'P002', correlativo: 42n }
  assert.deepEqual(readNumeroControl(NUMERO), read)
})

test('any other text is none', () => {
  for (const text of ['', ` ${NUMERO}`, `${NUMERO}0`, NUMERO.slice(0, -1), NUMERO.toLowerCase()])
    assert.throws(() => readNumeroControl(text), /bug: not a numeroControl/, text)
})
