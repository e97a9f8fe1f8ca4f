/** A line of a request: what is sold or bought, or a document that is listed. */
import type { Liquidado } from './liquidado.ts'
import { CERO, type Monto } from './monto.ts'
import type { TipoVenta } from './request.ts'
import type { Retenido } from './retenido.ts'

/** One line of the request. A line with a `noGravado` other than 0 is a charge or a credit. */
export interface Renglon {
  readonly descripcion: string
  readonly codigo: string | null
  readonly tipoItem: number
  readonly uniMedida: number
  readonly cantidad: Monto
  readonly precioUni: Monto
  readonly montoDescu: Monto
  readonly tipoVenta: TipoVenta
  readonly noGravado: Monto
  readonly tributos: readonly string[]
  readonly codTributo: string | null
  /** The related document that the line adjusts; null if the request does not say. */
  readonly numeroDocumento: string | null
  /** For a line of a note: as the request says, otherwise as the document that it adjusts. */
  readonly retencionIva: boolean
  readonly percepcionIva: boolean
  /** Whether it remits what an export (11) sold. */
  readonly exporta: boolean
  /** CAT-026; null: nothing is donated. */
  readonly tipoDonacion: number | null
  readonly depreciacion: Monto
  /** The document on which it retains IVA; null: the line sells or buys. */
  readonly retenido: Retenido | null
  /** The document that is liquidated to a principal; null: another line. */
  readonly liquidado: Liquidado | null
}

/** The member of the request that a line comes from. */
export function memberOf({ retenido, liquidado }: Renglon): 'items' | 'retencion' | 'liquidacion' {
  if (retenido !== null) return 'retencion'
  return liquidado === null ? 'items' : 'liquidacion'
}

const TIPO_ITEM_SERVICIO = 2
const OTRA_UNIDAD = 99

/** One that lists a document: nothing is sold by it. */
export function renglonDe(listed: Partial<Pick<Renglon, 'retenido' | 'liquidado'>>): Renglon {
  return {
    descripcion: '',
    codigo: null,
    tipoItem: TIPO_ITEM_SERVICIO,
    uniMedida: OTRA_UNIDAD,
    cantidad: CERO,
    precioUni: CERO,
    montoDescu: CERO,
    tipoVenta: 'gravada',
    noGravado: CERO,
    tributos: [],
    codTributo: null,
    numeroDocumento: null,
    retencionIva: false,
    percepcionIva: false,
    exporta: false,
    tipoDonacion: null,
    depreciacion: CERO,
    retenido: listed.retenido ?? null,
    liquidado: listed.liquidado ?? null,
  }
}
