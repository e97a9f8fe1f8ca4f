import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFaces } from '../pdf/faces.ts'
import { toLetters } from './letters.ts'
import { unitWidth } from './typeface.ts'
import { WINDOWS_1252 } from './windows-1252.ts'

const { regular, semibold } = loadFaces()

function letters(text: string): string {
  return toLetters(text)
}

// biome-ignore format: a table
const CASES = [
  ['plain text is its own bytes',                    'Ñandú ¿qué? (½)',  'Ñandú ¿qué? (½)'],
  ['quotes, dashes and the euro have bytes',         '“€ – ”',           '\x93\x80 \x96 \x94'],
  ['letters in two pieces become one',               'N\u0303a\u0301',   'Ñá'],
  ['other Latin and Greek letters are kept',         'Łódź Ω',           'Łódź Ω'],
  ['what the fonts lack stands as it came',          'a👍🏽漢ж',           'a👍🏽漢ж'],
  ['half of a character is a replacement',           'a\ud83db',         'a\ufffdb'],
  ['joiners and marks of direction draw nothing',    'a\u200b\u200f\u00ad\ufeffb', 'ab'],
  ['control characters are blanks',                  'a\tb\u0000c',      'a b c'],
  ['line breaks stay, one at a time',                ' a \r\n\n b\u2028c ', 'a\nb\nc'],
] as const

for (const [name, text, wanted] of CASES) {
  test(name, () => {
    assert.equal(letters(text), wanted)
  })
}

test('both weights draw every letter of Windows-1252 and the same others', () => {
  for (const letter of WINDOWS_1252) {
    const [unit] = letters(`x${letter}x`).slice(1)
    assert.ok(unitWidth(regular, unit?.charCodeAt(0) ?? 0) > 0, letter)
    assert.ok(unitWidth(semibold, unit?.charCodeAt(0) ?? 0) > 0, letter)
  }
  assert.deepEqual([...regular.extended.glyphs.keys()], [...semibold.extended.glyphs.keys()])
})

test('digits are all of one width, so that amounts stand under each other', () => {
  for (const face of [regular, semibold]) {
    assert.equal(
      new Set(Array.from('0123456789', (digit) => unitWidth(face, digit.charCodeAt(0)))).size,
      1,
    )
  }
})
