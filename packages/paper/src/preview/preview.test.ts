/** The page on the screen matches the PDF: every text and every rectangle in its place. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { accentOf, createPreview, type PreviewPage } from '@sello/paper/canvas'
import { build } from 'esbuild'
import { DOCUMENTS } from '../../test/documents.ts'
import { FACTURA_LLENA, FACTURA_MINIMA, sealed } from '../../test/fixtures.ts'
import { type ReadImage, type ReadPage, type ReadRect, readPdf } from '../../test/read-pdf.ts'
import type { Logo } from '../brand/logo.ts'
import { createPrinter } from '../printer.ts'

const font = (name: string) => {
  const url = new URL(`../../fonts/sello-sans-${name}.ttf`, import.meta.url)
  return new Uint8Array(readFileSync(url))
}
const FILES = {
  regular: font('regular'),
  regularExtended: font('regular-extended'),
  semibold: font('semibold'),
  semiboldExtended: font('semibold-extended'),
}
/** These documents use only letters of the fonts, so the browser draws no others. */
const NO_MEASURING = { font: '', measureText: () => assert.fail('a width was asked for') }
const preview = createPreview(FILES, NO_MEASURING)
const printer = createPrinter()

/** What a context is asked to paint, in points from the upper left corner. */
interface Painted {
  readonly x: number
  readonly y: number
  readonly fillStyle: unknown
  readonly font: string
}

/** A context that only notes what is painted: a canvas has its transform and its colours, saved and restored. */
function recordingContext() {
  let [matrix, saved]: [readonly number[], unknown[]] = [[1, 0, 0, 1, 0, 0], []]
  const at = (x: number, y: number): Painted => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix
    const { fillStyle, font } = context
    return { x: a * x + c * y + e, y: b * x + d * y + f, fillStyle, font }
  }
  const transform = ([g = 0, h = 0, i = 0, j = 0, k = 0, l = 0]: readonly number[]) => {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix
    const left = [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j]
    matrix = [...left, a * k + c * l + e, b * k + d * l + f]
  }
  const texts: (Painted & { readonly text: string })[] = []
  const rects: (Painted & { readonly corner: Painted })[] = []
  const images: (Painted & { readonly corner: Painted; readonly image: unknown })[] = []
  const context = {
    fillStyle: '' as unknown,
    font: '',
    textBaseline: '' as unknown,
    save() {
      saved = [...saved, { matrix, fillStyle: context.fillStyle, font: context.font }]
    },
    restore() {
      const last = saved.at(-1) as { matrix: number[]; fillStyle: unknown; font: string }
      saved = saved.slice(0, -1)
      matrix = last.matrix
      Object.assign(context, { fillStyle: last.fillStyle, font: last.font })
    },
    scale: (x: number, y: number) => transform([x, 0, 0, y, 0, 0]),
    translate: (x: number, y: number) => transform([1, 0, 0, 1, x, y]),
    rotate(radians: number) {
      const [cos, sin] = [Math.cos(radians), Math.sin(radians)]
      transform([cos, sin, -sin, cos, 0, 0])
    },
    fillText(text: string, x: number, y: number) {
      assert.equal(context.textBaseline, 'alphabetic')
      texts.push({ ...at(x, y), text })
    },
    fillRect(x: number, y: number, width: number, height: number) {
      rects.push({ ...at(x, y), corner: at(x + width, y + height) })
    },
    drawImage(image: unknown, x: number, y: number, width: number, height: number) {
      images.push({ ...at(x, y), corner: at(x + width, y + height), image })
    },
  }
  const isAsBefore = () => saved.length === 0 && matrix.join() === '1,0,0,1,0,0'
  return { context, texts, rects, images, isAsBefore }
}

/** Letter-spaced text is painted letter by letter, so the comparison is by the line of each letter. */
interface Letter {
  readonly letter: string
  /** Only of the first letter of a text. */
  readonly x: number | null
  readonly y: number
  readonly color: unknown
  readonly weight: string
  readonly size: number
}

/** In the file's order, in points from the lower left corner; a larger scale paints the same, larger. */
function painted(page: PreviewPage, scale = 1) {
  const { context, texts, rects, images, isAsBefore } = recordingContext()
  page.paint(context, scale)
  assert.ok(isAsBefore(), 'the context is left as it was')
  const [paper, ...shapes] = rects
  assert.deepEqual([paper?.x, paper?.y, paper?.fillStyle], [0, 0, '#fff'])
  assertNear(paper?.corner.x, page.width * scale)
  assertNear(paper?.corner.y, page.height * scale)
  return {
    letters: texts.flatMap(({ text, x, y, fillStyle, font }) => {
      const [, weight, size] =
        /^(400|600) ([\d.]+)px 'Sello Sans', 'Sello Sans Extended'/.exec(font) ?? []
      const look = { color: fillStyle, weight: weight === '400' ? 'R' : 'S', size: Number(size) }
      return lettersOf(text, { x: x / scale, y: page.height - y / scale, ...look })
    }),
    rects: shapes.map(({ x, y, corner, fillStyle }) => ({
      box: [x, page.height * scale - corner.y, corner.x - x, corner.y - y].map((n) => n / scale),
      color: fillStyle,
    })),
    images: images.map(({ x, y, corner, image }) => ({
      box: [x, page.height * scale - corner.y, corner.x - x, corner.y - y].map((n) => n / scale),
      image,
    })),
  }
}

function lettersOf(text: string, first: Omit<Letter, 'letter'>): Letter[] {
  return Array.from(text.replaceAll(/\s/g, ''), (letter, n) => ({
    ...first,
    letter,
    x: n === 0 ? first.x : null,
  }))
}

