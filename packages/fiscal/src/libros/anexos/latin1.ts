/** Encodes text for Windows on a Spanish machine: Windows-1252 without a byte-order mark. */

/** Characters of ISO 8859-1 have the same byte; others lose their accent, or become a question mark. */
export function toLatin1(text: string): Uint8Array {
  const bytes = Array.from(text, (char) => {
    if (isLatin1(char)) return char
    const [base = ''] = char.normalize('NFKD')
    return isLatin1(base) ? base : '?'
  })
  return Uint8Array.from(bytes.join(''), (char) => char.charCodeAt(0))
}

/** Windows-1252 has other characters between 0x80 and 0x9F. */
function isLatin1(char: string): boolean {
  const code = char.codePointAt(0) ?? Number.POSITIVE_INFINITY
  return code < 0x80 || (code >= 0xa0 && code <= 0xff)
}
