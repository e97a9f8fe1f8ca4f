/** The copy on a roll: every fact of the letter page, in one column within the width of the paper. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENTS, ofEachType, withLines } from '../test/documents.ts'
import { filledWith } from '../test/fill.ts'
import {
  enContingencia,
  FACTURA_LLENA,
  FACTURA_MINIMA,
  linea,
  SELLO,
  sealed,
} from '../test/fixtures.ts'
import { dense, type ReadPage, readPdf } from '../test/read-pdf.ts'
import { assertSays } from '../test/said.ts'
import type { Printable } from './documento.ts'
import { createPrinter } from './printer.ts'

const printer = createPrinter()
const WIDTHS = [40, 58, 80, 120] as const
const POINTS_PER_MM = 72 / 25.4

interface Roll {
  readonly pages: readonly ReadPage[]
  /** In points, page by page. */
  readonly sizes: readonly (readonly [width: number, height: number])[]
  readonly said: string
}

function roll(p: Printable, widthMm: number): Roll {
  const bytes = Buffer.from(printer.ticket(p, widthMm))
  const pages = readPdf(bytes)
  const boxes = [
    ...bytes.toString('latin1').matchAll(/\/Page\/.*?\/MediaBox\[0 0 ([\d.]+) (\d+)\]/g),
  ]
  const sizes = boxes.map(([, width, height]) => [Number(width), Number(height)] as const)
  assert.equal(sizes.length, pages.length)
  return { pages, sizes, said: pages.map((page) => page.dense).join('') }
}

/** The facts that the law requires on the printed copy, for a document with every optional part. */
const FACTS = [
  'Distribuidora Ficticia del Pacífico, S.A. de C.V.',
  'NIT: 0614-280390-112-1',
  'NRC: 234567-8',
  'Actividad: 47190 Venta al por menor en comercios no especializados',
  'Dirección: Avenida de los Ñandúes 45',
  'Teléfono: 22001234',
  'Correo: ventas@distribuidora.example.com',
  'Nombre comercial: La Distribuidora',
  'DOCUMENTO TRIBUTARIO ELECTRÓNICO Factura Ver.2',
  'Número de control DTE-01-M001P001-000000000000007',
  'Código de generación 0F3A6C91-7B2D-4E58-A1C4-5D6E7F809123',
  `Sello de recepción ${SELLO}`,
  'Modelo de facturación: 1 Previo',
  'Tipo de transmisión: 1 Normal',
  'Fecha y hora de generación: 15/01/2027 14:05:09',
  'Nombre Compradora Ficticia de Oriente, S.A. de C.V.',
  'DUI: 01234567-8',
  'Número: 7A1B9C3D-1234-4ABC-9DEF-0123456789AB',
  'Detalle: Autorizada por la gerencia de compras',
  'NIT: 0614-020290-002-2',
  '1. Artículo de prueba número 1 Código: SKU-1 2.5 Kilogramo × 0.12345678 Descuento por ítem 1.25 Ventas gravadas 33.90',
  '2. Artículo de prueba número 2 3 Unidad × 11.30 Ventas exentas 1,234.50',
  '3. Artículo de prueba número 3 Código: SKU-3 3 Unidad × 11.30 Ventas no sujetas 7,654.321',
  'Otros montos no afectos -20.00',
  'Suma de ventas Ventas no sujetas 7,654.32 Ventas exentas 1,234.50 Ventas gravadas 88.81',
  'Sumatoria de ventas 8,977.63',
  'Descuento global a ventas gravadas 3.03',
  'Impuesto al Valor Agregado 13% 11.15',
  'Sub-total 8,971.57',
  'IVA retenido 6.98',
  'Monto total de la operación 8,995.12',
  'Total otros montos no afectos -20.50',
  'Total a pagar $ 8,967.64',
  'Valor en letras OCHO MIL NOVECIENTOS SESENTA Y SIETE 64/100 DÓLARES',
  'Condición de la operación: A crédito',
  'Referencia: TRX-99812',
  'Observaciones: Entregar en la bodega 3.',
  'Campo: vendedor Etiqueta: Atendido por Valor: José Ñáñez',
  'Página 1 de 1',
]

for (const width of WIDTHS) {
  test(`a roll of ${width} mm says everything that the letter page says, in one page`, () => {
    const { said, sizes } = roll(sealed(FACTURA_LLENA), width)

    assertSays(said, FACTS)
    assert.equal(sizes.length, 1)
    assert.ok(Math.abs((sizes[0]?.[0] ?? 0) - width * POINTS_PER_MM) < 0.01)
  })
}

/** The margin at each edge that a printer cannot reach. */
const edgeOf = (widthMm: number) => (widthMm < 50 ? 2.5 : 5) * POINTS_PER_MM

