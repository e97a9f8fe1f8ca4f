/**
 * Assembles a PDF file. The first objects are the fonts, whose bytes never change; a document's own
 * objects come after them. Nothing in the file depends on when or where it was made: it has no dates,
 * and its ID is a hash of its pages.
 */
import { createHash } from 'node:crypto'
import type { Logo } from '../brand/logo.ts'
import { PAGE_HEIGHT, PAGE_WIDTH } from '../drawing.ts'
import type { ForeignFont } from '../foreign/fonts.ts'
import type { Faces, Weight } from '../type/typeface.ts'
import { type Drawn, FONT_NAMES } from './canvas.ts'
import {
  type Body,
  basicFontBodies,
  extendedFontBodies,
  foreignFontBodies,
  packedStream,
  stream,
} from './fonts.ts'
import { textString } from './strings.ts'
import { structureOf } from './structure.ts'

export interface Meta {
  readonly title: string
  readonly logo: Logo | null
}

export type WriteFile = (pages: readonly Drawn[], meta: Meta) => Buffer

const WEIGHTS = ['regular', 'semibold'] as const satisfies readonly Weight[]
/** Objects between the pages and what the object stream holds: tree, catalog, title, and the two streams. */
const FIXED = 5
/** The four bytes mark the file as binary for transfer programs. */
const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
/** Level 1 removes three quarters of a page's size; higher levels take more time than they save. */
const CONTENT_LEVEL = 1

/** Prepares the fonts, which all files share. */
export function createFileWriter(faces: Faces): WriteFile {
  const prefix = assembly([HEADER], [])
  const basicFonts = new Map(
    WEIGHTS.map((weight) => {
      for (const body of basicFontBodies(faces[weight], prefix.next())) prefix.add(body)
      return [weight, prefix.next() - 1] as const
    }),
  )
  const { bytes, offsets } = prefix.written()
  const before = [HEADER, bytes]
  const extendedBodies = new Map<string, readonly Body[]>()

  function extendedBodiesOf(weight: Weight, first: number): readonly Body[] {
    const key = `${weight} ${first}`
    const known = extendedBodies.get(key) ?? extendedFontBodies(faces[weight], first)
    extendedBodies.set(key, known)
    return known
  }

  return (pages, meta) => {
    const file = assembly(before, offsets)
    const fonts = WEIGHTS.map(
      (weight) => `/${FONT_NAMES[weight].basic} ${basicFonts.get(weight)} 0 R`,
    )
    for (const weight of WEIGHTS) {
      if (!pages.some((page) => page.extended.has(weight))) continue
      for (const body of extendedBodiesOf(weight, file.next())) file.add(body)
      fonts.push(`/${FONT_NAMES[weight].extended} ${file.next() - 1} 0 R`)
    }
    for (const [font, glyphs] of foreignOf(pages)) {
      for (const body of foreignFontBodies(font, glyphs, file.next())) file.add(body)
      fonts.push(`/${font.resource} ${file.next() - 1} 0 R`)
    }
    const logo = meta.logo && pages.some((page) => page.logo) ? addLogo(file, meta.logo) : ''
    const resources = file.add(`<</Font<<${fonts.join('')}>>${logo}>>`)
    const hash = createHash('sha256').update(meta.title)
    if (logo !== '' && meta.logo) hash.update(meta.logo.object.data)
    const contents = pages.map(({ content }) => {
      const packed = stream(latin1(content), '', CONTENT_LEVEL)
      hash.update(packed)
      return file.add(packed)
    })
    const tree = file.next() + pages.length
    const kids = pages.map((page, n) => {
      const entries = `/StructParents ${n}/Tabs/S${mediaBox(page.size)}`
      return file.add(`<</Type/Page/Parent ${tree} 0 R/Contents[${contents[n]} 0 R]${entries}>>`)
    })
    const first = tree + FIXED
    const structure = structureOf(pages, { pageObjects: kids, first, stream: tree + 3 })
    file.add(
      `<</Type/Pages/Count ${pages.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]` +
        `/MediaBox[0 0 ${PAGE_WIDTH} ${PAGE_HEIGHT}]/Resources ${resources} 0 R>>`,
    )
    const root = file.add(
      `<</Type/Catalog/Pages ${tree} 0 R/Lang(es-SV)/ViewerPreferences<</DisplayDocTitle true>>` +
        `/MarkInfo<</Marked true>>/StructTreeRoot ${structure.root} 0 R/Outlines ${structure.outlines} 0 R>>`,
    )
    const info = file.add(`<</Title <${textString(meta.title)}>/Producer(Sello)>>`)
    file.add(structure.objects)
    const table = file.add(structure.table)
    const { size } = structure
    return file.finish({ root, info, table, size }, hash.digest('hex').slice(0, 32))
  }
}

