/** What 05, 06, 11 and 14 print beyond what all types share; the shared part is in printer.test.ts. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMPRA_LLENA, COMPRA_MINIMA } from '../test/compra.ts'
import { CONTABLE_LLENO } from '../test/contable.ts'
import { DOCUMENTS, ofEachType } from '../test/documents.ts'
import { DONACION_LLENA } from '../test/donacion.ts'
import { EXPORTACION_DE_SERVICIOS, EXPORTACION_LLENA } from '../test/exportacion.ts'
import { enContingencia, sealed } from '../test/fixtures.ts'
import { LIQUIDACION_LLENA } from '../test/liquidacion.ts'
import {
  NOTA_CREDITO_LLENA,
  NOTA_DE_RETENCION,
  NOTA_DEBITO_LLENA,
  notaOver,
} from '../test/notas.ts'
import { dense } from '../test/read-pdf.ts'
import { REMISION_LLENA } from '../test/remision.ts'
import { RETENCION_LLENA } from '../test/retencion.ts'
import { assertSays, print, said } from '../test/said.ts'
import { createPrinter } from './printer.ts'

const AJUSTADO = '7A1B9C3D-1234-4ABC-9DEF-0123456789AB'

const NOTA = [
  'NIT del contribuyente absorbido por fusión 0614-030588-004-4',
  `1 Comprobante de crédito fiscal Electrónico ${AJUSTADO} 28/12/2026`,
  '2 Comprobante de crédito fiscal Físico 000123 29/12/2026',
  'NIT 1217-050590-003-3',
  'NRC 765432-1',
  'Actividad 46900 Venta al por mayor de otros productos',
  'Nombre comercial La Compradora',
  '0614-020290-002-2 Mandante de Ejemplo, S.A. No domiciliado',
  '1 2.5 Kilogramo SKU-1 Artículo de prueba número 1 11.30 1.25 0.00 0.00 0.00 33.90 0.34 0.00 1',
  '2 3 Unidad – Artículo de prueba número 2 11.30 0.00 0.00 0.00 1,234.50 0.00 0.00 0.00 2',
  '4 3 Unidad SKU-4 Artículo de prueba número 4 11.30 0.00 0.00 0.00 0.00 250.00 0.00 2.50 1',
  'Suma de ventas 7,654.32 1,234.50 283.90',
  'Sumatoria de ventas 9,172.72',
  'Impuesto al Valor Agregado 13% 36.91',
  'Monto total de la operación 9,209.63',
  'Total IVA percibido 0.34',
  'Total IVA retenido 2.50',
  'Total otros montos no afectos -20.00',
  'Total a pagar $ 9,187.47',
  'Condición de la operación Contado',
  'Código de retención 22 Retención IVA 1 %',
  'Observaciones Devolución parcial. La mercadería volvió a la bodega 3.',
]

test('a 05 with every member filled prints each of them', () => {
  const text = said(sealed(NOTA_CREDITO_LLENA))
  assertSays(text, [...NOTA, 'Ver.4 Nota de crédito', 'DTE-05-M001P001-000000000000009'])
  for (const absent of [
    'Establecimiento',
    'Otros documentos asociados',
    'Pagos',
    'Descuento global',
  ])
    assert.ok(!text.includes(dense(absent)), `a 05 has no ${absent}`)
})

test('a 06 with every member filled prints each of them', () => {
  assertSays(said(sealed(NOTA_DEBITO_LLENA)), [
    ...NOTA,
    'Ver.4 Nota de débito',
    'DTE-06-M001P001-000000000000010',
    'Número de pago electrónico NPE-0123456789',
  ])
})

test('the documents that a note adjusts come first, and larger than any other section', () => {
  const [page] = print(sealed(NOTA_CREDITO_LLENA))
  const texts = page?.texts ?? []
  const at = (text: string) => texts.findIndex((t) => t.text === text)
  assert.ok(at('DOCUMENTOS RELACIONADOS') < at('RECEPTOR'))
  const size = (text: string) => texts[at(text)]?.size ?? 0
  assert.ok(size('DOCUMENTOS RELACIONADOS') > size('RECEPTOR'))
})

test('200 lines over one document or fifty name each document once, and each line cites it by its number', () => {
  for (const origins of [1, 50]) {
    const p = sealed(notaOver(origins, 200))
    const { documentoRelacionado, cuerpoDocumento } = p.documento
    const pages = print(p)
    const text = pages.map((page) => page.dense).join('')
    for (const [n, { numeroDocumento }] of (documentoRelacionado ?? []).entries()) {
      assert.equal(text.split(numeroDocumento).length, 2, numeroDocumento)
      assertSays(text, [`${n + 1} Comprobante de crédito fiscal Electrónico ${numeroDocumento}`])
    }
    assertSays(
      text,
      cuerpoDocumento.map(
        (l, n) => `${l.descripcion} 11.30 0.00 0.00 0.00 0.00 33.90 0.00 0.00 ${(n % origins) + 1}`,
      ),
    )
    assert.ok(pages.length <= 7, `${pages.length} pages`)
  }
})

test('a line whose document the list lacks names it in full', () => {
  const nota = { ...NOTA_CREDITO_LLENA, documentoRelacionado: [] }
  const texts = print(sealed(nota)).flatMap((page) => page.texts)
  const whole = texts.filter(({ text }) => text === `N° de documento relacionado: ${AJUSTADO}`)
  assert.equal(whole.length, 4)
})

test('a note on a retention voucher prints the IVA of its lines and of all of them', () => {
  assertSays(said(sealed(NOTA_DE_RETENCION)), [
    'Comprobante de retención Electrónico',
    'IVA: 13.05',
    'IVA de los comprobantes de retención 13.05',
    'Venta por cuenta de terceros –',
    'Tributos –',
  ])
})

test('a tribute of section 3 is printed on no note', () => {
  const text = said(sealed(NOTA_CREDITO_LLENA))
  assert.ok(!text.includes('98.76') && !text.includes('soloinforma'))
})

test('a 04 with every member filled prints each of them, and nothing that is paid', () => {
  const text = said(sealed(REMISION_LLENA))
  assertSays(text, [
    'Ver.4 Nota de remisión',
    'DTE-04-M001P001-000000000000014',
    'NIT 1217-050590-003-3',
    'Actividad 46900 Venta al por mayor de otros productos',
    'Título de los bienes Consignación',
    'Suma de ventas 15.50 12.50 580.00',
    'Sumatoria de ventas 608.00',
    'Descuento global a ventas gravadas 29.00',
    'Sub-total 576.00',
    'Monto total $ 647.63',
    'Valor en letras SEISCIENTOS CUARENTA Y SIETE 63/100 DOLARES',
    'Observaciones Viaja en el camión 7.',
  ])
  for (const absent of ['Condición de la operación', 'Pagos', 'no afectos', 'a pagar'])
    assert.ok(!text.includes(dense(absent)), `a 04 has no ${absent}`)
})

test('a 07 with every member filled prints each of them', () => {
  const text = said(sealed(RETENCION_LLENA))
  assertSays(text, [
    'Ver.2 Comprobante de retención',
    'DTE-07-M001P001-000000000000013',
    'RECEPTOR: SUJETO DE RETENCIÓN',
    'NIT 1217-050590-003-3',
    'NRC 765432-1',
    'Actividad 46900 Venta al por mayor de otros productos',
    'Nombre comercial La Proveedora',
    '7A1B9C3D-1234-4ABC-9DEF-000000000001 28/12/2026 – 22 250.55 2.51',
    '001234 28/12/2026',
    'C4 300.00 39.00',
    'Sumas 550.55 41.51',
    'Total sujeto a retención 550.55',
    'IVA 13 %, informativo 71.57',
    'Total IVA retenido $ 41.51',
    'Valor en letras CUARENTA Y UNO 51/100 DOLARES',
    'Código de retención 22 Retención IVA 1 %; C4 Retención IVA 13 %',
    'Observaciones Retenciones de diciembre.',
  ])
  for (const absent of ['Condición de la operación', 'Pagos', 'Descuento'])
    assert.ok(!text.includes(dense(absent)), `a 07 has no ${absent}`)
})

test('what a line of a 07 lacks is a dash in its place', () => {
  const lacking = { tipoDte: null, numeroDocumento: null, fechaEmision: null, descripcion: null }
  const cuerpoDocumento = RETENCION_LLENA.cuerpoDocumento
    .slice(0, 1)
    .map((one) => ({ ...one, ...lacking, codigoRetencionMH: null }))
  assertSays(said(sealed({ ...RETENCION_LLENA, cuerpoDocumento } as never)), [
    '1 – – – – – 250.55 2.51',
    'Código de retención –',
  ])
})

test('an 08 with every member filled prints each of them, with its signs', () => {
  const text = said(sealed(LIQUIDACION_LLENA))
  assertSays(text, [
    'Ver.2 Comprobante de liquidación',
    'RECEPTOR: MANDANTE',
    'NIT 1217-050590-003-3',
    'Domicilio Domiciliado',
    'Factura de exportación',
    '001234 30/11/2026 Invalidada el 12 de diciembre 0.00 0.00 0.00 -100.00',
    'Sumas 300.00 0.00 12.50 444.25',
    'Suma de operaciones 756.75',
    'Impuesto al Valor Agregado 13% 57.75',
    'Monto total de la operación 814.50',
    'IVA percibido 5.00',
    'Total $ 819.50',
    'Valor en letras OCHOCIENTOS DIECINUEVE 50/100 DOLARES',
    'Condición de la operación Contado',
    'Observaciones Ventas de diciembre.',
  ])
  for (const absent of ['Pagos', 'Descuento', 'Cantidad'])
    assert.ok(!text.includes(dense(absent)), `an 08 has no ${absent}`)
})

test('a 09 with every member filled prints its record, without lines', () => {
  const text = said(sealed(CONTABLE_LLENO))
  assertSays(text, [
    'Ver.2 Documento contable de liquidación',
    'RECEPTOR: AFILIADO',
    'NIT 1217-050590-003-3',
    'Establecimiento 02 Casa matriz',
    'Período de liquidación 01/12/2026 a 04/12/2026',
    'Código de liquidación LIQ-2026-12-04',
    'Cantidad de documentos 182',
    'Porcentaje de comisión 3.00 %',
    'Valores no sujetos a percepción Propinas',
    'Nombre Ana de Ejemplo',
    'Documento 000000027',
    'Código de empleado E-17',
    'Valor de las operaciones 11,300.00',
    'Sub-total 11,000.00',
    'IVA de las operaciones 1,265.49',
    'Monto sujeto a percepción sin IVA 9,734.51',
    'IVA percibido (2 %) 194.69',
    'Comisión 339.00',
    'IVA de la comisión 44.07',
    'Líquido a pagar $ 10,722.24',
    'Valor en letras DIEZ MIL SETECIENTOS VEINTIDOS 24/100 DOLARES',
    'Observaciones Ventas del 1 al 4 de diciembre.',
  ])
  for (const absent of ['Cantidad Unidad', 'Condición de la operación', 'Pagos'])
    assert.ok(!text.includes(dense(absent)), `a 09 has no ${absent}`)
})

test('a 15 with every member filled prints each of them, with the resolution and the money only as paid', () => {
  const text = said(sealed(DONACION_LLENA))
  assertSays(text, [
    'Ver.2 Comprobante de donación',
    'NIT 0614-280390-112-1',
    'DONANTE',
    'Domicilio Domiciliado',
    'País SV El Salvador',
    'Emisor Resolución 10001-NEX-0000-2026 Resolución que califica para recibir donaciones',
    'Bien 10 Unidad',
    '1,200.00 300.00 1,800.00',
    'Efectivo 1',
    'Suma 2,050.00',
    'TRF-0001 250.00',
    'Total de la donación $ 2,050.00',
    'Valor en letras DOS MIL CINCUENTA 00/100 DOLARES',
  ])
  for (const absent of ['Condición de la operación', 'Plazo', 'Observaciones', 'Descuento'])
    assert.ok(!text.includes(dense(absent)), `a 15 has no ${absent}`)
})

test('an 11 with every member filled prints each of them', () => {
  const text = said(sealed(EXPORTACION_LLENA))
  assertSays(text, [
    'Ver.3 Factura de exportación Export invoice',
    'Establecimiento / Branch M001, punto de venta P001',
    'Nombre / Name Fictional Foods of Ávila & Söhne, LLC',
    'Otro documento 98-7654321',
    'Tipo de persona / Person 2 Persona jurídica',
    'Actividad / Trade Importación de alimentos',
    'País / Country US Estados Unidos',
    'Dirección / Address 100 Fictional Street, Miami, FL 33101',
    'Correo / E-mail buyer@fictional.example.com',
    'Teléfono / Phone +1 305 555 0100',
    'Nombre comercial / Trade name Fictional Foods',
    'Tipo de ítem / Items 1 Bienes',
    'Recinto fiscal / Customs 02 Marítima de Acajutla',
    'Tipo de régimen / Regime type EX-1 Exportación definitiva',
    'Régimen / Regime 1000.000 Exportación Definitiva, Régimen Común',
    'Nota de remisión Físico 000123 29/12/2026',
    'Transporte – Terrestre, identificación C 123-456, conductor Óscar Ficticio Núñez, documento 01234567-8',
    'COMPRA POR CUENTA DE TERCEROS / BOUGHT FOR A THIRD PARTY',
    'LOG-5566 Operador Logístico de Ejemplo, S.A. de C.V.',
    '1 100 Kilogramo CAFE-1 Artículo de exportación número 1 4.25 0.00 0.00 425.00',
    '3 12 Kilogramo – Artículo de exportación número 3 0.00 0.00 30.00 0.00',
    'Suma de ventas / Sum of sales 425.23',
    'Total de ventas gravadas / Total sales 425.23',
    'Descuento global / Overall discount 5.05',
    'Seguro / Insurance 12.50',
    'Flete / Freight 80.75',
    'Impuesto al Valor Agregado (exportaciones) 0% 0.00',
    'Monto total de la operación / Grand total 513.43',
    'Total otros montos no afectos / Total not taxed 30.00',
    'Total de transferencias no onerosas / Free of charge 7.77',
    'Total a pagar / Total due $ 543.43',
    'INCOTERMS 11 CIF- Costo seguro y flete',
    'Transferencia o depósito bancario TRF-0001 – 543.43',
  ])
  for (const absent of ['Ventas exentas', 'Ventas no sujetas', '765432-1', 'IVA retenido'])
    assert.ok(!text.includes(dense(absent)), `an 11 has no ${absent}`)
})

test('an 11 of services names what it lacks, with dashes', () => {
  assertSays(said(sealed(EXPORTACION_DE_SERVICIOS)), [
    'Teléfono / Phone –',
    'Tipo de ítem / Items 2 Servicios',
    'Recinto fiscal / Customs –',
    'Tipo de régimen / Regime type –',
    'Régimen / Regime –',
    'Compra por cuenta de terceros / Bought for a third party –',
    'Flete / Freight –',
    'INCOTERMS –',
  ])
})

test('a 14 with every member filled prints each of them, the seller as its receiver', () => {
  const text = said(sealed(COMPRA_LLENA))
  assertSays(text, [
    'Ver.2 Factura de sujeto excluido',
    'RECEPTOR: SUJETO EXCLUIDO QUE VENDE',
    'Nombre María Ficticia Hernández de Ñuñoa',
    'DUI 01234567-8',
    'Actividad 10005 Otros',
    'Dirección Cantón El Ejemplo, lote 9',
    'Correo maria@vendedora.example.com',
    'Teléfono 26611234',
    '1 2.5 Kilogramo MP-1 Artículo comprado número 1 0.12345678 1.25 33.90',
    '2 3 Otra MP-2 Servicio de reparación 11.30 0.00 1,150.00',
    'Suma de compras 1,217.80',
    'Total de operaciones 1,217.80',
    'Descuento global 17.80',
    'Sub-total 1,200.00',
    'Retención de renta 115.00',
    'Total a pagar $ 1,085.00',
    'Cuentas por pagar del receptor – 30 días 1,085.00',
    'Observaciones Pagadero en la oficina central.',
    'vendedor Atendido por José Ñáñez',
  ])
  for (const absent of ['Nombre comercial', 'Ventas gravadas', 'Tributos', 'IVA', 'no afectos'])
    assert.ok(!text.toLowerCase().includes(dense(absent).toLowerCase()), `a 14 has no ${absent}`)
})

test('a 14 of a seller who gives only what the law asks for has dashes for the rest', () => {
  assertSays(said(sealed(COMPRA_MINIMA)), ['NRC –', 'Actividad –', 'Correo –', 'Teléfono –'])
})

for (const [name, documento] of Object.entries(DOCUMENTS)) {
  test(`${name} is printed in contingency, and twice in the same bytes`, () => {
    const p = enContingencia(documento)
    const text = said(p)
    assert.match(text, /Selloderecepción(\/Sealofreception)?–/)
    assert.match(text, /Tipodetransmisión(\/Transmission)?2Contingencia/)
    const bytes = Buffer.from(createPrinter().letter(p))
    assert.ok(bytes.equals(createPrinter().letter(p)))
  })
}

/** The limit is for one document on an idle machine; CPU time excludes other processes. */
for (const documento of ofEachType(2000)) {
  const { tipoDte } = documento.identificacion
  test(`2,000 lines of a ${tipoDte} are all printed, in order, within a second`, () => {
    const printer = createPrinter()
    const start = process.cpuUsage()
    printer.letter(sealed(documento))
    const { user, system } = process.cpuUsage(start)
    assert.ok(user + system < 1e6, `${(user + system) / 1e6} s`)

    const pages = print(sealed(documento))
    const items = pages.flatMap(({ texts }) => texts.filter((t) => t.text.startsWith('Artículo')))
    assert.deepEqual(
      items.map(({ text }) => text),
      documento.cuerpoDocumento.map((l) => l.descripcion ?? l.observaciones),
    )
    // The associated sections of an export can fill the first page.
    for (const page of pages.slice(1, -1)) assert.match(page.dense, /Descripción|Observación/)
    const last = pages.findLast((page) =>
      /Totalapagar|TotalIVAretenido|Montototal\$|Totaldeladonación|Sumadeoperaciones/.test(
        page.dense,
      ),
    )
    assert.ok(last?.dense.includes('Artículo'), 'the totals stand alone')
  })
}
