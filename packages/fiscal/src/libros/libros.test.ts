/**
 * One small month, computed by hand from the regulation's columns and the ministry's manual: every type, two tills,
 * principals of the country and abroad, returns, a contingency document, an invalidated one, IVA perceived and
 * retained.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Change, given, mes, returned, SELLO } from '../../test/month.ts'
import { anexo, anexos } from './anexos/anexo.ts'
import type { DocumentoDelMes } from './asiento.ts'
import { filasDe, libros } from './libros.ts'

/** A code that sorts against the hour, so that the order of codes is not taken for that of time. */
const codigo = (n: number) =>
  `${String(99 - n).padStart(2, '0')}000000-0000-4000-8000-0000000000${String(n).padStart(2, '0')}`
const plain = (n: number) => codigo(n).replaceAll('-', '')

const sold01 = (
  n: number,
  [fecEmi, horEmi]: readonly [string, string],
  [totalExenta, totalNoSuj, totalGravada]: readonly [number, number, number],
  more: Change = {},
): DocumentoDelMes =>
  given('01/anonima', {
    ...{ codigo: codigo(n), fecEmi, horEmi, numero: n },
    resumen: { totalExenta, totalNoSuj, totalGravada },
    ...more,
  })

const [DIA3, DIA4, DIA5] = ['2026-11-03', '2026-11-04', '2026-11-05']

const CONSUMIDORES: readonly DocumentoDelMes[] = [
  sold01(1, [DIA3, '08:00:00'], [10, 0, 113]),
  sold01(2, [DIA3, '09:00:00'], [0, 0, 11.3], { estado: 'invalidado' }),
  sold01(3, [DIA3, '10:00:00'], [0, 5, 25.6], {
    resumen: { totalNoSuj: 5, totalGravada: 25.6, descuGravada: 3 }, // 22.60 after the global discount
  }),
  sold01(4, [DIA3, '07:30:00'], [0, 0, 5.65], { caja: 'M002P001', numero: 1 }),
  sold01(5, [DIA3, '11:00:00'], [7, 1, 56.5], { tercero: 2, numero: 4 }),
  sold01(6, [DIA3, '12:00:00'], [2, 0, 33.9], { tercero: 1, numero: 5 }),
  sold01(7, [DIA3, '13:00:00'], [0, 0, 1.13], { estado: 'sin_sello', numero: 6 }),
  sold01(8, [DIA5, '08:00:00'], [0, 0, 113], { numero: 7 }),
]

const to = (codPais: string) => (documento: Record<string, Record<string, unknown>>) => {
  Object.assign(documento.receptor ?? {}, { codPais })
}
const EXPORTACIONES: readonly DocumentoDelMes[] = [
  given('11/bienes', {
    ...{ codigo: codigo(11), fecEmi: DIA4, horEmi: '08:00:00', numero: 1, with: to('GT') },
    resumen: { totalGravada: 400, descuGravada: 25, flete: 30, seguro: 10 },
  }),
  given('11/servicios', {
    ...{ codigo: codigo(12), fecEmi: DIA4, horEmi: '09:00:00', numero: 2 },
    resumen: { totalGravada: 80 },
  }),
  given('11/bienes', {
    ...{ codigo: codigo(13), fecEmi: DIA4, horEmi: '10:00:00', numero: 3, tercero: 2 },
    resumen: { totalGravada: 60 },
  }),
]

