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

const TRIBUTO_IVA = '20'

export function totales({ resumen }: Documento): Totales {
  return {
    totalNoSuj: resumen.totalNoSuj,
    totalExenta: resumen.totalExenta,
    totalGravada: resumen.totalGravada,
    totalDescu: resumen.totalDescu,
    totalIva: totalIva(resumen),
    montoTotalOperacion: resumen.montoTotalOperacion,
    totalPagar: resumen.totalPagar,
    totalLetras: resumen.totalLetras,
  }
}

/** Where prices exclude the IVA the summary has no totalIva: it is the value of tribute 20. */
function totalIva(resumen: Documento['resumen']): Monto {
  if ('totalIva' in resumen) return resumen.totalIva
  return resumen.tributos?.find(({ codigo }) => codigo === TRIBUTO_IVA)?.valor ?? CERO
}
