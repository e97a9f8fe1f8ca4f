/** Reads back the tree of elements and the bookmarks, by the table of the objects that stand in a stream. */
import { inflateSync } from 'node:zlib'

export interface Element {
  readonly tag: string
  /** The object of the page of its mark. */
  readonly page: number
  readonly mark: number | null
  readonly alt: string | null
  /** Of a heading of a table. */
  readonly scope: string | null
  readonly kids: readonly Element[]
}

export interface Structure {
  readonly root: Element
  readonly bookmarks: readonly string[]
  /** Of every page, `page mark`, as its content has them. */
  readonly marks: readonly string[]
}

/** What an element may be: anything else in it is refused. */
const ELEMENT = new RegExp(
  [
    /^<<\/S\/(?<tag>\w+)\/P (?<parent>\d+) 0 R/,
    /(?:\/Pg (?<page>\d+) 0 R\/K (?<mark>\d+))?/,
    /(?:\/K\[(?<kids>(?:\d+ 0 R ?)*)\])?/,
    /(?:\/A<<\/O\/Table\/Scope\/(?<scope>\w+)>>)?/,
    /(?:\/Alt<feff(?<alt>(?:[0-9a-f]{4})*)>)?>>$/,
  ]
    .map(({ source }) => source)
    .join(''),
)

export function readStructure(file: Uint8Array): Structure {
  const bytes = Buffer.from(file)
  const objects = readAll(bytes)
  const text = (number: number) => objects.get(number)?.toString('latin1') ?? ''
  const catalog = [...objects.values()]
    .map(String)
    .find((body) => body.startsWith('<</Type/Catalog'))
  if (!catalog?.includes('/Marked true') || !catalog.includes('/Lang(es-SV)')) {
    throw new Error('the catalog says neither that the file is tagged nor its language')
  }
  const root = text(ref(catalog, 'StructTreeRoot'))
  const element = (number: number, parent: number): Element => {
    const { tag = '', ...found } = ELEMENT.exec(text(number))?.groups ?? {}
    if (tag === '') throw new Error(`element ${number} is none: ${text(number)}`)
    if (Number(found.parent) !== parent) throw new Error(`element ${number} has another parent`)
    const kids = found.kids?.match(/\d+(?= 0 R)/g) ?? []
    return {
      tag,
      page: Number(found.page ?? 0),
      mark: found.mark === undefined ? null : Number(found.mark),
      alt: found.alt === undefined ? null : utf16(found.alt),
      scope: found.scope ?? null,
      kids: kids.map((kid) => element(Number(kid), number)),
    }
  }
  const pages = [...objects].filter(([, body]) => String(body).startsWith('<</Type/Page/'))
  const owners = /\/Nums\[(.*)\]>>/s.exec(text(ref(root, 'ParentTree')))?.[1] ?? ''
  const marks = pages.flatMap(([page, body], n) => {
    const listed =
      new RegExp(`(?:^|\\])${n}\\[([^\\]]*)\\]`).exec(owners)?.[1]?.match(/\d+(?= 0 R)/g) ?? []
    const own = marksOf(contentOf(objects, String(body)))
    if (own.length !== listed.length) throw new Error(`page ${n + 1}: marks and owners differ`)
    for (const mark of own) {
      const owner = text(Number(listed[mark]))
      if (!owner.includes(`/K ${mark}`)) throw new Error(`the owner of mark ${mark} has another`)
    }
    return own.map((mark) => `${page} ${mark}`)
  })
  return {
    root: element(ref(root, 'K'), ref(catalog, 'StructTreeRoot')),
    bookmarks: bookmarksOf(
      text,
      text(ref(catalog, 'Outlines')),
      pages.map(([page]) => page),
    ),
    marks,
  }
}

/** Refuses a list whose entries do not lead forth and back, or to their pages in order. */
function bookmarksOf(
  text: (number: number) => string,
  outlines: string,
  pages: readonly number[],
): string[] {
  const titles: string[] = []
  let before = 0
  for (let at = ref(outlines, 'First'); at > 0; ) {
    const body = text(at)
    const page = Number(/\/Dest\[(\d+) 0 R\/Fit\]/.exec(body)?.[1])
    if (ref(body, 'Prev') !== before || page !== pages[titles.length]) {
      throw new Error(`bookmark ${titles.length + 1} is elsewhere: ${body}`)
    }
    titles.push(utf16(/\/Title<feff([0-9a-f]*)>/.exec(body)?.[1] ?? ''))
    before = at
    at = ref(body, 'Next')
  }
  const count = Number(/\/Count (\d+)/.exec(outlines)?.[1])
  if (ref(outlines, 'Last') !== before || count !== titles.length) {
    throw new Error(`the bookmarks are others than ${outlines}`)
  }
  return titles
}

