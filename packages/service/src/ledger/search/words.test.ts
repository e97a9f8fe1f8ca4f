import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { askedWordsOf, endOf, wordsOf } from './words.ts'

// biome-ignore format: a table
const WORDS: readonly (readonly [text: string, words: readonly string[]])[] = [
  ['Almacén Ñandú',           ['almacen', 'nandu']],
  ['ALMACE\u0301N',           ['almacen']],
  ['Café de altura, 1 lb',    ['cafe', 'de', 'altura', '1', 'lb']],
  ['S.A. de C.V.',            ['sa', 's', 'a', 'de', 'cv', 'c', 'v']],
  ['CAFE-1',                  ['cafe1', 'cafe', '1']],
  ['7501055310883',           ['7501055310883']],
  ['% _ \\ \'',               []],
  ['ＡＢＣ ﬁn',                ['abc', 'fin']],
  ['株式会社',                 ['株式会社']],
]
for (const [text, words] of WORDS) {
  test(`the words of ${JSON.stringify(text)}`, () => assert.deepEqual(wordsOf(text), words))
}

test('a word is kept to forty characters, and a text to sixty-four words', () => {
  const [most, more] = ['ñ'.repeat(40), 'ñ'.repeat(41)]
  const plain = 'n'.repeat(40)
  assert.deepEqual([wordsOf(most), wordsOf(more), askedWordsOf(more)], [[plain], [plain], [plain]])
  const words = Array.from({ length: 65 }, (_, n) => `w${n}`)
  assert.deepEqual(wordsOf(words.join(' ')), words.slice(0, 64))
  assert.deepEqual(askedWordsOf(`${words.join(' ')} W0, w0`), words)
})

test('a text is found by the beginning of any of its words, however it is written', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(), (text, n) => {
      const words = wordsOf(text)
      for (const asked of askedWordsOf(text)) assert.ok(words.includes(asked), asked)
      for (const asked of askedWordsOf(text.toUpperCase())) {
        const from = [...asked].slice(0, 1 + (n % 5)).join('')
        const to = endOf(from)
        assert.ok(Buffer.from(from) <= Buffer.from(asked) && Buffer.from(asked) < Buffer.from(to))
      }
    }),
    { numRuns: 200 },
  )
})
