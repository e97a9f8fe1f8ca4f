/**
 * Lays out a text that the prepared letters do not cover: fonts by cluster, order by the Unicode
 * bidirectional algorithm, glyphs by HarfBuzz. A character without a glyph is written as `[U+13000]`.
 */
import bidiFactory from 'bidi-js'
import { type Letters, spell, unicode } from '../type/letters.ts'
import { type Cluster, isRightToLeft, type Scripts } from '../type/scripts.ts'
import { type Face, isForeign, unitWidth } from '../type/typeface.ts'
import { type ForeignFont, findFont } from './fonts.ts'

/** One item of a line: letters of the prepared fonts, or glyphs of another font. */
export interface Piece extends Cluster {
  /** From the start of the line, in thousandths of the font size. */
  readonly x: number
  readonly drawn: PreparedLetters | ForeignGlyphs
  /** Whether readers can extract the text from the glyphs alone. */
  readonly bare: boolean
}

export interface PreparedLetters {
  readonly font: null
  readonly letters: Letters
}

export interface ForeignGlyphs {
  readonly font: ForeignFont
  readonly glyphs: readonly Glyph[]
}

/** In thousandths of the font size, relative to its cluster. */
interface Glyph {
  readonly id: number
  readonly dx: number
  readonly dy: number
  readonly advance: number
}

export interface Line {
  /** From left to right. */
  readonly pieces: readonly Piece[]
  readonly width: number
  readonly missing: boolean
}

export interface PdfScripts extends Scripts {
  lay(letters: Letters): Line
}

/** Caches layouts: each text is measured, broken into lines and drawn. */
const REMEMBERED = 500
const REMEMBERED_LENGTH = 400

export function createScripts(face: Face): PdfScripts {
  const known = new Map<Letters, Line>()

  function lay(letters: Letters): Line {
    const found = known.get(letters)
    if (found) return found
    const line = layLine(face, letters)
    if (known.size >= REMEMBERED) known.clear()
    if (letters.length <= REMEMBERED_LENGTH) known.set(letters, line)
    return line
  }

  return {
    lay,
    width: (letters) => lay(letters).width,
    clusters: (letters) => lay(letters).pieces.toSorted((a, b) => a.start - b.start),
    isMissing: (letters) => isForeign(face, letters) && lay(letters).missing,
  }
}

/** The part of the library in use; its own types place the exports on the module itself. */
interface Bidi {
  getEmbeddingLevels(text: string, direction: 'ltr' | 'rtl'): { readonly levels: Uint8Array }
  getMirroredCharacter(letter: string): string | null
}

const bidi = (bidiFactory as unknown as () => Bidi)()
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })
const MARK_OF_DIRECTION = /^[\u200e\u200f]/

/** A run of one font and one direction, in reading order. */
interface Run {
  readonly font: ForeignFont | null
  readonly level: number
  readonly items: Item[]
}

/** A cluster, or its replacement. */
interface Item {
  readonly start: number
  readonly text: string
  readonly font: ForeignFont | null
  /** What is drawn, when it differs from the text. */
  readonly instead?: string
  readonly missing?: true
}

function layLine(face: Face, letters: Letters): Line {
  const text = unicode(letters)
  const direction = isRightToLeft(text) ? 'rtl' : 'ltr'
  const { levels } = bidi.getEmbeddingLevels(text, direction)
  const items = itemsOf(face, text)
  const runs: Run[] = []
  for (const item of items) {
    const level = levels[item.start] as number
    const last = runs.at(-1)
    const goesOn = last?.font === item.font && last.level === level
    // A replaced cluster is a run of its own, because its text is not what is shaped.
    const isPlain = item.instead === undefined && last?.items[0]?.instead === undefined
    if (last && goesOn && isPlain) last.items.push(item)
    else runs.push({ font: item.font, level, items: [item] })
  }
  const pieces: Piece[] = []
  let x = 0
  for (const run of inVisualOrder(runs)) {
    for (const piece of run.font ? shaped(run, run.font) : prepared(face, run)) {
      pieces.push({ ...piece, x })
      x += piece.width
    }
  }
  return { pieces, width: x, missing: items.some(({ missing }) => missing) }
}

