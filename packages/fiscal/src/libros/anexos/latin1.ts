/** A text as Windows on a Spanish machine reads it: Windows-1252 without a mark in front. */

/** Characters that ISO 8859-1 has are the same byte; others lose their accent, or are a question mark. */
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
