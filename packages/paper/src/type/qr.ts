/**
 * The QR of a text, as a path of dark rectangles.
 *
 * A Reed-Solomon code is linear: with the version and the mask fixed, the modules that one byte of the text
 * changes do not depend on the other bytes. So the encoder runs once for each length, and once for each byte
 * at each position; every other code is an exclusive or of those results.
 */
import { encode } from 'uqr'

/**
 * A fixed mask always gives the same bytes and avoids the search for the best of eight, which costs ten
 * times the drawing. Any mask is valid: the code states which one it uses.
 */
const MASK = 2

export interface Qr {
  /** Modules along one side, without the quiet zone. */
  readonly size: number
  /** PDF path operators in modules, from the upper left corner, y downwards. */
  readonly path: string
}

/** Modules row by row, the first in the highest bit, dark ones set. */
type Modules = bigint

/** A code of one length, and what is cached for others of that length. */
interface Known {
  readonly bytes: readonly number[]
  readonly size: number
  readonly modules: Modules
  /** By position and byte: the modules that change when that byte is there instead. */
  readonly changes: Map<number, Modules>
}

/**
 * Error correction M: a reader recovers about 15 % of damaged code. The cache is bounded by the number of
 * lengths; the address on a page has one length. The first codes take longer than the rest.
 */
export function createQr(): (text: string) => Qr {
  const knownByLength = new Map<number, Known>()
  return (text) => {
    const bytes = [...new TextEncoder().encode(text)]
    const known = knownByLength.get(bytes.length) ?? firstOf(bytes)
    knownByLength.set(bytes.length, known)
    let { modules } = known
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index] as number
      if (byte !== known.bytes[index]) modules ^= changeOf(known, index, byte)
    }
    return { size: known.size, path: pathOf(modules, known.size) }
  }
}

function firstOf(bytes: readonly number[]): Known {
  return { bytes, ...modulesOf(bytes), changes: new Map() }
}

function changeOf({ bytes, modules, changes }: Known, index: number, byte: number): Modules {
  const key = index * 256 + byte
  let change = changes.get(key)
  if (change === undefined) {
    change = modules ^ modulesOf(bytes.with(index, byte)).modules
    changes.set(key, change)
  }
  return change
}

function modulesOf(bytes: readonly number[]): { readonly size: number; readonly modules: Modules } {
  const options = { ecc: 'M', boostEcc: false, maskPattern: MASK, border: 0 } as const
  const { size, data } = encode([...bytes], options)
  const bits = data.map((row) => row.map((dark) => (dark ? '1' : '0')).join('')).join('')
  return { size, modules: BigInt(`0b${bits}`) }
}

/** One rectangle for each run of dark modules in a row. */
function pathOf(modules: Modules, size: number): string {
  const bits = modules.toString(2).padStart(size * size, '0')
  let path = ''
  for (let row = 0; row < size; row++) {
    const start = row * size
    let first = bits.indexOf('1', start)
    while (first !== -1 && first < start + size) {
      let end = bits.indexOf('0', first)
      if (end === -1 || end > start + size) end = start + size
      path += `${first - start} ${row} ${end - first} 1 re\n`
      first = bits.indexOf('1', end)
    }
  }
  return path
}
