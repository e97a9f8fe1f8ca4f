import type { Totales } from '@sello/contract'
import { toNumber, type totales } from '@sello/fiscal'

/** A document's totals on the wire. Every answer has the members in this order. */
export function wireTotales(t: ReturnType<typeof totales>): Totales {
  return {
    totalNoSuj: toNumber(t.totalNoSuj),
    totalExenta: toNumber(t.totalExenta),
    totalGravada: toNumber(t.totalGravada),
    totalDescu: toNumber(t.totalDescu),
    totalIva: toNumber(t.totalIva),
    montoTotalOperacion: toNumber(t.montoTotalOperacion),
    totalPagar: toNumber(t.totalPagar),
    totalLetras: t.totalLetras,
  }
}