function itemsOf(face: Face, text: string): Item[] {
  const items: Item[] = []
  for (const { segment, index } of graphemes.segment(text)) {
    if (index === 0 && MARK_OF_DIRECTION.test(segment)) continue
    items.push(...itemOf(face, segment, index))
  }
  return items
}

/** A cluster that no font draws whole is drawn in parts, and otherwise in its compatibility decomposition. */
function itemOf(face: Face, text: string, start: number): Item[] {
  if (isPrepared(face, text)) return [{ start, text, font: null }]
  const font = findFont(text)
  if (font) return [{ start, text, font }]
  const letters = Array.from(text)
  if (letters.length > 1) {
    let at = start
    return letters.flatMap((letter) => {
      const items = itemOf(face, letter, at)
      at += letter.length
      return items
    })
  }
  if (UNDRAWN.test(text)) return []
  const plain = text.normalize('NFKC').trim()
  if (plain !== '' && plain !== text) {
    if (isPrepared(face, plain)) return [{ start, text, font: null, instead: plain }]
    const other = findFont(plain)
    if (other) return [{ start, text, font: other, instead: plain }]
  }
  const code = (text.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')
  return [{ start, text, font: null, instead: `[U+${code}]`, missing: true }]
}

/** Joiners and selectors that are not drawn together with their letter. */
const UNDRAWN = /^(?:\u200c|\u200d|[\ufe00-\ufe0f])$/

function isPrepared(face: Face, text: string): boolean {
  return !isForeign(face, spell(text)) && !UNDRAWN.test(text)
}

/** Rule L2: from the highest level down, reverses each run at that level or above. */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const order = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from
      while (to < order.length && (order[to] as Run).level >= level) to++
      if (to - from > 1) order.splice(from, to - from, ...order.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  }
  return order
}

type Unplaced = Omit<Piece, 'x'>

/** In a right-to-left run the letters are separate, and brackets are mirrored. */
function prepared(face: Face, { level, items }: Run): Unplaced[] {
  const rtl = level % 2 === 1
  const pieces = items.map(({ start, text, instead }): Unplaced => {
    const said = instead ?? (rtl ? mirrored(face, text) : text)
    const letters = spell(said)
    let width = 0
    for (let n = 0; n < letters.length; n++) width += unitWidth(face, letters.charCodeAt(n))
    return { start, text, width, bare: said === text, drawn: { font: null, letters } }
  })
  return rtl ? pieces.reverse() : pieces
}

/** As it is where the letters do not have its mirror image: no font has that of U+2215. */
function mirrored(face: Face, text: string): string {
  const image = bidi.getMirroredCharacter(text)
  return image !== null && isPrepared(face, image) ? image : text
}

function shaped({ level, items }: Run, font: ForeignFont): Unplaced[] {
  const [first] = items
  if (!first) return []
  const { unitsPerEm } = font.metrics
  const scaled = (n: number) => (n * 1000) / unitsPerEm
  const said = items.map(({ text, instead }) => instead ?? text).join('')
  const isInstead = first.instead !== undefined
  const pieces: Unplaced[] = []
  const clusters = font.harfbuzz.shape(said, level % 2 === 1)
  const starts = [...new Set(clusters.map(({ cluster }) => cluster))].sort((a, b) => a - b)
  const endOf = new Map(starts.map((start, n) => [start, starts[n + 1] ?? said.length]))
  for (let n = 0; n < clusters.length; ) {
    const { cluster } = clusters[n] as (typeof clusters)[number]
    const glyphs: Glyph[] = []
    let width = 0
    for (; clusters[n]?.cluster === cluster; n++) {
      const { id, advance, dx, dy } = clusters[n] as (typeof clusters)[number]
      glyphs.push({ id, dx: width + scaled(dx), dy: scaled(dy), advance: scaled(advance) })
      width += scaled(advance)
    }
    const text = isInstead ? first.text : said.slice(cluster, endOf.get(cluster))
    pieces.push({
      start: first.start + (isInstead ? 0 : cluster),
      text,
      width,
      bare: glyphs.length === 1 && font.owners.get(glyphs[0]?.id ?? 0) === text,
      drawn: { font, glyphs },
    })
  }
  return pieces
}
