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
  ['{"a":1,"b":{"c":[1,{"d":1,"d":1}]}}', /^b\.c\[1\]\.d \| .*dos veces.*línea 1, columna 27/],
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
  ['{"a":{"b":["x",\n"y\\u0000"]}}', /^a\.b\[1\] \| .*U\+0000.*línea 2, columna 1\)/],
  ['{"a":{"b":1,"c\\u0000":2}}', /^a \| .*un miembro cuyo nombre.*U\+0000/],
  ['"\\\\\\u0000"', /^body \| .*U\+0000/],
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
