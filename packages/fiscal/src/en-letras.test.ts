import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { enLetras } from './en-letras.ts'
import { MONTO_LIMIT, type Monto, monto } from './monto.ts'

// biome-ignore format: a table
const CASES: readonly (readonly [number, string])[] = [
  [0,                'CERO 00/100 DOLARES'],
  [0.01,             'CERO 01/100 DOLARES'],
  [1,                'UN 00/100 DOLARES'],
  [3.99,             'TRES 99/100 DOLARES'],
  [10,               'DIEZ 00/100 DOLARES'],
  [16.5,             'DIECISEIS 50/100 DOLARES'],
  [21,               'VEINTIUN 00/100 DOLARES'],
  [22.6,             'VEINTIDOS 60/100 DOLARES'],
  [30,               'TREINTA 00/100 DOLARES'],
  [31,               'TREINTA Y UN 00/100 DOLARES'],
  [56.6,             'CINCUENTA Y SEIS 60/100 DOLARES'],
  [99.99,            'NOVENTA Y NUEVE 99/100 DOLARES'],
  [100,              'CIEN 00/100 DOLARES'],
  [101,              'CIENTO UN 00/100 DOLARES'],
  [121,              'CIENTO VEINTIUN 00/100 DOLARES'],
  [500,              'QUINIENTOS 00/100 DOLARES'],
  [761.2,            'SETECIENTOS SESENTA Y UN 20/100 DOLARES'],
  [909.09,           'NOVECIENTOS NUEVE 09/100 DOLARES'],
  [1_000,            'MIL 00/100 DOLARES'],
  [1_001,            'MIL UN 00/100 DOLARES'],
  [2_100,            'DOS MIL CIEN 00/100 DOLARES'],
  [21_001,           'VEINTIUN MIL UN 00/100 DOLARES'],
  [100_000,          'CIEN MIL 00/100 DOLARES'],
  [101_101,          'CIENTO UN MIL CIENTO UN 00/100 DOLARES'],
  [1_000_000,        'UN MILLON 00/100 DOLARES'],
  [1_000_001,        'UN MILLON UN 00/100 DOLARES'],
  [2_001_000,        'DOS MILLONES MIL 00/100 DOLARES'],
  [21_000_021,       'VEINTIUN MILLONES VEINTIUN 00/100 DOLARES'],
  [999_999_999.99,   'NOVECIENTOS NOVENTA Y NUEVE MILLONES NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE 99/100 DOLARES'],
  [1_000_000_000,    'MIL MILLONES 00/100 DOLARES'],
  [99_999_999_999.99, 'NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE MILLONES NOVECIENTOS NOVENTA Y NUEVE MIL NOVECIENTOS NOVENTA Y NUEVE 99/100 DOLARES'],
]

for (const [n, words] of CASES) {
  test(`${n} in words`, () => assert.equal(enLetras(monto(n)), words))
}

test('the amount is rounded to cents, half up', () => {
  assert.equal(enLetras(monto(1.995)), 'DOS 00/100 DOLARES')
  assert.equal(enLetras(monto(1.00499999)), 'UN 00/100 DOLARES')
})

test('every amount of the structures has words of 8 to 200 letters', () => {
  const cents = fc.bigInt({ min: 0n, max: 10n ** 13n - 1n }).map((c) => (c * 1_000_000n) as Monto)
  fc.assert(
    fc.property(cents, (m) => {
      assert.match(enLetras(m), /^[A-Z]+( [A-Z]+)* \d\d\/100 DOLARES$/)
      assert.ok(enLetras(m).length <= 200)
    }),
  )
  assert.ok(enLetras(monto(54_454_454_454.99)).length <= 200)
})

test('an amount beyond the structures’ limit is refused', () => {
  assert.throws(() => enLetras(MONTO_LIMIT), RangeError)
  assert.throws(() => enLetras(monto(-1)), RangeError)
})
