/** The form of each type, as rows of a table, so that the page asks no type for its code. */
import type { TipoDte } from '@sello/contract'
import {
  CON_TIPO_VENTA,
  FORMULARIO_OF_TYPES,
  ITEM_MEMBERS_OF_TYPES,
  MEMBERS_OF_TYPES,
  PRECIOS_OF_TYPES,
  RECEPTOR_OF_TYPES,
  SIN_RECEPTOR,
  TIPOS_DTE,
} from '@sello/contract/tipos'

export interface TipoForm {
  readonly precio: string
  /** The label of its IVA among the totals. */
  readonly iva: string
  readonly cliente: string
  readonly sinNombre: boolean
  readonly ventas: boolean
  readonly pagos: boolean
  readonly descuentoGlobal: 'gravadas' | 'compra' | null
  /** False for notes, whose lines do as their document; `relacionados` shows where they say otherwise. */
  readonly retencionIva: boolean
  readonly percepcionIva: boolean
  readonly reteRenta: boolean
  readonly exportacion: boolean
  readonly relacionados: boolean
  readonly numPagoElectronico: boolean
  readonly tributos: boolean
  readonly noGravado: boolean
  /** Members of the receptor that the form of a new customer shows. */
  readonly receptor: readonly string[]
}

// biome-ignore format: a table
const PRECIO = { 'con IVA': 'Precio + IVA', 'sin IVA': 'Precio sin IVA', 'sin impuesto': 'Precio' } as const
// biome-ignore format: a table
const IVA = { 'con IVA': 'IVA incluido 13 %', 'sin IVA': 'IVA 13 %', 'sin impuesto': 'IVA 0 %' } as const
// biome-ignore format: a table
const CLIENTE = { Receptor: 'Cliente', ReceptorExportacion: 'Comprador', ReceptorSujetoExcluido: 'Vendedor' } as const

export const TIPO_FORM = Object.fromEntries(
  TIPOS_DTE.map((tipoDte) => [tipoDte, formOf(tipoDte)]),
) as Readonly<Record<TipoDte, TipoForm>>

function formOf(tipoDte: TipoDte): TipoForm {
  const has = (member: string) => MEMBERS_OF_TYPES[member]?.includes(tipoDte) ?? false
  const hasInItem = (member: string) => ITEM_MEMBERS_OF_TYPES[member]?.includes(tipoDte) ?? false
  const relacionados = has('documentosRelacionados')
  return {
    precio: PRECIO[PRECIOS_OF_TYPES[tipoDte]],
    iva: hasInItem('tributos') ? IVA[PRECIOS_OF_TYPES[tipoDte]] : 'IVA',
    cliente: CLIENTE[RECEPTOR_OF_TYPES[tipoDte]],
    sinNombre: SIN_RECEPTOR.includes(tipoDte),
    ventas: CON_TIPO_VENTA.includes(tipoDte),
    pagos: has('pagos'),
    descuentoGlobal: has('descuentos') ? 'gravadas' : has('descuento') ? 'compra' : null,
    retencionIva: has('aplicarRetencionIva') && !relacionados,
    percepcionIva: has('aplicarPercepcionIva') && !relacionados,
    reteRenta: has('aplicarReteRenta'),
    exportacion: has('exportacion'),
    relacionados,
    numPagoElectronico: has('numPagoElectronico'),
    tributos: hasInItem('tributos'),
    noGravado: hasInItem('noGravado'),
    receptor: FORMULARIO_OF_TYPES[tipoDte],
  }
}

/** Whether the prices of a type's lines include IVA. */
export const incluyeIva = (tipoDte: TipoDte): boolean => PRECIOS_OF_TYPES[tipoDte] === 'con IVA'
