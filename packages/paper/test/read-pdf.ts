/**
 * Reads back what the printer writes, without any of its code: objects by the cross-reference table,
 * text by the fonts' own encodings and widths. It knows the operators that the printer uses and refuses others.
 */
import { inflateSync } from 'node:zlib'

export interface ReadText {
  readonly text: string
  /** Points from the lower left corner of the page. */
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  /** Its resource name, and the colour as the operands of `rg`. */
  readonly font: string
  readonly color: string
  /** Of the line drawn around its letters; 0 without one. */
  readonly outline: number
  /** Of its element in the structure; null in an artifact. */
  readonly mark: number | null
}

export interface ReadRect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly color: string
  /** Of a picture; null for a background or a rule. */
  readonly mark: number | null
}

/** A picture that is an object of the file. */
export interface ReadImage extends Omit<ReadRect, 'color'> {
  readonly name: string
}

export interface ReadPage {
  readonly texts: readonly ReadText[]
  readonly rects: readonly ReadRect[]
  readonly images: readonly ReadImage[]
  /** Of the page, or of all pages. */
  readonly mediaBox: string
  /** Everything said on the page, in the order it was drawn, without any white space. */
  readonly dense: string
}

interface Font {
  /** Bytes of one code. */
  readonly bytes: 1 | 2
  textOf(code: number): string
  widthOf(code: number): number
}

export function readPdf(file: Uint8Array): ReadPage[] {
  const bytes = Buffer.from(file)
  const objects = readObjects(bytes)
  const root = /\/Root (\d+) 0 R/.exec(bytes.toString('latin1', bytes.lastIndexOf('trailer')))?.[1]
  const catalog = dictOf(objects, Number(root))
  const tree = dictOf(objects, ref(catalog, 'Pages'))
  const fonts = readFonts(objects, dictOf(objects, ref(tree, 'Resources')))
  const kids = /\/Kids\[([^\]]*)\]/.exec(tree)?.[1]?.match(/\d+(?= 0 R)/g) ?? []
  if (kids.length !== number(tree, 'Count')) throw new Error('Count is not the number of pages')
  return kids.map((kid) => {
    const page = dictOf(objects, Number(kid))
    const contents = /\/Contents\[([^\]]*)\]/.exec(page)?.[1] ?? ''
    const box = /\/MediaBox\[([^\]]*)\]/
    const mediaBox = (box.exec(page) ?? box.exec(tree))?.[1] ?? ''
    const streams = contents.match(/\d+(?= 0 R)/g) ?? []
    const bytes = streams.map((stream) => streamOf(objects, Number(stream)).toString('latin1'))
    return { ...readPage(bytes.join('\n'), fonts), mediaBox }
  })
}

export function readObjects(bytes: Buffer): Map<number, Buffer> {
  const tail = bytes.toString('latin1', bytes.lastIndexOf('startxref'))
  const start = Number(/startxref\s+(\d+)/.exec(tail)?.[1])
  const table = bytes.toString('latin1', start)
  const rows = [...table.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, offset]) => Number(offset))
  return new Map(
    rows.map((offset, n) => {
      const head = `${n + 1} 0 obj\n`
      if (bytes.toString('latin1', offset, offset + head.length) !== head) {
        throw new Error(`object ${n + 1} is not where the table says`)
      }
      return [n + 1, bytes.subarray(offset + head.length, bytes.indexOf('\nendobj\n', offset))]
    }),
  )
}

function dictOf(objects: ReadonlyMap<number, Buffer>, id: number): string {
  const body = objects.get(id)
  if (!body) throw new Error(`there is no object ${id}`)
  const stream = body.indexOf('>>stream\n')
  return body.toString('latin1', 0, stream < 0 ? body.length : stream + 2)
}

export function streamOf(objects: ReadonlyMap<number, Buffer>, id: number): Buffer {
  const body = objects.get(id) as Buffer
  const start = body.indexOf('stream\n') + 'stream\n'.length
  const dict = dictOf(objects, id)
  const bytes = body.subarray(start, start + number(dict, 'Length'))
  return dict.includes('/FlateDecode') ? inflateSync(bytes) : bytes
}

