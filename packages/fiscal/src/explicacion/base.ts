/**
 * The input of a document's steps, reconstructed from the document: its lines, and the options that it shows. A
 * requested 1 % that amounted to zero counts as not requested.
 */

import { CERO, type Monto } from '../monto.ts'
import type { TipoVenta } from '../request.ts'
import { SIN_CENTAVOS } from '../tipos/centavos.ts'
import type { Base } from '../tipos/cuenta.ts'
import type { Documento } from '../tipos/index.ts'
import type { BaseDeLinea } from '../tipos/linea.ts'
import type { Pedido } from '../venta.ts'

export function baseOf(documento: Documento): Base {
  return { lineas: documento.cuerpoDocumento, venta: pedidoOf(documento) }
}

/** The members that it reads, of any type. */
interface Resumen {
  readonly descuNoSuj?: Monto
  readonly descuExenta?: Monto
  readonly descuGravada?: Monto
  readonly descu?: Monto
  readonly ivaRete?: Monto
  readonly ivaPerci?: Monto
  readonly reteRenta?: Monto
  readonly flete?: Monto | null
  readonly seguro?: Monto | null
  readonly totalNoOnerosas?: Monto
}
export interface LineaGuardada {
  readonly cantidad: Monto
  readonly precioUni: Monto
  readonly montoDescu: Monto
  readonly ventaNoSuj?: Monto
  readonly ventaExenta?: Monto
  readonly noGravado?: Monto
  readonly ivaRete?: Monto
  readonly ivaPerci?: Monto
}

function pedidoOf(documento: Documento): Pedido {
  const resumen: Resumen = documento.resumen
  return {
    descuentos: {
      noSujetas: resumen.descuNoSuj ?? CERO,
      exentas: resumen.descuExenta ?? CERO,
      gravadas: resumen.descuGravada ?? CERO,
    },
    descuento: resumen.descu ?? CERO,
    retencionIva: isSome(resumen.ivaRete),
    percepcionIva: isSome(resumen.ivaPerci),
    reteRenta: isSome(resumen.reteRenta),
    centavos: SIN_CENTAVOS,
    exportacion: {
      flete: resumen.flete ?? CERO,
      seguro: resumen.seguro ?? CERO,
      totalNoOnerosas: resumen.totalNoOnerosas ?? CERO,
    },
  }
}

export function renglonOf(linea: LineaGuardada): BaseDeLinea['renglon'] {
  const { cantidad, precioUni, montoDescu, noGravado = CERO } = linea
  return {
    cantidad,
    precioUni,
    montoDescu,
    noGravado,
    tipoVenta: tipoVentaOf(linea),
    retencionIva: isSome(linea.ivaRete),
    percepcionIva: isSome(linea.ivaPerci),
  }
}

/** A line without any amount is a taxed sale of zero. */
function tipoVentaOf(linea: LineaGuardada): TipoVenta {
  if (isSome(linea.ventaNoSuj)) return 'no_sujeta'
  return isSome(linea.ventaExenta) ? 'exenta' : 'gravada'
}

function isSome(amount: Monto | undefined): boolean {
  return amount !== undefined && amount !== CERO
}
