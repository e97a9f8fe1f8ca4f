/**
 * What a caller asks for: plain JSON numbers, the members that 01 and 03 take. Source of the names:
 * the wire; which type takes which member is an answer of the type (tipos/tipo.ts).
 */

export interface DteRequest {
  readonly tipoDte: '01' | '03'
  readonly receptor?: ReceptorRequest | null
  readonly items: readonly ItemRequest[]
  readonly condicionOperacion?: number
  readonly plazo?: string | null
  readonly periodo?: number | null
  readonly formaPago?: string | null
  readonly pagos?: readonly PagoRequest[] | null
  readonly descuentos?: DescuentosRequest | null
  readonly aplicarRetencionIva?: boolean
  readonly aplicarPercepcionIva?: boolean
  readonly ventaTercero?: VentaTerceroRequest | null
  readonly observaciones?: string | null
  readonly apendice?: readonly ApendiceRequest[] | null
}

export interface ReceptorRequest {
  readonly tipoDocumento?: string | null
  /** Hyphens are taken off. In 03 it is the NIT. */
  readonly numDocumento?: string | null
  /** Hyphens are taken off. */
  readonly nrc?: string | null
  readonly nombre?: string | null
  readonly codActividad?: string | null
  /** From CAT-019 when absent. */
  readonly descActividad?: string | null
  readonly nombreComercial?: string | null
  readonly direccion?: DireccionRequest | null
  readonly telefono?: string | null
  readonly correo?: string | null
}

export interface DireccionRequest {
  readonly departamento: string
  readonly municipio: string
  readonly distrito: string
  readonly complemento: string
}

export type TipoVenta = 'gravada' | 'exenta' | 'no_sujeta'

export interface ItemRequest {
  readonly descripcion: string
  readonly cantidad: number
  /** With IVA in 01, without it in 03. */
  readonly precioUni?: number | null
  readonly codigo?: string | null
  readonly tipoItem?: number | null
  readonly uniMedida?: number | null
  readonly tipoVenta?: TipoVenta | null
  /** Discount of the whole line. */
  readonly montoDescu?: number | null
  /** A charge or a credit outside the tax base: the line is then only that. */
  readonly noGravado?: number | null
}

export interface PagoRequest {
  readonly codigo: string
  readonly montoPago: number
  readonly referencia?: string | null
  readonly plazo?: string | null
  readonly periodo?: number | null
}

/** Global discounts, by the kind of sale they lower. */
export interface DescuentosRequest {
  readonly noSujetas?: number | null
  readonly exentas?: number | null
  readonly gravadas?: number | null
}

export interface VentaTerceroRequest {
  readonly nit: string | null
  readonly nombre: string
  readonly codDomiciliado: number | null
}

export interface ApendiceRequest {
  readonly campo: string
  readonly etiqueta: string
  readonly valor: string
}
