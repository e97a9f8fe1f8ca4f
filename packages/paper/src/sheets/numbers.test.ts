import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { amount, quantity } from './numbers.ts'

// biome-ignore format: a table
const CASES = [
  //  number             amount                 quantity
  [0,                    '0.00',                '0'],
  [-0,                   '0.00',                '0'],
  [1,                    '1.00',                '1'],
  [2.5,                  '2.50',                '2.5'],
  [999.99,               '999.99',              '999.99'],
  [1000,                 '1,000.00',            '1,000'],
  [-1000,                '-1,000.00',           '-1,000'],
  [-123.4,               '-123.40',             '-123.4'],
  [1234567.891,          '1,234,567.891',       '1,234,567.891'],
  [99999999999.99,       '99,999,999,999.99',   '99,999,999,999.99'],
  [0.12345678,           '0.12345678',          '0.12345678'],
  [0.0000001,            '0.0000001',           '0.0000001'],
  [0.00000001,           '0.00000001',          '0.00000001'],
  [-0.00000001,          '-0.00000001',         '-0.00000001'],
  [1e21,                 '1,000,000,000,000,000,000,000.00', '1,000,000,000,000,000,000,000'],
] as const

for (const [n, asAmount, asQuantity] of CASES) {
  test(`${n} is ${asAmount} as an amount and ${asQuantity} as a quantity`, () => {
    assert.equal(amount(n), asAmount)
    assert.equal(quantity(n), asQuantity)
  })
}

test('the printed text reads as the transmitted number', () => {
  const eightDecimals = fc.integer({ min: -(2 ** 52), max: 2 ** 52 }).map((units) => units / 1e8)
  fc.assert(
    fc.property(eightDecimals, (n) => {
      assert.equal(Number(amount(n).replaceAll(',', '')), n)
    }),
  )
})
