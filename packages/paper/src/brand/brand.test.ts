/** A company's logo and colour: printable ones are printed, others are refused at little cost. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import { DOCUMENTS } from '../../test/documents.ts'
import { FACTURA_MINIMA, SELLO, sealed } from '../../test/fixtures.ts'
import { readPdf } from '../../test/read-pdf.ts'
import { chunk } from '../../test/write-png.ts'
import { createPrinter } from '../printer.ts'
import { accentOf } from './brand.ts'
import { readLogo } from './logo.ts'
import { LogoRefused } from './refused.ts'

const printer = createPrinter()

interface Png {
  readonly width?: number
  readonly height?: number
  readonly depth?: number
  readonly color?: number
  readonly interlace?: number
  readonly raw: Buffer
  readonly palette?: Buffer
}

function png({ width = 2, height = 1, depth = 8, color = 6, interlace = 0, raw, palette }: Png) {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, interlace], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(raw)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const RGBA = png({ raw: Buffer.from([0, 0, 255, 0, 255, 255, 0, 0, 128]) })
const FILTERED = png({ color: 2, raw: Buffer.from([1, 10, 20, 30, 1, 2, 3]) })
const PALETTE = png({
  color: 3,
  depth: 1,
  raw: Buffer.from([0, 0b0100_0000]),
  palette: Buffer.from([1, 2, 3, 4, 5, 6]),
})
const SVG = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><title>x</title>' +
    '<g transform="translate(10 0)" fill="#c00"><path d="M0 0h10a5 5 0 0 1 0 10Q5 15 0 10z"/></g>' +
    '<circle cx="5" cy="5" r="4" style="fill:#0a0;fill-rule:evenodd"/><rect width="3" height="2"/></svg>',
)
const JPEG = Buffer.from('ffd8ffc0001108000a001403012200021101031101ffd9'.padEnd(60, '0'), 'hex')

const inflated = (logo: ReturnType<typeof readLogo>) => {
  const { object } = logo
  assert.ok(object.kind === 'image')
  return object
}

test('the pixels of a PNG are its colours and its opacity', async () => {
  const { inflateSync } = await import('node:zlib')
  const rgba = inflated(readLogo(RGBA))
  assert.deepEqual([...inflateSync(rgba.data)], [0, 255, 0, 255, 0, 0])
  assert.deepEqual([...inflateSync(rgba.mask ?? Buffer.alloc(0))], [255, 128])
  const filtered = inflated(readLogo(FILTERED))
  assert.deepEqual([...inflateSync(filtered.data)], [10, 20, 30, 11, 22, 33])
  assert.equal(filtered.mask, null)
  assert.deepEqual([...inflateSync(inflated(readLogo(PALETTE)).data)], [1, 2, 3, 4, 5, 6])
})

test('a JPEG is embedded unchanged', () => {
  const { width, height, object } = readLogo(JPEG)
  assert.deepEqual([width, height], [20, 10])
  assert.ok(object.kind === 'image' && Buffer.from(object.data).equals(JPEG))
  assert.match(object.entries, /DCTDecode/)
})

test('a drawing becomes paths', async () => {
  const { inflateSync } = await import('node:zlib')
  const { width, height, object } = readLogo(SVG)
  assert.deepEqual([width, height, object.kind], [40, 20, 'drawing'])
  const operators = inflateSync(object.data).toString()
  assert.match(operators, /^0\.8 0 0 rg\n10 20 m\n20 20 l\n/) // y upwards, moved by its group
  assert.match(operators, /f\*/)
  assert.doesNotMatch(operators, /NaN|Infinity/)
})

