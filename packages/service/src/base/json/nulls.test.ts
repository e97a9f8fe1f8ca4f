/** Which nulls are left out of a request, and that nothing else of it changes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type TSchema, Type } from 'typebox'
import { withoutNulls, withoutRefusedNulls } from './nulls.ts'

const Inner = Type.Object({
  customerId: Type.Optional(Type.String()),
  productId: Type.Optional(Type.String()),
  must: Type.Number(),
  may: Type.Optional(Type.Number()),
  empty: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
})
const Schema = Type.Object({
  inner: Type.Optional(Inner),
  list: Type.Optional(Type.Array(Inner)),
  free: Type.Optional(Type.Unknown()),
})

// biome-ignore format: a table
const ROWS: readonly (readonly [given: object, refused: object, all: object])[] = [
  [{ must: 1, may: null },               { must: 1 },                        { must: 1 }],
  [{ must: null, may: 2 },               { must: null, may: 2 },             { must: null, may: 2 }],
  [{ must: 1, other: null },             { must: 1, other: null },           { must: 1, other: null }],
  [{ must: 1, empty: null },             { must: 1, empty: null },           { must: 1 }],
  [{ customerId: 'a', empty: null },     { customerId: 'a', empty: null },   { customerId: 'a', empty: null }],
  [{ productId: 'a', empty: null },      { productId: 'a', empty: null },    { productId: 'a', empty: null }],
  [{ productId: 'a', may: null },        { productId: 'a' },                 { productId: 'a' }],
  [{ customerId: null, empty: null },    { empty: null },                    {}],
]

test('a null that is refused is left out; of two that are compared also one that is accepted, but beside what names something stored', () => {
  for (const [prune, at] of [
    [withoutRefusedNulls(Schema), 1],
    [withoutNulls(Schema), 2],
  ] as const) {
    for (const row of ROWS) {
      const [given, expected] = [row[0], row[at]]
      const around = (one: object) => ({ inner: one, list: [{ must: 1 }, one], free: { a: null } })
      const value = around(given)
      const before = structuredClone(value)
      assert.deepEqual(prune(value), around(expected))
      assert.deepEqual(value, before, 'what was given stays')
    }
  }
})

test('what has no such null is itself, and so is what is no object or list where one belongs', () => {
  const prune = withoutRefusedNulls(Schema)
  const clean = { inner: { must: 1 }, list: [{ must: 1 }, { must: 2 }] }
  assert.equal(prune(clean), clean)
  const { list } = prune({ list: clean.list, inner: null }) as typeof clean
  assert.equal(list, clean.list)
  for (const value of [null, 'text', 7, undefined, { inner: 'text', list: { must: null } }])
    assert.equal(prune(value), value)
  assert.equal(withoutRefusedNulls({ type: 'object' } as TSchema)(clean), clean)
})