const iva = (valor: number) => ({
  tributos: [{ codigo: '20', descripcion: 'Impuesto al Valor Agregado 13%', valor }],
})
const CONTRIBUYENTES: readonly DocumentoDelMes[] = [
  given('03/sencillo', {
    ...{ codigo: codigo(21), fecEmi: DIA3, horEmi: '08:00:00', numero: 1 },
    resumen: { totalExenta: 20, totalGravada: 200, ...iva(26), ivaPerci: 2 },
  }),
  given('03/sencillo', {
    ...{ codigo: codigo(22), fecEmi: DIA3, horEmi: '09:00:00', numero: 2 },
    resumen: { totalNoSuj: 3, totalGravada: 110, descuGravada: 10, ...iva(13), ivaRete: 1 },
  }),
  given('03/sencillo', {
    ...{ codigo: codigo(23), fecEmi: DIA4, horEmi: '08:00:00', numero: 3, tercero: 2 },
    resumen: { totalExenta: 15, totalNoSuj: 4, totalGravada: 300, ...iva(39) },
  }),
  given('03/sencillo', {
    ...{ codigo: codigo(24), fecEmi: DIA4, horEmi: '09:00:00', numero: 4, tercero: 1 },
    resumen: { totalExenta: 5, totalGravada: 500, ...iva(65) },
  }),
  given('05/percepcion', {
    ...{ codigo: codigo(25), fecEmi: DIA5, horEmi: '08:00:00', numero: 1 },
    resumen: { totalExenta: 20, totalGravada: 250, ...iva(32.5), ivaPerci: 2.5 },
  }),
  given('06/ajuste-de-precio', {
    ...{ codigo: codigo(26), fecEmi: DIA5, horEmi: '09:00:00', numero: 1 },
    resumen: { totalGravada: 25, ...iva(3.25) },
  }),
  given('03/sencillo', {
    ...{ codigo: codigo(27), fecEmi: DIA5, horEmi: '10:00:00', numero: 5, estado: 'invalidado' },
    resumen: { totalGravada: 999, ...iva(129.87) },
  }),
]

const COMPRAS: readonly DocumentoDelMes[] = [
  given('14/bienes', {
    ...{ codigo: codigo(31), fecEmi: DIA3, horEmi: '08:00:00', numero: 1 },
    resumen: { totalCompra: 510, descu: 10, subTotal: 500 },
  }),
  given('14/servicio-con-retencion', {
    ...{ codigo: codigo(32), fecEmi: DIA4, horEmi: '08:00:00', numero: 2 },
    resumen: { subTotal: 200, reteRenta: 20 },
  }),
  given('14/bienes', {
    ...{ codigo: codigo(33), fecEmi: DIA5, horEmi: '08:00:00', numero: 3 },
    resumen: { subTotal: 12.5 },
  }),
]

const RETORNOS = [
  // Of the 5th's own sale; and one on the 4th, which sold nothing by 01.
  returned('01-anonima', {
    ...{ codigo: codigo(41), fecEmi: DIA5, horEmi: '12:00:00', de: codigo(8) },
    resumen: { totalGravada: 11.3, totalIva: 1.3 },
  }),
  returned('01-anonima', {
    ...{ codigo: codigo(42), fecEmi: DIA4, horEmi: '12:00:00', de: codigo(1) },
    resumen: { totalExenta: 10, totalGravada: 22.6, totalIva: 2.6 },
  }),
  returned('01-tercero', {
    ...{ codigo: codigo(43), fecEmi: DIA5, horEmi: '13:00:00', de: codigo(5), tercero: 2 },
    resumen: { totalExenta: 2, totalGravada: 5.65, totalIva: 0.65 },
  }),
  returned('11-descuentos', {
    ...{ codigo: codigo(44), fecEmi: DIA5, horEmi: '14:00:00', de: codigo(11) },
    resumen: { totalGravada: 75, totalFlete: 6 },
    with: (evento) => Object.assign(evento.documento ?? {}, { codPais: 'GT' }),
  }),
  returned('14-descuentos', {
    ...{ codigo: codigo(45), fecEmi: DIA5, horEmi: '15:00:00', de: codigo(31) },
    resumen: { totalCompraExcluidos: 100 },
  }),
  returned('14-descuentos', {
    ...{ codigo: codigo(46), fecEmi: DIA5, horEmi: '16:00:00', de: codigo(33) },
    resumen: { totalCompraExcluidos: 12.5 },
  }),
  returned('14-renta', {
    ...{ codigo: codigo(47), fecEmi: DIA5, horEmi: '17:00:00', de: codigo(99) }, // of October
    resumen: { totalCompraExcluidos: 40, reteRenta: 4 },
  }),
]

