/** The QR of a text, as a path of dark rectangles. */
import { encode } from 'uqr'

/**
 * A fixed mask gives the same bytes for ever and spares the search for the prettiest of eight, which costs
 * ten times the drawing. Any mask is valid: the code says which it is, and a reader takes it off.
 */
const MASK = 2

export interface Qr {
  /** Modules along one side, without the quiet zone. */
  readonly size: number
  /** PDF path operators in modules, from the upper left corner, y downwards. */
  readonly path: string
}

/** Error correction M: 15 % of the code may be dirty or folded. */
export function qrOf(text: string): Qr {
  const { size, data } = encode(text, { ecc: 'M', boostEcc: false, maskPattern: MASK, border: 0 })
  let path = ''
  for (let row = 0; row < size; row++) path += rowPath(data[row] ?? [], row)
  return { size, path }
}

/** One rectangle for each run of dark modules. */
function rowPath(modules: readonly boolean[], row: number): string {
  const rest = ` ${row} `
  let path = ''
  for (let column = 0; column < modules.length; column++) {
    if (!modules[column]) continue
    const first = column
    while (modules[column + 1]) column++
    path += `${first}${rest}${column - first + 1} 1 re\n`
  }
  return path
}