/** Adds the logo's object, which a page draws as a unit square. Returns its resource. */
function addLogo(file: Assembly, { width, height, object }: Logo): string {
  if (object.kind === 'drawing') {
    const matrix = [1 / width, 0, 0, 1 / height, 0, 0].map((n) => n.toFixed(9)).join(' ')
    const head = `/Type/XObject/Subtype/Form/BBox[0 0 ${width} ${height}]/Matrix[${matrix}]/Filter/FlateDecode`
    return `/XObject<</L ${file.add(packedStream(object.data, head))} 0 R>>`
  }
  const size = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`
  const grey = '/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode'
  const mask = object.mask && file.add(packedStream(object.mask, `${size}${grey}`))
  const entries = `${size}${object.entries}${mask ? `/SMask ${mask} 0 R` : ''}`
  return `/XObject<</L ${file.add(packedStream(object.data, entries))} 0 R>>`
}

/** Merged over all pages, always in the same order. */
function foreignOf(pages: readonly Drawn[]): [ForeignFont, ReadonlyMap<number, string | null>][] {
  const fonts = new Map<ForeignFont, Map<number, string | null>>()
  for (const { foreign } of pages) {
    for (const [font, glyphs] of foreign) {
      const all = fonts.get(font) ?? new Map<number, string | null>()
      for (const [id, text] of glyphs) if (!all.has(id)) all.set(id, text)
      fonts.set(font, all)
    }
  }
  return [...fonts].sort(([a], [b]) => (a.resource < b.resource ? -1 : 1))
}

/** Pages inherit the tree's letter size unless they set their own. */
function mediaBox([width, height]: Drawn['size']): string {
  return width === PAGE_WIDTH && height === PAGE_HEIGHT ? '' : `/MediaBox[0 0 ${width} ${height}]`
}

interface Assembly {
  next(): number
  /** Returns the number of the object added. */
  add(body: Body): number
  /** The objects added so far, and where each begins in the file. */
  written(): { readonly bytes: Uint8Array; readonly offsets: readonly number[] }
  finish(trailer: Trailer, id: string): Buffer
}

interface Trailer {
  readonly root: number
  readonly info: number
  /** The number of the cross-reference stream, and one more than the last object number. */
  readonly table: number
  readonly size: number
}

/** Appends to what is already written. */
function assembly(chunksBefore: readonly Uint8Array[], offsetsBefore: readonly number[]): Assembly {
  const chunks = [...chunksBefore]
  const offsets = [...offsetsBefore]
  let length = chunks.reduce((total, chunk) => total + chunk.length, 0)

  return {
    next() {
      return offsets.length + 1
    },
    add(body) {
      offsets.push(length)
      const number = offsets.length
      const added =
        typeof body === 'string'
          ? [latin1(`${number} 0 obj\n${body}\nendobj\n`)]
          : [latin1(`${number} 0 obj\n`), body, END_OBJECT]
      for (const chunk of added) {
        chunks.push(chunk)
        length += chunk.length
      }
      return number
    },
    written() {
      return { bytes: Buffer.concat(chunks.slice(chunksBefore.length)), offsets }
    },
    finish({ root, info, table: hidden, size }, id) {
      const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      const end = latin1(
        `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table.join('')}` +
          `trailer\n<</Size ${size}/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]/XRefStm ${offsets[hidden - 1]}>>\n` +
          `startxref\n${length}\n%%EOF\n`,
      )
      return Buffer.concat([...chunks, end], length + end.length)
    },
  }
}

const END_OBJECT = latin1('\nendobj\n')

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
