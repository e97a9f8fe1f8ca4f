/** Strings of a PDF in hexadecimal. */

/** UTF-16 with its mark: the one encoding that a text string of a PDF takes for any text. */
export function textString(text: string): string {
  let hex = 'feff'
  for (let n = 0; n < text.length; n++) hex += hex4(text.charCodeAt(n))
  return hex
}

export function hex4(n: number): string {
  return n.toString(16).padStart(4, '0')
}
