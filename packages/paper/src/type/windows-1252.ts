/**
 * Windows-1252, which PDF calls WinAnsiEncoding: one byte a letter. Above 0x9F and below 0x7F a byte is
 * its own Unicode code point; HIGH has the letters between, in byte order.
 */
const HIGH = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const FIRST_HIGH = 0x80
const UNASSIGNED = /[\x80-\x9f]/

/** Every letter of the encoding once, from the space to ÿ, without the soft hyphen. */
export const WINDOWS_1252: string = Array.from({ length: 0x100 - 0x20 }, (_, n) =>
  unicodeOf(0x20 + n),
)
  .filter((letter) => letter !== '' && letter !== '\u00ad')
  .join('')

const BYTES: ReadonlyMap<string, number> = new Map(
  Array.from(HIGH, (letter, n) => [letter, FIRST_HIGH + n] as const).filter(
    ([letter]) => !UNASSIGNED.test(letter),
  ),
)

/** The letter of a byte, or '' when the encoding assigns none. */
export function unicodeOf(byte: number): string {
  if (byte === 0x7f) return ''
  const letter =
    byte >= 0x80 && byte <= 0x9f ? (HIGH[byte - FIRST_HIGH] ?? '') : String.fromCharCode(byte)
  return UNASSIGNED.test(letter) ? '' : letter
}

/** The byte of one of the letters between 0x80 and 0x9F, or null. */
export function highByteOf(letter: string): number | null {
  return BYTES.get(letter) ?? null
}
