/**
 * The original of a return event: the lines and totals of any type in a common form, each line net of its
 * share of the global discount, which the event cannot state. Source: docs/sources.md#retorno.
 */

import type { DocumentoDeContribuyente } from '../../documento.ts'
import { CERO, type Monto, minus, positivePart, roundFraction, sum } from '../../monto.ts'
import type { TipoDte } from '../../tipos/index.ts'
import type { Retorno } from './estructura.ts'

/** A document that a return event can follow: the sections that the event is made of, whatever the type. */
export interface Retornable extends DocumentoDeContribuyente {
  readonly identificacion: DocumentoDeContribuyente['identificacion'] & {
    readonly tipoDte: TipoDte
  }
  readonly emisor: DocumentoDeContribuyente['emisor'] & Partial<Aduana>
  readonly receptor: Receptor | null
  readonly ventaTercero?: Retorno['ventaTercero']
  readonly compraTercero?: Retorno['compraTercero']
  readonly cuerpoDocumento: readonly Linea[]
  readonly resumen: Resumen
}

/** Of an export. */
export type Aduana = Pick<
  Retorno['emisor'],
  'recintoFiscal' | 'tipoRegimen' | 'regimen' | 'tipoItemExpor'
>

interface Receptor {
  readonly tipoDocumento: string | null
  readonly numDocumento: string | null
  readonly nombre: string | null
  readonly codPais?: string
  readonly nombrePais?: string
  readonly telefono: string | null
  readonly correo: string | null
}

/** The kinds of sale of a line; `compra` for a 14. */
export const CLASES = ['ventaNoSuj', 'ventaExenta', 'ventaGravada', 'compra'] as const
export type Clase = (typeof CLASES)[number]

export interface LineaOriginal {
  /** The printed line, counted from 1. */
  readonly linea: number
  readonly tipoItem: number
  readonly codigo: string | null
  readonly codTributo: string | null
  readonly uniMedida: number
  readonly descripcion: string
  readonly cantidad: Monto
  readonly precioUni: Monto
  /** The line's own and its share of the global discount. */
  readonly descuento: Monto
  readonly clase: Clase
  /** After all discounts. */
  readonly neto: Monto
  /** Before the global discount, without IVA: the base of a percentage tribute. */
  readonly sinIva: Monto
  readonly noGravado: Monto
  readonly tributos: readonly string[] | null
}

export interface Original {
  readonly tipoDte: TipoDte
  readonly codigoGeneracion: string
  readonly fecEmi: string
  readonly lineas: readonly LineaOriginal[]
  /** Net of global discounts, as the document's own summary rounds them. */
  readonly totales: Readonly<Record<Clase, Monto>>
  readonly totalIva: Monto
  readonly ivaRete: Monto
  readonly reteRenta: Monto
  readonly seguro: Monto
  readonly flete: Monto
  readonly totalNoGravado: Monto
  readonly tributos: readonly { codigo: string; descripcion: string; valor: Monto }[] | null
}

/** The members of their structures; those that a type lacks count as absent. */
interface Linea {
  readonly tipoItem: number
  readonly codigo: string | null
  readonly codTributo?: string | null
  readonly uniMedida: number
  readonly descripcion: string
  readonly cantidad: Monto
  readonly precioUni: Monto
  readonly montoDescu: Monto
  readonly ventaNoSuj?: Monto
  readonly ventaExenta?: Monto
  readonly ventaGravada?: Monto
  readonly compra?: Monto
  readonly noGravado?: Monto
  readonly ivaItem?: Monto
  readonly tributos?: readonly string[] | null
}

interface Resumen {
  readonly totalNoSuj?: Monto
  readonly totalExenta?: Monto
  readonly totalGravada?: Monto
  readonly totalCompra?: Monto
  readonly descuNoSuj?: Monto
  readonly descuExenta?: Monto
  readonly descuGravada?: Monto
  readonly descu?: Monto
  readonly totalIva?: Monto
  readonly ivaRete?: Monto
  readonly reteRenta?: Monto
  readonly seguro?: Monto
  readonly flete?: Monto | null
  readonly totalNoGravado?: Monto
  readonly tributos?: Original['tributos']
}

// biome-ignore format: a table
const RESUMEN = {
  ventaNoSuj:   { total: 'totalNoSuj',   descuento: 'descuNoSuj' },
  ventaExenta:  { total: 'totalExenta',  descuento: 'descuExenta' },
  ventaGravada: { total: 'totalGravada', descuento: 'descuGravada' },
  compra:       { total: 'totalCompra',  descuento: 'descu' },
} as const satisfies Record<Clase, { total: keyof Resumen; descuento: keyof Resumen }>

export function originalDe(documento: Retornable): Original {
  const { identificacion, resumen, cuerpoDocumento: lineas } = documento
  return {
    tipoDte: identificacion.tipoDte,
    codigoGeneracion: identificacion.codigoGeneracion,
    fecEmi: identificacion.fecEmi,
    lineas: netas(lineas, resumen),
    totales: Object.fromEntries(
      CLASES.map((clase) => {
        const { total, descuento } = RESUMEN[clase]
        return [clase, minus(resumen[total] ?? CERO, resumen[descuento] ?? CERO)]
      }),
    ) as Record<Clase, Monto>,
    totalIva: resumen.totalIva ?? CERO,
    ivaRete: resumen.ivaRete ?? CERO,
    reteRenta: resumen.reteRenta ?? CERO,
    seguro: resumen.seguro ?? CERO,
    flete: resumen.flete ?? CERO,
    totalNoGravado: resumen.totalNoGravado ?? CERO,
    tributos: resumen.tributos ?? null,
  }
}

/** Assigns each line its share of its kind's global discount; the shares add up to the discount. */
function netas(lineas: readonly Linea[], resumen: Resumen): LineaOriginal[] {
  const seen: Record<Clase, Monto> = {
    ventaNoSuj: CERO,
    ventaExenta: CERO,
    ventaGravada: CERO,
    compra: CERO,
  }
  const sums = Object.fromEntries(
    CLASES.map((clase) => [clase, sum(lineas.map((linea) => linea[clase] ?? CERO))]),
  ) as Record<Clase, Monto>
  return lineas.map((linea, i) => {
    const clase = claseDe(linea)
    const venta = linea[clase] ?? CERO
    const all = sums[clase]
    const global = resumen[RESUMEN[clase].descuento] ?? CERO
    const upTo = (part: Monto) =>
      all > CERO ? roundFraction(global, [part, all], DECIMALES_DE_LINEA) : CERO
    const before = seen[clase]
    seen[clase] = (before + venta) as Monto
    const share = minus(upTo(seen[clase]), upTo(before))
    const neto = positivePart(minus(venta, share))
    return {
      linea: i + 1,
      tipoItem: linea.tipoItem,
      codigo: linea.codigo,
      codTributo: linea.codTributo ?? null,
      uniMedida: linea.uniMedida,
      descripcion: linea.descripcion,
      cantidad: linea.cantidad,
      precioUni: linea.precioUni,
      descuento: (linea.montoDescu + venta - neto) as Monto,
      clase,
      neto,
      sinIva: minus(venta, linea.ivaItem ?? CERO),
      noGravado: linea.noGravado ?? CERO,
      tributos: linea.tributos ?? null,
    }
  })
}

const DECIMALES_DE_LINEA = 8

/** A line has one kind; one given away counts as taxed, like every sale of an 11. */
function claseDe(linea: Linea): Clase {
  if (linea.compra !== undefined) return 'compra'
  return CLASES.find((clase) => (linea[clase] ?? CERO) !== CERO) ?? 'ventaGravada'
}
