/** Printed copies of events, of an invalidated document and of a contingency document. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ANULACION,
  DTE,
  INVALIDACION,
  OPERACIONES,
  RESCISION,
  RETORNO_ANONIMO,
  RETORNOS,
  SELLO_DTE,
} from '../test/eventos.ts'
import { FACTURA_LLENA } from '../test/fixtures.ts'
import { dense, readPdf } from '../test/read-pdf.ts'
import { assertSays, said, saidBy } from '../test/said.ts'
import type { PlainEvento } from './evento.ts'
import { createPrinter } from './printer.ts'

const printer = createPrinter()
const SEAL = {
  selloRecibido: '20260123456789ABCDEF0123456789ABCDEF0123',
  fhProcesamiento: '20/10/2026 11:12:15',
}
const saidOf = (evento: PlainEvento, seal = SEAL) => saidBy(printer.evento({ evento, ...seal }))

// biome-ignore format: a table
const COMMON = [
  'Ver.', '5E4D3C2B-1A09-4F8E-9D7C-6B5A49382716', SEAL.selloRecibido, '20/10/2026 11:12:13',
  'FERRETERÍA EL CLAVO, S.A. DE C.V.', '0614-280390-112-1', 'Página 1 de 1', '1 Previo', '1 Normal',
]

test('the copy of an invalidation states what is cancelled, why, and by whom', () => {
  // biome-ignore format: a table
  assertSays(saidOf(INVALIDACION), [
    ...COMMON, 'Evento de invalidación', '03 Comprobante de crédito fiscal', DTE, SELLO_DTE,
    'DTE-03-S002P003-000000000000321', '05/10/2026', 'FFFFFFFF-1111-4222-8333-444444444444',
    'COMPRADORA DE MUESTRA, S.A.', '0614-050607-102-8', 'compras@example.com', '22998877',
    '3 Otro', 'Se entregó otro producto', 'RESPONSABLE DE MUESTRA', '03456789-1',
    'SOLICITANTE DE MUESTRA', 'X-0042', 'ventas@example.com', 'S002, punto de venta P003',
  ])
})

test('absent parts of an invalidation are named with a dash', () => {
  assertSays(saidOf(RESCISION), [
    'Evento de retorno',
    'Número de control –',
    'Lo reemplaza –',
    'Motivo –',
    'Receptor del documento –',
    '2 Rescisión de la operación',
  ])
})

// biome-ignore format: a table
const OF_TYPE: Readonly<Record<string, readonly string[]>> = {
  '01': ['Factura', 'IVA retenido', '0.09', '9.9925', '2.22', 'TERCERO DE MUESTRA', 'Turismo', '0.44', 'CLIENTE DE MUESTRA', '70001122', 'R-77'],
  '11': ['Factura de exportación', 'Seguro', '0.37', 'Flete', '1.41', 'SAMPLE BUYER INC.', 'US Estados Unidos', '02 Marítima de Acajutla', 'EX-1', '1000.000', '00-12345-X'],
  '14': ['Factura de sujeto excluido', 'Compras', '9.9925', 'Retención de renta', '0.99'],
}
for (const [tipoDocumento, evento] of Object.entries(RETORNOS)) {
  test(`the copy of a return of a ${tipoDocumento} has the columns and totals of its type`, () => {
    // biome-ignore format: a table
    assertSays(saidOf(evento), [
      ...COMMON, 'Evento de retorno', 'DOCUMENTOS RELACIONADOS', DTE, '05/10/2026', '1.25', 'TRN-9',
      'Tornillo galvanizado', 'Unidad', '8.13', '0.17', 'N° doc. relac.',
      '10.43', '12.56', 'DOCE 56/100 DOLARES', ...(OF_TYPE[tipoDocumento] ?? []),
    ])
    assert.equal(saidOf(evento).split(DTE).length, 2, 'its code stands once, in the list')
  })
}

test('a balance in favour is a total of a return that has one, and of no other', () => {
  const [retorno] = Object.values(RETORNOS)
  assert.ok(retorno)
  const resumen = { ...retorno.resumen, saldoFavor: -3.21 }
  assertSays(saidOf({ ...retorno, resumen }), ['Saldo a favor -3.21 Total a pagar $ 12.56'])
  assert.doesNotMatch(saidOf(retorno), /Saldoafavor/)
})

test('a receiver of an invalidation is who has a name or a number', () => {
  const receptorOf = (nombre: string | null, numDocumento: string | null) => {
    const documento = { ...RESCISION.documento, nombre, tipoDocumento: '37', numDocumento }
    return saidOf({ ...RESCISION, documento })
  }
  assertSays(receptorOf('NADIE CONOCIDO', null), ['Nombre NADIE CONOCIDO', 'Otro documento –'])
  assertSays(receptorOf(null, 'X-77'), ['Nombre –', 'Otro documento X-77'])
  assertSays(receptorOf(null, null), ['Receptor del documento –'])
})

test('an event in contingency and of a company that was absorbed states both', () => {
  const [retorno] = Object.values(RETORNOS)
  assert.ok(retorno)
  const contingencia = { tipoModelo: 2, tipoOperacion: 2, tipoContingencia: 3, motivoContin: null }
  const identificacion = { ...retorno.identificacion, ...contingencia, fusion: '06140305880044' }
  assertSays(saidOf({ ...retorno, identificacion }), [
    '2 Diferido',
    '2 Contingencia',
    'Motivo de contingencia 3 ',
    'NIT del contribuyente absorbido por fusión 0614-030588-004-4',
  ])
})

test('a return without a receiver names none, and one without an answer has no seal', () => {
  assertSays(saidOf(RETORNO_ANONIMO), ['Receptor –'])
  const pending = { selloRecibido: null, fhProcesamiento: null }
  const text = saidBy(printer.evento({ evento: RETORNO_ANONIMO, ...pending }))
  assertSays(text, ['Sello de recepción –', 'Sin sello de recepción: la transmisión'])
})

test('the copy of special operations states every voucher, its sale and the totals, and names no receiver', () => {
  const text = saidOf(OPERACIONES)
  // biome-ignore format: a table
  assertSays(text, [
    ...COMMON, 'Evento de operaciones especiales', '02 Factura de venta', 'A-1201', 'A-1237', '37', '4.86486486', '179.99999982',
    'A-1238', 'A-1240', 'Ventas exentas de la feria', '7.50', '97 Comprobante de', 'CI-77', '28/09/2026', '3.25',
    'Suma de ventas', '190.75', 'Impuesto al Valor Agregado 13 %', '23.40', 'Total', '$ 214.15', 'DOSCIENTOS CATORCE 15/100 DOLARES',
    'Lote', 'L-9',
  ])
  assert.doesNotMatch(text, /Receptor|N°deevento|seanula/)
})

test('what voids paper names each event that reported it once, and lines cite it by its number', () => {
  const text = saidOf(ANULACION)
  assertSays(text, [
    'Evento de operaciones especiales: anulación',
    'EVENTOS QUE REPORTARON LO QUE SE ANULA',
    `1 ${DTE}`,
    '2 FFFFFFFF-1111-4222-8333-444444444444',
    'N° de evento',
  ])
  assert.equal(text.split(DTE).length, 2)
})

test('what a line of special operations lacks is a dash in its place, also the event that it voids', () => {
  const [range, , voucher] = ANULACION.cuerpoDocumento
  assert.ok(range && voucher)
  const lacking = { docDel: null, docAl: null, numDocumento: null, fechaEmision: null }
  const lineas = [
    { ...voucher, numItem: 1 },
    { ...range, ...lacking, numItem: 2, tipoDocumento: '99', codigoGeneracionRef: null },
    { ...range, numItem: 3, tipoDocumento: '22' },
  ]
  const text = saidOf({ ...ANULACION, cuerpoDocumento: lineas as never })
  assertSays(text, [
    `N° Código de generación 1 ${DTE} 2 – N° Tipo de documento`,
    'Ventas gravadas N° de evento 1 97 Comprobante de control interno CI-77 CI-77 28/09/2026 1',
    'Comprobante de control interno 3.25 3.25 0.00 0.00 1',
    '2 99 – – – 37 Facturas de venta simplificadas 4.86486486 0.00 0.00 179.99999982 2',
    '3 22 Factura de venta simplificada A-1201 A-1237 – 37 Facturas de venta simplificadas',
    '4.86486486 0.00 0.00 179.99999982 1 Sumas 3.25 7.50 180.00',
  ])
})

test('the page of an event that was invalidated says so first', () => {
  const invalidado = { codigoGeneracion: DTE, fhProcesamiento: '21/10/2026 08:00:00' }
  for (const evento of [OPERACIONES, ...Object.values(RETORNOS)]) {
    const text = saidBy(printer.evento({ evento, ...SEAL, invalidado }))
    assertSays(text, ['EVENTO INVALIDADO: ya no tiene efectos', '21/10/2026 08:00:00'])
    assert.doesNotMatch(saidOf(evento), /INVALIDADO/)
  }
})

test('an event is drawn the same every time', () => {
  const again = () => Buffer.from(printer.evento({ evento: INVALIDACION, ...SEAL }))
  assert.ok(again().equals(again()))
})

test('an invalidated document is marked across each page and still states everything', () => {
  const standing = { documento: FACTURA_LLENA, ...SEAL }
  const invalidado = { codigoGeneracion: DTE, fhProcesamiento: '21/10/2026 08:00:00' }
  const marked = said({ ...standing, invalidado })
  assertSays(marked, [
    'DOCUMENTO INVALIDADO: ya no tiene efectos',
    '21/10/2026 08:00:00',
    `Evento de invalidación ${DTE}`,
  ])
  // The word, the two lines of the notice, and everything that was printed before.
  const lost = [
    ...new Set(
      readPdf(printer.letter(standing)).flatMap(({ dense: all }) => all.match(/.{1,12}/gu) ?? []),
    ),
  ]
  const missing = lost.filter((piece) => !marked.includes(piece))
  assert.ok(missing.length <= 2, `${missing}`) // text runs that the notice splits
  const pages = readPdf(printer.letter({ ...standing, invalidado }))
  for (const page of pages) assert.ok(page.dense.startsWith(dense('INVALIDADO')))
  assert.doesNotMatch(said(standing), /INVALIDADO/)
})

test('the ticket of an invalidated document states that first', () => {
  const invalidado = { codigoGeneracion: DTE, fhProcesamiento: null }
  const text = saidBy(printer.ticket({ documento: FACTURA_LLENA, ...SEAL, invalidado }, 80))
  assertSays(text, ['DOCUMENTO INVALIDADO', DTE])
})

test('the copy of a document in contingency has no seal and states how it is transmitted', () => {
  const identificacion = {
    ...FACTURA_LLENA.identificacion,
    tipoModelo: 2,
    tipoOperacion: 2,
    tipoContingencia: 5,
    motivoContin: 'Corte de fibra',
  }
  const documento = { ...FACTURA_LLENA, identificacion }
  const text = said({ documento, selloRecibido: null, fhProcesamiento: null })
  assertSays(text, [
    '2 Diferido',
    '2 Contingencia',
    'Sello de recepción –',
    '5 Otro: Corte de fibra',
    'Emitido en contingencia: se entrega sin sello de recepción',
  ])
})
