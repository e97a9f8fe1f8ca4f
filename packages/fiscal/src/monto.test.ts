import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from 'decimal.js'
import fc from 'fast-check'
import {
  decimalsOf,
  fractionOf,
  hasDecimals,
  type Monto,
  monto,
  positivePart,
  readMonto,
  round,
  roundFraction,
  sum,
  times,
  toNumber,
  toText,
} from './monto.ts'

const Exact = Decimal.clone({ precision: 80, rounding: Decimal.ROUND_HALF_UP })
const anyMonto = fc.oneof(
  fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }),
  fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
  fc.bigInt({ min: -200n, max: 200n }),
) as fc.Arbitrary<Monto>
const decimalOf = (m: Monto) => new Exact(String(m)).div('1e8')

// biome-ignore format: a table
const READ: readonly (readonly [number, bigint, string])[] = [
  [0,                        0n,                          '0'],
  [-0,                       0n,                          '0'],
  [0.1,                      10_000_000n,                 '0.1'],
  [0.00000001,               1n,                          '0.00000001'],
  [-0.0000007,               -70n,                        '-0.0000007'],
  [13,                       1_300_000_000n,              '13'],
  [-20,                      -2_000_000_000n,             '-20'],
  [761.2,                    76_120_000_000n,             '761.2'],
  [1e21,                     10n ** 29n,                  '1000000000000000000000'],
  [2 ** 53,                  9007199254740992n * 10n ** 8n, '9007199254740992'],
  [99_999_999_999.99,        9_999_999_999_999_000_000n,  '99999999999.99'],
  [12_345_678.12345678,      1_234_567_812_345_678n,      '12345678.12345678'],
]

for (const [n, value, text] of READ) {
  test(`${n} is read digit by digit and written as ${text}`, () => {
    assert.equal(monto(n), value)
    assert.equal(toText(monto(n)), text)
  })
}

for (const n of [
  1e-9,
  0.123456789,
  17.689999999999998,
  0.1 + 0.2,
  Number.NaN,
  Infinity,
  -Infinity,
]) {
  test(`${n} is not an amount`, () => {
    assert.equal(readMonto(n), null)
    assert.throws(() => monto(n), RangeError)
  })
}

test('written amounts are read back unchanged, up to 15 digits', () => {
  const digits15 = fc.bigInt({ min: -(10n ** 15n) + 1n, max: 10n ** 15n - 1n })
  fc.assert(fc.property(digits15, (m) => monto(Number(toText(m as Monto))) === m))
})

test('the text of an amount is its shortest plain decimal', () => {
  fc.assert(
    fc.property(anyMonto, (m) => {
      assert.equal(toText(m), decimalOf(m).toFixed())
      assert.match(toText(m), /^-?(0|[1-9]\d*)(\.\d*[1-9])?$/)
    }),
  )
})

test('reading agrees with decimal arithmetic for every number of up to 8 decimals', () => {
  const written = fc
    .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 13n }), fc.nat(99_999_999))
    .map(([minus, whole, part]) => `${minus ? '-' : ''}${whole}.${String(part).padStart(8, '0')}`)
  fc.assert(
    fc.property(written, (text) => {
      const n = Number(text)
      const exact = new Exact(String(n))
      if (exact.decimalPlaces() > 8) assert.equal(readMonto(n), null)
      else assert.equal(monto(n), BigInt(exact.mul('1e8').toFixed()))
    }),
    { numRuns: 2_000 },
  )
})

test('rounding is half away from zero', () => {
  // biome-ignore format: a table
  const cases = [
    [0.005, 2, 0.01], [-0.005, 2, -0.01], [0.00499999, 2, 0], [6.975, 2, 6.98], [90.675, 2, 90.68],
    [1.5, 0, 2], [-1.5, 0, -2], [2.5, 0, 3], [0.12345678, 8, 0.12345678],
  ] as const
  for (const [n, decimals, rounded] of cases)
    assert.equal(round(monto(n), decimals), monto(rounded))
})

test('rounding, fractions and products agree with decimal arithmetic', () => {
  const fraction = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }))
  fc.assert(
    fc.property(anyMonto, anyMonto, fc.nat(8), fraction, (a, b, decimals, [top, bottom]) => {
      assert.equal(toText(round(a, decimals)), decimalOf(a).toDecimalPlaces(decimals).toFixed())
      const part = fractionOf(a, BigInt(top), BigInt(bottom))
      assert.equal(toText(part), decimalOf(a).mul(top).div(bottom).toDecimalPlaces(8).toFixed())
      const product = decimalOf(a).mul(decimalOf(b)).toDecimalPlaces(8)
      assert.equal(toText(times(a, b)), product.isZero() ? '0' : product.toFixed())
      assert.equal(sum([a, b]), a + b)
    }),
  )
})

test('rounding a fraction once can differ from rounding it twice', () => {
  const galones = monto(0.02499999) // at 0.20 a gallon 0.004999998: 0 cents, although 0.005 to eight decimals
  assert.equal(roundFraction(galones, [20n, 100n], 2), 0n)
  assert.equal(round(fractionOf(galones, 20n, 100n), 2), monto(0.01))
  const parts = fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }))
  fc.assert(
    fc.property(anyMonto, fc.nat(8), parts, (a, decimals, [top, bottom]) => {
      const part = decimalOf(a).mul(top).div(bottom).toDecimalPlaces(decimals)
      const expected = part.isZero() ? '0' : part.toFixed()
      assert.equal(toText(roundFraction(a, [BigInt(top), BigInt(bottom)], decimals)), expected)
    }),
  )
})

test('the decimals of an amount and of a number are counted in digits', () => {
  assert.ok(hasDecimals(monto(0.07), 2))
  assert.ok(!hasDecimals(monto(0.071), 2))
  assert.deepEqual([1, 0.07, 1e-7, 1.5e-7, 1e21].map(decimalsOf), [0, 2, 7, 8, 0])
  assert.deepEqual([Number.NaN, Infinity, -Infinity].map(decimalsOf), [
    Infinity,
    Infinity,
    Infinity,
  ])
  assert.equal(positivePart(monto(-3)), 0n)
  assert.equal(toNumber(monto(788.18)), 788.18)
})
