import assert from 'node:assert/strict'
import { test } from 'node:test'
import './page.ts'

const {
  filasDe,
  filaTras,
  leerReporte,
  numerosDe,
  PAPEL,
  reportadosDe,
  totalesDe,
  VENTA,
  ventaDe,
} = await import('../src/operaciones/reporte.ts')

type Reportado = import('../src/operaciones/reporte.ts').Reportado

const OF = { today: '2026-10-05', anulaDe: null }
const fila = (members: object) => ({ ...filaTras(1), desde: '1', total: '10', ...members })
const read = (members: object, of = OF) => {
  const { items, errores } = leerReporte([fila(members)], of)
  return { item: items[0], errores: [...errores] }
}

test('a range, one invoice, and one voucher with its date', () => {
  const common = { total: 10, tipoVenta: 'gravada' }
  assert.deepEqual(read({ hasta: ' 9 ' }).item, {
    ...{ tipoDocumento: '02', desde: '1', hasta: '9' },
    ...common,
  })
  assert.deepEqual(read({}).item, { tipoDocumento: '02', desde: '1', hasta: '1', ...common })
  assert.deepEqual(read({ papel: '97', fecha: '1/10' }).item, {
    ...{ tipoDocumento: '97', numero: '1', fecha: '2026-10-01' },
    ...common,
  })
  assert.deepEqual(read({ papel: '97' }).item?.hasta, '1')
  assert.equal(read({}, { ...OF, anulaDe: 'X' } as never).item?.anulaDe, 'X')
})

test('each cell says what is wrong with it', () => {
  for (const [members, cell, message] of [
    [{ desde: ' ' }, 'desde', 'Escriba el número.'],
    [
      { papel: '97', fecha: '1/10', hasta: '2' },
      'hasta',
      'Con fecha es uno solo: borre este número, o la fecha.',
    ],
    [{ papel: '97', fecha: '31/2/2026' }, 'fecha', 'Escriba una fecha, como 20/11/2026.'],
    [{ total: '' }, 'total', 'Escriba el total sin IVA, como 180.00.'],
    [{ total: 'diez' }, 'total', 'Escriba el total sin IVA, como 180.00.'],
    [{ total: '2,5' }, 'total', '¿2.5? Escriba el punto decimal.'],
  ] as const) {
    assert.deepEqual(read(members).errores, [[`1/${cell}`, message]])
  }
})

test('IVA is of the taxed total, rounded once', () => {
  const lines = ['0.04', '0.04', '0.04'].map((total, id) => fila({ id, total }))
  const more = [
    fila({ id: 7, venta: 'exenta', total: '5' }),
    fila({ id: 8, venta: 'no_sujeta', total: '1.25' }),
  ]
  assert.deepEqual(totalesDe(leerReporte([...lines, ...more], OF).items), {
    ...{ totalGravada: 0.12, totalExenta: 5, totalNoSuj: 1.25, totalIva: 0.02, total: 6.39 },
  })
})

test('the next line is of the same paper, and of a signed event the lines can be typed again', () => {
  const before = fila({ papel: '97', venta: 'exenta' })
  assert.deepEqual(filaTras(2, before), {
    ...{ id: 2, papel: '97', venta: 'exenta', desde: '', hasta: '', fecha: '', total: '' },
  })
  const line: Reportado = {
    tipoDocumento: '97',
    ...{ numItem: 1, codigoGeneracionRef: null, cantidad: 1 },
    ...{ numDocumento: 'C7', fechaEmision: '2026-10-01', docDel: null, docAl: null },
    ...{ ventaNoSuj: 0, ventaExenta: 3.5, ventaGravada: 0 },
  }
  const range: Reportado = {
    ...line,
    numItem: 2,
    numDocumento: null,
    fechaEmision: null,
    docDel: '1',
    docAl: '9',
  }
  assert.deepEqual([numerosDe(line), numerosDe(range)], ['C7 del 01/10/2026', '1 a 9'])
  const one: Reportado = { ...range, numItem: 3, docAl: '1', ventaExenta: 0, ventaNoSuj: 1.25 }
  const taxed: Reportado = { ...one, numItem: 4, ventaNoSuj: 0, ventaGravada: 9 }
  assert.deepEqual([numerosDe(one), ventaDe(one), ventaDe(taxed)], ['1', 'no_sujeta', 'gravada'])
  const documento = { cuerpoDocumento: [line, range] }
  assert.deepEqual(reportadosDe({ documento }), [line, range])
  assert.deepEqual(filasDe([line, one]), [
    {
      ...{ id: 1, papel: '97', desde: 'C7', hasta: '', fecha: '01/10/2026' },
      ...{ venta: 'exenta', total: '3.5' },
    },
    { id: 3, papel: '97', desde: '1', hasta: '1', fecha: '', venta: 'no_sujeta', total: '1.25' },
  ])
  const { items, errores } = leerReporte(filasDe([line, range]), OF)
  assert.equal(errores.size, 0)
  assert.deepEqual(items, [
    { tipoDocumento: '97', numero: 'C7', fecha: '2026-10-01', total: 3.5, tipoVenta: 'exenta' },
    { tipoDocumento: '97', desde: '1', hasta: '9', total: 3.5, tipoVenta: 'exenta' },
  ])
})

test('papers and kinds of sale have the names that people choose by', () => {
  assert.deepEqual(PAPEL, { '02': 'Factura simplificada', '97': 'Comprobante de control interno' })
  assert.deepEqual(VENTA, { gravada: 'Gravada', exenta: 'Exenta', no_sujeta: 'No sujeta' })
})