function ref(dict: string, name: string): number {
  return Number(new RegExp(`/${name}[ [](\\d+) 0 R`).exec(dict)?.[1])
}

function number(dict: string, name: string): number {
  return Number(new RegExp(`/${name} (\\d+)`).exec(dict)?.[1])
}

function readFonts(objects: Map<number, Buffer>, resources: string): Map<string, Font> {
  const listed = /\/Font<<([^>]*)>>/.exec(resources)?.[1] ?? ''
  const fonts = [...listed.matchAll(/\/(\w+) (\d+) 0 R/g)]
  return new Map(
    fonts.map(([, name = '', id]) => [name, readFont(objects, dictOf(objects, Number(id)))]),
  )
}

function readFont(objects: Map<number, Buffer>, dict: string): Font {
  if (dict.includes('/Subtype/TrueType')) return simpleFont(dict)
  const descendant = dictOf(objects, ref(dict, 'DescendantFonts'))
  const widths = new Map(
    [...descendant.matchAll(/(\d+)\[(\d+)\]/g)].map(([, id, width]) => [Number(id), Number(width)]),
  )
  const cmap = streamOf(objects, ref(dict, 'ToUnicode')).toString('latin1')
  const letters = new Map(
    [...cmap.matchAll(/^(?:.*beginbfchar\n)?<(\w{4})><(\w+)>$/gm)].map(
      ([, code = '', units = '']) => [
        Number.parseInt(code, 16),
        Buffer.from(units, 'hex').swap16().toString('utf16le'),
      ],
    ),
  )
  return {
    bytes: 2,
    textOf: (code) => letters.get(code) ?? '?',
    widthOf: (code) => widths.get(code) ?? Number.NaN,
  }
}

/** Windows-1252 from 0x80 to 0x9F. NOTE: Node's TextDecoder takes the whole encoding for Latin-1. */
const HIGH = '€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ'

function simpleFont(dict: string): Font {
  if (!dict.includes('/WinAnsiEncoding')) throw new Error('a simple font without WinAnsiEncoding')
  const first = number(dict, 'FirstChar')
  const widths = (/\/Widths\[([^\]]*)\]/.exec(dict)?.[1] ?? '').split(' ').map(Number)
  return {
    bytes: 1,
    textOf: (code) => HIGH[code - 0x80] ?? String.fromCharCode(code),
    widthOf: (code) => widths[code - first] ?? Number.NaN,
  }
}

/** A number, a name, a string in either form, or an operator. */
const TOKEN =
  /<<(?:[^<>]|<[0-9a-f]*>)*>>|\/\w+|-?\d*\.?\d+|\((?:\\.|[^\\()])*\)|<[0-9a-f]*>|[A-Za-z]+/gs

