import type { Documento } from './documento.ts'
import { CERO, type Monto } from './monto.ts'

/** The totals that an answer carries, the same names for every type. */
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

/** The members that they are read from, of whichever type. A type that lacks one has nothing of it. */
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
    // Of a purchase (14) it is what remains after the discount of the whole.
    montoTotalOperacion: resumen.montoTotalOperacion ?? resumen.subTotal ?? CERO,
    totalPagar: resumen.totalPagar,
    totalLetras: resumen.totalLetras,
  }
}

/** When the IVA is a tribute of the summary, it is the value of tribute 20. */
function totalIva({ tributos, totalIva = CERO }: Resumen): Monto {
  return tributos?.find(({ codigo }) => codigo === TRIBUTO_IVA)?.valor ?? totalIva
}
