/** A logo at a limit is printed, and one beyond it is refused in words: nothing is cut, guessed or left out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { writePng } from '../../test/write-png.ts'
import { accentOf } from './brand.ts'
import { createEffort } from './effort.ts'
import { readLogo } from './logo.ts'
import { LogoRefused } from './refused.ts'

const svg = (inside: string, root = 'viewBox="0 0 10 10"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${root}>${inside}</svg>`)
const PATH = '<path d="M0 0h1v1z"/>'

/** Grey, of one colour. */
const sized = (width: number, height: number) =>
  writePng({
    ...{ color: 3, depth: 1, width, filters: [0], palette: [0, 0, 0] },
    samples: new Array<number>(width * height).fill(0),
  })

/** Its header says its size; nothing else is read before that is checked. */
const claimed = (width: number, height: number) => {
  const file = sized(1, 1)
  file.writeUInt32BE(width, 16)
  file.writeUInt32BE(height, 20)
  return file
}
const padded = (bytes: number) =>
  Buffer.concat([svg(PATH), Buffer.alloc(bytes, 0x20)]).subarray(0, bytes)
const nested = (depth: number) => svg('<g>'.repeat(depth) + PATH + '</g>'.repeat(depth))
/** The segments before the frame are skipped by their length. */
function jpeg({
  marker = 0xc0,
  depth = 8,
  channels = 3,
  width = 20,
  height = 10,
  before = '',
}): Buffer {
  const frame = Buffer.from([0xff, marker, 0, 17, depth, 0, height, 0, width, channels])
  return Buffer.concat([Buffer.from(`ffd8${before}`, 'hex'), frame, Buffer.alloc(20)])
}

// biome-ignore format: a table
const ACCEPTED: readonly (readonly [string, Buffer])[] = [
  ['a file of 256 KB',              padded(256 * 1024)],
  ['a side of 4,000',               sized(4_000, 2)],
  ['the other side of 4,000',       sized(2, 4_000)],
  ['32 groups within groups',       nested(31)],
  ['full opacity',                  svg('<path d="M0 0h1v1z" opacity="1" fill-opacity="1.0" style="opacity:1;fill-opacity:1"/>')],
  ['no stroke',                     svg('<path d="M0 0h1v1z" stroke="none" stroke-width="3" style="stroke:none;stroke-width:2"/>')],
  ['a width without a stroke',      svg('<path d="M0 0h1v1z" stroke-width="3"/>')],
  ['what its editor noted',         svg('<g inkscape:label="x" sodipodi:nodetypes="c" sketch:type="y"><path d="M0 0h1v1z"/></g>')],
  ['empty definitions',             svg(`<defs/>${PATH}`)],
  ['a comment, a title, metadata',  svg(`<!-- x --><title>x</title><desc>y</desc><metadata>z</metadata>${PATH}`)],
  ['a declaration of XML and a mark of its order', Buffer.concat([Buffer.from('\ufeff<?xml version="1.0"?>\n'), svg(PATH)])],
  ['a frame after other segments',  jpeg({ before: 'ffe00004abcdffdb0003ee' })],
  ['a grey JPEG',                   jpeg({ channels: 1 })],
  ['a progressive JPEG',            jpeg({ marker: 0xc2 })],
  ['the last kind of frame',        jpeg({ marker: 0xcf })],
  ['a table of codes before the frame', jpeg({ before: 'ffc40003aaffc80003aaffcc0003aa' })],
  ['a coordinate of 19 digits',     svg('<path d="M0 0h9999999999999999999v1z"/>')],
]

