/** What each keyword of a structure says to whoever broke it, and where the limits of the amounts are. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Type, { type TSchema } from 'typebox'
import { monto } from '../monto.ts'
import { compileEstructura } from './check.ts'
import * as schema from './schema.ts'

// biome-ignore format: a table
const SAID: readonly (readonly [schema: TSchema, value: unknown, rule: string, said: string])[] = [
  [Type.Integer(),                                'x',        'type',             'm falta o no es del tipo de dato esperado.'],
  [schema.lineAmount(),                           'x',        'type',             'm falta o no es del tipo de dato esperado.'],
  [schema.oneOf(['a', 'b']),                      'c',        'enum',             'm no es uno de los valores permitidos.'],
  [Type.Literal('a'),                             'b',        'const',            'm no es el valor de este tipo de documento.'],
  [schema.pattern('^a$', 1),                      'b',        'pattern',          'm no tiene el formato esperado.'],
  [schema.fecha(),                                '2026-2-3', 'format',           'm no es una fecha AAAA-MM-DD que exista.'],
  [schema.text(1, 3),                             '',         'minLength',        'm debe tener al menos 1 carácter.'],
  [schema.text(2, 3),                             'a',        'minLength',        'm debe tener al menos 2 caracteres.'],
  [schema.text(1, 1),                             'ab',       'maxLength',        'm debe tener a lo más 1 carácter.'],
  [schema.textUpTo(3),                            'abcd',     'maxLength',        'm debe tener a lo más 3 caracteres.'],
  [Type.Array(Type.String(), { minItems: 1 }),    [],         'minItems',         'm debe tener al menos 1 elemento.'],
  [Type.Array(Type.String(), { minItems: 2 }),    ['a'],      'minItems',         'm debe tener al menos 2 elementos.'],
  [Type.Array(Type.String(), { maxItems: 1 }),    ['a', 'b'], 'maxItems',         'm debe tener a lo más 1 elemento.'],
  [Type.Array(Type.String(), { uniqueItems: true }), ['a', 'a'], 'uniqueItems',   'm no debe repetir elementos.'],
  [Type.Integer({ minimum: 2 }),                  1,          'minimum',          'm debe ser 2 o mayor.'],
  [Type.Integer({ maximum: 2 }),                  3,          'maximum',          'm debe ser 2 o menor.'],
  [schema.quantity(),                             0,          'exclusiveMinimum', 'm debe ser mayor que 0.'],
  [schema.unboundedBelow(),                       1e11,       'exclusiveMaximum', 'm debe ser menor que 100000000000.'],
  [schema.summaryAmount(),                        0.001,      'multipleOf',       'm debe tener a lo más 2 decimales: redondéelo.'],
  [schema.lineAmount(),                           1e-9,       'multipleOf',       'm debe tener a lo más 8 decimales: redondéelo.'],
  [Type.Union([Type.String(), Type.Integer()]),   true,       'anyOf',            'm no tiene la forma que pide la estructura del documento.'],
]

for (const [m, value, rule, said] of SAID) {
  test(`${rule}: ${said}`, () => {
    const problems = compileEstructura(schema.closed({ m }))({ m: value })
    assert.ok(
      problems.some((one) => one.field === 'm' && one.rule === rule && one.message === said),
      JSON.stringify(problems),
    )
  })
}

test('a member that is missing or has no place is named', () => {
  const check = compileEstructura(schema.closed({ a: schema.closed({ b: Type.String() }) }))
  const falta = 'a.b falta; escríbalo.'
  assert.deepEqual(check({ a: {} }), [{ field: 'a.b', rule: 'required', message: falta }])
  assert.deepEqual(check({ a: { b: 'x', c: 1 } }), [
    {
      ...{ field: 'a.c', rule: 'additionalProperties' },
      message: 'a.c no existe en este tipo de documento; quítelo.',
    },
  ])
})

const MAX = 99_999_999_999.99
// biome-ignore format: a table
const LIMITS: readonly (readonly [name: string, schema: TSchema, taken: readonly number[], refused: readonly number[]])[] = [
  ['lineAmount',          schema.lineAmount(),          [0, 1e-8, MAX],               [-1e-8, 1e11]],
  ['summaryAmount',       schema.summaryAmount(),       [0, 0.01, MAX],               [-0.01, 1e11]],
  ['summaryAmountOrNull', schema.summaryAmountOrNull(), [0, 0.01, MAX],               [-0.01, 1e11]],
  ['signedAmount',        schema.signedAmount(2),       [-MAX, -0.01, 0, MAX],        [-1e11, 1e11]],
  ['quantity',            schema.quantity(),            [1e-8, MAX],                  [0, -1, 1e11]],
  ['unboundedBelow',      schema.unboundedBelow(),      [-1e12, 0, MAX],              [1e11]],
  ['percentage',          schema.percentage(),          [0, 0.01, 100],               [-0.01, 100.01]],
  ['zeroOrCredit',        schema.zeroOrCredit(),        [0, -0.01, -MAX],             [0.01, -1e11]],
]

for (const [name, m, taken, refused] of LIMITS) {
  test(`${name} takes its limits and nothing beyond, as a number and as an amount`, () => {
    const check = compileEstructura(schema.closed({ m }))
    const isTaken = (n: number) => [n, monto(n)].map((value) => check({ m: value }).length === 0)
    for (const n of taken) assert.deepEqual(isTaken(n), [true, true], `${n}`)
    for (const n of refused) assert.deepEqual(isTaken(n), [false, false], `${n}`)
    assert.equal(check({ m: null }).length === 0, name === 'summaryAmountOrNull')
  })
}
