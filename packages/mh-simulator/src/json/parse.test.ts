import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { divide, isPlain, round2, textOf, unitsOf } from './decimal.ts'
import { isObject, isOddNumber, type Json, parseJson } from './parse.ts'

/** The value as JSON.parse gives it: each number as the double nearest to its text. */
function plain(value: Json): unknown {
  if (typeof value === 'bigint') return Number(textOf(value))
  if (isOddNumber(value)) return Number(value.text)
  if (Array.isArray(value)) return value.map(plain)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]))
}

test('whatever JSON.parse reads, this reads alike', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 5 }), fc.constantFrom(undefined, 1, '\t'), (text, indent) => {
      const spaced = JSON.stringify(JSON.parse(text), null, indent)
      assert.deepEqual(plain(parseJson(spaced)), JSON.parse(spaced))
    }),
  )
})

test('texts that JSON.parse refuses are refused where they go wrong', () => {
  // biome-ignore format: a table
  const bad: readonly (readonly [at: number, ...texts: string[]])[] = [
    [0, '', '"', '"a', '"a\\', '"\n"', '"\u001f"', "'a'", '.5', '+1', 'NaN', 'nul', 'tru', 'fals', '\u00a01', '\f1', '\v1'],
    [1, ' ', '{', '[', '-', '-a', '0x1', '{a:1}', '{1:1}'],
    [2, '01', '1.', '1e', '1 1', '[]]', '[1', '[1}'],
    [3, '-01', '1e+', '1e-', '[1,]', '[1 2]'],
    [4, '{"a"}'],
    [5, '{"a":}', '{"a" 1}'],
    [6, '{"a":1', '{"a":1]', '{"a":1;"b":2}'],
    [7, '{"a":1,}', '{"a":1 "b":2}'],
  ]
  for (const [at, ...texts] of bad) {
    const why = { name: 'SyntaxError', message: `not JSON at character ${at}` }
    for (const text of texts) {
      assert.throws(() => JSON.parse(text), SyntaxError, text)
      assert.throws(() => parseJson(text), why, text)
    }
  }
  assert.throws(() => parseJson('"\\x"'), SyntaxError)
})

test('a repeated member and nesting beyond 64 levels are refused', () => {
  for (const text of ['{"a":1,"a":1}', '{"__proto__":1,"__proto__":1}', '['.repeat(100_000)]) {
    assert.throws(() => parseJson(text), SyntaxError)
  }
  const nested = (levels: number) => parseJson('['.repeat(levels) + ']'.repeat(levels))
  assert.deepEqual(JSON.stringify(nested(64)).length, 128)
  assert.throws(() => nested(65), { name: 'SyntaxError', message: 'not JSON at character 64' })
  const own = parseJson('{"__proto__":{"x":1}}')
  assert.ok(isObject(own) && Object.hasOwn(own, '__proto__'))
})

test('a plain amount is exact, every other form keeps its text', () => {
  // biome-ignore format: a table
  const cases: readonly (readonly [text: string, units: bigint | null, plain: boolean])[] = [
    ['0', 0n, true], ['13', 1_300_000_000n, true], ['0.1', 10_000_000n, true], ['-20.05', -2_005_000_000n, true],
    ['0.00000001', 1n, true], ['99999999999.99999999', 9_999_999_999_999_999_999n, true],
    ['90071992.54740993', 9_007_199_254_740_993n, true], ['12345678', 1_234_567_800_000_000n, true],
    ['13.0', 1_300_000_000n, false], ['0.10', 10_000_000n, false], ['-0', 0n, false], ['-0.0', 0n, false],
    ['1.000000000', 100_000_000n, false], ['10e-9', 1n, false], ['1e2', 10_000_000_000n, false], ['1E-8', 1n, false], ['100e-2', 100_000_000n, false],
    ['0.000000001', null, true], ['1e-9', null, false], ['1e400', null, false],
    ['1e40', 10n ** 48n, false], ['1e41', null, false], ['0e-40', 0n, false], ['0e-41', null, false],
  ]
  for (const [text, units, isPlainText] of cases) {
    const read = parseJson(text)
    assert.equal(isOddNumber(read), !isPlainText || units === null, text)
    assert.equal(isOddNumber(read) ? read.units : read, units, text)
    assert.equal(isPlain(text), isPlainText, text)
  }
  for (const text of ['', 'x', '1.', '1e', ' 1', '1 ']) assert.equal(unitsOf(text), null, text)
})

test('the fast and the careful reading of a number agree', () => {
  const amount = fc.tuple(fc.bigInt(-(10n ** 20n), 10n ** 20n), fc.boolean()).map(([n]) => n)
  fc.assert(
    fc.property(fc.oneof(amount, fc.bigInt(-(10n ** 12n), 10n ** 12n)), (units) => {
      const text = textOf(units)
      assert.equal(unitsOf(text), units)
      assert.equal(parseJson(text), units)
    }),
  )
})

test('halves round away from zero', () => {
  const cases = [
    [5n, 10n, 1n],
    [-5n, 10n, -1n],
    [4n, 10n, 0n],
    [-4n, 10n, 0n],
    [15n, 10n, 2n],
  ] as const
  for (const [a, b, expected] of cases) assert.equal(divide(a, b), expected)
  assert.equal(round2(500_000n), 1_000_000n)
  assert.equal(round2(-500_000n), -1_000_000n)
  assert.equal(round2(499_999n), 0n)
})