// biome-ignore format: a table
const REFUSED: readonly (readonly [string, Buffer, RegExp])[] = [
  ['a bomb, by its header', png({ width: 20_000, height: 20_000, raw: Buffer.alloc(1000) }), /20000 × 20000/],
  ['more data than its size', png({ raw: Buffer.alloc(1_000_000) }), /datos/],
  ['less data than its size', png({ width: 9, raw: Buffer.alloc(3) }), /faltan datos/],
  ['an interlaced PNG', png({ interlace: 1, raw: Buffer.alloc(9) }), /entrelaza/],
  ['a PNG of 16 bits', png({ depth: 16, raw: Buffer.alloc(17) }), /8 bits/],
  ['a filter that does not exist', png({ raw: Buffer.alloc(9, 9) }), /filtro/],
  ['a PNG that is cut', RGBA.subarray(0, 50), /cortado|dañado/],
  ['a JPEG for a press', Buffer.from(JPEG.toString('hex').replace('1403', '1404'), 'hex'), /CMYK/],
  ['a file too large', Buffer.alloc(300 * 1024), /máximo/],
  ['another format', Buffer.from('GIF89a'.padEnd(40, ' ')), /PNG, JPEG ni SVG/],
  ['a text', svg('<text>x</text>'), /<text>/],
  ['a picture', svg('<image href="http://x.example/a.png"/>'), /href|<image>/],
  ['a reference', svg('<use href="#a"/>'), /href|<use>/],
  ['a script', svg('<script>1</script>'), /<script>/],
  ['a style sheet', svg('<style>a{}</style>'), /<style>/],
  ['a stroke', svg('<path d="M0 0h1" stroke="#000"/>'), /stroke/],
  ['a gradient', svg('<path d="M0 0h1v1z" fill="url(#a)"/>'), /relleno/],
  ['a declaration', Buffer.from('<!DOCTYPE svg [<!ENTITY a "b">]><svg viewBox="0 0 1 1"/>'), /DOCTYPE/],
  ['no size', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>'), /viewBox/],
  ['nothing in it', svg(''), /vacío/],
  ['a path that is none', svg('<path d="M0 0 L x"/>'), /trazado/],
]

function svg(inside: string): Buffer {
  return Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inside}</svg>`)
}

for (const [what, file, message] of REFUSED) {
  test(`${what} is refused, with the reason`, () => {
    assert.throws(
      () => readLogo(file),
      (error) => error instanceof LogoRefused && message.test(error.message),
    )
  })
}

test('every document is printed with every kind of logo', () => {
  const seal = { selloRecibido: SELLO, fhProcesamiento: '15/01/2027 14:05:11' }
  for (const file of [RGBA, PALETTE, JPEG, SVG]) {
    const brand = structuredClone({ logo: readLogo(file), accent: accentOf('#b00020') })
    for (const documento of Object.values(DOCUMENTS)) {
      const drawn = Buffer.from(printer.letter({ documento, ...seal }, brand))
      const plain = readPdf(printer.letter({ documento, ...seal })).map(({ dense }) => dense)
      const said = (pages: readonly string[]) =>
        pages.join('').replaceAll(/Página\d+de\d+/g, '').length
      assert.ok(said(readPdf(drawn).map(({ dense }) => dense)) >= said(plain))
    }
  }
})

test('the page uses the company’s colour, or the default without one', () => {
  const p = sealed(FACTURA_MINIMA)
  const colours = (file: Uint8Array) => Buffer.from(file).toString('latin1')
  assert.ok(Buffer.from(printer.letter(p)).equals(printer.letter(p, { logo: null, accent: null })))
  assert.notEqual(
    colours(printer.letter(p, { logo: null, accent: '0.5 0 0' })),
    colours(printer.letter(p)),
  )
})

test('a colour that does not read on white is darkened, and one that does stays', () => {
  assert.equal(accentOf('#17335c'), '0.09 0.2 0.361')
  const [r = 0, g = 0, b = 0] = (accentOf('#ffff00') ?? '').split(' ').map(Number)
  assert.ok(r < 0.55 && g < 0.55 && b === 0, `${r} ${g} ${b}`)
  for (const wrong of ['', 'red', '#12345', '#1234567', '#gggggg'])
    assert.equal(accentOf(wrong), null)
})
