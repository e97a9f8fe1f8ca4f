/**
 * Reads what the page needs to know of a TrueType font: which glyph draws a letter, how wide it is, and
 * the figures a PDF asks for. The files are our own (scripts/prepare-fonts.ts), so it reads only
 * what stands in them: a cmap of format 4, and 1,000 units to the em.
 */

export interface Glyph {
  readonly id: number
  /** In thousandths of the font size. */
  readonly width: number
}

export interface Ttf {
  readonly bytes: Buffer
  /** By the letter's UTF-16 unit: nothing we print stands above U+FFFF. */
  readonly glyphs: ReadonlyMap<number, Glyph>
  readonly bbox: readonly [number, number, number, number]
  readonly ascent: number
  readonly descent: number
  readonly capHeight: number
}

export function readTtf(bytes: Buffer): Ttf {
  const table = tablesOf(bytes)
  const head = table('head')
  const hhea = table('hhea')
  if (head.readUInt16BE(18) !== 1000) throw new Error('bug: the font is not drawn on 1,000 units')
  const widthOf = widthReader(table('hmtx'), hhea.readUInt16BE(34))
  const glyphs = new Map<number, Glyph>()
  for (const [unit, id] of lettersOf(table('cmap'))) glyphs.set(unit, { id, width: widthOf(id) })
  return {
    bytes,
    glyphs,
    bbox: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    capHeight: table('OS/2').readInt16BE(88),
  }
}

function tablesOf(bytes: Buffer): (tag: string) => Buffer {
  const count = bytes.readUInt16BE(4)
  return (tag) => {
    for (let at = 12; at < 12 + count * 16; at += 16) {
      if (bytes.toString('latin1', at, at + 4) !== tag) continue
      const offset = bytes.readUInt32BE(at + 8)
      return bytes.subarray(offset, offset + bytes.readUInt32BE(at + 12))
    }
    throw new Error(`bug: the font has no table ${tag}`)
  }
}

/** The last width of hmtx holds for all glyphs after it. */
function widthReader(hmtx: Buffer, count: number): (id: number) => number {
  return (id) => hmtx.readUInt16BE(Math.min(id, count - 1) * 4)
}

/** Pairs of letter and glyph of the Unicode subtable, format 4 of the OpenType specification. */
function* lettersOf(cmap: Buffer): Iterable<readonly [number, number]> {
  const sub = format4Of(cmap)
  const segments = sub.readUInt16BE(6) / 2
  const ends = 14
  const starts = 16 + segments * 2
  const deltas = starts + segments * 2
  const offsets = deltas + segments * 2
  for (let n = 0; n < segments; n++) {
    const end = sub.readUInt16BE(ends + n * 2)
    const start = sub.readUInt16BE(starts + n * 2)
    const delta = sub.readUInt16BE(deltas + n * 2)
    const offset = sub.readUInt16BE(offsets + n * 2)
    for (let unit = start; unit <= end && unit < 0xffff; unit++) {
      const at = offsets + n * 2 + offset + (unit - start) * 2
      const raw = offset === 0 ? unit : sub.readUInt16BE(at)
      const id = (raw + delta) & 0xffff
      if (raw !== 0 && id !== 0) yield [unit, id]
    }
  }
}

function format4Of(cmap: Buffer): Buffer {
  for (let at = 4; at < 4 + cmap.readUInt16BE(2) * 8; at += 8) {
    const sub = cmap.subarray(cmap.readUInt32BE(at + 4))
    if (cmap.readUInt16BE(at) === 3 && sub.readUInt16BE(0) === 4) return sub
  }
  throw new Error('bug: the font has no Unicode cmap of format 4')
}
