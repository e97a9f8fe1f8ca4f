/**
 * Writes pixels as a PNG in every form that the specification (ISO/IEC 15948) has for them, none of it with code of
 * the reader: what is read back must be what was written.
 */
import { crc32, deflateSync } from 'node:zlib'

/** Each with the samples of a pixel, by its number in the header. */
export const COLORS = { grey: 0, rgb: 2, palette: 3, greyAlpha: 4, rgba: 6 } as const
const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

export interface Picture {
  readonly color: number
  readonly depth: number
  readonly width: number
  /** The samples of each pixel, row by row. */
  readonly samples: readonly number[]
  /** Of each row, from 0 to 4; the last one is repeated. */
  readonly filters: readonly number[]
  readonly palette?: readonly number[]
  /** The data of tRNS. */
  readonly transparency?: readonly number[]
  /** The bytes of each IDAT but the last. */
  readonly part?: number
}

export function writePng(picture: Picture): Buffer {
  const { color, depth, width, samples, palette, transparency, part = 1 << 20 } = picture
  const perRow = width * (SAMPLES[color] as number)
  const height = samples.length / perRow
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, 0], 8)
  const rows = Array.from({ length: height }, (_, n) =>
    packed(samples.slice(n * perRow, (n + 1) * perRow), depth),
  )
  const packedRows = deflateSync(Buffer.concat(filtered(rows, picture)))
  const parts: Buffer[] = []
  for (let at = 0; at < packedRows.length; at += part) {
    parts.push(chunk('IDAT', packedRows.subarray(at, at + part)))
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0IDAT PLTE tRNS')),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(transparency ? [chunk('tRNS', Buffer.from(transparency))] : []),
    ...parts,
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Section 5.3: length, type, data, and the sum of type and data. */
export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** Section 7.2: from the high bits of a byte to the low ones; a row begins with a new byte. */
function packed(samples: readonly number[], depth: number): number[] {
  const bits = samples.map((sample) => sample.toString(2).padStart(depth, '0')).join('')
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

/** Section 9: the byte less its prediction from the ones to the left (a), above (b) and above to the left (c). */
function filtered(rows: readonly number[][], { color, depth, filters }: Picture): Buffer[] {
  const step = Math.max(1, ((SAMPLES[color] as number) * depth) / 8)
  return rows.map((row, n) => {
    const filter = filters[Math.min(n, filters.length - 1)] ?? 0
    const bytes = row.map((byte, i) => {
      const above = rows[n - 1]
      const [a, b, c] = [row[i - step] ?? 0, above?.[i] ?? 0, above?.[i - step] ?? 0]
      return byte - ([0, a, b, Math.floor((a + b) / 2), nearest(a, b, c)][filter] as number)
    })
    return Buffer.from([filter, ...bytes])
  })
}

/** Section 9.4: of a, b and c the first that is nearest to a + b - c. */
function nearest(a: number, b: number, c: number): number {
  const far = [a, b, c].map((one) => Math.abs(a + b - c - one))
  return [a, b, c][far.indexOf(Math.min(...far))] as number
}
