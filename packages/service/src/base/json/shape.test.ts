/** What is said of data that does not fit its schema. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ADDRESSES_MAX, Entrega, UUID_PATTERN } from '@sello/contract'
import { type TSchema, Type } from 'typebox'
import { shapeOf } from './shape.ts'

const problemsOf = shapeOf(Entrega)
const addresses = (count: number) => Array.from({ length: count }, (_, at) => `a${at}@example.com`)

test('a list that may also be another type is told its limit', () => {
  assert.deepEqual(problemsOf({ correo: addresses(ADDRESSES_MAX) }), [])
  assert.deepEqual(problemsOf({ correo: addresses(ADDRESSES_MAX + 1) }), [
    { field: 'correo', message: 'lleva como máximo 10 elementos.' },
  ])
  assert.deepEqual(problemsOf({ correo: [] }), [
    { field: 'correo', message: 'lleva al menos 1 elemento.' },
  ])
})

test('what is no list is told a type', () => {
  assert.deepEqual(problemsOf({ correo: 'a@example.com' }), [
    { field: 'correo', message: 'debe ser true o false.' },
  ])
})

const problemsIn = (schema: TSchema, value: unknown) => shapeOf(schema)(value)

// biome-ignore format: a table
const SENTENCES: readonly (readonly [TSchema, value: unknown, says: string])[] = [
  [Type.String(),                          1,     'debe ser un texto.'],
  [Type.Number(),                          '1',   'debe ser un número.'],
  [Type.Integer(),                         1.5,   'debe ser un número entero.'],
  [Type.Boolean(),                         1,     'debe ser true o false.'],
  [Type.Array(Type.String()),              1,     'debe ser una lista.'],
  [Type.Object({}),                        1,     'debe ser un objeto.'],
  [Type.Null(),                            1,     'debe ser null.'],
  [Type.Union([Type.String(), Type.Null()]), 1,   'debe ser un texto.'],
  [Type.Enum(['01', '03']),                '02',  'debe ser uno de: 01, 03.'],
  [Type.String({ minLength: 1 }),          '',    'no puede estar vacío.'],
  [Type.String({ minLength: 2 }),          'a',   'lleva al menos 2 caracteres.'],
  [Type.String({ maxLength: 1 }),          'ab',  'lleva como máximo 1 carácter.'],
  [Type.Array(Type.String(), { minItems: 1 }), [], 'lleva al menos 1 elemento.'],
  [Type.Array(Type.String(), { minItems: 2 }), [], 'lleva al menos 2 elementos.'],
  [Type.Array(Type.String(), { maxItems: 1 }), ['a', 'b'], 'lleva como máximo 1 elemento.'],
  [Type.Number({ minimum: 1 }),            0,     'debe ser al menos 1.'],
  [Type.Number({ maximum: 1 }),            2,     'debe ser a lo sumo 1.'],
  [Type.Number({ exclusiveMinimum: 1 }),   1,     'debe ser mayor que 1.'],
  [Type.Number({ exclusiveMaximum: 1 }),   1,     'debe ser menor que 1.'],
  [Type.String({ pattern: UUID_PATTERN }), 'a',   'debe ser un código como 4F0A1B2C-3D4E-4F5A-8B6C-7D8E9F0A1B2C.'],
  [Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }), 'a', 'debe ser una fecha como 2026-12-31.'],
  [Type.String({ pattern: '^a$' }),        'b',   'no tiene la forma que debe.'],
  [Type.Refine(Type.String(), () => false, () => 'es otra cosa'), 'b', 'es otra cosa.'],
  [Type.Number({ multipleOf: 2 }),         1,     'no tiene la forma del contrato.'],
]

for (const [schema, value, message] of SENTENCES) {
  test(`of ${JSON.stringify(value)} is said that it ${message}`, () => {
    assert.deepEqual(problemsIn(schema, value), [{ field: 'body', message }])
    for (const name of ['b/~', '1a', 'a1']) {
      const inside = shapeOf(Type.Object({ a: Type.Array(Type.Object({ [name]: schema })) }))
      assert.deepEqual(inside({ a: [{ [name]: value }] }), [{ field: `a[0].${name}`, message }])
    }
  })
}

test('what is missing and what is unknown is named, a long name cut, and explained only at the top', () => {
  const inner = Type.Object({ a: Type.String() }, { additionalProperties: false })
  const outer = Type.Object({ in: inner }, { additionalProperties: false })
  const explained = shapeOf(outer, (name) => (name === 'x' ? 'es de otro tipo.' : null))
  const unknown = 'no es un miembro de esta petición; quítelo.'
  const long = 'n'.repeat(101)
  assert.deepEqual(explained({ in: {} }), [{ field: 'in.a', message: 'falta y es obligatorio.' }])
  assert.deepEqual(explained({ in: { a: '' }, x: 1, [long]: 1, [long.slice(1)]: 1 }), [
    { field: 'x', message: 'es de otro tipo.' },
    { field: `${long.slice(1)}…`, message: unknown },
    { field: long.slice(1), message: unknown },
  ])
  assert.deepEqual(explained({ in: { a: '', x: 1 } }), [{ field: 'in.x', message: unknown }])
  assert.deepEqual(explained({ in: { a: '' }, ' ': 1 }), [{ field: '" "', message: unknown }])
})

test('a hundred problems are told, each field once', () => {
  const all = shapeOf(Type.Array(Type.String({ minLength: 2, pattern: '^a' })))
  const said = all(Array.from({ length: 150 }, () => ''))
  assert.ok(said.length >= 50 && said.length <= 100)
  assert.equal(new Set(said.map(({ field }) => field)).size, said.length)
  const many = Type.Object({}, { additionalProperties: false })
  const members = (n: number) =>
    Object.fromEntries(Array.from({ length: n }, (_, at) => [`m${at}`, 1]))
  assert.equal(problemsIn(many, members(101)).length, 100)
  assert.equal(problemsIn(many, members(100)).length, 100)
  const names = Object.keys(members(101))
  const required = Type.Object(Object.fromEntries(names.map((name) => [name, Type.Number()])))
  assert.equal(problemsIn(required, {}).length, 100, 'of one object')
})

test('a list of the wrong length hides no wrong type elsewhere', () => {
  const both = Type.Object({ a: Type.String(), b: Type.Array(Type.String(), { minItems: 1 }) })
  assert.deepEqual(problemsIn(both, { a: 1, b: [] }), [
    { field: 'a', message: 'debe ser un texto.' },
    { field: 'b', message: 'lleva al menos 1 elemento.' },
  ])
})

test('a rule about an object waits until its members are right', () => {
  const pair = Type.Refine(
    Type.Object({ a: Type.Number(), b: Type.Number() }, { additionalProperties: false }),
    ({ a, b }) => a < b,
    () => 'va en orden',
  )
  assert.deepEqual(problemsIn(pair, { a: 2, b: 1 }), [{ field: 'body', message: 'va en orden.' }])
  for (const wrong of [{ a: 2 }, { a: '2', b: 1 }, { a: 2, b: 1, c: 0 }]) {
    assert.ok(!problemsIn(pair, wrong).some(({ message }) => message === 'va en orden.'))
  }
  assert.deepEqual(problemsIn(Type.Array(pair), [{ a: 2, b: 1 }, { a: 2 }]), [
    { field: '[0]', message: 'va en orden.' },
    { field: '[1].b', message: 'falta y es obligatorio.' },
  ])
})
