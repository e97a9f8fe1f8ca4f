import { CERO, type Monto } from './monto.ts'
import type { Documento } from './tipos/index.ts'

/** The totals in an answer, with the same names for every type. */
export interface Totales {
  readonly totalNoSuj: Monto
  readonly totalExenta: Monto
  readonly totalGravada: Monto
  readonly totalDescu: Monto
  readonly totalIva: Monto
  readonly montoTotalOperacion: Monto
  readonly totalPagar: Monto
  readonly totalLetras: string | null
}

/** The members that they are read from, of any type. Those that a type lacks count as zero. */
interface Resumen {
  readonly totalNoSuj?: Monto
  readonly totalExenta?: Monto
  readonly totalGravada?: Monto
  readonly totalDescu: Monto
  readonly totalIva?: Monto
  readonly tributos?: readonly { readonly codigo: string; readonly valor: Monto }[] | null
  readonly subTotal?: Monto
  readonly montoTotalOperacion?: Monto
  readonly totalPagar: Monto
  readonly totalLetras: string | null
}

const TRIBUTO_IVA = '20'

export function totales(documento: Documento): Totales {
  const resumen: Resumen = documento.resumen
  return {
    totalNoSuj: resumen.totalNoSuj ?? CERO,
    totalExenta: resumen.totalExenta ?? CERO,
    totalGravada: resumen.totalGravada ?? CERO,
    totalDescu: resumen.totalDescu,
    totalIva: totalIva(resumen),
    // For a purchase (14) the rest after the discount on the whole.
    montoTotalOperacion: resumen.montoTotalOperacion ?? resumen.subTotal ?? CERO,
    totalPagar: resumen.totalPagar,
    totalLetras: resumen.totalLetras,
  }
}

/** If IVA is a tribute of the summary, the value of tribute 20. */
function totalIva({ tributos, totalIva = CERO }: Resumen): Monto {
  return tributos?.find(({ codigo }) => codigo === TRIBUTO_IVA)?.valor ?? totalIva
}
