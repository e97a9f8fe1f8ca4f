/**
 * Puts a PDF file together. The first objects are the fonts, whose bytes never change; what
 * a document adds comes after them. Nothing in the file depends on when or where it was made:
 * there are no dates, and its ID is a hash of its pages.
 */
import { createHash, type Hash } from 'node:crypto'
import type { Seal } from '../documento.ts'
import {
  type Drawn,
  type Faces,
  FONT_NAMES,
  PAGE_HEIGHT,
  PAGE_WIDTH,
  type Slot,
  shown,
} from './canvas.ts'
import { type Body, basicFontBodies, extendedFontBodies, stream } from './fonts.ts'
import type { Letters } from './letters.ts'
import type { Weight } from './typeface.ts'

export interface DrawnPage extends Drawn {
  /** In points; absent, a letter page. */
  readonly size?: readonly [width: number, height: number]
}

export interface Meta {
  readonly title: string
}

/** Everything of a file but the texts of its slots: that is little, and soon done. */
export type BeginFile = (pages: readonly DrawnPage[], meta: Meta) => FinishFile

/** The file, with these texts in its slots. It can be asked for again. */
export type FinishFile = (texts: SlotLetters) => Buffer

export type SlotLetters = Readonly<Partial<Record<keyof Seal, Letters>>>

const WEIGHTS = ['regular', 'semibold'] as const satisfies readonly Weight[]
/** The four bytes tell programs that transfer files that this one is not text. */
const HEADER = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
/** Level 1 takes off three quarters of a page; higher levels cost more time than they take off. */
const CONTENT_LEVEL = 1

/** Prepares the fonts of every file to come. */
export function createFileWriter(faces: Faces): BeginFile {
  const prefix = assembly()
  const basicFonts = new Map(
    WEIGHTS.map((weight) => {
      for (const body of basicFontBodies(faces[weight], prefix.next())) prefix.add(body)
      return [weight, prefix.next() - 1] as const
    }),
  )
  const prepared = prefix.joined()
  const extendedBodies = new Map<string, readonly Body[]>()

  function extendedBodiesOf(weight: Weight, first: number): readonly Body[] {
    const key = `${weight} ${first}`
    const known = extendedBodies.get(key) ?? extendedFontBodies(faces[weight], first)
    extendedBodies.set(key, known)
    return known
  }

  return (pages, meta) => {
    const file = prepared.fork()
    const fonts = WEIGHTS.map(
      (weight) => `/${FONT_NAMES[weight].basic} ${basicFonts.get(weight)} 0 R`,
    )
    for (const weight of WEIGHTS) {
      if (!pages.some((page) => page.extended.has(weight))) continue
      for (const body of extendedBodiesOf(weight, file.next())) file.add(body)
      fonts.push(`/${FONT_NAMES[weight].extended} ${file.next() - 1} 0 R`)
    }
    const resources = file.add(`<</Font<<${fonts.join('')}>>>>`)
    const hash = createHash('sha256').update(meta.title)
    const cuts = pages.map(cutAtSlots)
    const contents = cuts.map((cut) =>
      cut.fixed.map((text) => {
        const packed = stream(latin1(text), '', CONTENT_LEVEL)
        hash.update(packed)
        return file.add(packed)
      }),
    )
    const tree = file.next() + pages.length
    let later = tree + 3 // what is open comes last: after the tree, the catalog and the title
    const kids = pages.map((page, n) => {
      const [head, ...tail] = contents[n] ?? []
      const streams = cuts[n]?.open ? [head, later++, ...tail] : [head]
      const list = streams.map((content) => `${content} 0 R`).join(' ')
      return file.add(`<</Type/Page/Parent ${tree} 0 R/Contents[${list}]${mediaBox(page.size)}>>`)
    })
    file.add(
      `<</Type/Pages/Count ${pages.length}/Kids[${kids.map((kid) => `${kid} 0 R`).join(' ')}]` +
        `${mediaBox([PAGE_WIDTH, PAGE_HEIGHT])}/Resources ${resources} 0 R>>`,
    )
    const root = file.add(
      `<</Type/Catalog/Pages ${tree} 0 R/Lang(es-SV)/ViewerPreferences<</DisplayDocTitle true>>>>`,
    )
    const info = file.add(`<</Title <${textString(meta.title)}>/Producer(Sello)>>`)
    const opens = cuts.flatMap(({ open }) => open ?? [])
    return finisher({ file, hash, opens, root, info })
  }
}

interface Begun {
  readonly file: Assembly
  readonly hash: Hash
  readonly opens: readonly Open[]
  readonly root: number
  readonly info: number
}

/** A function of its own: what it keeps waits as long as the ministry takes, and the drawn pages are not among it. */
function finisher({ file, hash, opens, root, info }: Begun): FinishFile {
  return (texts) => {
    const whole = file.fork()
    const id = hash.copy()
    for (const open of opens) {
      const content = open(texts)
      id.update(content)
      whole.add(`<</Length ${content.length}>>stream\n${content}\nendstream`)
    }
    return whole.finish(root, info, id.digest('hex').slice(0, 32))
  }
}

/** A page's content in the streams that make it up, one after the other: PDF reads them as one. */
interface Cut {
  readonly fixed: readonly string[]
  /** What stands between the two that are fixed: from the first slot to the last. */
  readonly open: Open | null
}

type Open = (texts: SlotLetters) => string

function cutAtSlots({ content, slots }: DrawnPage): Cut {
  const [first] = slots
  const last = slots.at(-1)
  if (!first || !last) return { fixed: [content], open: null }
  return {
    fixed: [content.slice(0, first.at), content.slice(last.at)],
    open: openOf(content, slots),
  }
}

/** Over copies, because a slice of a string keeps all of it. */
function openOf(content: string, slots: readonly Slot[]): Open {
  const parts: { readonly name: keyof Seal; readonly after: Buffer }[] = []
  for (const [n, { name, at }] of slots.entries()) {
    parts.push({ name, after: latin1(content.slice(at, slots[n + 1]?.at ?? at)) })
  }
  return (texts) =>
    parts.map(({ name, after }) => shown(texts[name] ?? '') + after.toString('latin1')).join('')
}

/** Every page has that of the tree unless it says its own. */
function mediaBox(size: DrawnPage['size']): string {
  return size ? `/MediaBox[0 0 ${size.join(' ')}]` : ''
}

interface Assembly {
  next(): number
  /** Returns the number of the object added. */
  add(body: Body): number
  /** Another one, to which more can be added. */
  fork(): Assembly
  /** The same in one piece. */
  joined(): Assembly
  finish(root: number, info: number, id: string): Buffer
}

interface Pieces {
  readonly chunks: readonly Buffer[]
  readonly offsets: readonly number[]
  /** Of all chunks. */
  readonly length: number
}

const EMPTY: Pieces = { chunks: [HEADER], offsets: [], length: HEADER.length }

function assembly(start: Pieces = EMPTY): Assembly {
  const chunks = [...start.chunks]
  const offsets = [...start.offsets]
  let { length } = start

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
    fork() {
      return assembly({ chunks, offsets, length })
    },
    joined() {
      return assembly({ chunks: [Buffer.concat(chunks)], offsets, length })
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
