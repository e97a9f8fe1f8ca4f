/** The PDF objects of a typeface: made once, because they are the same in all documents. */
import { deflateSync } from 'node:zlib'
import type { ForeignFont } from '../foreign/fonts.ts'
import type { Ttf } from '../type/ttf.ts'
import type { Typeface, Weight } from '../type/typeface.ts'
import { hex4, textString } from './strings.ts'

/** An object's body: everything between `obj` and `endobj`. */
export type Body = string | Buffer

const BASE_NAMES = { regular: 'SelloSans-Regular', semibold: 'SelloSans-SemiBold' } as const
/** PDF requires a stem thickness, for readers that substitute a font; ours is always embedded. */
const STEM_V = { regular: 80, semibold: 116 } as const satisfies Record<Weight, number>
const NONSYMBOLIC = 32
const SYMBOLIC = 4

/** A simple TrueType font over WinAnsiEncoding: its text needs no table to be copied and searched. The font is the last object. */
export function basicFontBodies(face: Typeface, first: number): Body[] {
  const name = `${subsetTag(face.weight, 'A')}+${BASE_NAMES[face.weight]}`
  return [
    fontFile(face.basic),
    descriptor(face.basic, face.weight, name, NONSYMBOLIC, first),
    `<</Type/Font/Subtype/TrueType/BaseFont/${name}/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 255` +
      `/Widths[${face.widths.subarray(32).join(' ')}]/FontDescriptor ${first + 1} 0 R>>`,
  ]
}

/** A composite font whose codes are glyph numbers, with the table that says which letters they are. The font is the last object. */
export function extendedFontBodies(face: Typeface, first: number): Body[] {
  const name = `${subsetTag(face.weight, 'X')}+${BASE_NAMES[face.weight]}`
  return [
    fontFile(face.extended),
    descriptor(face.extended, face.weight, name, SYMBOLIC, first),
    stream(Buffer.from(toUnicode(lettersOf(face.extended)), 'latin1'), ''),
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDToGIDMap/Identity/DW 600/W[${glyphWidths(face.extended)}]` +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${first + 1} 0 R>>`,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${first + 3} 0 R]/ToUnicode ${first + 2} 0 R>>`,
  ]
}

/**
 * The glyphs of another font that a document uses, under their own ids. Each maps to its text when it has
 * one; the page carries the text of the others beside them. The font is the last object.
 */
export function foreignFontBodies(
  font: ForeignFont,
  glyphs: ReadonlyMap<number, string | null>,
  first: number,
): Body[] {
  const ids = [...glyphs.keys()].sort((a, b) => a - b)
  const name = `SELL${font.resource.replace(/\d/, (digit) => 'NOPQRSTUVW'[Number(digit)] ?? '')}A+${font.name}`
  const { bbox, ascent, descent } = font.metrics
  const cut = font.harfbuzz.cut(ids)
  const widths = ids.map((id) => `${id}[${font.advanceOf(id)}]`).join('')
  const texts = ids.flatMap((id): [number, string][] => {
    const text = glyphs.get(id) ?? null
    return text === null ? [] : [[id, text]]
  })
  return [
    stream(cut, `/Length1 ${cut.length}`),
    `<</Type/FontDescriptor/FontName/${name}/Flags ${SYMBOLIC}/FontBBox[${bbox.join(' ')}]/ItalicAngle 0` +
      `/Ascent ${ascent}/Descent ${descent}/CapHeight ${ascent}/StemV ${STEM_V.regular}/FontFile2 ${first} 0 R>>`,
    stream(Buffer.from(toUnicode(texts), 'latin1'), ''),
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/${name}/CIDToGIDMap/Identity/DW 1000/W[${widths}]` +
      `/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${first + 1} 0 R>>`,
    `<</Type/Font/Subtype/Type0/BaseFont/${name}/Encoding/Identity-H/DescendantFonts[${first + 3} 0 R]/ToUnicode ${first + 2} 0 R>>`,
  ]
}

/** A deflated stream object. */
export function stream(bytes: Uint8Array, entries: string, level = 9): Buffer {
  return packedStream(deflateSync(bytes, { level }), `/Filter/FlateDecode${entries}`)
}

/** A stream object of compressed data; `entries` states the filter. */
export function packedStream(packed: Uint8Array, entries: string): Buffer {
  const head = `<</Length ${packed.length}${entries}>>stream\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), packed, Buffer.from('\nendstream', 'latin1')])
}

function fontFile(font: Ttf): Buffer {
  return stream(font.bytes, `/Length1 ${font.bytes.length}`)
}

function descriptor(font: Ttf, weight: Weight, name: string, flags: number, file: number): string {
  return (
    `<</Type/FontDescriptor/FontName/${name}/Flags ${flags}/FontBBox[${font.bbox.join(' ')}]/ItalicAngle 0` +
    `/Ascent ${font.ascent}/Descent ${font.descent}/CapHeight ${font.capHeight}/StemV ${STEM_V[weight]}/FontFile2 ${file} 0 R>>`
  )
}

/** PDF requires six capitals before the name of a subset. */
function subsetTag(weight: Weight, half: 'A' | 'X'): string {
  return `SELL${weight === 'regular' ? 'R' : 'S'}${half}`
}

function glyphWidths(font: Ttf): string {
  return [...font.glyphs.values()].map(({ id, width }) => `${id}[${width}]`).join('')
}

function lettersOf(font: Ttf): [id: number, text: string][] {
  return [...font.glyphs].map(([unit, { id }]) => [id, String.fromCharCode(unit)])
}

function toUnicode(texts: readonly (readonly [id: number, text: string])[]): string {
  const pairs = texts.map(([id, text]) => `<${hex4(id)}><${textString(text).slice(BOM.length)}>`)
  const blocks = []
  for (let n = 0; n < pairs.length; n += 100) blocks.push(bfchars(pairs.slice(n, n + 100)))
  return (
    '/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n' +
    '/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n' +
    '/CMapName/Adobe-Identity-UCS def/CMapType 2 def\n' +
    `1 begincodespacerange<0000><ffff>endcodespacerange\n${blocks.join('')}` +
    'endcmap CMapName currentdict/CMap defineresource pop end end\n'
  )
}

/** A block holds at most 100 pairs (PDF 32000-1, 9.10.3). */
function bfchars(pairs: readonly string[]): string {
  return `${pairs.length} beginbfchar\n${pairs.join('\n')}\nendbfchar\n`
}

const BOM = 'feff'
