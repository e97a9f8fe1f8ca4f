import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withLines } from '../test/documents.ts'
import {
  CREDITO_FISCAL_LLENO,
  enContingencia,
  FACTURA_LLENA,
  FACTURA_MINIMA,
  linea,
  SELLO,
  sealed,
} from '../test/fixtures.ts'
import { dense, type ReadPage } from '../test/read-pdf.ts'
import { assertSays, print, said, saidBy } from '../test/said.ts'
import { createPrinter } from './printer.ts'

const printer = createPrinter()

/** The text runs that match the pattern, across pages. */
function saidWith(pages: readonly ReadPage[], pattern: RegExp): string {
  const pieces = pages.flatMap(({ texts }) => texts.map(({ text }) => text))
  return pieces.filter((piece) => pattern.test(piece)).join('')
}

const BOTH = [
  'DOCUMENTO TRIBUTARIO ELECTRÓNICO',
  'Código de generación 0F3A6C91-7B2D-4E58-A1C4-5D6E7F809123',
  `Sello de recepción ${SELLO}`,
  'Modelo de facturación 1 Previo',
  'Tipo de transmisión 1 Normal',
  'Fecha y hora de generación 15/01/2027 14:05:09',
  'Fecha y hora de recepción 15/01/2027 14:05:11',
  'Distribuidora Ficticia del Pacífico, S.A. de C.V.',
  'NIT 0614-280390-112-1',
  'NRC 234567-8',
  'Actividad 47190 Venta al por menor en comercios no especializados',
  'Dirección Avenida de los Ñandúes 45, edificio Güija, San Salvador',
  'Teléfono 22001234',
  'Correo ventas@distribuidora.example.com',
  'Nombre comercial La Distribuidora',
  'Establecimiento M001, punto de venta P001',
  'Nombre Compradora Ficticia de Oriente, S.A. de C.V.',
  'NRC 765432-1',
  'Actividad 46900 Venta al por mayor de otros productos',
  'Dirección Barrio El Centro 9',
  'San Miguel Centro',
  'Correo compras@compradora.example.com',
  'Teléfono 26611234',
  'Nota de remisión Electrónico 7A1B9C3D-1234-4ABC-9DEF-0123456789AB 28/12/2026',
  'Nota de remisión Físico 000123 29/12/2026',
  'Emisor Orden de compra 4455 Autorizada por la gerencia de compras',
  'Médico NIT 0614-010180-001-1 Ana María Peña, Tratamiento médico',
  '0614-020290-002-2 Mandante de Ejemplo, S.A. No domiciliado',
  '1 2.5 Kilogramo SKU-1 Artículo de prueba número 1 0.12345678 1.25 0.00 0.00 0.00 33.90',
  '2 3 Unidad – Artículo de prueba número 2 11.30 0.00 0.00 0.00 1,234.50 0.00',
  '3 3 Unidad SKU-3 Artículo de prueba número 3 11.30 0.00 0.00 7,654.321 0.00 0.00',
  '4 3 Otra SKU-4 Artículo de prueba número 4 0.00 0.00 -20.00 0.00 0.00 0.00',
  'Suma de ventas 7,654.32 1,234.50 88.81',
  'Sumatoria de ventas 8,977.63',
  'Descuento global a ventas no sujetas 1.01',
  'Descuento global a ventas exentas 2.02',
  'Descuento global a ventas gravadas 3.03',
  'Impuesto al Valor Agregado 13% 11.15',
  'FOVIAL ($0.20 Ctvs. por galón) 12.40',
  'Sub-total 8,971.57',
  'IVA retenido 6.98',
  'Monto total de la operación 8,995.12',
  'Total otros montos no afectos -20.50',
  'Saldo a favor -4.44',
  'Total a pagar $ 8,967.64',
  'Valor en letras OCHO MIL NOVECIENTOS SESENTA Y SIETE 64/100 DÓLARES',
  'Condición de la operación A crédito',
  'Número de pago electrónico NPE-0123456789',
  'Transferencia o depósito bancario TRX-99812 – 967.64',
  'Cuentas por pagar del receptor – 30 días 8,000.00',
  'Observaciones Entregar en la bodega 3. Llamar antes al 2211-1111.',
  'vendedor Atendido por José Ñáñez',
  'oc Orden de compra OC-2027-00045',
  'Página 1 de 2',
]

