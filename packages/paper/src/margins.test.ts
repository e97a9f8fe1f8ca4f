/** Long texts are the risk to a layout: nothing may leave the margins, whatever a document contains. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { DOCUMENTS, ofEachType } from '../test/documents.ts'
import { filledWith } from '../test/fill.ts'
import { enContingencia, FACTURA_LLENA, linea, sealed } from '../test/fixtures.ts'
import type { ReadPage } from '../test/read-pdf.ts'
import { print } from '../test/said.ts'
import { PAGE_HEIGHT } from './drawing.ts'
import { BOTTOM, FOOTER_Y, LEFT, RIGHT, TOP } from './layout/look.ts'

/** Positions are rounded to hundredths of a point. */
const HAIR = 0.02
// A glyph without text of its own, a mark on its letter, may hang over by a fraction of its size.

function assertInside(pages: readonly ReadPage[]): void {
  for (const { texts, rects } of pages) {
    for (const { text, x, y, width, size } of texts) {
      const over = text === '' ? size / 4 : HAIR
      assert.ok(x >= LEFT - over && x + width <= RIGHT + over, `from ${x} to ${x + width}: ${text}`)
      const top = PAGE_HEIGHT - y
      assert.ok(top >= TOP && (top <= BOTTOM || top >= FOOTER_Y), `${top} from the top: ${text}`)
    }
    for (const { x, y, width, height } of rects) {
      assert.ok(x >= LEFT - HAIR && x + width <= RIGHT + HAIR, `a shape from ${x} to ${x + width}`)
      assert.ok(
        y >= PAGE_HEIGHT - FOOTER_Y && y + height <= PAGE_HEIGHT - TOP + HAIR,
        `a shape from ${y}`,
      )
    }
  }
}

/** The structures allow up to eleven digits before the decimal point and eight after it. */
const MOST = 99_999_999_999.99

const LONG_WORD = 'Supercalifragilístico'.repeat(80)

for (const [name, documento] of Object.entries(DOCUMENTS)) {
  test(`${name} stays inside its margins`, () => {
    assertInside(print(sealed(documento)))
    assertInside(print(enContingencia(documento)))
  })
}

test('texts beside each other have a gap between them', () => {
  for (const [name, documento] of Object.entries(DOCUMENTS)) {
    for (const { texts } of print(sealed(documento))) {
      for (const one of texts) {
        const next = texts.filter(({ x, y }) => y === one.y && x > one.x)
        const nearest = Math.min(...next.map(({ x }) => x))
        assert.ok(nearest - (one.x + one.width) > 4, `${name}: ${one.text}`)
      }
    }
  }
})

for (const documento of ofEachType(2)) {
  const { tipoDte } = documento.identificacion

  test(`words as long as the structure of ${tipoDte} allows stay inside the margins`, () => {
    const cut = (length: number) => LONG_WORD.slice(0, length)
    assertInside(print(sealed(filledWith(documento, cut, 1e11 - 0.01))))
    assertInside(print(sealed(filledWith(documento, (length) => 'W'.repeat(length), -1e11))))
  })

  test(`amounts of any length stay inside the margins of a ${tipoDte}`, () => {
    for (const n of [MOST, -MOST, 12_345_678_901.12345, 1e-8, -1e-8, -0])
      assertInside(print(sealed(filledWith(documento, () => 'texto', n))))
  })
}

test('a line with numbers that no document can hold breaks them', () => {
  const n = 1e200
  const cuerpoDocumento = [
    linea(1, { cantidad: n, precioUni: n, montoDescu: n, ventaGravada: -n, ventaExenta: n }),
  ]
  assertInside(print(sealed({ ...FACTURA_LLENA, cuerpoDocumento })))
})

test('a sign without a mirrored glyph is printed unmirrored in right-to-left text', () => {
  const texts = print(sealed(filledWith(FACTURA_LLENA, () => '\u{10800}\u2215', 1)))
  assertInside(texts)
  assert.match(texts[0]?.dense ?? '', /\u2215/)
})

/** Any UTF-16 at all, whole characters or not. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 300 })
    .map((units) => String.fromCharCode(...units)),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

test('no text makes the printer throw or leave the margins', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ofEachType(2)),
      fc.array(anyText, { minLength: 1, maxLength: 8 }),
      fc.double({ min: -MOST, max: MOST, noNaN: true }),
      (documento, texts, n) => {
        let turn = 0
        const next = (length: number) => (texts[turn++ % texts.length] ?? '').slice(0, length)
        assertInside(print(sealed(filledWith(documento, next, n))))
      },
    ),
    { numRuns: 300 },
  )
})