function assertInside({ pages, sizes }: Roll, widthMm: number): void {
  for (const [n, { texts, rects }] of pages.entries()) {
    const [width = 0, height = 0] = sizes[n] ?? []
    const [left, right] = [edgeOf(widthMm) - 0.02, width - edgeOf(widthMm) + 0.02]
    for (const { text, x, y, width: wide } of texts) {
      assert.ok(x >= left && x + wide <= right, `${widthMm} mm, from ${x} to ${x + wide}: ${text}`)
      assert.ok(y > 0 && y < height, `${y} of ${height}: ${text}`)
    }
    for (const rect of rects) {
      assert.ok(rect.x >= left && rect.x + rect.width <= right, 'a shape leaves the paper')
      assert.ok(rect.y >= 0 && rect.y + rect.height <= height, 'a shape leaves the paper')
    }
  }
}

test('every document stays on paper of every width, sealed or not', () => {
  for (const [name, documento] of Object.entries(DOCUMENTS)) {
    for (let width = 40; width <= 120; width += 8) {
      const copy = name.length % 2 === 0 ? sealed(documento) : enContingencia(documento)
      assertInside(roll(copy, width), width)
    }
  }
})

for (const documento of ofEachType(2)) {
  const { tipoDte } = documento.identificacion
  test(`words and amounts as long as the structure of ${tipoDte} allows stay on the paper`, () => {
    const word = 'Supercalifragilístico'.repeat(80)
    for (const width of WIDTHS) {
      const most = filledWith(documento, (length) => word.slice(0, length), 99_999_999_999.99)
      const least = filledWith(documento, (length) => 'W'.repeat(length), -1e-8)
      assertInside(roll(sealed(most), width), width)
      assertInside(roll(sealed(least), width), width)
    }
  })
}

test('a payment in cash takes two rows: what it lacks has no row', () => {
  const { said } = roll(sealed(FACTURA_MINIMA), 80)
  const pagos = said.slice(said.indexOf('PAGOS'), said.indexOf('Observaciones'))
  assert.match(pagos, /^PAGOSFormadepago:.*Monto:/)
  assert.doesNotMatch(pagos, /–|Referencia|Plazo/)
  const resumen = {
    ...FACTURA_MINIMA.resumen,
    pagos: [{ codigo: '13', montoPago: 5, referencia: 'F-1', plazo: '01', periodo: 30 }],
  }
  const credit = roll(sealed({ ...FACTURA_MINIMA, resumen }), 80).said
  for (const words of ['Referencia: F-1', 'Plazo: 30 días'])
    assert.ok(credit.includes(dense(words)), words)
})

test('an amount is never cut, however narrow the paper', () => {
  const most = 12_345_678_901.12345
  const cuerpoDocumento = [linea(1, { precioUni: most, ventaGravada: most, ventaExenta: -most })]
  const { said } = roll(sealed({ ...FACTURA_MINIMA, cuerpoDocumento }), 40)

  assert.equal(said.split('12,345,678,901.12345').length - 1, 3)
})

test('what must not be overlooked stands on the roll too', () => {
  assertSays(roll(enContingencia(FACTURA_LLENA), 58).said, [
    'Sello de recepción –',
    'Emitido en contingencia',
    'Tipo de transmisión: 2 Contingencia',
  ])
  const identificacion = { ...FACTURA_MINIMA.identificacion, ambiente: '00' }
  assertSays(roll(sealed({ ...FACTURA_MINIMA, identificacion }), 58).said, ['Ambiente de pruebas'])
})

test('2,000 lines stand in order on pages that readers can open, each with its number', () => {
  const documento = withLines(FACTURA_MINIMA, 2_000, linea)
  const { pages, sizes } = roll(sealed(documento), 58)
  const items = pages.flatMap(({ texts }) =>
    texts.map(({ text }) => text).filter((text) => /^\d+\. Artículo/.test(text)),
  )
  assert.equal(items.length, 2_000)
  for (const [n, item] of items.entries()) assert.ok(item.startsWith(`${n + 1}. `))
  assert.ok(sizes.every(([, height]) => height <= 14_400))
  for (const [n, page] of pages.entries())
    assert.ok(page.dense.includes(dense(`Página ${n + 1} de ${pages.length}`)))
})

test('two printers draw one roll in the same bytes', () => {
  const p = sealed(FACTURA_LLENA)
  const bytes = Buffer.from(printer.ticket(p, 72))
  printer.ticket(enContingencia(FACTURA_MINIMA), 41)

  assert.ok(bytes.equals(printer.ticket(p, 72)))
  assert.ok(bytes.equals(createPrinter().ticket(p, 72)))
})

test('a document of another type is refused', () => {
  const identificacion = { ...FACTURA_MINIMA.identificacion, tipoDte: '99' }
  assert.throws(
    () => printer.ticket(sealed({ ...FACTURA_MINIMA, identificacion }), 80),
    /bug: there is no sheet/,
  )
})
