/** The Noto fonts, each read when a document first needs it (scripts/prepare-noto.ts). */
import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { type Metrics, readMetrics } from '../type/ttf.ts'
import { createHarfBuzzFont, type HarfBuzzFont } from './harfbuzz.ts'

export interface ForeignFont {
  /** The name of its resource in a PDF. */
  readonly resource: string
  readonly name: string
  /**
   * The letters of glyphs that readers can extract by themselves; empty for scripts that substitute
   * glyphs.
   */
  readonly owners: ReadonlyMap<number, string>
  readonly metrics: Metrics
  readonly harfbuzz: HarfBuzzFont
  /** In thousandths of the font size. */
  advanceOf(glyph: number): number
}

interface Row {
  readonly file: string
  readonly name: string
  /** The ranges of letters, for a font in which each letter has one fixed glyph. */
  readonly plain?: readonly (readonly [from: number, to: number])[]
  /** Matches the first code point of a cluster: no other cluster is looked up in this font. */
  readonly letters: RegExp
}

// biome-ignore format: a table
const ROWS: readonly Row[] = [
  { file: 'arabic', name: 'NotoSansArabic', letters: /^\p{scx=Arab}/u },
  { file: 'hebrew', name: 'NotoSansHebrew', letters: /^\p{scx=Hebr}/u },
  { file: 'thai',   name: 'NotoSansThai',   letters: /^\p{scx=Thai}/u },
  { file: 'han',    name: 'NotoSansSC',     letters: /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\uff01-\uffee]/u, plain: [[0x3001, 0x31ff], [0x4e00, 0x9fff], [0xff01, 0xffee]] },
  { file: 'hangul', name: 'NotoSansKR',     letters: /^\p{scx=Hang}/u, plain: [[0x3131, 0x318e], [0xac00, 0xd7a3]] },
  { file: 'emoji',  name: 'NotoEmoji',      letters: /^[\p{Emoji}\p{Regional_Indicator}]/u },
  { file: 'sans',   name: 'NotoSans',       letters: /^[\p{scx=Latn}\p{scx=Grek}\p{scx=Cyrl}\p{scx=Deva}\p{Script=Common}\p{Script=Inherited}]/u },
]

/** Parts of a cluster without a glyph of their own: joiners and variation selectors. */
const UNDRAWN = /^(?:\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])$/u

const loaded = new Map<Row, ForeignFont>()

/** The font that has the whole cluster, or null. */
export function findFont(cluster: string): ForeignFont | null {
  for (const row of ROWS) {
    if (!row.letters.test(cluster)) continue
    const font = fontOf(row)
    if (coversAll(font, cluster)) return font
  }
  return null
}

function coversAll({ harfbuzz }: ForeignFont, cluster: string): boolean {
  for (const letter of cluster) {
    if (!UNDRAWN.test(letter) && harfbuzz.glyphOf(letter.codePointAt(0) as number) === 0)
      return false
  }
  return true
}

function fontOf(row: Row): ForeignFont {
  const font = loaded.get(row) ?? load(row)
  loaded.set(row, font)
  return font
}

function load(row: Row): ForeignFont {
  const packed = readFileSync(new URL(`../../fonts/noto/${row.file}.ttf.br`, import.meta.url))
  const file = brotliDecompressSync(packed)
  const metrics = readMetrics(file)
  const harfbuzz = createHarfBuzzFont(file)
  return {
    resource: `N${ROWS.indexOf(row)}`,
    name: row.name,
    owners: ownersOf(harfbuzz, row.plain ?? []),
    metrics,
    harfbuzz,
    advanceOf: (glyph) => Math.round((harfbuzz.advanceOf(glyph) * 1000) / metrics.unitsPerEm),
  }
}

/** When several letters share a glyph, the first one owns it. */
function ownersOf(
  harfbuzz: HarfBuzzFont,
  ranges: NonNullable<Row['plain']>,
): ReadonlyMap<number, string> {
  const owners = new Map<number, string>()
  for (const [from, to] of ranges) {
    for (let code = from; code <= to; code++) {
      const glyph = harfbuzz.glyphOf(code)
      if (glyph !== 0 && !owners.has(glyph)) owners.set(glyph, String.fromCodePoint(code))
    }
  }
  return owners
}
