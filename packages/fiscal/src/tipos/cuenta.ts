/**
 * The computation of a document's summary by named steps in order. Each step has its formula next to its function,
 * so that the explanation and the computation cannot differ.
 */
import { CERO, type Monto } from '../monto.ts'
import type { Pedido } from '../venta.ts'
import type { Gravamen } from './centavos.ts'
import { type Observer, type PasoDe, run } from './paso.ts'

/**
 * The values that a step may compute, the summary's members and the intermediate ones, with their value without a
 * step.
 */
const NADA = {
  totalNoSuj: CERO,
  totalExenta: CERO,
  totalGravada: CERO,
  totalCompra: CERO,
  valorTotal: CERO,
  efectivo: CERO,
  exportacion: CERO,
  total: CERO,
  'tributos[D5]': CERO,
  valorOperaciones: CERO,
  montoSinPercepcion: CERO,
  montoSujetoPercepcion: CERO,
  iva: CERO,
  ivaPercibido: CERO,
  comision: CERO,
  porcentComision: CERO,
  ivaComision: CERO,
  liquidoApagar: CERO,
  totalSujetoRetencion: CERO,
  totalIvaRetenido: CERO,
  subTotalVentas: CERO,
  descuNoSuj: CERO,
  descuExenta: CERO,
  descuGravada: CERO,
  descu: CERO,
  porcentajeDescuento: CERO,
  totalDescu: CERO,
  subTotal: CERO,
  netoGravado: CERO,
  totalIva: CERO,
  'tributos[20]': CERO,
  'tributos[59]': CERO,
  'tributos[71]': CERO,
  'tributos[D1]': CERO,
  'tributos[C8]': CERO,
  totalTributos: CERO,
  seguro: CERO,
  flete: CERO,
  ivaPerci: CERO,
  ivaRete: CERO,
  servicios: CERO,
  reteRenta: CERO,
  montoTotalOperacion: CERO,
  totalNoGravado: CERO,
  totalNoOnerosas: CERO,
  saldo: CERO,
  totalPagar: CERO,
  saldoFavor: CERO,
}
export type Importe = keyof typeof NADA

/** The step that computes a tribute, the perception or the retention. */
export function importeDe(gravamen: Gravamen): Importe {
  return gravamen === 'ivaPerci' || gravamen === 'ivaRete' ? gravamen : `tributos[${gravamen}]`
}

export type Cuenta = Readonly<Record<Importe, Monto>>

/** The amounts of a line that a summary adds up. */
export interface ImportesDeLinea {
  readonly tipoItem?: number
  readonly uniMedida?: number
  readonly cantidad?: Monto
  readonly montoDescu?: Monto
  readonly ventaNoSuj?: Monto
  readonly ventaExenta?: Monto
  readonly ventaGravada?: Monto
  readonly noGravado?: Monto
  readonly ivaItem?: Monto
  readonly ivaPerci?: Monto
  readonly ivaRete?: Monto
  readonly compra?: Monto
  readonly valor?: Monto
  readonly tipoDonacion?: number
  readonly exportaciones?: Monto
  readonly montoSujetoGrav?: Monto
  readonly ivaRetenido?: Monto
  readonly tributos?: readonly string[] | null
}

/** A member of a line that is an amount to add up. */
export type ImporteDeLinea = Exclude<
  keyof ImportesDeLinea,
  'tipoItem' | 'uniMedida' | 'cantidad' | 'tributos' | 'tipoDonacion'
>

/** The inputs of a summary. */
export interface Base {
  readonly lineas: readonly ImportesDeLinea[]
  readonly venta: Pedido
}

/** A step may read the results of earlier steps. */
export type Paso = PasoDe<Importe, Cuenta, Base>

export function calculate(pasos: readonly Paso[], base: Base, observer?: Observer): Cuenta {
  return run(pasos, NADA, base, observer)
}