function readPage(content: string, fonts: Map<string, Font>): Omit<ReadPage, 'mediaBox'> {
  const texts: ReadText[] = []
  const rects: ReadRect[] = []
  const images: ReadImage[] = []
  const stack: string[] = []
  const saved: (readonly [number, number, number, number, string])[] = []
  let [a, d, e, f] = [1, 1, 0, 0]
  let color = ''
  let mark: number | null = null
  let font: Font | undefined
  let fontName = ''
  let size = 0
  let tracking = 0
  let isOutlined = false
  let lineWidth = 0
  let lineX = 0
  let lineY = 0
  let x = 0
  let marked = 0
  /** Inside text that is told: what it says, and how deep it began. */
  let told: {
    readonly depth: number
    readonly index: number
    readonly text: string
    blank?: ReadText
  } | null = null
  for (const [token] of content.matchAll(TOKEN)) {
    if (!/^[A-Za-z]+$/.test(token)) {
      stack.push(token)
      continue
    }
    const n = stack.map(Number)
    const [n0 = 0, n1 = 0, n2 = 0, n3 = 0, n4 = 0, n5 = 0] = n
    if (token === 'cm') [a, d, e, f] = [a * n0, d * n3, e + a * n4, f + d * n5]
    else if (token === 'q') saved.push([a, d, e, f, color])
    else if (token === 'Q') [a, d, e, f, color] = saved.pop() as (typeof saved)[number]
    else if (token === 'rg') color = stack.join(' ')
    else if (token === 're')
      rects.push({ ...rect(e + a * n0, f + d * n1, a * n2, d * n3), color, mark })
    else if (token === 'Do') images.push({ ...rect(e, f, a, d), name: stack[0] ?? '', mark })
    else if (token === 'Tc') tracking = n0
    else if (token === 'Tr') isOutlined = n0 === 2
    else if (token === 'w') lineWidth = n0
    else if (token === 'Tf') {
      fontName = (stack[0] ?? '').slice(1)
      font = fonts.get(fontName)
      size = n1
    } else if (token === 'Td') {
      lineX += n0
      lineY += n1
      x = lineX
    } else if (token === 'BT') {
      lineX = 0
      lineY = 0
      x = 0
    } else if (token === 'Tm') {
      lineX = n4 // turned: where it begins is all that is read
      lineY = n5
      x = n4
    } else if (token === 'Tj') {
      if (!font) throw new Error('text without a font')
      const codes = codesOf(stack[0] ?? '', font)
      const text = codes.map(font.textOf).join('')
      const width = codes.reduce(
        (sum, code) => sum + ((font as Font).widthOf(code) * size) / 1000 + tracking,
        0,
      )
      const place = { x: x * a, y: lineY * d, width: width * a, size: size * a }
      const look = { font: fontName, color, outline: isOutlined ? lineWidth * a : 0 }
      const shown = { text, ...place, ...look, mark }
      // A space by itself draws nothing: it separates two texts of one element, or is all that a span shows.
      if (text !== ' ') texts.push(shown)
      else if (told) told.blank ??= shown
      x += width
    } else if (token === 'BDC' || token === 'BMC') {
      marked += 1
      const own = /\/MCID (\d+)/.exec(stack[1] ?? '')?.[1]
      if (own !== undefined) mark = Number(own)
      const actual = /\/ActualText<feff([0-9a-f]*)>/.exec(stack[1] ?? '')?.[1]
      if (actual !== undefined) {
        told = {
          depth: marked,
          index: texts.length,
          text: Buffer.from(actual, 'hex').swap16().toString('utf16le'),
        }
      }
    } else if (token === 'EMC') {
      if (told?.depth === marked) {
        // What is shown there is read as what is told, where the first of it stands.
        const [first = told.blank, ...more] = texts.splice(told.index)
        if (!first) throw new Error('text is told of nothing')
        const width = more.reduce((sum, part) => sum + part.width, first.width)
        texts.push({ ...first, text: told.text, width })
        told = null
      }
      marked -= 1
      if (marked === 0) mark = null
    } else if (!['RG', 'f', 'ET'].includes(token)) throw new Error(`operator ${token}`)
    stack.length = 0
  }
  return { texts, rects, images, dense: dense(texts.map(({ text }) => text).join('')) }
}

function rect(x: number, y: number, width: number, height: number) {
  return {
    x: Math.min(x, x + width),
    y: Math.min(y, y + height),
    width: Math.abs(width),
    height: Math.abs(height),
  }
}

function codesOf(token: string, font: Font): number[] {
  const raw = token.startsWith('<')
    ? Buffer.from(token.slice(1, -1), 'hex')
    : Buffer.from(token.slice(1, -1).replaceAll(/\\(.)/gs, '$1'), 'latin1')
  const codes: number[] = []
  for (let n = 0; n < raw.length; n += font.bytes) codes.push(raw.readUIntBE(n, font.bytes))
  return codes
}

/** Without white space, so that a text is found however it was broken into lines. */
export function dense(text: string): string {
  return text.replaceAll(/\s+/g, '')
}