// biome-ignore format: a table
const REFUSED: readonly (readonly [string, Buffer, RegExp])[] = [
  ['a file of 256 KB and one byte', padded(256 * 1024 + 1), /262145 bytes: el máximo es 262144/],
  ['a file of 15 bytes',            Buffer.from('<svg viewBox=""'), /está vacío/],
  ['a side of 4,001',               claimed(4_001, 2), /4001 × 2: redúzcalo a 4000 por lado y un millón/],
  ['the other side of 4,001',       claimed(2, 4_001), /2 × 4001/],
  ['a million dots and a few',      claimed(1_001, 1_000), /1001 × 1000/],
  ['no width',                      claimed(0, 5), /0 × 5/],
  ['no height',                     claimed(5, 0), /5 × 0/],
  ['33 groups within groups',       nested(32), /demasiado complejo: simplifíquelo/],
  ['a translucent shape',           svg('<path d="M0 0h1v1z" opacity="0.5"/>'), /El SVG tiene opacity en <path>: déjele solo formas con relleno/],
  ['a translucent fill',            svg('<path d="M0 0h1v1z" fill-opacity=".99"/>'), /fill-opacity en <path>/],
  ['an invisible group',            svg(`<g opacity="0">${PATH}</g>`), /opacity en <g>/],
  ['a translucent style',           svg('<path d="M0 0h1v1z" style="fill:#000;opacity:.2"/>'), /estilo opacity/],
  ['a translucent fill by style',   svg('<path d="M0 0h1v1z" style="fill-opacity:0.2"/>'), /estilo fill-opacity/],
  ['a drawing without its opacity', svg(PATH, 'viewBox="0 0 10 10" opacity=".5"'), /opacity en <svg>/],
  ['a stroke by style',             svg('<path d="M0 0h1v1z" style="stroke:#000"/>'), /estilo stroke/],
  ['a filter',                      svg('<g filter="url(#a)"/>'), /filter en <g>/],
  ['a clip',                        svg('<path d="M0 0h1v1z" style="clip-path:url(#a)"/>'), /estilo clip-path/],
  ['a display',                     svg('<path d="M0 0h1v1z" display="none"/>'), /display en <path>/],
  ['a long name, shortened',        svg(`<path d="M0 0h1v1z" ${'z'.repeat(60)}="1"/>`), /tiene z{40}… en/],
  ['definitions with content',      svg('<defs><path d="M0 0h1v1z"/></defs>'), /<defs>: conviértalo en trazados/],
  ['XML that ends early',           Buffer.from('<svg viewBox="0 0 1 1"><g'), /XML correcto/],
  ['XML that is no drawing',        Buffer.from('<?xml version="1.0"?><html><b>x</b></html>'), /no es un SVG/],
  ['an entity in lower case',       Buffer.from('<!doctype svg><svg viewBox="0 0 1 1"/>'), /PNG, JPEG ni SVG|DOCTYPE/],
  ['no width of a drawing',         svg(PATH, 'viewBox="0 0 0 10"'), /póngale un viewBox/],
  ['no height of a drawing',        svg(PATH, 'viewBox="0 0 10 -1"'), /póngale un viewBox/],
  ['a drawing of a million',        svg(PATH, 'viewBox="0 0 1000000 10"'), /póngale un viewBox/],
  ['the other side of a million',   svg(PATH, 'viewBox="0 0 10 1000000"'), /póngale un viewBox/],
  ['only invisible shapes',         svg('<path d="M0 0h1v1z" fill="none"/><rect width="1" height="1" fill="transparent"/>'), /vacío: no tiene formas/],
  ['a coordinate of 21 digits',     svg('<path d="M0 0h100000000000000000001v1z"/>'), /número que no existe o es demasiado grande/],
  ['a transform of two skews',      svg('<path d="M0 0h1v1z" transform="skewX(1 2)"/>'), /transform que no se puede leer/],
  ['a rotation about half a point', svg('<path d="M0 0h1v1z" transform="rotate(1 2)"/>'), /transform/],
  ['a scale of three',              svg('<path d="M0 0h1v1z" transform="scale(1 2 3)"/>'), /transform/],
  ['a matrix of five',              svg('<path d="M0 0h1v1z" transform="matrix(1 0 0 1 0)"/>'), /transform/],
  ['a number that is none',         svg('<path d="M0 0h1v1z" transform="scale(x)"/>'), /transform/],
  ['a CMYK JPEG',                   jpeg({ channels: 4 }), /imprenta \(CMYK\): guárdelo en RGB/],
  ['a JPEG of two channels',        jpeg({ channels: 2 }), /imprenta/],
  ['a JPEG of 12 bits',             jpeg({ depth: 12 }), /JPEG con 8 bits por canal/],
  ['a JPEG without a width',        jpeg({ width: 0 }), /0 × 10/],
  ['a JPEG that is cut',            jpeg({ before: 'ffe0ffff' }), /no dice cuánto mide/],
  ['a JPEG without a marker',       jpeg({ before: 'ffe00002000000000000' }), /no dice cuánto mide/],
  ['a PNG without its header',      Buffer.concat([sized(1, 1).subarray(0, 8), Buffer.alloc(20)]), /no tiene cabecera/],
  ['a PNG cut within a chunk',      sized(1, 1).subarray(0, -13), /está cortado/],
  ['a PNG of another kind',         recolored(5), /8 bits por canal/],
  ['a PNG of half bytes of grey',   recolored(0), /8 bits por canal/],
  ['a palette of 16 bits',          redeepened(16), /8 bits por canal/],
  ['a colour beyond the palette',   writePng({ color: 3, depth: 2, width: 1, samples: [1], filters: [0], palette: [9, 9, 9, 8, 8] }), /no está en su paleta/],
  ['a filter that does not exist',  filterOf(5), /un filtro que no existe/],
]

