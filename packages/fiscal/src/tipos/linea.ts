/** What the lines of every sale have in common. Sources: docs/sources.md#rounding, #no-gravado. */
import { CERO, type Monto, minus, times } from '../monto.ts'
import type { Renglon } from '../venta.ts'

interface Importes {
  readonly ventaNoSuj: Monto
  readonly ventaExenta: Monto
  readonly ventaGravada: Monto
  readonly noGravado: Monto
}

/**
 * A line carries exactly one kind of amount: one of the three sales, or a charge or credit outside
 * the tax base. A sale is quantity times price, less the discount of the line, to 8 decimals.
 */
export function importes(renglon: Renglon): Importes {
  const venta = renglon.noGravado === CERO ? importe(renglon) : CERO
  return {
    ventaNoSuj: renglon.tipoVenta === 'no_sujeta' ? venta : CERO,
    ventaExenta: renglon.tipoVenta === 'exenta' ? venta : CERO,
    ventaGravada: renglon.tipoVenta === 'gravada' ? venta : CERO,
    noGravado: renglon.noGravado,
  }
}

function importe(renglon: Renglon): Monto {
  return minus(times(renglon.cantidad, renglon.precioUni), renglon.montoDescu)
}
