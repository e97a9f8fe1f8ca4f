/** Encodes text for Windows on a Spanish machine: Windows-1252 without a byte-order mark. */

/**
 * Characters of ISO 8859-1 have the same byte. Others lose their accent or are written with others, and become a
 * question mark where neither is possible.
 */
export function toLatin1(text: string): Uint8Array {
  const bytes = Array.from(text, (char) => {
    if (isLatin1(char)) return char
    const plain = WRITTEN[char] ?? [...char.normalize('NFKD')].filter(isLatin1).join('')
    return plain === '' ? '?' : plain
  })
  return Uint8Array.from(bytes.join(''), (char) => char.charCodeAt(0))
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