test('a 01 with every member filled prints each of them', () => {
  const text = said(sealed(FACTURA_LLENA))
  assertSays(text, [...BOTH, 'Ver.2 Factura', 'DTE-01-M001P001-000000000000007', 'DUI 01234567-8'])
  assert.ok(!text.includes('IVApercibido'), 'a 01 has no IVA percibido')
})

test('a 03 with every member filled prints each of them', () => {
  const text = said(sealed(CREDITO_FISCAL_LLENO))
  assertSays(text, [
    ...BOTH,
    'Ver.4 Comprobante de crédito fiscal',
    'DTE-03-M001P001-000000000000008',
    'NIT 1217-050590-003-3',
    'Nombre comercial La Compradora',
    'IVA percibido 7.75',
  ])
})

test('a tribute that is only for information is not printed', () => {
  const text = said(sealed(CREDITO_FISCAL_LLENO))
  assert.ok(!text.includes('98.76'))
})

test('absent members are named and followed by a dash', () => {
  assertSays(said(sealed(FACTURA_MINIMA)), [
    'Nombre comercial –',
    'Receptor –',
    'Documentos relacionados –',
    'Otros documentos asociados –',
    'Venta por cuenta de terceros –',
    'Tributos –',
    'Observaciones –',
    'Billetes y monedas – – 33.90',
  ])
})

test('the copy in contingency states so and has no seal', () => {
  const text = said(enContingencia(FACTURA_LLENA))
  assertSays(text, [
    'Sello de recepción –',
    'Modelo de facturación 2 Diferido',
    'Tipo de transmisión 2 Contingencia',
    'Motivo de contingencia 5 Otro: Corte del enlace por obras',
    'Emitido en contingencia',
  ])
  assert.ok(!text.includes(SELLO))
})

test('a copy without a seal that is not in contingency states that the answer is pending', () => {
  assertSays(said({ ...sealed(FACTURA_MINIMA), selloRecibido: null, fhProcesamiento: null }), [
    'Sello de recepción –',
    'Sin sello de recepción',
  ])
})

test('only copies of the test environment state that', () => {
  const identificacion = { ...FACTURA_MINIMA.identificacion, ambiente: '00' }
  assertSays(said(sealed({ ...FACTURA_MINIMA, identificacion })), ['Ambiente de pruebas'])
  assert.ok(!said(sealed(FACTURA_MINIMA)).includes('Ambientedepruebas'))
})

for (const [lines, least, most] of [
  [1, 1, 1],
  [5, 1, 1],
  [200, 5, 8],
  [2000, 45, 70],
] as const) {
  test(`${lines} lines are in order on ${least} to ${most} pages, each with the head and its number`, () => {
    const documento = withLines(FACTURA_MINIMA, lines, linea)
    const pages = print(sealed(documento))
    assert.ok(pages.length >= least && pages.length <= most, `${pages.length} pages`)
    const items = pages.flatMap(({ texts }) =>
      texts.map(({ text }) => text).filter((t) => t.startsWith('Artículo')),
    )
    assert.deepEqual(
      items,
      documento.cuerpoDocumento.map((l) => l.descripcion),
    )
    for (const [n, page] of pages.entries()) {
      assert.ok(page.dense.includes(`Página${n + 1}de${pages.length}`))
      assert.ok(page.dense.includes('Descripción'), `page ${n + 1} has no head`)
    }
    assert.ok(pages.at(-1)?.dense.includes('Totalapagar'))
    assert.ok(pages.at(-1)?.dense.includes('Artículo'), 'the totals stand alone')
  })
}