const MES = mes([...COMPRAS, ...EXPORTACIONES, ...CONSUMIDORES, ...CONTRIBUYENTES], RETORNOS)
const BOOKS = libros(MES)
const BOOK_NAMES = [
  'contribuyentes',
  'consumidorFinal',
  'exportaciones',
  'compras',
  'anulados',
] as const

const CRITERIO = {
  ingreso: { operacion: 1, ingreso: 3 },
  costo: { operacion: 1, clasificacion: 1, sector: 2, tipo: 5 },
} as const

function cells(which: Parameters<typeof anexo>[0]): string[][] {
  const { bytes } = anexo(which, MES, { mes: '2026-11', criterio: CRITERIO })
  const lines = Buffer.from(bytes).toString('latin1').split('\r\n').slice(0, -1)
  return lines.map((line) => line.split(';'))
}

test('the taxpayers’ book has a row per document, principals and IVA perceived in columns of their own', () => {
  const { filas, totales } = BOOKS.contribuyentes
  assert.deepEqual(
    filas.map((f) => [
      ...[f.numero, f.fecha, f.tipoDte, f.mandante, f.exentas, f.noSujetas, f.gravadas, f.debito],
      ...[f.ventasTerceros, f.debitoTerceros, f.ivaPercibido, f.total],
    ]),
    // biome-ignore format: a table
    [
      // no.  date  type  principal    exempt not subj. taxed  debit  for thirds, debit perceived total
      [1, DIA3, '03', null,       20, 0,  200,  26,      0,  0,  2,    248],
      [2, DIA3, '03', null,       0,  3,  100,  13,      0,  0,  0,    116],
      [3, DIA4, '03', 'MANDANTE', 0,  0,  0,    0,     319, 39,  0,    358],
      [4, DIA4, '03', 'MANDANTE', 0,  0,  0,    0,     505, 65,  0,    570],
      [5, DIA5, '05', null,      -20, 0, -250, -32.5,    0,  0, -2.5, -305],
      [6, DIA5, '06', null,       0,  0,  25,   3.25,    0,  0,  0,     28.25],
    ],
  )
  assert.deepEqual(totales, {
    ...{ exentas: 0, noSujetas: 3, gravadas: 75, debito: 9.75 },
    ...{ ventasTerceros: 824, debitoTerceros: 104, ivaPercibido: -0.5, total: 1015.25 },
  })
})

test('the consumers’ book has a row per day, type and till, its ranges of codes and numbers, and its returns', () => {
  const { filas, totales } = BOOKS.consumidorFinal
  const number = (tipo: string, caja: string, n: number) =>
    `DTE-${tipo}-${caja}-${String(n).padStart(15, '0')}`
  assert.deepEqual(
    filas.map((f) => [
      ...[f.fecha, f.tipoDte, f.caja, f.documentos, f.retornos, f.primero, f.ultimo],
      ...[f.numeroControlDel, f.numeroControlAl],
    ]),
    // biome-ignore format: a table
    [
      [DIA3, '01', 'M001P001', 5, 0, codigo(1),  codigo(7),  number('01', 'M001P001', 1), number('01', 'M001P001', 6)],
      [DIA3, '01', 'M002P001', 1, 0, codigo(4),  codigo(4),  number('01', 'M002P001', 1), number('01', 'M002P001', 1)],
      [DIA4, '01', 'M001P001', 0, 1, codigo(42), codigo(42), null, null],
      [DIA4, '11', 'M001P001', 3, 0, codigo(11), codigo(13), number('11', 'M001P001', 1), number('11', 'M001P001', 3)],
      [DIA5, '01', 'M001P001', 1, 2, codigo(8),  codigo(8),  number('01', 'M001P001', 7), number('01', 'M001P001', 7)],
      [DIA5, '11', 'M001P001', 0, 1, codigo(44), codigo(44), null, null],
    ],
  )
  assert.deepEqual(
    filas.map((f) => [
      ...[f.exentas, f.noSujetas, f.gravadas, f.exportaciones, f.total, f.ventasTerceros],
    ]),
    // biome-ignore format: a table
    [
      // exempt, not subject, taxed with IVA, exports, total, for principals: 64.50 abroad and 35.90 here
      [ 10, 5, 136.73,  0,  151.73, 100.4],
      [  0, 0,   5.65,  0,    5.65,   0],
      [-10, 0, -22.6,   0,  -32.6,    0],
      [  0, 0,   0,   455,  455,     60],
      [  0, 0, 101.7,   0,  101.7,   -7.65],
      [  0, 0,   0,   -75,  -75,      0],
    ],
  )
  assert.deepEqual(totales, {
    ...{ documentos: 10, retornos: 4, exentas: 0, noSujetas: 5, gravadas: 221.48 },
    ...{ exportaciones: 380, total: 606.48, ventasTerceros: 152.75 },
    debito: 25.48, // 221.48 × 13 / 113 = 25.4800
  })
})