/** The numbers of the marks; every text of the page stands in one of them or in an artifact. */
function marksOf(content: string): number[] {
  let depth = 0
  const marks: number[] = []
  for (const [, mark, begins, ends, shows] of content.matchAll(
    /\/MCID (\d+)>>BDC|(B[DM]C)\n|(EMC)\n|(Tj)\n/g,
  )) {
    if (mark !== undefined) marks.push(Number(mark))
    if (mark !== undefined || begins) depth += 1
    if (ends) depth -= 1
    if (shows && depth === 0) throw new Error('a text without a mark')
  }
  if (depth !== 0) throw new Error('a mark that does not end')
  return marks
}

function contentOf(objects: ReadonlyMap<number, Buffer>, page: string): string {
  const streams = /\/Contents\[([^\]]*)\]/.exec(page)?.[1]?.match(/\d+(?= 0 R)/g) ?? []
  return streams.map((number) => streamOf(objects.get(Number(number)) as Buffer)).join('\n')
}

function readAll(bytes: Buffer): Map<number, Buffer> {
  const table = bytes.toString('latin1', bytes.lastIndexOf('xref\n0 '))
  const objects = new Map<number, Buffer>()
  for (const [, offset] of table.matchAll(/^(\d{10}) 00000 n $/gm)) {
    const at = Number(offset)
    const head = /^(\d+) 0 obj\n/.exec(bytes.toString('latin1', at, at + 20))
    if (!head) throw new Error(`no object at ${at}`)
    const start = at + head[0].length
    objects.set(Number(head[1]), bytes.subarray(start, bytes.indexOf('\nendobj\n', start)))
  }
  const hidden = Number(/\/XRefStm (\d+)/.exec(table)?.[1])
  const number = Number(/^(\d+) 0 obj/.exec(bytes.toString('latin1', hidden, hidden + 20))?.[1])
  const own = objects.get(number) as Buffer
  const [first = 0, count = 0] = (/\/Index\[(\d+) (\d+)\]/.exec(String(own)) ?? [])
    .slice(1)
    .map(Number)
  const size = Number(/\/Size (\d+)/.exec(String(own))?.[1])
  const said = Number(/\/Size (\d+)/.exec(table)?.[1])
  if (first + count !== size || said !== size) throw new Error('the sizes of the tables differ')
  const rows = inflated(own)
  for (let n = 0; n < count; n++) {
    const row = rows.subarray(n * 5)
    const stream = objects.get(row.readUInt16BE(1)) as Buffer
    if (row[0] !== 2 || row.readUInt16BE(3) !== n) throw new Error(`row ${n} of the second table`)
    if (n === 0) for (const [k, v] of inStream(stream, first)) objects.set(k, v)
  }
  return objects
}

function inStream(stream: Buffer, first: number): [number, Buffer][] {
  const data = inflated(stream)
  const start = Number(/\/First (\d+)/.exec(String(stream))?.[1])
  const offsets = data.toString('latin1', 0, start).trim().split(' ').map(Number)
  return Array.from({ length: offsets.length / 2 }, (_, n) => {
    const [number, at] = [offsets[n * 2], offsets[n * 2 + 1] as number]
    if (number !== first + n) throw new Error('the objects of the stream are not in order')
    const next = offsets[n * 2 + 3]
    const end = next === undefined ? data.length : start + next - 1
    return [number, data.subarray(start + at, end)]
  })
}

function streamOf(body: Buffer): string {
  return String(body).includes('/FlateDecode')
    ? inflated(body).toString('latin1')
    : body.toString('latin1', body.indexOf('stream\n') + 7, body.lastIndexOf('\nendstream'))
}

function inflated(body: Buffer): Buffer {
  const data = body.subarray(body.indexOf('stream\n') + 7, body.lastIndexOf('\nendstream'))
  const head = body.toString('latin1', 0, body.indexOf('stream\n'))
  return head.includes('/FlateDecode') ? inflateSync(data) : data
}

const ref = (body: string, name: string) =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1] ?? 0)

const utf16 = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')
