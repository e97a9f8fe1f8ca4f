/**
 * The account of a document: its summary amounts, computed by a list of named steps in order. Each
 * step says its formula in words beside the function that computes it, so that an explanation of
 * a total is this same computation read aloud, not a second one.
 */
import type { Monto } from '../monto.ts'
import type { Venta } from '../venta.ts'

/** What a step may name: the summary's members, and the few values between them. */
export type Importe =
  | 'totalNoSuj'
  | 'totalExenta'
  | 'totalGravada'
  | 'subTotalVentas'
  | 'descuNoSuj'
  | 'descuExenta'
  | 'descuGravada'
  | 'porcentajeDescuento'
  | 'totalDescu'
  | 'subTotal'
  | 'netoGravado'
  | 'totalIva'
  | 'totalTributos'
  | 'ivaPerci'
  | 'ivaRete'
  | 'montoTotalOperacion'
  | 'totalNoGravado'
  | 'saldo'
  | 'totalPagar'
  | 'saldoFavor'

export type Cuenta = Readonly<Record<Importe, Monto>>

/** The amounts of a line that a summary adds up. */
export interface ImportesDeLinea {
  readonly montoDescu: Monto
  readonly ventaNoSuj: Monto
  readonly ventaExenta: Monto
  readonly ventaGravada: Monto
  readonly noGravado: Monto
  readonly ivaItem?: Monto
}

/** What a summary is computed from. */
export interface Base {
  readonly lineas: readonly ImportesDeLinea[]
  readonly venta: Venta
}

export interface Paso {
  readonly importe: Importe
  /** For people, in the wire's words. R2 is rounding to cents, half up. */
  readonly formula: string
  /** May read what earlier steps computed. */
  readonly valor: (cuenta: Cuenta, base: Base) => Monto
}

export function calculate(pasos: readonly Paso[], base: Base): Cuenta {
  const cuenta = {} as Record<Importe, Monto>
  for (const paso of pasos) cuenta[paso.importe] = paso.valor(cuenta, base)
  return cuenta
}
