/** Income tax withheld from a purchase of services. Source: docs/sources.md#renta. */
import { type Exacto, parte, roundExacto } from '../../exacto.ts'
import { CERO, type Monto, sum } from '../../monto.ts'

const SERVICIO = 2

interface Compra {
  readonly tipoItem?: number
  readonly compra?: Monto
}

/** The sum of the lines of services. Lines of goods and services together do not count. */
export function serviciosDe(lineas: readonly Compra[]): Monto {
  return sum(lineas.filter((l) => l.tipoItem === SERVICIO).map(({ compra = CERO }) => compra))
}

interface Resumen {
  readonly totalCompra: Monto
  readonly subTotal: Monto
}

/** 10 % of the services, less their share of the discount on the whole purchase. */
export function reteRentaExacta(servicios: Monto, { totalCompra, subTotal }: Resumen): Exacto {
  return totalCompra <= CERO ? CERO : parte(servicios, [subTotal, 10n * totalCompra])
}

export function reteRentaDe(servicios: Monto, resumen: Resumen): Monto {
  return roundExacto(reteRentaExacta(servicios, resumen), 2)
}
