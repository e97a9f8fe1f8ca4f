/** What a page can go wrong with is text that is too long: nothing may leave the margins, whatever a document says. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  CREDITO_FISCAL_LLENO,
  enContingencia,
  FACTURA_LLENA,
  linea,
  sealed,
} from '../test/fixtures.ts'
import { type ReadPage, readPdf } from '../test/read-pdf.ts'
import type { PlainDocumento, Printable } from './documento.ts'
import { BOTTOM, FOOTER_Y, LEFT, RIGHT, TOP } from './layout/look.ts'
import { PAGE_HEIGHT } from './pdf/canvas.ts'
import { createPrinter } from './printer.ts'

const printer = createPrinter()
/** Positions are rounded to hundredths of a point. */
const HAIR = 0.02

function assertInside(pages: readonly ReadPage[]): void {
  for (const { texts, rects } of pages) {
    for (const { text, x, y, width } of texts) {
      assert.ok(x >= LEFT - HAIR && x + width <= RIGHT + HAIR, `from ${x} to ${x + width}: ${text}`)
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

function print(p: Printable): ReadPage[] {
  return readPdf(printer.letter(p))
}

const LONG_WORD = 'Supercalifragilístico'.repeat(80)

for (const [name, documento] of [
  ['01', FACTURA_LLENA],
  ['03', CREDITO_FISCAL_LLENO],
] as const) {
  test(`a full ${name} stays inside its margins`, () => {
    assertInside(print(sealed(documento)))
    assertInside(print(enContingencia(documento)))
  })
}

test('words as long as the structure allows stay inside the margins', () => {
  assertInside(print(sealed(filledWith((length) => LONG_WORD.slice(0, length), 1e11 - 0.01))))
  assertInside(print(sealed(filledWith((length) => 'W'.repeat(length), -1e11))))
})

/** The structures allow up to eleven digits before the point and eight after it. */
const MOST = 99_999_999_999.99

test('amounts of any length stay inside the margins', () => {
  for (const n of [MOST, -MOST, 12_345_678_901.12345, 1e-8, -1e-8, -0]) {
    assertInside(print(sealed(filledWith(() => 'texto', n))))
  }
})

test('a line with numbers that no document can hold breaks them', () => {
  const n = 1e200
  const cuerpoDocumento = [
    linea(1, { cantidad: n, precioUni: n, montoDescu: n, ventaGravada: -n, ventaExenta: n }),
  ]
  assertInside(print(sealed({ ...FACTURA_LLENA, cuerpoDocumento })))
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
      fc.array(anyText, { minLength: 1, maxLength: 8 }),
      fc.double({ min: -MOST, max: MOST, noNaN: true }),
      (texts, n) => {
        let turn = 0
        const next = (length: number) => (texts[turn++ % texts.length] ?? '').slice(0, length)
        assertInside(print(sealed(filledWith(next, n))))
      },
    ),
    { numRuns: 150 },
  )
})

/** A 03 whose every text is one of the given, cut at the length of the structure, and whose every amount is n. */
function filledWith(text: (length: number) => string, n: number): PlainDocumento {
  const d = CREDITO_FISCAL_LLENO
  const direccion = () => ({
    departamento: '06',
    municipio: '23',
    distrito: '14',
    complemento: text(200),
  })
  return {
    ...d,
    emisor: {
      ...d.emisor,
      nombre: text(250),
      nombreComercial: text(150),
      descActividad: text(150),
      direccion: direccion(),
      telefono: text(30),
      correo: text(100),
      codEstable: text(4),
      codPuntoVenta: text(15),
    },
    receptor: {
      nit: text(14),
      nrc: text(8),
      nombre: text(250),
      codActividad: text(6),
      descActividad: text(150),
      nombreComercial: text(150),
      direccion: direccion(),
      telefono: text(30),
      correo: text(100),
    },
    documentoRelacionado: [
      {
        tipoDocumento: text(2),
        tipoGeneracion: 2,
        numeroDocumento: text(36),
        fechaEmision: text(10),
      },
    ],
    otrosDocumentos: [
      { codDocAsociado: 1, descDocumento: text(100), detalleDocumento: text(300), medico: null },
    ],
    ventaTercero: { nit: text(20), nombre: text(250), codDomiciliado: 1 },
    cuerpoDocumento: [
      linea(1, {
        cantidad: n,
        codigo: text(25),
        descripcion: text(1500),
        precioUni: n,
        montoDescu: n,
        noGravado: n,
        ventaNoSuj: n,
        ventaExenta: n,
        ventaGravada: n,
      }),
      linea(2000, { uniMedida: 46 }),
    ],
    resumen: {
      ...d.resumen,
      totalNoSuj: n,
      totalExenta: n,
      totalGravada: n,
      subTotalVentas: n,
      descuNoSuj: n,
      subTotal: n,
      montoTotalOperacion: n,
      totalNoGravado: n,
      totalPagar: n,
      saldoFavor: n,
      tributos: [{ codigo: text(2), descripcion: text(300), valor: n }],
      totalLetras: text(200),
      numPagoElectronico: text(100),
      observaciones: text(3000),
      pagos: [{ codigo: text(2), montoPago: n, referencia: text(50), plazo: '01', periodo: n }],
    },
    apendice: [{ campo: text(25), etiqueta: text(50), valor: text(150) }],
  }
}
