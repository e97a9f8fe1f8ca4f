import { resumenDe } from './cuerpo.ts'
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
  readonly totalDescu?: Monto
  readonly totalIva?: Monto
  readonly tributos?: readonly { readonly codigo: string; readonly valor: Monto }[] | null
  readonly subTotal?: Monto
  readonly montoTotalOperacion?: Monto
  readonly totalPagar?: Monto
  readonly totalSujetoRetencion?: Monto
  readonly totalIvaRetenido?: Monto
  readonly valorTotal?: Monto
  readonly valorOperaciones?: Monto
  readonly liquidoApagar?: Monto
  readonly total?: Monto
  readonly iva?: Monto
  readonly totalLetras: string | null
}

const TRIBUTO_IVA = '20'

export function totales(documento: Documento): Totales {
  const resumen = resumenDe(documento) as Resumen
  return {
    totalNoSuj: resumen.totalNoSuj ?? CERO,
    totalExenta: resumen.totalExenta ?? CERO,
    totalGravada: resumen.totalGravada ?? CERO,
    totalDescu: resumen.totalDescu ?? CERO,
    totalIva: totalIva(resumen),
    // For a purchase (14) the rest after the discount on the whole; for a retention (07) its base; for a liquidation of
    // cards (09) all that their holders paid.
    montoTotalOperacion:
      resumen.montoTotalOperacion ??
      resumen.valorOperaciones ??
      resumen.subTotal ??
      resumen.totalSujetoRetencion ??
      resumen.valorTotal ??
      CERO,
    // What they say in words: a retention what it retains, a donation what is given, a liquidation what it pays.
    totalPagar:
      resumen.totalPagar ??
      resumen.totalIvaRetenido ??
      resumen.valorTotal ??
      resumen.liquidoApagar ??
      resumen.total ??
      CERO,
    totalLetras: resumen.totalLetras,
  }
}

/** If IVA is a tribute of the summary, the value of tribute 20. */
function totalIva({ tributos, totalIva, iva = CERO }: Resumen): Monto {
  return tributos?.find(({ codigo }) => codigo === TRIBUTO_IVA)?.valor ?? totalIva ?? iva
}
