import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dteRequest } from '../test/arbitraries.ts'
import { inputOf } from '../test/fixtures.ts'
import { buildDocumento, serialise } from './build.ts'
import { canonical } from './canonical.ts'
import { monto } from './monto.ts'

test('keys are sorted at every level, and undefined members are omitted', () => {
  const value = { b: [1, { d: null, c: 'ñ\n' }], a: undefined, A: true }
  assert.equal(canonical(value), '{"A":true,"b":[1,{"c":"ñ\\n","d":null}]}')
})

test('an amount has the form of its JSON number', () => {
  assert.equal(canonical({ a: monto(0.0000001), b: monto(12.5) }), '{"a":1e-7,"b":12.5}')
})

test('the order of keys changes nothing, the order of elements does', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.deepEqual(JSON.parse(canonical(value)), JSON.parse(JSON.stringify(value)))
      assert.equal(canonical(reversed(value)), canonical(value))
    }),
  )
  assert.notEqual(canonical([1, 2]), canonical([2, 1]))
})

test('a document and the JSON written from it have the same form', () => {
  for (const tipoDte of ['01', '03', '11', '14'] as const) {
    fc.assert(
      fc.property(dteRequest(tipoDte), (request) => {
        const { documento } = buildDocumento(inputOf(request))
        assert.equal(canonical(documento), canonical(JSON.parse(serialise(documento))))
      }),
      { numRuns: 50 },
    )
  }
})

test('values nested deeper than any document are refused without a stack overflow', () => {
  const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`)
  assert.throws(() => canonical(deep), new RangeError('nested deeper than 64 levels'))
  const nested = (levels: number) => JSON.parse(`${'['.repeat(levels)}1${']'.repeat(levels)}`)
  assert.equal(canonical(nested(64)), JSON.stringify(nested(64)))
  assert.throws(() => canonical(nested(65)), RangeError)
})

test('a number that is not finite is refused, where JSON would write null', () => {
  for (const n of [Number.NaN, Infinity, -Infinity]) {
    assert.throws(() => canonical({ a: [n] }), new RangeError('not a finite number'))
  }
})

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  // fromEntries defines its members, so that a key named __proto__ stays one.
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  )
}
