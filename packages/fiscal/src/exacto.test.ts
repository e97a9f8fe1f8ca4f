import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exactoToText, parte, roundExacto } from './exacto.ts'
import { monto, toText } from './monto.ts'

const ONE = 100_000_000n

// biome-ignore format: a table
const CASES = [
  [monto(11.7), '11.7', 2, '11.7'],
  [monto(0), '0', 2, '0'],
  [monto(-4.005), '-4.005', 2, '-4.01'],
  [parte(monto(697.5), [13n, 100n]), '90.675', 2, '90.68'],
  [parte(monto(100), [13n, 113n]), '11.5044247787610619…', 8, '11.50442478'],
  [parte(monto(-1), [1n, 3n]), '-0.3333333333333333…', 2, '-0.33'],
  [parte(monto(0.00000001), [monto(0.00000001), ONE]), '0.0000000000000001', 8, '0'],
  [parte(monto(3.33333333), [monto(1.11111111), ONE]), '3.7037036962962963', 8, '3.7037037'],
  [parte(monto(0.02499999), [20n, 100n]), '0.004999998', 2, '0'],
] as const

for (const [exacto, text, decimals, rounded] of CASES) {
  test(`${text} is printed in full, and rounded once to ${rounded}`, () => {
    assert.equal(exactoToText(exacto), text)
    assert.equal(toText(roundExacto(exacto, decimals)), rounded)
  })
}
