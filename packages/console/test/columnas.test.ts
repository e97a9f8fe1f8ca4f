/** What the lines of each kind are called, and their columns. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Clase,
  columnasOf,
  LINEAS,
  nextColumn,
  nombreLiquidable,
} from '../src/emitir/lineas/columnas.ts'
import { lineaVacia } from '../src/emitir/lineas/linea.ts'

/** `column kind: label, heading, placeholder`; the heading where it is not the label. */
const columnsOf = (clase: Clase, values: object = {}) =>
  columnasOf(clase, { ...lineaVacia(), ...values }).map(
    ({ column, kind, label, head, placeholder }) =>
      [`${column} ${kind}: ${label}`, head, placeholder].filter((one) => one !== undefined),
  )

const TEXTS = {
  venta: ['Líneas', 'Línea', 'Agregar línea', 'Importe', 'Escriba al menos una línea.'],
  donacion: [
    ...['Qué se dona', 'Lo que se dona', 'Agregar donación', 'Valor'],
    'Escriba al menos una cosa donada.',
  ],
  retencion: [
    ...['Documentos', 'Documento', 'Agregar documento', 'Retenido'],
    'Agregue al menos un documento.',
  ],
  liquidacion: [
    ...['Documentos', 'Documento', 'Agregar documento', 'Suma'],
    'Agregue al menos un documento.',
  ],
  contable: ['Qué se liquida', 'Liquidación', '', '', 'Escriba lo que se pagó con tarjetas.'],
} as const satisfies Record<Clase, readonly string[]>

for (const [clase, texts] of Object.entries(TEXTS)) {
  test(`lines of a ${clase} are called by what they are`, () => {
    const { title, one, add, importe, empty } = LINEAS[clase as Clase]
    assert.deepEqual([title, one, add, importe, empty], texts)
  })
}

test('only lines that are sold may be products; a copied line is changed where lines differ most', () => {
  const all = Object.entries(LINEAS).map(([clase, { hasProducts, copied }]) => [
    ...[clase, hasProducts, copied],
  ])
  assert.deepEqual(all, [
    ['venta', true, 'cantidad'],
    ['donacion', false, 'descripcion'],
    ['retencion', false, 'numero'],
    ['liquidacion', false, 'numero'],
    ['contable', false, 'precio'],
  ])
})

test('the columns of what is sold', () => {
  assert.deepEqual(columnsOf('venta'), [
    ['descripcion producto: Producto o servicio', 'Escriba o busque'],
    ['cantidad numero: Cantidad', '1'],
    ['precio numero: Precio', null, '0.00'],
    ['descuento numero: Descuento', '–'],
    ['venta venta: Venta'],
  ])
})

test('what is given is counted unless it is money, and only goods have lost value', () => {
  const descripcion = ['descripcion texto: Descripción', 'Qué se dona']
  const clase = ['donacion elegir: Clase']
  const cantidad = ['cantidad numero: Cantidad', '1']
  const precio = ['precio numero: Valor unitario', 'Valor unitario', '0.00']
  const depreciacion = ['depreciacion numero: Depreciación', '–']
  assert.deepEqual(columnsOf('donacion', { donacion: '1' }), [descripcion, clase, precio])
  assert.deepEqual(columnsOf('donacion', { donacion: '2' }), [
    ...[descripcion, clase, cantidad, precio, depreciacion],
  ])
  assert.deepEqual(columnsOf('donacion', { donacion: '3' }), [
    ...[descripcion, clase, cantidad, precio],
  ])
})

const NUMERO = ['numero texto: Código de generación o número', 'Código, o número si es de papel']
const FECHA = ['fecha fecha: Fecha', 'dd/mm/aaaa']

test('a document on which IVA is retained states what is retained only in a special case', () => {
  const columns = [
    ...[NUMERO, FECHA, ['precio numero: Monto sin IVA', 'Monto sin IVA', '0.00']],
    ['retencion elegir: Retención'],
  ]
  assert.deepEqual(columnsOf('retencion', { retencion: 'C4' }), columns)
  assert.deepEqual(columnsOf('retencion', { retencion: 'C9' }), [
    ...[...columns, ['retenido numero: Retenido', '0.00']],
  ])
})

test('the columns of a document that is liquidated', () => {
  assert.deepEqual(columnsOf('liquidacion'), [
    ...[NUMERO, ['tipo elegir: Tipo'], FECHA],
    ['precio numero: Gravado sin IVA, o exportado', 'Gravado o exportado', '0.00'],
  ])
  assert.deepEqual(columnsOf('contable'), [])
})

test('what may be chosen in a column has its code and its name', () => {
  const choicesOf = (clase: Clase, column: string, retenidos = '03') =>
    LINEAS[clase].columnas
      .find((one) => one.column === column)
      ?.choices?.(retenidos)
      .map(([code, name]) => `${code} ${name}`)
  assert.deepEqual(choicesOf('donacion', 'donacion'), ['1 Efectivo', '2 Bien', '3 Servicio'])
  assert.deepEqual(choicesOf('retencion', 'retencion'), [' 1 %', 'C4 13 %', 'C9 Otra'])
  assert.deepEqual(choicesOf('retencion', 'retencion', '14'), [' 13 %', '22 1 %', 'C9 Otra'])
  const liquidables = choicesOf('liquidacion', 'tipo')
  assert.deepEqual(liquidables, [
    ...['03 Crédito fiscal', '01 Factura', '11 Exportación', '05 Nota de crédito'],
    ...['06 Nota de débito', '18 Devolución'],
  ])
  assert.deepEqual(['03', '18', '99'].map(nombreLiquidable), ['Crédito fiscal', 'Devolución', '99'])
})

test('Enter goes on in the columns that most lines fill in', () => {
  const walk = (clase: Clase, from: ReturnType<typeof nextColumn>, values: object = {}) => {
    const line = { ...lineaVacia(), ...values }
    const walked: string[] = []
    for (let at = from; at; at = nextColumn(clase, line, at)) walked.push(at)
    return walked.join(' ')
  }
  assert.equal(walk('venta', 'descripcion'), 'descripcion cantidad precio')
  assert.equal(walk('venta', 'descuento'), 'descuento')
  assert.equal(walk('donacion', 'descripcion'), 'descripcion donacion precio')
  const goods = { donacion: '2' }
  assert.equal(walk('donacion', 'descripcion', goods), 'descripcion donacion cantidad precio')
  assert.equal(walk('retencion', 'numero'), 'numero fecha precio')
  assert.equal(walk('liquidacion', 'numero'), 'numero tipo fecha precio')
})
