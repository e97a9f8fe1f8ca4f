import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import fc from 'fast-check'
import { parseJson } from './json.ts'

function refusalOf(text: string): string {
  try {
    parseJson(text)
  } catch (refusal) {
    assert.ok(refusal instanceof Refused)
    const { field } = (refusal as Refused<'invalid_request'>).details
    return `${field} | ${refusal.message}`
  }
  return 'accepted'
}

const CASES = [
  [
    '{"a":1,"b":{"c":[1,{"d":1,"d":1}]}}',
    /^b\.c\[1\]\.d \| .*aparece dos veces en el mismo objeto; deje una \(línea 1, columna 27/,
  ],
  ['{"nombre":"a",\n "n\\u006fmbre":"b"}', /^nombre \| .*línea 2, columna 2\)/],
  [
    '{"items":[{"cantidad":0.1000000000000000055511151231257827}]}',
    /^items\[0\]\.cantidad \| .*exactitud/,
  ],
  ['[9007199254740993]', /^\[0\] \| .*exactitud/],
  ['[1e400]', /exactitud/],
  ['{"a":1,\n  "b":}', /^b \| b: no es JSON válido \(línea 2, columna 7\)/],
  ['{"a":[1,2', /^a\[1\] \| a\[1\]: termina antes de tiempo/],
  ['{"a":1,}', /no es JSON válido \(línea 1, columna 8\)/],
  ['{"a":1} x', /^body \| El cuerpo no es JSON válido \(línea 1, columna 9\)/],
  ['\uFEFF{}', /^body \| .*marca de orden de bytes.*línea 1, columna 1\)/],
  ['', /termina antes de tiempo/],
  ["{'a':1}", /columna 2\)/],
  ['{"a":[1]x}', /^a \| a: no es JSON válido \(línea 1, columna 9\)/],
  ['{"a":[{"b":1}x]}', /^a\[0\] \| a\[0\]: no es JSON válido \(línea 1, columna 14\)/],
  ['[1,x]', /^\[1\] \| \[1\]: no es JSON válido \(línea 1, columna 4\)/],
  [
    '\t{ "a" : [ 1 , { } , [ ] ] ,\r\n "b" : x }',
    /^b \| b: no es JSON válido \(línea 2, columna 8\)/,
  ],
  ['{"a":{"b":["x",\n"y\\u0000"]}}', /^a\.b\[1\] \| .*U\+0000.*línea 2, columna 1\)/],
  ['{"a":{"b":1,"c\\u0000":2}}', /^a \| .*un miembro cuyo nombre.*U\+0000/],
  ['"\\\\\\u0000"', /^body \| .*U\+0000/],
  ['{"a":"\\u0000"}', /^a \| a: lleva un carácter de control \(U\+0000\); quítelo .*columna 6\)/],
  ['{"\\u0000":1}', /^body \| El cuerpo tiene un miembro cuyo nombre lleva .*columna 2\)/],
  // Each fault is where an outer list would end.
  ['[{]', /^\[0\] \| \[0\]: no es JSON válido \(línea 1, columna 3\)/],
  ['[{"b" ]', /^\[0\]\.b \| .*no es JSON válido \(línea 1, columna 7\)/],
  ['[{"b":]', /^\[0\]\.b \| .*no es JSON válido \(línea 1, columna 7\)/],
  ['[{"b":1]', /^\[0\]\.b \| .*no es JSON válido \(línea 1, columna 8\)/],
  ['{"a" 1}', /^a \| a: no es JSON válido \(línea 1, columna 6\)/],
  ['{"a":{x}}', /^a \| a: no es JSON válido \(línea 1, columna 7\)/],
] as const

for (const [text, words] of CASES) {
  test(`${JSON.stringify(text)} is refused with its position`, () => {
    assert.match(refusalOf(text), words)
  })
}

test('unambiguous JSON is accepted, however it is written', () => {
  for (const text of [
    '{"a":{"a":1},"b":[{"a":1},{"a":2}]}',
    '[1.10, 1e2, -0.0, 13.0, 0.00000001]',
    '{"":"a:b","x":"{\\"x\\":1}"}',
  ]) {
    assert.equal(refusalOf(text), 'accepted', text)
  }
})

test('any JSON is parsed faithfully, and any other text is refused with a position', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const outcome = refusalOf(text)
      if (outcome === 'accepted') assert.deepEqual(parseJson(text), JSON.parse(text))
      else assert.match(outcome, /exactitud|U\+0000/)
    }),
  )
  fc.assert(
    fc.property(fc.json(), fc.nat(), (text, n) => {
      const cut = text.slice(0, n % text.length)
      try {
        JSON.parse(cut)
      } catch {
        assert.match(refusalOf(cut), /\(línea \d+, columna \d+\)/)
      }
    }),
  )
})

test('a hundred thousand nested lists are refused without a stack overflow', () => {
  assert.match(refusalOf('['.repeat(100_000)), /línea 1/)
  assert.equal(
    refusalOf('['.repeat(100_000) + ']'.repeat(100_000)),
    'accepted',
    'its schema refuses it',
  )
})

test('an object with more members than any request has is read no further', () => {
  const objectOf = (n: number) => `{${Array.from({ length: n }, (_, i) => `"m${i}":0`).join(',')}}`
  assert.equal(refusalOf(objectOf(1_000)), 'accepted', 'its schema refuses it')
  assert.match(refusalOf(objectOf(1_001)), /^body \| El cuerpo tiene más de 1000 miembros/)
  // What follows is not read: the member that is there twice is not found.
  const text = `{"items":[{},${objectOf(80_000).slice(0, -1)},"m0":0}]}`
  assert.match(refusalOf(text), /^items\[1\] \| items\[1\]: tiene más de 1000 miembros.*línea 1/)
})

const EXACT = [
  '123456789012345',
  '9007199254740992',
  '1e21',
  '100000000000000000000',
  '-0',
  '1.50e-3',
  '0.00000000012345678',
  '1001.500000000000000',
  '0e5',
  '-0.00000000000000000',
]
const INEXACT = [
  '9007199254740993',
  '1e400',
  '1e-400',
  '123456789.123456789',
  '0.1000000000000000055',
]

test('a number is taken if a double holds what is written, and else named as it is written', () => {
  for (const number of EXACT) assert.equal(refusalOf(`[${number}]`), 'accepted', number)
  const told = (number: string) =>
    `[0] | [0]: el número ${number} no se puede leer con exactitud; redondéelo (línea 1, columna 2).`
  for (const number of INEXACT) assert.equal(refusalOf(`[${number}]`), told(number))
  const long = `0.${'1'.repeat(38)}`
  assert.equal(refusalOf(`[${long}]`), told(long))
  assert.equal(refusalOf(`[${long}2]`), told(`${long}…`))
})

test('of a long name forty letters are told, and of deep nesting where the search stopped', () => {
  const fieldOf = (name: string) => refusalOf(`{"${name}":{"b":1e400}}`).split(' | ')[0]
  assert.equal(fieldOf('x'.repeat(40)), `${'x'.repeat(40)}.b`)
  assert.equal(fieldOf('x'.repeat(41)), `${'x'.repeat(40)}….b`)
  assert.match(refusalOf('['.repeat(600)), /no es JSON válido \(línea 1, columna 502\)/)
})
