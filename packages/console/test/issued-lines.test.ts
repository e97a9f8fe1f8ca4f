/** What a page shows of an issued document: its lines in the columns of its type, and its outcome in one line. */
import './page.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TipoDte } from '@sello/contract'

const { columnasDe, lineasDe } = await import('../src/paginas/lineas.ts')
const { tellEnding } = await import('../src/emitir/ending-words.ts')

const LISTED = { numeroDocumento: 'A1', fechaEmision: '2026-11-03' }

/** [type, the headings, a line, what is shown of it, and of one that has nothing]. */
// biome-ignore format: a table
const SHOWN: readonly (readonly [tipoDte: TipoDte, heads: readonly string[], linea: object, cells: readonly string[], empty: readonly string[]])[] = [
  ['01', ['Descripción', 'Cantidad num', 'Precio num', 'Importe num'],
    { descripcion: 'Café', cantidad: 2, precioUni: 5.65, ventaGravada: 10_000, ventaExenta: 2_000, ventaNoSuj: 300, compra: 40, noGravado: 5 },
    ['Café', '2', '5.65', '12,345.00'], ['', '', '', '–']],
  ['15', ['Descripción', 'Clase', 'Cantidad num', 'Valor unitario num', 'Depreciación num', 'Valor num'],
    { descripcion: 'Libros', tipoDonacion: 2, cantidad: 40, valorUni: 12.5, tipoDepreciacion: 3, valor: 500 },
    ['Libros', 'Bien', '40', '12.5', '3.00', '500.00'], ['', '', '', '', '–', '–']],
  ['07', ['Documento', 'Fecha', 'Monto sin IVA num', 'Retenido num'],
    { ...LISTED, descripcion: 'Papel', montoSujetoGrav: 250.55, ivaRetenido: 2.51 },
    ['A1 · Papel', '03/11/2026', '250.55', '2.51'], ['', '', '–', '–']],
  ['08', ['Documento', 'Fecha', 'IVA num', 'Ventas num'],
    { ...LISTED, tipoDte: '01', ivaItem: 13, ventaGravada: 100, exportaciones: 20 },
    ['01 · A1', '03/11/2026', '13.00', '120.00'], [' · ', '', '–', '–']],
  ['09', ['Periodo', 'Operaciones num', 'IVA percibido num', 'Comisión con IVA num', 'Líquido num'],
    { periodoLiquidacionFechaInicio: '2026-11-01', periodoLiquidacionFechaFin: '2026-11-30', valorOperaciones: 1_000, ivaPercibido: 20, comision: 30, ivaComision: 3.9, liquidoApagar: 946.1 },
    ['01/11/2026 a 30/11/2026', '1,000.00', '20.00', '33.90', '946.10'], [' a ', '–', '–', '–', '–']],
]

for (const [tipoDte, heads, linea, cells, empty] of SHOWN) {
  test(`a line of a ${tipoDte} is shown in its columns`, () => {
    const columnas = columnasDe(tipoDte)
    assert.deepEqual(
      columnas.heads.map((head) => (typeof head === 'string' ? head : head.join(' '))),
      heads,
    )
    assert.deepEqual(columnas.cells(linea as never), cells)
    assert.deepEqual(columnas.cells({}), empty)
  })
}

test('the lines of a document are its list, its one record, or none', () => {
  assert.deepEqual(lineasDe({ cuerpoDocumento: [{ numItem: 1 }] }), [{ numItem: 1 }])
  assert.deepEqual(lineasDe({ cuerpoDocumento: { ivaPercibido: 1 } }), [{ ivaPercibido: 1 }])
  assert.deepEqual([lineasDe({}), lineasDe({ cuerpoDocumento: null })], [[], []])
})

test('each outcome of an issue is told in one line, with the end of its number', () => {
  const of = { codigoGeneracion: 'C', numeroControl: 'DTE-01-M001P001-000000000002207' }
  const told = (ending: object) => tellEnding('01', ending as never)
  const codigoGeneracion = 'C'
  assert.deepEqual(told({ kind: 'sellado', documento: of }), {
    ...{ codigoGeneracion, said: 'Factura sellada: …002207.' },
  })
  assert.deepEqual(told({ kind: 'contingencia', documento: of }), {
    ...{ codigoGeneracion, said: 'Factura firmada, sin sello todavía: …002207.' },
  })
  assert.deepEqual(told({ kind: 'rechazado', rechazo: of }), {
    ...{ codigoGeneracion, said: 'Factura rechazada por Hacienda: …002207.' },
  })
})
