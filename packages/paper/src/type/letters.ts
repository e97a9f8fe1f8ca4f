/**
 * Makes any text printable. In the result a character below U+0100 is a byte of Windows-1252, and line
 * breaks are kept. The prepared fonts have all letters of most texts. A letter that they lack stays as it
 * is, with its marks and joiners, for the renderer of its script (type/scripts.ts).
 */
import { highByteOf, unicodeOf } from './windows-1252.ts'

declare const brand: unique symbol
export type Letters = string & { readonly [brand]: 'Letters' }

/** Text that is its own Windows-1252 bytes: most printed text. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\xff]*$/

/**
 * Format characters without effect; joiners and selectors, which change letters, are excluded, and so are
 * signs that are drawn, such as U+0604.
 */
const INVISIBLE = /^(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])(?:(?=\p{DI})\p{Cf}|[\u2060-\u206f])$/u
const HALF_OF_A_PAIR = /^[\ud800-\udfff]$/u
const REPLACEMENT = '\ufffd'
const LINE_BREAK = /^[\n\u2028\u2029]$/
const BLANK = /^[\p{Cc}\p{Zs}]$/u

/** Letters of the basic font that need no escape in a PDF string: nearly all text. */
const BARE = /^[^()\\\u0100-\uffff]*$/

/** Whether it can be shown without escapes and without a change of font. */
export function isBare(letters: Letters): boolean {
  return BARE.test(letters)
}

/** Decodes it to Unicode, for everything but page content. */
export function unicode(letters: Letters): string {
  return letters.replace(/[\x80-\x9f]/g, (byte) => unicodeOf(byte.charCodeAt(0)))
}

/** Whether it is printed unchanged, except for trimming. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text)
}

/** An unpaired surrogate becomes U+FFFD, which the fonts have. */
export function toLetters(text: string): Letters {
  if (PLAIN.test(text)) return text.trim() as Letters
  return spell(text.replaceAll(/\r\n?/g, '\n').normalize('NFC'))
    .replaceAll(/ *\n[ \n]*/g, '\n')
    .trim() as Letters
}

/** Encodes letter by letter, without trimming. */
export function spell(text: string): Letters {
  let out = ''
  for (const letter of text) out += one(letter)
  return out as Letters
}

function one(letter: string): string {
  if (PLAIN.test(letter)) return letter
  if (LINE_BREAK.test(letter)) return '\n'
  if (letter === '\u00a0' || letter === '\u202f') return '\u00a0'
  if (BLANK.test(letter)) return ' '
  if (INVISIBLE.test(letter)) return ''
  if (HALF_OF_A_PAIR.test(letter)) return REPLACEMENT
  const byte = highByteOf(letter)
  return byte === null ? letter : String.fromCharCode(byte)
}
