/** The sums of an event of special operations: cents, the tax once over the taxed total. Source: docs/sources.md#operaciones. */
import { type Monto, plus, round, sum } from '../../monto.ts'
import { ivaSobre } from '../../tasas.ts'

/** The sale of a line, without IVA; a line has one kind. */
export interface VentasDeLinea {
  readonly ventaNoSuj: Monto
  readonly ventaExenta: Monto
  readonly ventaGravada: Monto
}

export interface SumasDeOperaciones {
  readonly totalNoSuj: Monto
  readonly totalExenta: Monto
  readonly totalGravada: Monto
  readonly subTotal: Monto
  readonly iva: Monto
  readonly total: Monto
}

export function sumasDe(lineas: readonly VentasDeLinea[]): SumasDeOperaciones {
  const totalDe = (member: keyof VentasDeLinea) => round(sum(lineas.map((one) => one[member])), 2)
  const totalNoSuj = totalDe('ventaNoSuj')
  const totalExenta = totalDe('ventaExenta')
  const totalGravada = totalDe('ventaGravada')
  const subTotal = sum([totalNoSuj, totalExenta, totalGravada])
  const iva = round(ivaSobre(totalGravada), 2)
  return { totalNoSuj, totalExenta, totalGravada, subTotal, iva, total: plus(subTotal, iva) }
}
