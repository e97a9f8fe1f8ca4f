/**
 * The account of a document: its summary amounts, computed by a list of named steps in order. Each
 * step says its formula in words beside the function that computes it, so that an explanation of
 * a total is this same computation read aloud, not a second one.
 */
import { CERO, type Monto } from '../monto.ts'
import type { Pedido } from '../venta.ts'
import { type Observer, type PasoDe, run } from './paso.ts'

/** What a step may name: the summary's members, and the few values between them. */
const IMPORTES = [
  'totalNoSuj',
  'totalExenta',
  'totalGravada',
  'totalCompra',
  'subTotalVentas',
  'descuNoSuj',
  'descuExenta',
  'descuGravada',
  'descu',
  'porcentajeDescuento',
  'totalDescu',
  'subTotal',
  'netoGravado',
  'totalIva',
  'tributos[20]',
  'tributos[59]',
  'tributos[71]',
  'tributos[D1]',
  'tributos[C8]',
  'totalTributos',
  'seguro',
  'flete',
  'ivaPerci',
  'ivaRete',
  'servicios',
  'reteRenta',
  'montoTotalOperacion',
  'totalNoGravado',
  'totalNoOnerosas',
  'saldo',
  'totalPagar',
  'saldoFavor',
] as const
export type Importe = (typeof IMPORTES)[number]

/** What a type has no step for is nothing. */
export type Cuenta = Readonly<Record<Importe, Monto>>

const NADA = Object.fromEntries(IMPORTES.map((importe) => [importe, CERO])) as Cuenta

/** The amounts of a line that a summary adds up. */
export interface ImportesDeLinea {
  readonly tipoItem: number
  readonly uniMedida: number
  readonly cantidad: Monto
  readonly montoDescu: Monto
  readonly ventaNoSuj?: Monto
  readonly ventaExenta?: Monto
  readonly ventaGravada?: Monto
  readonly noGravado?: Monto
  readonly ivaItem?: Monto
  readonly ivaPerci?: Monto
  readonly ivaRete?: Monto
  readonly compra?: Monto
  readonly tributos?: readonly string[] | null
}

/** A member of a line that is an amount to add up. */
export type ImporteDeLinea = Exclude<
  keyof ImportesDeLinea,
  'tipoItem' | 'uniMedida' | 'cantidad' | 'tributos'
>

/** What a summary is computed from. */
export interface Base {
  readonly lineas: readonly ImportesDeLinea[]
  readonly venta: Pedido
}

/** A step may read what earlier steps computed. */
export type Paso = PasoDe<Importe, Cuenta, Base>

export function calculate(pasos: readonly Paso[], base: Base, observer?: Observer): Cuenta {
  return run(pasos, NADA, base, observer)
}
