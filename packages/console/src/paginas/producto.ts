/** The stored data of a product, from its panel or from a row of a spreadsheet. */
import type { Product } from '@sello/contract'
import { conIva, sinIva } from '../emitir/montos.ts'
import { leerNumero, PREGUNTA } from '../emitir/numero.ts'
import { UNIDADES_MEDIDA } from '../fiscal/catalogos.ts'
import { searchable } from '../ui/text.ts'
import type { CsvRow } from './csv.ts'

export const PRECIOS = { precioUni: 'Precio sin IVA', precioConIva: 'Precio con IVA' } as const
export type Precio = keyof typeof PRECIOS
export type Venta = NonNullable<Product['tipoVenta']>

/** The columns of a spreadsheet, with their headings. */
export const COLUMNS = {
  codigo: 'Código',
  descripcion: 'Descripción',
  ...PRECIOS,
  uniMedida: 'Unidad',
  tipoVenta: 'Venta',
} as const

/** Both prices as they were written, an empty one as none; or which one is not understood, by its name. */
export function preciosDe(
  text: (name: Precio) => string,
): Readonly<Record<Precio, number | null>> | string {
  const precios: Record<Precio, number | null> = { precioUni: null, precioConIva: null }
  for (const name of ['precioUni', 'precioConIva'] as const) {
    const leido = leerNumero(text(name))
    if (leido.kind === 'duda') return `${PRECIOS[name]}: ${PREGUNTA(leido.propuesta)}`
    if (leido.kind === 'invalido') return `${PRECIOS[name]} no es un número como 1250.50.`
    if (leido.kind === 'numero') precios[name] = leido.valor
  }
  return precios
}

/** The other price of one that was typed, as text: the same one for a sale without IVA; empty if it is no number. */
export function otroPrecio(typed: Precio, text: string, venta: Venta): string {
  const leido = leerNumero(text)
  if (leido.kind !== 'numero') return ''
  if (venta !== 'gravada') return leido.texto
  return String((typed === 'precioUni' ? conIva : sinIva)(leido.valor) ?? '')
}

const VENTAS: Readonly<Record<string, string>> = {
  ...{ gravada: 'gravada', exenta: 'exenta' },
  ...{ no_sujeta: 'no_sujeta', 'no sujeta': 'no_sujeta' },
}

/** The body for one row, or its problem. Empty members are omitted. */
export function productoDeFila(row: CsvRow): object | string {
  const { codigo, descripcion, uniMedida, tipoVenta } = row
  const precios = preciosDe((name) => row[name] ?? '')
  if (typeof precios === 'string') return precios
  if (uniMedida && !isUnidad(uniMedida)) {
    return 'La unidad se escribe con su código del catálogo, como 59.'
  }
  const venta = VENTAS[searchable(tipoVenta ?? '')]
  if (tipoVenta && venta === undefined) return 'La venta es gravada, exenta o no sujeta.'
  return {
    descripcion,
    ...(codigo ? { codigo } : {}),
    ...(uniMedida ? { uniMedida: Number(uniMedida) } : {}),
    ...(venta ? { tipoVenta: venta } : {}),
    ...Object.fromEntries(Object.entries(precios).filter(([, precio]) => precio !== null)),
  }
}

const isUnidad = (text: string) =>
  /^\d+$/.test(text) && Object.hasOwn(UNIDADES_MEDIDA, String(Number(text)))