function recolored(color: number): Buffer {
  const file = sized(1, 1)
  file[25] = color
  return file
}

function redeepened(depth: number): Buffer {
  const file = sized(1, 1)
  file[24] = depth
  return file
}

function filterOf(filter: number): Buffer {
  const file = sized(1, 1)
  const data = deflateSync(Buffer.from([filter, 0]))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const header = file.subarray(0, 33)
  return Buffer.concat([header, length, Buffer.from('IDAT'), data, Buffer.alloc(4)])
}

for (const [what, file] of ACCEPTED) {
  test(`${what}: read`, () => {
    const { width, height, object } = readLogo(file)
    assert.ok(width > 0 && height > 0 && object.data.length > 0)
  })
}

for (const [what, file, message] of REFUSED) {
  test(`${what}: refused`, () => {
    assert.throws(
      () => readLogo(file),
      (error) => error instanceof LogoRefused && message.test(error.message),
    )
  })
}

test('a million dots are read', () => {
  const { width, height } = readLogo(sized(1_000, 1_000))
  assert.deepEqual([width, height], [1_000, 1_000])
})

test('a drawing may take so many steps and operators, and not one more', () => {
  const effort = createEffort()
  for (let n = 0; n < 60_000; n++) effort.spend(1)
  effort.print('x'.repeat(199_999))
  effort.print('y')
  assert.equal(effort.printed().length, 200_000)
  assert.throws(() => effort.print('z'), LogoRefused)
  assert.throws(() => effort.spend(1), LogoRefused)
})

test('6,000 numbers after one letter are read, and one more is too complex', () => {
  const run = (count: number) => svg(`<path d="M0 0h${'1 '.repeat(count)}"/>`)
  assert.equal(readLogo(run(6_000)).object.kind, 'drawing')
  assert.throws(() => readLogo(run(6_001)), /complejo/)
})

/** WCAG 2.2, relative luminance and contrast ratio, with white. */
function contrastWithWhite(rgb: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  )
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05)
}

test('every colour is readable on white; one that already is stays, and others are darkened no more than that', () => {
  const part = fc.integer({ min: 0, max: 255 })
  const given = fc.oneof(
    fc.tuple(part, part, part),
    part.map((n) => [n, n, n] as const),
  )
  fc.assert(
    fc.property(given, (parts) => {
      const hex = parts.map((n) => n.toString(16).padStart(2, '0')).join('')
      const own = parts.map((n) => n / 255)
      const shown = (accentOf(`#${hex}`) ?? '').split(' ').map(Number)
      // Printed in thousandths.
      assert.ok(contrastWithWhite(shown) > 4.47, `#${hex}: ${shown}`)
      if (contrastWithWhite(own) >= 4.5) {
        assert.deepEqual(
          shown,
          own.map((n) => Math.round(n * 1000) / 1000),
        )
        return
      }
      assert.ok(contrastWithWhite(shown) < 4.5 * 1.07, `#${hex} is too dark: ${shown}`)
      const largest = own.indexOf(Math.max(...own))
      const factor = (shown[largest] ?? 0) / (own[largest] ?? 1)
      for (const [n, one] of shown.entries())
        assert.ok(Math.abs(one - (own[n] ?? 0) * factor) < 0.002)
    }),
    { numRuns: 300 },
  )
})
