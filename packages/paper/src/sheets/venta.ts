/** The columns of the documents that sell: 01 and 03. */
import { unidad } from './names.ts'
import { amount, DASH, quantity } from './numbers.ts'
import type { LineaColumn } from './sheet.ts'

// biome-ignore format: a table
export const VENTA_COLUMNS: readonly LineaColumn[] = [
  { label: 'N°',                       align: 'right', width: 'fit',          value: (l) => String(l.numItem) },
  { label: 'Cantidad',                 align: 'right', width: 'fit',          value: (l) => quantity(l.cantidad) },
  { label: 'Unidad',                   align: 'left',  width: 'fit', max: 44, value: (l) => unidad(l.uniMedida) },
  { label: 'Código',                   align: 'left',  width: 'fit', max: 56, value: (l) => l.codigo ?? DASH },
  { label: 'Descripción',              align: 'left',  width: 'fill',         value: (l) => l.descripcion,          sum: () => 'Suma de ventas' },
  { label: 'Precio\nunitario',         align: 'right', width: 'fit',          value: (l) => amount(l.precioUni) },
  { label: 'Descuento\npor ítem',      align: 'right', width: 'fit',          value: (l) => amount(l.montoDescu) },
  { label: 'Otros montos\nno afectos', align: 'right', width: 'fit',          value: (l) => amount(l.noGravado) },
  { label: 'Ventas no\nsujetas',       align: 'right', width: 'fit',          value: (l) => amount(l.ventaNoSuj),   sum: (r) => amount(r.totalNoSuj) },
  { label: 'Ventas\nexentas',          align: 'right', width: 'fit',          value: (l) => amount(l.ventaExenta),  sum: (r) => amount(r.totalExenta) },
  { label: 'Ventas\ngravadas',         align: 'right', width: 'fit',          value: (l) => amount(l.ventaGravada), sum: (r) => amount(r.totalGravada) },
]
