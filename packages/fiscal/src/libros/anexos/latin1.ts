/** Encodes text for Windows on a Spanish machine: Windows-1252 without a byte-order mark. */

/**
 * Characters of ISO 8859-1 have the same byte. Others lose their accent or are written with others, and become a
 * question mark where neither is possible.
 */
export const toLatin1 = (text: string): Uint8Array =>
  Uint8Array.from(plain(text), (char) => char.charCodeAt(0))

/** The same as text. A cell is cleaned after it: one character may become a separator or the beginning of a formula. */
export function plain(text: string): string {
  const chars = Array.from(text, (char) => {
    if (isLatin1(char)) return char
    return WRITTEN[char] ?? ([...char.normalize('NFKD')].filter(isLatin1).join('') || '?')
  })
  return chars.join('')
}

/** What programs of text put in place of what people type. */
const WRITTEN: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '€': 'EUR',
  Œ: 'OE',
  Ł: 'L',
}

/** Windows-1252 has other characters between 0x80 and 0x9F. */
function isLatin1(char: string): boolean {
  const code = char.codePointAt(0) ?? Number.POSITIVE_INFINITY
  return code < 0x80 || (code >= 0xa0 && code <= 0xff)
}
