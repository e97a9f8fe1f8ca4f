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