test('the export book has each export and return, without freight and insurance, and none for a principal', () => {
  const { filas, totales } = BOOKS.exportaciones
  assert.deepEqual(
    filas.map((f) => [f.numero, f.tipoDte, f.numeroControl, f.codPais, f.declaracion, f.valor]),
    [
      [1, '11', 'DTE-11-M001P001-000000000000001', 'GT', null, 375],
      [2, '11', 'DTE-11-M001P001-000000000000002', 'US', null, 80],
      [3, '18', null, 'GT', null, -75],
    ],
  )
  assert.ok(filas.every(({ nombre, nombrePais }) => nombre !== '' && nombrePais !== ''))
  assert.deepEqual(totales, { valor: 380 })
})

test('the purchases’ book subtracts returns on their own day, also those of an earlier month', () => {
  const { filas, totales } = BOOKS.compras
  assert.deepEqual(
    filas.map((f) => [f.numero, f.fecha, f.tipoDte, f.codigoGeneracion, f.monto, f.reteRenta]),
    [
      [1, DIA3, '14', codigo(31), 500, 0],
      [2, DIA4, '14', codigo(32), 200, 20],
      [3, DIA5, '14', codigo(33), 12.5, 0],
      [4, DIA5, '18', codigo(45), -100, 0],
      [5, DIA5, '18', codigo(46), -12.5, 0],
      [6, DIA5, '18', codigo(47), -40, -4],
    ],
  )
  assert.deepEqual(totales, { monto: 560, reteRenta: 16 })
})

test('what was invalidated is in its own list alone, and what has no seal is counted', () => {
  assert.deepEqual(BOOKS.anulados.filas, [
    {
      ...{ fecha: DIA3, tipoDte: '01', numeroControl: 'DTE-01-M001P001-000000000000002' },
      ...{ codigoGeneracion: codigo(2), selloRecibido: SELLO },
    },
    {
      ...{ fecha: DIA5, tipoDte: '03', numeroControl: 'DTE-03-M001P001-000000000000005' },
      ...{ codigoGeneracion: codigo(27), selloRecibido: SELLO },
    },
  ])
  assert.equal(BOOKS.sinSello, 1)
})

test('the rows of one book alone are those of all books', () => {
  for (const which of BOOK_NAMES) {
    assert.deepEqual([...filasDe(which, MES)], BOOKS[which].filas, which)
  }
})

test('a column of each book is the sum of its rows', () => {
  for (const { filas, totales } of [
    BOOKS.contribuyentes,
    BOOKS.consumidorFinal,
    BOOKS.exportaciones,
    BOOKS.compras,
  ]) {
    for (const [name, total] of Object.entries(totales)) {
      if (filas === BOOKS.consumidorFinal.filas && name === 'debito') continue // computed at the end
      const rows = filas as readonly unknown[] as readonly Record<string, number>[]
      const sum = rows.reduce((cents, row) => cents + Math.round((row[name] ?? 0) * 100), 0)
      assert.equal(Math.round(total * 100), sum, name)
    }
  }
})

