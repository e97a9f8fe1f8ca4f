/**
 * The structure tree of a file, and its bookmarks. A page of 40 lines has some 500 elements of 35 bytes: they
 * are compressed in one object stream, located by a cross-reference stream (PDF 32000-1, 7.5.7 and 7.5.8.4).
 */
import { deflateSync } from 'node:zlib'
import type { Drawn } from './canvas.ts'
import { type Body, packedStream } from './fonts.ts'
import { textString } from './strings.ts'
import type { TagNode } from './tags.ts'

export interface Structure {
  /** Object numbers of the tree's root and of the bookmarks, for the catalog. */
  readonly root: number
  readonly outlines: number
  /** One more than the last object number. */
  readonly size: number
  /** The object stream; the caller chose its number. */
  readonly objects: Body
  /** The cross-reference stream of those objects. */
  readonly table: Body
}

/** A small window is enough because the elements are alike, and less memory makes deflate start faster. */
const DEFLATE = { level: 1, windowBits: 12, memLevel: 5 } as const
/** Below this size deflating takes more time than it saves. */
const DEFLATED_FROM = 4_096

/** The objects are numbered from `first`, in the object stream number `stream`. */
export function structureOf(
  pages: readonly Pick<Drawn, 'structure' | 'marks'>[],
  { pageObjects, first, stream }: { pageObjects: readonly number[]; first: number; stream: number },
): Structure {
  const bodies: string[] = []
  const reserve = () => first + bodies.push('') - 1
  const put = (number: number, body: string) => {
    bodies[number - first] = body
  }
  const [root, document, parents, outlines] = [reserve(), reserve(), reserve(), reserve()]

  function element(node: TagNode, parent: number, page: number, owners: number[]): number {
    const own = reserve()
    if (node.mark !== null) owners[node.mark] = own
    const kids = node.kids.filter(says).map((kid) => element(kid, own, page, owners))
    put(own, `<</S/${node.tag}/P ${parent} 0 R${contentOf(node, kids, page)}>>`)
    return own
  }

  const owned = pages.map(({ structure }, n) => {
    const owners: number[] = []
    const page = pageObjects[n] ?? 0
    return {
      owners,
      kids: structure.filter(says).map((node) => element(node, document, page, owners)),
    }
  })
  put(root, `<</Type/StructTreeRoot/K ${document} 0 R/ParentTree ${parents} 0 R>>`)
  put(document, `<</S/Document/P ${root} 0 R/K[${refs(owned.flatMap(({ kids }) => kids))}]>>`)
  put(parents, `<</Nums[${owned.map(({ owners }, n) => `${n}[${refs(owners)}]`).join('')}]>>`)
  const marks = pageObjects.map(reserve)
  put(
    outlines,
    `<</Type/Outlines/First ${marks[0]} 0 R/Last ${marks.at(-1)} 0 R/Count ${marks.length}>>`,
  )
  for (const [n, mark] of marks.entries()) {
    const before = n > 0 ? `/Prev ${marks[n - 1]} 0 R` : ''
    const after = n < marks.length - 1 ? `/Next ${marks[n + 1]} 0 R` : ''
    const title = `/Title<${textString(`Página ${n + 1}`)}>`
    put(
      mark,
      `<<${title}/Parent ${outlines} 0 R${before}${after}/Dest[${pageObjects[n]} 0 R/Fit]>>`,
    )
  }
  return { root, outlines, size: first + bodies.length, ...streams(bodies, first, stream) }
}

function contentOf({ tag, alt, mark }: TagNode, kids: readonly number[], page: number): string {
  const scope = tag === 'TH' ? '/A<</O/Table/Scope/Column>>' : ''
  const said = alt === null ? '' : `/Alt<${alt}>`
  if (mark !== null) return `/Pg ${page} 0 R/K ${mark}${scope}${said}`
  return kids.length > 0 ? `/K[${refs(kids)}]` : scope
}

/** An empty cell still holds its column; any other empty element is omitted. */
function says({ tag, mark, kids }: TagNode): boolean {
  return mark !== null || tag === 'TD' || tag === 'TH' || kids.some(says)
}

const refs = (numbers: readonly number[]) => numbers.map((number) => `${number} 0 R`).join(' ')

/** The widths of an entry's fields: its type, the object stream's number, the index in it. */
const WIDTHS = [1, 2, 2] as const
const IN_STREAM = 2

function streams(bodies: readonly string[], first: number, stream: number) {
  let at = 0
  const offsets = bodies.map((body, n) => {
    const offset = `${first + n} ${at}`
    at += body.length + 1
    return offset
  })
  const head = `${offsets.join(' ')}\n`
  const width = WIDTHS[0] + WIDTHS[1] + WIDTHS[2]
  const rows = Buffer.alloc(bodies.length * width)
  for (let n = 0; n < bodies.length; n++) {
    rows.writeUInt8(IN_STREAM, n * width)
    rows.writeUInt16BE(stream, n * width + 1)
    rows.writeUInt16BE(n, n * width + 3)
  }
  const entries = `/Type/XRef/Size ${first + bodies.length}/W[${WIDTHS.join(' ')}]/Index[${first} ${bodies.length}]`
  const data = Buffer.from(head + bodies.join('\n'), 'latin1')
  return {
    objects: deflated(data, `/Type/ObjStm/N ${bodies.length}/First ${head.length}`),
    table: deflated(rows, entries),
  }
}

function deflated(data: Buffer, entries: string): Buffer {
  return data.length < DEFLATED_FROM
    ? packedStream(data, entries)
    : packedStream(deflateSync(data, DEFLATE), `${entries}/Filter/FlateDecode`)
}
