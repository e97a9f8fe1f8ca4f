/** The form of each type, as rows of a table, so that the page asks no type for its code. */
import type { TipoDte } from '@sello/contract'
import {
  CON_TIPO_VENTA,
  FORMULARIO_OF_TYPES,
  ITEM_MEMBERS_OF_TYPES,
  MEMBERS_OF_TYPES,
  PRECIOS_OF_TYPES,
  RECEPTOR_OF_TYPES,
  SIN_CONTINGENCIA,
  SIN_RECEPTOR,
  TIPOS_DTE,
} from '@sello/contract/tipos'
import type { Clase } from './lineas/columnas.ts'

/** The amount that a document is about: its label, and its name among the totals. */
interface Total {
  readonly label: string
  readonly importe: 'totalPagar' | 'montoTotalOperacion'
}

export interface TipoForm {
  readonly lineas: Clase
  readonly total: Total
  readonly precio: string
  /** What a line's own sheet has besides its columns. */
  readonly detalle: string
  /** The label of its IVA among the totals. */
  readonly iva: string
  readonly cliente: string
  readonly sinNombre: boolean
  readonly ventas: boolean
  /** Whether it is paid at once. */
  readonly condicion: boolean
  /** How it is paid, with its term. */
  readonly pagos: boolean
  /** How what is given in money was paid. */
  readonly formaPago: boolean
  readonly observaciones: boolean
  /** Whether it is signed while Hacienda is away. */
  readonly contingencia: boolean
  /** It may go to a place of the company's own, and says under which title. */
  readonly remite: boolean
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
const CLIENTE = { Receptor: 'Cliente', ReceptorRemision: 'Destinatario', ReceptorExportacion: 'Comprador', ReceptorDonante: 'Donante', ReceptorMandante: 'Mandante', ReceptorAfiliado: 'Afiliado', ReceptorSujetoExcluido: 'Vendedor' } as const

const TOTAL: Readonly<Record<Clase, Total>> = {
  venta: { label: 'Total a pagar', importe: 'totalPagar' },
  retencion: { label: 'IVA retenido', importe: 'totalPagar' },
  donacion: { label: 'Total donado', importe: 'totalPagar' },
  liquidacion: { label: 'Total de la liquidación', importe: 'totalPagar' },
  contable: { label: 'Líquido a pagar', importe: 'totalPagar' },
}
const DETALLE: Readonly<Record<Clase, string>> = {
  venta: 'Unidad, tipo…',
  donacion: 'Código, unidad…',
  retencion: 'Descripción…',
  liquidacion: 'Otros montos…',
  contable: '',
}
const REMITIDO: Total = { label: 'Valor de los bienes', importe: 'montoTotalOperacion' }

export const TIPO_FORM = Object.fromEntries(
  TIPOS_DTE.map((tipoDte) => [tipoDte, formOf(tipoDte)]),
) as Readonly<Record<TipoDte, TipoForm>>

function formOf(tipoDte: TipoDte): TipoForm {
  const has = (member: string) => MEMBERS_OF_TYPES[member]?.includes(tipoDte) === true
  const hasInItem = (member: string) => ITEM_MEMBERS_OF_TYPES[member]?.includes(tipoDte) === true
  const relacionados = has('documentosRelacionados')
  const lineas = claseOf(has, hasInItem)
  const remite = has('bienTitulo')
  return {
    lineas,
    total: remite ? REMITIDO : TOTAL[lineas],
    detalle: hasInItem('tributos') ? 'Unidad, tipo, tributos…' : DETALLE[lineas],
    precio: PRECIO[PRECIOS_OF_TYPES[tipoDte]],
    iva: ivaOf(tipoDte, { lineas, hasTributos: hasInItem('tributos') }),
    cliente: lineas === 'retencion' ? 'Proveedor' : CLIENTE[RECEPTOR_OF_TYPES[tipoDte]],
    sinNombre: SIN_RECEPTOR.includes(tipoDte),
    ventas: CON_TIPO_VENTA.includes(tipoDte),
    condicion: has('condicionOperacion'),
    pagos: has('plazo'),
    formaPago: has('formaPago') && !has('plazo'),
    observaciones: has('observaciones'),
    contingencia: !SIN_CONTINGENCIA.includes(tipoDte),
    remite,
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

type Has = (member: string) => boolean

/** By the member in place of items, or by what items say. */
function claseOf(has: Has, hasInItem: Has): Clase {
  if (has('liquidacionContable')) return 'contable'
  if (has('liquidacion')) return 'liquidacion'
  if (has('retencion')) return 'retencion'
  return hasInItem('tipoDonacion') ? 'donacion' : 'venta'
}

function ivaOf(tipoDte: TipoDte, of: { readonly lineas: Clase; readonly hasTributos: boolean }) {
  if (of.lineas === 'retencion') return 'IVA de esos documentos 13 %'
  if (of.lineas === 'liquidacion') return 'IVA 13 %'
  if (of.lineas === 'contable') return 'IVA de las operaciones'
  return of.hasTributos ? IVA[PRECIOS_OF_TYPES[tipoDte]] : 'IVA'
}

/** Whether the prices of a type's lines include IVA. */
export const incluyeIva = (tipoDte: TipoDte): boolean => PRECIOS_OF_TYPES[tipoDte] === 'con IVA'
