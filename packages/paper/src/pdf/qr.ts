/** The QR of a text, as runs of dark modules. */
import { encode } from 'uqr'
import type { Run } from './canvas.ts'

/**
 * A fixed mask gives the same bytes for ever and spares the search for the prettiest of eight, which costs
 * ten times the drawing. Any mask is valid: it stands in the code, and a reader takes it off.
 */
const MASK = 2

export interface Qr {
  /** Modules along one side, without the quiet zone. */
  readonly size: number
  readonly runs: readonly Run[]
}

/** Error correction M: 15 % of the code may be dirty or folded. */
export function qrOf(text: string): Qr {
  const { size, data } = encode(text, { ecc: 'M', boostEcc: false, maskPattern: MASK, border: 0 })
  const runs: Run[] = []
  for (const [row, modules] of data.entries()) {
    for (let column = 0; column < size; column++) {
      if (!modules[column]) continue
      const first = column
      while (modules[column + 1]) column++
      runs.push([first, row, column - first + 1])
    }
  }
  return { size, runs }
}
