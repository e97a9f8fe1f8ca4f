/**
 * Any text, made printable. Afterwards a character below U+0100 is a byte of Windows-1252, and a line break
 * stays what it was. Most texts are of letters that the prepared fonts have. In another, what they lack stands as
 * it came, with the marks and joiners that belong to it, for the scripts that draw it (type/scripts.ts).
 */
import type { Seal } from '../documento.ts'
import { highByteOf, unicodeOf } from './windows-1252.ts'

declare const brand: unique symbol
export type Letters = string & { readonly [brand]: 'Letters' }

/** Text that is its own bytes: most of what is ever printed. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\xff]*$/

/** They draw nothing and change nothing: what joins letters or chooses their form is not among them. */
const INVISIBLE = /^(?!\u200c|\u200d|[\u{e0020}-\u{e007f}])[\p{Cf}\u2060-\u206f]$/u
const HALF_OF_A_PAIR = /^[\ud800-\udfff]$/u
const REPLACEMENT = '\ufffd'
const LINE_BREAK = /^[\n\u2028\u2029]$/
const BLANK = /^[\p{Cc}\p{Zs}]$/u

/** Letters of the basic font that stand for themselves in a string of PDF: nearly all text. */
const BARE = /^[^()\\\u0100-\uffff]*$/

/** Whether it is shown with nothing to escape and no change of font. */
export function isBare(letters: Letters): boolean {
  return BARE.test(letters)
}

/** Whether a text can stand in a slot as it is. */
export function fitsSlot(letters: Letters): boolean {
  return letters !== '' && isBare(letters)
}

/** The text itself, as programs other than a PDF reader know it. */
export function unicode(letters: Letters): string {
  return letters.replace(/[\x80-\x9f]/g, (byte) => unicodeOf(byte.charCodeAt(0)))
}

/** What stands in the slots of a page. */
export type SlotLetters = Readonly<Partial<Record<keyof Seal, Letters>>>

/** Whether it is printed as it is, but for blanks around it. */
export function isPlain(text: string): boolean {
  return PLAIN.test(text)
}

/** Half of a surrogate pair becomes U+FFFD, which the fonts have. */
export function toLetters(text: string): Letters {
  if (PLAIN.test(text)) return text.trim() as Letters
  return spell(text.replaceAll(/\r\n?/g, '\n').normalize('NFC'))
    .replaceAll(/ *\n[ \n]*/g, '\n')
    .trim() as Letters
}

/** Each letter by itself, with the blanks around them. */
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
