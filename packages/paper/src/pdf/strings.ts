/** PDF strings in hexadecimal. */

/** UTF-16 with a byte order mark: the encoding of a PDF text string that can hold any text. */
export function textString(text: string): string {
  let hex = 'feff'
  for (let n = 0; n < text.length; n++) hex += hex4(text.charCodeAt(n))
  return hex
}

export function hex4(n: number): string {
  return n.toString(16).padStart(4, '0')
}
