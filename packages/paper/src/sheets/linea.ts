/** The columns of the body. */
import { unidad } from './names.ts'
import { amount, DASH, quantity } from './numbers.ts'
import type { LineaColumn } from './sheet.ts'

/** The indexes of a line's columns, the same in every type, for code that reads single columns. */
export const LUGAR = {
  numItem: 0,
  cantidad: 1,
  uniMedida: 2,
  codigo: 3,
  descripcion: 4,
  precioUni: 5,
} as const

/** The description columns, the same in all types; `sums` is the caption of the sums. */
// biome-ignore format: a table
export function articuloColumns(sums: string): readonly LineaColumn[] {
  return [
    { label: 'N°',                  align: 'right', width: 'fit',          value: (l) => String(l.numItem) },
    { label: 'Cantidad',            align: 'right', width: 'fit',          value: (l) => quantity(l.cantidad) },
    { label: 'Unidad',              align: 'left',  width: 'fit', max: 44, value: (l) => unidad(l.uniMedida) },
    { label: 'Código',              align: 'left',  width: 'fit', max: 56, value: (l) => l.codigo ?? DASH },
    { label: 'Descripción',         align: 'left',  width: 'fill',         value: (l) => l.descripcion, sum: () => sums },
    { label: 'Precio\nunitario',    align: 'right', width: 'fit',          value: (l) => amount(l.precioUni) },
    { label: 'Descuento\npor ítem', align: 'right', width: 'fit',          value: (l) => amount(l.montoDescu) },
  ]
}

// biome-ignore format: a table
export const NO_AFECTOS: LineaColumn =
  { label: 'Otros montos\nno afectos', align: 'right', width: 'fit', value: (l) => amount(l.noGravado) }

// biome-ignore format: a table
export const GRAVADAS: LineaColumn =
  { label: 'Ventas\ngravadas', align: 'right', width: 'fit', value: (l) => amount(l.ventaGravada), sum: (r) => amount(r.totalGravada) }

/** The body of 01 and 03. */
// biome-ignore format: a table
export const VENTA_COLUMNS: readonly LineaColumn[] = [
  ...articuloColumns('Suma de ventas'),
  NO_AFECTOS,
  { label: 'Ventas no\nsujetas', align: 'right', width: 'fit', value: (l) => amount(l.ventaNoSuj),  sum: (r) => amount(r.totalNoSuj) },
  { label: 'Ventas\nexentas',    align: 'right', width: 'fit', value: (l) => amount(l.ventaExenta), sum: (r) => amount(r.totalExenta) },
  GRAVADAS,
]
