import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatNumeroControl, standInNumeroControl } from './numero-control.ts'

const SERIE = { tipoDte: '01', codEstable: 'M001', codPuntoVenta: 'P025' }

test('a number is written with 15 digits, whatever its input type', () => {
  const expected = 'DTE-01-M001P025-000000000000001'
  for (const correlativo of [1, 1n, '1']) {
    assert.equal(formatNumeroControl({ ...SERIE, correlativo }), expected)
  }
  assert.equal(
    formatNumeroControl({ ...SERIE, correlativo: 999_999_999_999_999n }),
    'DTE-01-M001P025-999999999999999',
  )
})

test('values outside the format are refused', () => {
  const wrong = [
    { ...SERIE, correlativo: 10n ** 15n },
    { ...SERIE, correlativo: -1 },
    { ...SERIE, correlativo: 1.5 },
    { ...SERIE, correlativo: '' },
    { ...SERIE, codEstable: '0001', correlativo: 1 },
    { ...SERIE, codPuntoVenta: 'M001', correlativo: 1 },
    { ...SERIE, tipoDte: '1', correlativo: 1 },
  ]
  for (const numbered of wrong) assert.throws(() => formatNumeroControl(numbered), RangeError)
})

test('a series’ placeholder has the right form and is never issued', () => {
  assert.equal(standInNumeroControl(SERIE), 'DTE-01-M001P025-000000000000000')
})
