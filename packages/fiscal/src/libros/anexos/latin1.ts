/** Encodes text for Windows on a Spanish machine: Windows-1252 without a byte-order mark. */

/**
 * Characters of ISO 8859-1 have the same byte. Others lose their accent or are written with others, and become a
 * question mark where neither is possible.
 */
export function toLatin1(text: string): Uint8Array {
  const written = plain(text)
  const bytes = new Uint8Array(written.length)
  for (let at = 0; at < written.length; at++) bytes[at] = written.charCodeAt(at)
  return bytes
}

/** The same as text. A cell is cleaned after it: one character may become a separator or the beginning of a formula. */
export const plain = (text: string): string =>
  text.replaceAll(
    NOT_LATIN1,
    (char) => WRITTEN[char] ?? (char.normalize('NFKD').replaceAll(NOT_LATIN1, '') || '?'),
  )

/** Windows-1252 has other characters between 0x80 and 0x9F. */
const NOT_LATIN1 = /[^\0-\x7f\xa0-\xff]/gu

/** What programs of text put in place of what people type. */
const WRITTEN: Readonly<Record<string, string>> = {
  '–': '-',
  '—': '-',
  '€': 'EUR',
  Œ: 'OE',
  Ł: 'L',
}
