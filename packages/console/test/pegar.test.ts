/** Which column of a spreadsheet is what, by its heading or by its content. */
import './page.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clase } from '../src/emitir/lineas/columnas.ts'

const { destinosDe, isTable, LINEAS_MAX, readTabla, toLineas } = await import(
  '../src/emitir/pegar.ts'
)

/** Each heading beside another that is known, since one alone is no row of headings. */
// biome-ignore format: a table
const HEADINGS: readonly (readonly [clase: Clase, destino: string, headings: string])[] = [
  ['venta',       'descripcion',  'Desc|Descripción|PRODUCTO|Servicio|Artículo|Concepto|Nombre|Detalle'],
  ['venta',       'cantidad',     'Cant|Cant.|Cantidad|Cantidad.|Qty|Unidades'],
  ['venta',       'precio',       'Precio|Precio unitario|Precio uni|P unit|P. unitario|p.unit|Valor|Costo|Monto|Base|Importe total'],
  ['venta',       'descuento',    'Descuento|Desc.|Rebaja'],
  ['venta',       'codigo',       'Cod|Cod.|Código|SKU|Referencia|Clave'],
  ['venta',       'venta',        'Venta|Tipo de venta|Tipo venta|Impuesto'],
  ['venta',       'nada',         'Fecha|Tipo|Clase|Número|Color|Mi precio'],
  ['donacion',    'donacion',     'Clase|Tipo de donación|Tipo donación'],
  ['donacion',    'depreciacion', 'Depreciación|Depr|Depr.'],
  ['retencion',   'numero',       'Código de generación|Código generación|Número|N.º|No.|N°|Documento|CCF|Factura'],
  ['retencion',   'fecha',        'Fecha|Fecha de emisión'],
  ['liquidacion', 'tipo',         'Tipo|Tipo de documento|Tipo documento|Tipo DTE'],
]

for (const [clase, destino, headings] of HEADINGS) {
  test(`headings of a ${clase} for ${destino}: ${headings.replaceAll('|', ', ')}`, () => {
    const other = destino === 'precio' ? 'Fecha' : 'Precio'
    const beside = clase === 'venta' && destino === 'precio' ? 'Cantidad' : other
    for (const heading of headings.split('|')) {
      const third = destino === 'nada' ? '\tCantidad' : ''
      const { destinos, conEncabezado, filas } = readTabla(
        `${heading}\t${beside}${third}\n1\t2\t3`,
        clase,
      )
      assert.equal(conEncabezado, true, heading)
      assert.equal(destinos[0], destino, heading)
      assert.equal(filas.length, 1)
    }
  })
}

test('a column may be what the lines of its kind have, or nothing', () => {
  const of = (clase: Clase) => destinosDe(clase).map(([destino, name]) => `${destino} ${name}`)
  assert.deepEqual(of('venta'), [
    ...['descripcion Descripción', 'cantidad Cantidad', 'precio Precio', 'descuento Descuento'],
    ...['venta Venta', 'codigo Código', 'nada No usar'],
  ])
  assert.deepEqual(of('donacion'), [
    ...['descripcion Descripción', 'donacion Clase', 'cantidad Cantidad', 'precio Valor unitario'],
    ...['depreciacion Depreciación', 'codigo Código', 'nada No usar'],
  ])
  const numero = 'numero Código de generación o número'
  const last = ['descripcion Descripción', 'nada No usar']
  assert.deepEqual(of('retencion'), [numero, 'fecha Fecha', 'precio Monto sin IVA', ...last])
  assert.deepEqual(of('liquidacion'), [
    ...[numero, 'tipo Tipo', 'fecha Fecha', 'precio Gravado sin IVA, o exportado', ...last],
  ])
})

