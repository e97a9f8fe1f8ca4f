/** What a liquidation says of each kind of document, from the totals of its summary. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { given, returned } from '../test/month.ts'
import { importesALiquidar, importesDeRetornoALiquidar } from './liquidable.ts'

const tributo = (codigo: string, valor: number) => ({ codigo, descripcion: 'x', valor })
const VENTAS = {
  ...{ totalNoSuj: 10, descuNoSuj: 1, totalExenta: 20, descuExenta: 2 },
  ...{ totalGravada: 116.5, descuGravada: 3.5 },
}
/** Of a note, whose discounts are in its lines. */
const DE_NOTA = { totalNoSuj: 9, totalExenta: 18, totalGravada: 113 }
/** Section 1 has fuel and tourism, section 2 has taxes that are shown only. */
const TRIBUTOS = [tributo('20', 14.69), tributo('D1', 2), tributo('59', 5), tributo('A8', 7)]
const NETAS = { ventaNoSuj: 9, ventaExenta: 18 }

// biome-ignore format: a table
const OF = [
  ['01/anonima',            { ...VENTAS, tributos: null },                  { ...NETAS, ventaGravada: 100, ivaPercibido: 0 }],
  ['01/anonima',            { ...VENTAS, tributos: [tributo('D1', 2)] },    { ...NETAS, ventaGravada: 100, tributos: [{ codigo: 'D1', valor: 2 }], ivaPercibido: 0 }],
  ['01/anonima',            { totalGravada: 1 },                            { ventaNoSuj: 0, ventaExenta: 0, ventaGravada: 0.88495575, ivaPercibido: 0 }],
  ['03/percepcion',         { ...VENTAS, tributos: TRIBUTOS, ivaPerci: 1.13 }, { ...NETAS, ventaGravada: 113, tributos: [{ codigo: 'D1', valor: 2 }, { codigo: '59', valor: 5 }], ivaPercibido: 1.13 }],
  ['03/sencillo',           { ...VENTAS, tributos: [tributo('20', 14.69)] }, { ...NETAS, ventaGravada: 113, ivaPercibido: 0 }],
  ['05/percepcion',         { ...DE_NOTA, tributos: TRIBUTOS, ivaPerci: 1.13 }, { ...NETAS, ventaGravada: 113, tributos: [{ codigo: 'D1', valor: 2 }, { codigo: '59', valor: 5 }], ivaPercibido: 1.13 }],
  ['11/flete-y-seguro',     { totalGravada: 400, montoTotalOperacion: 440 }, { exportaciones: 440 }],
] as const

for (const [example, resumen, importes] of OF) {
  test(`of ${example} with ${JSON.stringify(resumen).slice(0, 90)}`, () => {
    const { documento } = given(example, { resumen })
    assert.deepEqual(importesALiquidar(documento), importes)
  })
}

test('a return is of the kind of the document that it takes from', () => {
  const de01 = { ...{ totalNoSuj: 9, totalExenta: 18, totalGravada: 113, totalIva: 13 } }
  const of = (example: string, resumen: object) =>
    importesDeRetornoALiquidar(returned(example, { resumen: { ...resumen } }).retorno)
  assert.deepEqual(of('01-anonima', de01), { ...NETAS, ventaGravada: 100, ivaPercibido: 0 })
  assert.deepEqual(of('11-descuentos', { totalGravada: 75, montoTotalOperacion: 81 }), {
    exportaciones: 81,
  })
})
