/** Percentages and the rest of a mixed payment, against whole numbers of hundred-millionths. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SEED_NUMBER } from '../../fiscal/test/seed.ts'
import { conIva, porcentajeDeLinea, restoDe, sinIva, unaMas } from '../src/emitir/montos.ts'
import { createDice } from './generated-forms.ts'

test('a percentage is rounded once, half away from zero, from the exact product', () => {
  // biome-ignore format: a table
  const cases: readonly (readonly [number, number, number, number])[] = [
    [1,   1.005,  100,   1.005], // no more than the line itself
    [1,   2.01,   50,    1.01],  // 1.005, which a double takes for less
    [3,   1.15,   10,    0.35],  // 0.345
    [1,   8.25,   10,    0.83],
    [100, 1.005,  1,     1.01],  // 1.005
    [1,   1000.1, 0.05,  0.5],
    [2.5, 0.333,  33.33, 0.28],
  ]
  for (const [cantidad, precio, percent, expected] of cases) {
    assert.equal(porcentajeDeLinea(cantidad, precio, percent), expected, `${cantidad} ${precio}`)
  }
})

/** Half a cent of a product of three numbers of eight decimals, the last of them a percentage. */
const HALF = 10n ** 24n / 2n

test('it equals the exact integer result for any quantity, price and percentage', () => {
  const dice = createDice(SEED_NUMBER)
  const scaled = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(8, '0'))
  }
  for (let n = 0; n < 5_000; n++) {
    const [c, p, q] = [dice() * 100, dice() * 1000, dice() * 100].map((x) =>
      x.toFixed(Math.floor(dice() * 5)),
    ) as [string, string, string]
    const line = scaled(c) * scaled(p) // of 10^16
    const cents = (line * scaled(q) + HALF) / (2n * HALF)
    // Never above the line itself: the case of the table above.
    if (cents * 10n ** 14n > line) continue
    const expected = Number(`${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`)
    const found = porcentajeDeLinea(Number(c), Number(p), Number(q))
    assert.equal(found, expected, `${c} × ${p} × ${q} %`)
  }
})

test('the remaining amount is exact and never negative', () => {
  assert.equal(restoDe(0.3, 0.1), 0.2)
  assert.equal(restoDe(99_999_999.01, 0.02), 99_999_998.99)
  assert.equal(restoDe(10, 10.01), 0)
  assert.equal(unaMas(0.1), '1.1')
  assert.equal(unaMas(4.35), '5.35')
})

test('a price has its IVA put in and taken out to eight decimals', () => {
  assert.deepEqual([0, 1, 1.33, 100].map(conIva), [0, 1.13, 1.5029, 113])
  assert.deepEqual([0, 1.13, 1, 100].map(sinIva), [0, 1, 0.88495575, 88.49557522])
})

test('of what is no amount nothing is computed', () => {
  const none = Number.NaN
  assert.deepEqual([conIva(none), sinIva(none), unaMas(none)], [null, null, null])
  assert.deepEqual([restoDe(5, none), restoDe(none, 5)], [5, none])
  for (const at of [0, 1, 2]) {
    const [cantidad = 0, precio = 0, percent = 0] = [1, 2, 3].with(at, none)
    assert.equal(porcentajeDeLinea(cantidad, precio, percent), null)
  }
})
