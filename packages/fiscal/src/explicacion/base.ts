/**
 * The input of a document's steps, reconstructed from the document: its lines, and the options that it shows. A
 * requested 1 % that amounted to zero counts as not requested.
 */

import type { ImportesContables } from '../contable.ts'
import { lineasDe, resumenDe } from '../cuerpo.ts'
import type { ImporteLiquidado, ImportesLiquidados } from '../liquidado.ts'
import { CERO, type Monto } from '../monto.ts'
import type { TipoVenta } from '../request.ts'
import { SIN_CENTAVOS } from '../tipos/centavos.ts'
import type { Base } from '../tipos/cuenta.ts'
import type { Documento } from '../tipos/index.ts'
import type { BaseDeLinea, ImporteRetenido } from '../tipos/linea.ts'
import type { Pedido } from '../venta.ts'

export function baseOf(documento: Documento): Base {
  return { lineas: lineasDe(documento), venta: pedidoOf(documento) }
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
  readonly exportacion?: Monto
  readonly tributos?: readonly { readonly codigo: string; readonly valor: Monto }[] | null
  readonly valorOperaciones?: Monto
  readonly montoSinPercepcion?: Monto | null
  readonly comision?: Monto
  readonly porcentComision?: Monto
}
export interface LineaGuardada {
  readonly cantidad?: Monto
  readonly precioUni?: Monto
  readonly montoDescu?: Monto
  readonly ventaNoSuj?: Monto
  readonly ventaExenta?: Monto
  readonly noGravado?: Monto
  readonly ivaRete?: Monto
  readonly ivaPerci?: Monto
  readonly ventaGravada?: Monto
  readonly exportaciones?: Monto
  readonly montoSujetoGrav?: Monto
  readonly codigoRetencionMH?: string
  readonly ivaRetenido?: Monto
  readonly valorUni?: Monto
  readonly tipoDepreciacion?: Monto
}

function pedidoOf(documento: Documento): Pedido {
  const resumen = resumenDe(documento) as Resumen
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
    contable: contableOf(resumen),
    liquidados: liquidadosOf(resumen),
  }
}

/** Only a liquidation has this total. */
function liquidadosOf({ exportacion, ivaPerci, tributos }: Resumen): ImportesLiquidados | null {
  if (exportacion === undefined) return null
  const rows = (tributos ?? []).map(({ codigo, valor }) => [codigo, valor] as const)
  return { ivaPercibido: ivaPerci ?? CERO, tributos: Object.fromEntries(rows) }
}

/** A commission counts as stated, also where it is what its percentage gives. */
function contableOf(registro: Resumen): ImportesContables | null {
  const { valorOperaciones, montoSinPercepcion, comision, porcentComision } = registro
  if (valorOperaciones === undefined) return null
  return {
    valorOperaciones,
    montoSinPercepcion: montoSinPercepcion ?? CERO,
    comision: comision ?? null,
    porcentComision: porcentComision ?? null,
  }
}

export function renglonOf(linea: LineaGuardada): BaseDeLinea['renglon'] {
  const { cantidad = CERO, montoDescu = CERO, noGravado = CERO } = linea
  return {
    cantidad,
    precioUni: linea.precioUni ?? linea.valorUni ?? CERO,
    depreciacion: linea.tipoDepreciacion ?? CERO,
    montoDescu,
    noGravado,
    tipoVenta: tipoVentaOf(linea),
    retencionIva: isSome(linea.ivaRete),
    percepcionIva: isSome(linea.ivaPerci),
    retenido: retenidoOf(linea),
    liquidado: liquidadoOf(linea),
  }
}

function liquidadoOf(linea: LineaGuardada): ImporteLiquidado | null {
  const { exportaciones, ventaNoSuj = CERO, ventaExenta = CERO, ventaGravada = CERO } = linea
  return exportaciones === undefined
    ? null
    : { exportaciones, ventaNoSuj, ventaExenta, ventaGravada }
}

function retenidoOf(linea: LineaGuardada): ImporteRetenido | null {
  const { montoSujetoGrav: monto, codigoRetencionMH = '', ivaRetenido = null } = linea
  return monto === undefined ? null : { monto, codigoRetencion: codigoRetencionMH, ivaRetenido }
}

/** A line without any amount is a taxed sale of zero. */
function tipoVentaOf(linea: LineaGuardada): TipoVenta {
  if (isSome(linea.ventaNoSuj)) return 'no_sujeta'
  return isSome(linea.ventaExenta) ? 'exenta' : 'gravada'
}

function isSome(amount: Monto | undefined): boolean {
  return amount !== undefined && amount !== CERO
}