test('a description of 1,500 letters is printed completely, over lines and pages', () => {
  const descripcion = 'Mantenimiento preventivo y correctivo de equipos. '.repeat(30).slice(0, 1500)
  const cuerpoDocumento = Array.from({ length: 12 }, (_, n) => linea(n + 1, { descripcion }))
  const pages = print(sealed({ ...FACTURA_MINIMA, cuerpoDocumento }))
  assert.ok(pages.length > 1)
  const letters = saidWith(pages, /Mantenim|prevent|correct|equipos/)
  assert.equal(dense(letters).length, dense(descripcion).length * 12)
})

test('observations of 3,000 letters are printed completely', () => {
  const observaciones = 'Condiciones generales de venta. '.repeat(93).trim()
  const resumen = { ...FACTURA_MINIMA.resumen, observaciones }
  const pages = print(sealed({ ...FACTURA_MINIMA, resumen }))
  assert.equal(dense(saidWith(pages, /Condiciones|generales|venta\./)), dense(observaciones))
})

test('many payments go under the totals, all of them', () => {
  const pagos = Array.from({ length: 40 }, (_, n) => ({
    codigo: '05',
    montoPago: n + 0.5,
    referencia: `REF-${n}-FIN`,
    plazo: null,
    periodo: null,
  }))
  const text = said(sealed({ ...FACTURA_MINIMA, resumen: { ...FACTURA_MINIMA.resumen, pagos } }))
  assertSays(
    text,
    pagos.map((pago) => pago.referencia),
  )
})

test('the largest amounts take one line each', () => {
  const most = 99_999_999_999.99
  const cuerpoDocumento = [
    linea(1, {
      precioUni: most,
      montoDescu: most,
      noGravado: -most,
      ventaNoSuj: most,
      ventaExenta: most,
      ventaGravada: most,
    }),
  ]
  const [page] = print(sealed({ ...FACTURA_MINIMA, cuerpoDocumento }))
  const whole = page?.texts.filter(({ text }) => /^-?99,999,999,999\.99$/.test(text)) ?? []
  assert.equal(whole.length, 6)
})

test('two printers print one document in the same bytes, and nothing in them is a date', () => {
  const p = sealed(CREDITO_FISCAL_LLENO)
  const bytes = Buffer.from(printer.letter(p))
  printer.letter(sealed(withLines(FACTURA_LLENA, 50, linea)))
  assert.ok(bytes.equals(printer.letter(p)))
  assert.ok(bytes.equals(createPrinter().letter(p)))
  assert.ok(!/CreationDate|ModDate/.test(bytes.toString('latin1')))
})

test('a name over two lines takes one in the head of later pages', () => {
  const emisor = { ...FACTURA_MINIMA.emisor, nombre: 'Arriba\nAbajo' }
  const pages = print(sealed(withLines({ ...FACTURA_MINIMA, emisor }, 60, linea)))
  assert.ok(pages[1]?.texts.some(({ text }) => text === 'Arriba Abajo'))
})

test('a document of another type is refused', () => {
  const identificacion = { ...FACTURA_MINIMA.identificacion, tipoDte: '__proto__' }
  assert.throws(
    () => printer.letter(sealed({ ...FACTURA_MINIMA, identificacion })),
    /bug: there is no sheet/,
  )
})

test('a seal is printed completely, whatever its text', () => {
  const sealText = fc.oneof(
    fc.stringMatching(/^[0-9A-Z]{40}$/),
    fc.constantFrom('W'.repeat(40), '()\\', 'Ωμέγα', 'dos palabras '.repeat(9), 'ñ'),
  )
  const seals = fc.record({ selloRecibido: sealText, fhProcesamiento: sealText })
  fc.assert(
    fc.property(seals, (seal) => {
      const { selloRecibido, fhProcesamiento } = seal
      const drawn = Buffer.from(printer.letter({ documento: FACTURA_LLENA, ...seal }))
      assertSays(saidBy(drawn), [
        `Sello de recepción ${selloRecibido} Fecha y hora de recepción ${fhProcesamiento}`,
      ])
    }),
    { numRuns: 200 },
  )
})