const css = (color: string) =>
  `rgb(${color
    .split(' ')
    .map((part) => Math.round(Number(part) * 255))
    .join(', ')})`

/** The file's numbers are hundredths of a point. */
const HAIR = 0.02

function assertSame(pages: readonly PreviewPage[], wanted: readonly ReadPage[], scale = 1): void {
  assert.equal(pages.length, wanted.length)
  for (const [n, page] of pages.entries()) {
    const { letters, rects, images } = painted(page, scale)
    const { texts = [], rects: fileRects = [], images: fileImages = [] } = wanted[n] ?? {}
    const fileLetters = texts.flatMap(({ text, x, y, color, font, size }) =>
      lettersOf(text, { x, y, color: css(color), weight: font[0] ?? '', size }),
    )
    assert.equal(textOf(letters), textOf(fileLetters))
    for (const [m, { x, y, ...look }] of letters.entries()) {
      const { x: fileX, y: fileY, ...fileLook } = fileLetters[m] as Letter
      assertNear(y, fileY)
      if (x !== null && fileX !== null) assertNear(x, fileX)
      assert.deepEqual(
        { ...look, size: look.size.toFixed(2) },
        { ...fileLook, size: fileLook.size.toFixed(2) },
      )
    }
    assert.equal(rects.length, fileRects.length)
    for (const [m, { box, color }] of rects.entries()) {
      const rect = fileRects[m] as ReadRect
      assertBox(box, rect)
      assert.equal(color, css(rect.color))
    }
    assert.equal(images.length, fileImages.length)
    for (const [m, { box }] of images.entries()) assertBox(box, fileImages[m] as ReadImage)
  }
}

function assertBox(box: readonly number[], { x, y, width, height }: Omit<ReadRect, 'color'>): void {
  for (const [k, wanted] of [x, y, width, height].entries()) assertNear(box[k], wanted)
}

const textOf = (letters: readonly Letter[]) => letters.map(({ letter }) => letter).join('')

function assertNear(n: number | undefined, wanted: number | undefined): void {
  assert.ok(Math.abs((n as number) - (wanted as number)) <= HAIR, `${n} is not ${wanted}`)
}

for (const [name, documento] of Object.entries(DOCUMENTS)) {
  test(`the preview of ${name} is its printed copy`, () => {
    const p = sealed(documento)
    assertSame(preview.letter(p), readPdf(printer.letter(p)))
    assertSame(preview.ticket(p, 80), readPdf(printer.ticket(p, 80)))
  })
}

test('a larger preview is the same page, larger', () => {
  const p = sealed(FACTURA_LLENA)
  assertSame(preview.letter(p), readPdf(printer.letter(p)), 2.5)
})

test('the preview of a cancelled document has its mark, and the company’s look', () => {
  const p = {
    ...sealed(FACTURA_MINIMA),
    invalidado: { codigoGeneracion: 'X', fhProcesamiento: null },
  }
  const accent = accentOf('#b00020')
  const image = { name: 'a picture' }
  const own = createPreview(FILES, NO_MEASURING, { accent, logo: { image, width: 40, height: 20 } })
  const logo: Logo = { width: 40, height: 20, object: { kind: 'drawing', data: new Uint8Array() } }
  assertSame(own.letter(p), readPdf(printer.letter(p, { accent, logo })))
  const [page] = own.letter(p)
  assert.deepEqual(page && painted(page).images.map((one) => one.image), [image])
})

test('a draft is the page without the texts of its seal', () => {
  const [draft] = preview.draft(FACTURA_LLENA)
  const [letter] = preview.letter(sealed(FACTURA_LLENA))
  assert.ok(draft && letter)
  const missing = painted(letter).letters.length - painted(draft).letters.length
  const seal = `${sealed(FACTURA_LLENA).selloRecibido}${sealed(FACTURA_LLENA).fhProcesamiento}`
  assert.equal(missing, seal.replaceAll(/\s/g, '').length)
})

test('each face is loaded from its file, under the name and weight that pages ask for', () => {
  assert.deepEqual(
    preview.faces.map(({ family, weight, bytes }) => [family, weight, bytes]),
    [
      ['Sello Sans', '400', FILES.regular],
      ['Sello Sans Extended', '400', FILES.regularExtended],
      ['Sello Sans', '600', FILES.semibold],
      ['Sello Sans Extended', '600', FILES.semiboldExtended],
    ],
  )
})

test('letters that the fonts lack are measured by the browser, and drawn from where they stand', () => {
  const measured: string[] = []
  const measuring = {
    font: '',
    measureText(text: string) {
      measured.push(`${measuring.font.slice(0, 9)} ${text}`)
      return { width: Array.from(text).length * 50 }
    },
  }
  const own = createPreview(FILES, measuring)
  const emisor = { ...FACTURA_MINIMA.emisor, nombre: '東京 漢' }
  const [page] = own.letter(sealed({ ...FACTURA_MINIMA, emisor }))
  assert.ok(page && measured.includes('600 100px 東京 漢'), measured.join())
  assert.ok(textOf(painted(page).letters).includes('東京漢'))
})

test('the entry is whole for a browser: nothing that it imports is of Node.js', async () => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./index.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'esm',
    logLevel: 'silent',
  })
  const code = outputFiles.map(({ text }) => text).join('')
  assert.ok(code.length > 10_000)
  assert.doesNotMatch(code, /\bBuffer\.|\bprocess\.|["']node:/)
})
