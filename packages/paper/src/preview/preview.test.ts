/** The page on the screen matches the PDF: every text and every rectangle in its place. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { createPreview, type PreviewPage } from '@sello/paper/canvas'
import { build } from 'esbuild'
import { DOCUMENTS } from '../../test/documents.ts'
import { FACTURA_LLENA, sealed } from '../../test/fixtures.ts'
import { type ReadPage, type ReadRect, readPdf } from '../../test/read-pdf.ts'
import { createPrinter } from '../printer.ts'

const font = (name: string) => {
  const url = new URL(`../../fonts/sello-sans-${name}.ttf`, import.meta.url)
  return new Uint8Array(readFileSync(url))
}
const preview = createPreview(
  {
    regular: font('regular'),
    regularExtended: font('regular-extended'),
    semibold: font('semibold'),
    semiboldExtended: font('semibold-extended'),
  },
  // These documents use only letters of the fonts, so the browser draws no others.
  { font: '', measureText: () => assert.fail('a width was asked for') },
)
const printer = createPrinter()

interface Letter {
  readonly letter: string
  readonly y: number
}

/** What a context is asked to paint, in the file's order, in points from the lower left corner. */
function painted(page: PreviewPage) {
  const letters: Letter[] = []
  const rects: number[][] = []
  page.paint(
    {
      fillStyle: '',
      font: '',
      textBaseline: '',
      save() {},
      restore() {},
      scale() {},
      translate() {},
      rotate() {},
      drawImage: () => assert.fail('there is no logo'),
      fillText: (text, _, y) => letters.push(...lettersOf(text, page.height - y)),
      fillRect: (x, y, width, height) => rects.push([x, page.height - y - height, width, height]),
    },
    1,
  )
  return { letters, rects: rects.slice(1) } // the first one is the paper
}

/** Letter-spaced text is painted letter by letter, so the comparison is by the line of each letter. */
function lettersOf(text: string, y: number): Letter[] {
  return Array.from(text.replaceAll(/\s/g, ''), (letter) => ({ letter, y }))
}

/** The file's numbers are hundredths of a point. */
const HAIR = 0.02

function assertSame(pages: readonly PreviewPage[], wanted: readonly ReadPage[]): void {
  assert.equal(pages.length, wanted.length)
  for (const [n, page] of pages.entries()) {
    const { letters, rects } = painted(page)
    const { texts: fileTexts = [], rects: fileRects = [] } = wanted[n] ?? {}
    const fileLetters = fileTexts.flatMap(({ text, y }) => lettersOf(text, y))
    assert.equal(textOf(letters), textOf(fileLetters))
    for (const [m, { y }] of letters.entries()) assertNear(y, fileLetters[m]?.y)
    assert.equal(rects.length, fileRects.length)
    for (const [m, rect] of rects.entries()) {
      const { x, y, width, height } = fileRects[m] as ReadRect
      for (const [k, wanted] of [x, y, width, height].entries()) assertNear(rect[k], wanted)
    }
  }
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

test('a draft is the page without the texts of its seal', () => {
  const [draft] = preview.draft(FACTURA_LLENA)
  const [letter] = preview.letter(sealed(FACTURA_LLENA))
  assert.ok(draft && letter)
  const missing = painted(letter).letters.length - painted(draft).letters.length
  const seal = `${sealed(FACTURA_LLENA).selloRecibido}${sealed(FACTURA_LLENA).fhProcesamiento}`
  assert.equal(missing, seal.replaceAll(/\s/g, '').length)
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
