/**
 * Reads what the page needs from a TrueType font: the glyph and width of each letter, and the metrics for
 * a PDF. The files are our own (scripts/prepare-fonts.ts), so it supports only what they contain: a cmap
 * of format 4, and 1,000 units to the em.
 */

export interface Glyph {
  readonly id: number
  /** In thousandths of the font size. */
  readonly width: number
}

export interface Ttf {
  readonly bytes: Uint8Array
  /** By the letter's UTF-16 unit: these fonts draw nothing above U+FFFF. */
  readonly glyphs: ReadonlyMap<number, Glyph>
  readonly bbox: readonly [number, number, number, number]
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
}

export function readTtf(bytes: Uint8Array): Ttf {
  const table = tablesOf(bytes)
  const head = table('head')
  const hhea = table('hhea')
  if (head.getUint16(18) !== 1000) throw new Error('bug: the font is not drawn on 1,000 units')
  const widthOf = widthReader(table('hmtx'), hhea.getUint16(34))
  const glyphs = new Map<number, Glyph>()
  for (const [unit, id] of lettersOf(table('cmap'))) glyphs.set(unit, { id, width: widthOf(id) })
  return {
    bytes,
    glyphs,
    bbox: [head.getInt16(36), head.getInt16(38), head.getInt16(40), head.getInt16(42)],
    ascent: hhea.getInt16(4),
    descent: hhea.getInt16(6),
    capHeight: table('OS/2').getInt16(88),
  }
}

/** The metrics of any font, in thousandths of the font size. */
export function readMetrics(bytes: Uint8Array): Metrics {
  const table = tablesOf(bytes)
  const head = table('head')
  const hhea = table('hhea')
  const unitsPerEm = head.getUint16(18)
  const scaled = (n: number) => Math.round((n * 1000) / unitsPerEm)
  return {
    unitsPerEm,
    bbox: [36, 38, 40, 42].map((at) => scaled(head.getInt16(at))),
    ascent: scaled(hhea.getInt16(4)),
    descent: scaled(hhea.getInt16(6)),
  }
}

export interface Metrics {
  readonly unitsPerEm: number
  readonly bbox: readonly number[]
  readonly ascent: number
  readonly descent: number
}

/** OpenType numbers are big-endian, like those of a DataView. */
function tablesOf(bytes: Uint8Array): (tag: string) => DataView {
  const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = file.getUint16(4)
  return (tag) => {
    for (let at = 12; at < 12 + count * 16; at += 16) {
      if (String.fromCharCode(...bytes.subarray(at, at + 4)) !== tag) continue
      return new DataView(
        bytes.buffer,
        bytes.byteOffset + file.getUint32(at + 8),
        file.getUint32(at + 12),
      )
    }
    throw new Error(`bug: the font has no table ${tag}`)
  }
}

/** The last width in hmtx applies to all glyphs after it. */
function widthReader(hmtx: DataView, count: number): (id: number) => number {
  return (id) => hmtx.getUint16(Math.min(id, count - 1) * 4)
}

/** Pairs of letter and glyph from the Unicode subtable, format 4 of the OpenType specification. */
function* lettersOf(cmap: DataView): Iterable<readonly [number, number]> {
  const sub = format4Of(cmap)
  const u16 = (offset: number) => cmap.getUint16(sub + offset)
  const segments = u16(6) / 2
  const ends = 14
  const starts = 16 + segments * 2
  const deltas = starts + segments * 2
  const offsets = deltas + segments * 2
  for (let n = 0; n < segments; n++) {
    const end = u16(ends + n * 2)
    const start = u16(starts + n * 2)
    const delta = u16(deltas + n * 2)
    const offset = u16(offsets + n * 2)
    for (let unit = start; unit <= end && unit < 0xffff; unit++) {
      const at = offsets + n * 2 + offset + (unit - start) * 2
      const raw = offset === 0 ? unit : u16(at)
      const id = (raw + delta) & 0xffff
      if (raw !== 0 && id !== 0) yield [unit, id]
    }
  }
}

/** The offset of the subtable in the table. */
function format4Of(cmap: DataView): number {
  for (let at = 4; at < 4 + cmap.getUint16(2) * 8; at += 8) {
    const sub = cmap.getUint32(at + 4)
    if (cmap.getUint16(at) === 3 && cmap.getUint16(sub) === 4) return sub
  }
  throw new Error('bug: the font has no Unicode cmap of format 4')
}
