/**
 * Puts a PDF file together. The first objects are the fonts, whose bytes never change; what
 * a document adds comes after them. Nothing in the file depends on when or where it was made:
 * there are no dates, and its ID is a hash of its pages.
 */
import { createHash } from 'node:crypto'
import { type Faces, FONT_NAMES, PAGE_HEIGHT, PAGE_WIDTH } from './canvas.ts'
import { type Body, basicFontBodies, extendedFontBodies, stream } from './fonts.ts'
import type { Weight } from './typeface.ts'

export interface DrawnPage {
  readonly content: string
  readonly extended: ReadonlySet<Weight>
  /** In points; absent, a letter page. */
  readonly size?: readonly [width: number, height: number]
}

export interface Meta {
  readonly title: string
}

export type WriteFile = (pages: readonly DrawnPage[], meta: Meta) => Buffer

const WEIGHTS = ['regular', 'semibold'] as const satisfies readonly Weight[]
/** The four bytes tell programs that transfer files that this one is not text. */
const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
/** Level 1 takes off three quarters of a page; higher levels cost more time than they take off. */
const CONTENT_LEVEL = 1

/** Prepares the fonts of every file to come. */
export function createFileWriter(faces: Faces): WriteFile {
  const prefix = assembly()
  const basicFonts = new Map(
    WEIGHTS.map((weight) => {
      for (const body of basicFontBodies(faces[weight], prefix.next())) prefix.add(body)
      return [weight, prefix.next() - 1] as const
    }),
  )
  const prepared = prefix.copy()
  const extendedBodies = new Map<string, readonly Body[]>()

  function extendedBodiesOf(weight: Weight, first: number): readonly Body[] {
    const key = `${weight} ${first}`
    const known = extendedBodies.get(key) ?? extendedFontBodies(faces[weight], first)
    extendedBodies.set(key, known)
    return known
  }

  return (pages, meta) => {
    const file = assembly(prepared)
    const fonts = WEIGHTS.map(
      (weight) => `/${FONT_NAMES[weight].basic} ${basicFonts.get(weight)} 0 R`,
    )
    for (const weight of WEIGHTS) {
      if (!pages.some((page) => page.extended.has(weight))) continue
      for (const body of extendedBodiesOf(weight, file.next())) file.add(body)
      fonts.push(`/${FONT_NAMES[weight].extended} ${file.next() - 1} 0 R`)
    }
    const resources = file.add(`<</Font<<${fonts.join('')}>>>>`)
    const tree = file.next() + pages.length * 2
    const hash = createHash('sha256').update(meta.title)
    const kids = pages.map((page) => {
      const packed = stream(latin1(page.content), '', CONTENT_LEVEL)
      hash.update(packed)
      const content = file.add(packed)
      return file.add(
        `<</Type/Page/Parent ${tree} 0 R/Contents ${content} 0 R${mediaBox(page.size)}>>`,
      )
    })
    file.add(
      `<</Type/Pages/Count ${pages.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]` +
        `${mediaBox([PAGE_WIDTH, PAGE_HEIGHT])}/Resources ${resources} 0 R>>`,
    )
    const root = file.add(
      `<</Type/Catalog/Pages ${tree} 0 R/Lang(es-SV)/ViewerPreferences<</DisplayDocTitle true>>>>`,
    )
    const info = file.add(`<</Title <${textString(meta.title)}>/Producer(Sello)>>`)
    return file.finish(root, info, hash.digest('hex').slice(0, 32))
  }
}

/** Every page has that of the tree unless it says its own. */
function mediaBox(size: DrawnPage['size']): string {
  return size ? `/MediaBox[0 0 ${size.join(' ')}]` : ''
}

interface Assembly {
  next(): number
  /** Returns the number of the object added. */
  add(body: Body): number
  copy(): Prepared
  finish(root: number, info: number, id: string): Buffer
}

interface Prepared {
  readonly bytes: Buffer
  readonly offsets: readonly number[]
}

function assembly(start: Prepared = { bytes: HEADER, offsets: [] }): Assembly {
  const chunks: Buffer[] = [start.bytes]
  const offsets = [...start.offsets]
  let length = start.bytes.length

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
    copy() {
      return { bytes: Buffer.concat(chunks), offsets: [...offsets] }
    },
    finish(root, info, id) {
      const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
      const end = latin1(
        `xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${table.join('')}` +
          `trailer\n<</Size ${offsets.length + 1}/Root ${root} 0 R/Info ${info} 0 R/ID[<${id}><${id}>]>>\n` +
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

/** UTF-16 with its mark: the one encoding that a PDF's metadata take for any text. */
function textString(text: string): string {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')
}