test('annex 1: 05 positive, principals abroad in N and O whatever the kind of sale, those of the country absent', () => {
  const zero = '0.00'
  assert.deepEqual(
    cells('anexo1').map((line) => [line[2], line[5], ...line.slice(9, 16)]),
    // biome-ignore format: a table
    [
      //                J exempt  K        L taxed   M debit  N        O        P
      ['03', plain(21), '20.00',  zero,   '200.00', '26.00',  zero,    zero,    '246.00'],
      ['03', plain(22),  zero,   '3.00',  '100.00', '13.00',  zero,    zero,    '116.00'],
      ['03', plain(23),  zero,    zero,    zero,     zero,   '319.00', '39.00', '358.00'],
      ['05', plain(25), '20.00',  zero,   '250.00', '32.50',  zero,    zero,    '302.50'],
      ['06', plain(26),  zero,    zero,   '25.00',  '3.25',   zero,    zero,    '28.25'],
    ],
  )
})

test('annex 2: principals abroad in S whatever the kind of sale, returns subtracted on their own day', () => {
  const zero = '0.00'
  assert.deepEqual(
    cells('anexo2').map((line) => [line[0], line[2], line[7], line[8], ...line.slice(10, 20)]),
    // biome-ignore format: a table
    [
      //                    H          I            K         L     M       N          O         P     Q        R     S        T
      ['03/11/2026', '01', plain(4),  plain(5),  '10.00',  zero, '5.00', '141.25',  zero,     zero, zero,    zero, '64.50', '220.75'],
      ['04/11/2026', '01', plain(42), plain(42), '-10.00', zero, zero,   '-22.60',  zero,     zero, zero,    zero, zero,    '-32.60'],
      ['04/11/2026', '11', plain(11), plain(13), zero,     zero, zero,   zero,      '375.00', zero, '80.00', zero, '60.00', '515.00'],
      ['05/11/2026', '01', plain(8),  plain(8),  zero,     zero, zero,   '101.70',  zero,     zero, zero,    zero, '-7.65', '94.05'],
      ['05/11/2026', '11', plain(44), plain(44), zero,     zero, zero,   zero,      '-75.00', zero, zero,    zero, zero,    '-75.00'],
    ],
  )
  const [summary] = anexos(MES).filter(({ archivo }) => archivo === 'anexo2')
  assert.equal(summary?.filas, 5)
  assert.match(summary?.avisos.join(' ') ?? '', /Líneas negativas: 3\./)
  assert.match(
    summary?.avisos.join(' ') ?? '',
    /^Documentos sin sello: 1\..*Ventas por cuenta de terceros domiciliados: 2\./,
  )
})

test('annex 5: a return lowers the line of its purchase, and one of another month is told', () => {
  assert.deepEqual(
    cells('anexo5').map((line) => [line[5], line[6], line[7]]),
    [
      [plain(31), '400.00', '0.00'],
      [plain(32), '200.00', '0.00'],
    ],
  )
  const [summary] = anexos(MES).filter(({ archivo }) => archivo === 'anexo5')
  assert.equal(summary?.filas, 2)
  assert.match(summary?.avisos.join(' ') ?? '', /otros meses por 40:/)
})

test('annex 9 has what was perceived, positive for a 05 too; the voided list has both invalidated documents', () => {
  assert.deepEqual(
    cells('anexo9').map((line) => [line[2], line[5], line[6], line[7]]),
    [
      ['03', plain(21), '200.00', '2.00'],
      ['05', plain(25), '250.00', '2.50'],
    ],
  )
  assert.deepEqual(
    cells('anexoAnulados').map((line) => [line[4], line[5], line[6], line[9]]),
    [
      ['01', 'D', SELLO, codigo(2)],
      ['03', 'D', SELLO, codigo(27)],
    ],
  )
})

test('a month read in any order gives the same books and annexes', () => {
  const all = [...CONTRIBUYENTES, ...CONSUMIDORES, ...EXPORTACIONES, ...COMPRAS]
  const backwards = mes(all.toReversed(), RETORNOS.toReversed())
  assert.deepEqual(libros(backwards), BOOKS)
  assert.deepEqual(anexos(backwards), anexos(MES))
})
