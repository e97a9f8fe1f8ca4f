/**
 * Any text, made printable. Afterwards a character below U+0100 is a byte of Windows-1252, one above it
 * a letter of the extended fonts, and a line break stays what it was. What no font of ours
 * draws becomes U+FFFD, so a reader sees that something stood there.
 */
import type { Seal } from '../documento.ts'
import { highByteOf, unicodeOf } from './windows-1252.ts'

declare const brand: unique symbol
export type Letters = string & { readonly [brand]: 'Letters' }

/** Text that is its own bytes: most of what is ever printed. */
const PLAIN = /^[\x20-\x7e\xa1-\xac\xae-\xff]*$/

/** Marks, joiners and selectors draw nothing of their own. */
const INVISIBLE = /^(?:[\p{Cf}\p{Mn}\p{Me}]|[\u{1f3fb}-\u{1f3ff}])$/u
const LINE_BREAK = /^[\n\u2028\u2029]$/
const BLANK = /^[\p{Cc}\p{Zs}]$/u
const REPLACEMENT = '\ufffd'

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

/** `isExtended` says which letters the extended fonts draw. */
export function toLetters(text: string, isExtended: (unit: number) => boolean): Letters {
  if (PLAIN.test(text)) return text.trim() as Letters
  let out = ''
  for (const letter of text.replaceAll(/\r\n?/g, '\n').normalize('NFC'))
    out += one(letter, isExtended)
  return out.replaceAll(/ *\n[ \n]*/g, '\n').trim() as Letters
}

function one(letter: string, isExtended: (unit: number) => boolean): string {
  if (PLAIN.test(letter)) return letter
  if (LINE_BREAK.test(letter)) return '\n'
  if (letter === '\u00a0' || letter === '\u202f') return '\u00a0'
  if (BLANK.test(letter)) return ' '
  if (INVISIBLE.test(letter)) return ''
  const byte = highByteOf(letter)
  if (byte !== null) return String.fromCharCode(byte)
  if (letter.length === 1 && isExtended(letter.charCodeAt(0))) return letter
  return compatible(letter, isExtended)
}

/** Ligatures, full-width and styled letters are printed as the plain letters that they stand for. */
function compatible(letter: string, isExtended: (unit: number) => boolean): string {
  const plain = letter.normalize('NFKC')
  if (plain === letter) return REPLACEMENT
  let out = ''
  for (const part of plain) out += part === letter ? REPLACEMENT : one(part, isExtended)
  return out
}