test('without headings the longest texts are the description, and numbers follow in their usual order', () => {
  const guessed = (text: string, clase?: Clase) => readTabla(text, clase).destinos.join(' ')
  assert.equal(guessed('Café\t2\t3.5\t1'), 'descripcion cantidad precio descuento')
  assert.equal(guessed('Café\t3.5'), 'descripcion precio')
  assert.equal(guessed('C1\tCafé de la sierra\t2\t3'), 'codigo descripcion cantidad precio')
  assert.equal(guessed('Café de la sierra\tC1\t2\t3'), 'descripcion codigo cantidad precio')
  assert.equal(guessed('Café\t1\t2\t3\t4'), 'descripcion cantidad precio descuento nada')
  assert.equal(guessed('Libros\t2\t3\t1', 'donacion'), 'descripcion cantidad precio depreciacion')
  assert.equal(guessed('Café;2;3.5'), 'descripcion cantidad precio')
  assert.equal(guessed('Café\t2\r\nTé'), 'descripcion precio')
  assert.equal(guessed('4815\t3/11\t9\tLote', 'retencion'), 'numero fecha precio descripcion')
  assert.equal(guessed('A1\t9\t3/11\t8', 'liquidacion'), 'numero descripcion fecha precio')
  assert.equal(guessed('A\tB\t3/11\t8\tC', 'retencion'), 'numero descripcion fecha precio nada')
})

test('one heading that is known is no row of headings; blank rows and spaces are dropped', () => {
  const tabla = readTabla('Producto\tx\n\t \nCafé  de\tOtro\n')
  assert.deepEqual(tabla.filas, [
    ['Producto', 'x'],
    ['Café de', 'Otro'],
  ])
  assert.equal(tabla.conEncabezado, false)
  assert.deepEqual(readTabla(''), { filas: [], destinos: [], conEncabezado: false })
  assert.deepEqual([' 12 ', 'a b\n', 'a\tb', 'a\nb'].map(isTable), [false, false, true, true])
})

test('a row becomes a line with all its cells, and says what it is in words or letters', () => {
  const lineOf = (heads: string, cells: string, clase?: Clase) => {
    const [line] = toLineas(readTabla(`${heads}\n${cells}`, clase))
    assert.ok(line)
    return line
  }
  const heads = 'Código\tDescripción\tCantidad\tPrecio\tDescuento\tVenta'
  const sold = lineOf(heads, 'C1\tCafé\t2\tdos\t1\tNo sujeta')
  const { codigo, descripcion, cantidad, precio, descuento, venta } = sold
  assert.deepEqual(
    [codigo, descripcion, cantidad, precio, descuento, venta],
    [...['C1', 'Café', '2', 'dos', '1', 'no_sujeta']],
  )
  const ventas = ['Exenta', 'e', 'NO SUJETA', 'n', 'Gravada', ''].map(
    (said) => lineOf(heads, `C1\tCafé\t2\t1\t1\t${said}`).venta,
  )
  assert.deepEqual(ventas, [
    ...['exenta', 'exenta', 'no_sujeta', 'no_sujeta', 'gravada', 'gravada'],
  ])
  const given = (clase: string, counted: string) =>
    lineOf('Descripción\tClase\tCantidad\tDepreciación', `x\t${clase}\t${counted}\t7`, 'donacion')
  assert.equal(given('', '').depreciacion, '7')
  assert.deepEqual(
    [given('Servicio', '2'), given('efectivo', '2'), given('Bien', ''), given('', '2')].map(
      ({ donacion }) => donacion,
    ),
    ['3', '1', '2', '2'],
  )
  const listed = (tipo: string) =>
    lineOf('Número\tTipo\tFecha\tMonto', `77\t${tipo}\t3/11/2026\t5`, 'liquidacion')
  assert.deepEqual(
    ['05', '5', 'Factura', ''].map((tipo) => listed(tipo).tipo),
    [...['05', '03', '03', '03']],
  )
  assert.deepEqual([listed('05').numero, listed('05').fecha], ['77', '2026-11-03'])
})

test('no more lines are pasted than a document takes', () => {
  const rows = Array.from({ length: LINEAS_MAX + 1 }, (_, n) => `Café ${n}\t1\t2`)
  assert.equal(LINEAS_MAX, 2000)
  assert.equal(toLineas(readTabla(rows.join('\n'))).length, 2000)
})
