/** A line of the form: something sold, something given, or a document that is listed. */
import type { Liquidado } from './liquidado.ts'

export type VentaDeLinea = 'gravada' | 'exenta' | 'no_sujeta'

/** Their words, in the order of the printed copy. */
export const VENTA: Readonly<Record<VentaDeLinea, string>> = {
  gravada: 'Gravada',
  exenta: 'Exenta',
  no_sujeta: 'No sujeta',
}

export interface Linea {
  /** Local to this form. */
  readonly id: string
  readonly codigo: string
  readonly descripcion: string
  readonly cantidad: string
  /** Of a unit; of a document that is listed, all that it charges without IVA. */
  readonly precio: string
  readonly descuento: string
  readonly venta: VentaDeLinea
  readonly tipoItem: number | null
  readonly uniMedida: number | null
  readonly tributos: readonly string[]
  readonly productId: string | null
  /** A charge or credit outside the tax base, instead of a price. */
  readonly noGravado: boolean
  /** 05, 06: which related document the line adjusts. */
  readonly numeroDocumento: string | null
  /** 15: what is given (CAT-026), and what used goods have lost in value. */
  readonly donacion: string
  readonly depreciacion: string
  /** 07, 08: the code or number of the document, and its date: YYYY-MM-DD, or what was typed and is none yet. */
  readonly numero: string
  readonly fecha: string
  /** 08: the type of the document, and what it has besides its columns. */
  readonly tipo: string
  readonly liquidado: Liquidado | null
  /** 07: CAT-006; empty: the usual one of the kind of document. */
  readonly retencion: string
  /** 07: of a special case, what is retained. */
  readonly retenido: string
}

/** CAT-026. */
export const [EFECTIVO, BIEN, SERVICIO] = ['1', '2', '3'] as const
/** CAT-006: the law fixes no rate. */
export const CASO_ESPECIAL = 'C9'

let counter = 0
/** An id for a line on this page; content does not identify lines. */
export const nextId = () => `l${++counter}`

export function lineaVacia(): Linea {
  return {
    id: nextId(),
    codigo: '',
    descripcion: '',
    cantidad: '',
    precio: '',
    descuento: '',
    venta: 'gravada',
    tipoItem: null,
    uniMedida: null,
    tributos: [],
    productId: null,
    noGravado: false,
    numeroDocumento: null,
    donacion: EFECTIVO,
    depreciacion: '',
    numero: '',
    fecha: '',
    tipo: '03',
    liquidado: null,
    retencion: '',
    retenido: '',
  }
}

/** Whether nothing is filled in. */
export const isEmptyLinea = ({ descripcion, precio, codigo, numero }: Linea) =>
  descripcion.trim() === '' && precio.trim() === '' && codigo === '' && numero.trim() === ''
