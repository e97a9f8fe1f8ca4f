/** The QR of a text, as a path of dark rectangles. */
import { encode } from 'uqr'

/**
 * A fixed mask always gives the same bytes and avoids the search for the best of eight. Any mask is valid: the
 * code states which one it uses.
 */
const MASK = 2

export interface Qr {
  /** Modules along one side, without the quiet zone. */
  readonly size: number
  /** PDF path operators in modules, from the upper left corner, y downwards. */
  readonly path: string
}

/** Error correction M: a reader recovers about 15 % of damaged code. */
export function qrOf(text: string): Qr {
  const options = { ecc: 'M', boostEcc: false, maskPattern: MASK, border: 0 } as const
  const { size, data } = encode([...new TextEncoder().encode(text)], options)
  return { size, path: data.map(rowPath).join('') }
}

/** One rectangle for each run of dark modules. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let first = row.indexOf(true); first !== -1; ) {
    const light = row.indexOf(false, first)
    const end = light === -1 ? row.length : light
    path += `${first} ${y} ${end - first} 1 re\n`
    first = row.indexOf(true, end)
  }
  return path
}
