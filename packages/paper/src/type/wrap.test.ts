import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { loadFaces } from '../pdf/faces.ts'
import type { Letters } from './letters.ts'
import { measure } from './typeface.ts'
import { wrap } from './wrap.ts'

const face = loadFaces().regular
const SIZE = 10

/** Digits are 6 points wide at this size, so a line of 60 points holds ten. */
function lines(text: string, width = 60): string[] {
  return wrap(face, SIZE, text as Letters, width)
}

// biome-ignore format: a table
const CASES = [
  ['a text that fits is one line',                      '1234567890',            ['1234567890']],
  ['words go to the next line whole',                   '12345 12345',           ['12345', '12345']],
  ['a word longer than the line is cut where it must',  '123456789012345',       ['1234567890', '12345']],
  ['a word that can be cut at a joint is cut there',    '123456-789012',         ['123456-', '789012']],
  ['the rest of a cut word shares its line',            '123456789012 345',      ['1234567890', '12 345']],
  ['line breaks are kept',                              '1\n\n2',                ['1', '', '2']],
  ['nothing is one empty line',                         '',                      ['']],
] as const

for (const [name, text, wanted] of CASES) {
  test(name, () => {
    assert.deepEqual(lines(text), wanted)
  })
}

test('a letter wider than the line stands alone on it', () => {
  assert.deepEqual(lines('WWW', 1), ['W', 'W', 'W'])
})

/** Each line of other letters says its direction itself; an ideograph is 10 points wide at this size. */
// biome-ignore format: a table
const OTHER_LETTERS: readonly (readonly [name: string, text: string, width: number, wanted: readonly string[]])[] = [
  ['ideographs break anywhere, and a space at a break is dropped',     '北京科技有限公司 第一号', 20, ['>北京', '>科技', '>有限', '>公司', '>第一', '>号']],
  ['a line that fits whole is one',                                    '北京科技',               40, ['北京科技']],
  ['a closing mark begins no line, and an opening one ends none',      '東京(日本)、大阪。',     30, ['>東京', '>(日', '>本)、', '>大阪。']],
  ['a letter wider than the line stands alone on it, as a mark does',  '東京(日',                5,  ['>東', '>京', '(', '>日']],
  ['words of known letters beside them need no direction',             'ab 東京 cd',             20, ['ab', '>東京', 'cd']],
  ['a word of other letters breaks between its letters if it must',    'שלום עולם טוב',          20, ['<שלו', '<ם', '<עול', '<ם', '<טוב']],
  ['words of other letters go to the next line whole',                 'שלום עולם טוב',          60, ['<שלום עולם', '<טוב']],
  ['line breaks are kept among them',                                  '東\n\nab',               60, ['東', '', 'ab']],
]

/** Three of these letters measure 26 points within a word and 29 with the wider one that ends a line. */
test('a letter that is wider at the end of a line has its room there', () => {
  const word = 'س'.repeat(8)
  assert.deepEqual(lines(word, 28), Array(4).fill('\u200fسس'))
  assert.deepEqual(lines(word, 30), ['\u200fسسس', '\u200fسسس', '\u200fسس'])
  for (let width = 13; width < 80; width++) {
    for (const line of lines(word, width)) {
      assert.ok((measure(face, line) * SIZE) / 1000 <= width, `${line} of ${width}`)
    }
  }
})

for (const [name, text, width, wanted] of OTHER_LETTERS) {
  test(name, () => {
    const said = lines(text, width).map((line) =>
      line.replace('\u200e', '>').replace('\u200f', '<'),
    )
    assert.deepEqual(said, wanted)
  })
}

test('no letter is lost and no line is too long', () => {
  const text = fc.string({ unit: fc.constantFrom(...'iW1 -./ñ\xa0'), maxLength: 120 })
  fc.assert(
    fc.property(text, fc.integer({ min: 12, max: 200 }), (words, width) => {
      const broken = lines(words, width)
      assert.equal(broken.join('').replaceAll(/\s/g, ''), words.replaceAll(/\s/g, ''))
      for (const line of broken) assert.ok((measure(face, line) * SIZE) / 1000 <= width, line)
    }),
  )
})
