/** What a liquidation (08) lists, as annex 4 has it: sales for principals of the country. */
import { resumenDe } from '../cuerpo.ts'
import { CERO, type Monto, minus, sum } from '../monto.ts'
import type { Liquidacion } from '../tipos/08/estructura.ts'
import type { DocumentoContable } from '../tipos/09/estructura.ts'
import { type Documento, TIPOS } from '../tipos/index.ts'

export interface Listado {
  readonly tipoDte: string
  readonly numeroDocumento: string
  readonly fecha: string
  /** Of every kind of sale, without IVA; positive of a credit note, which the form subtracts. */
  readonly monto: Monto
  readonly iva: Monto
  /** Reported because it was invalidated after it was listed. */
  readonly invalidado: boolean
}

/** 05 and the return event (18). */
const QUE_RESTAN: ReadonlySet<string> = new Set(['05', '18'])
/** CAT-032. */
const DOMICILIADO = 1

/** Of a principal of the country; nothing of another type. */
export function listadosDe(documento: Documento): readonly Listado[] {
  if (TIPOS[documento.identificacion.tipoDte].members.liquidacion !== 'required') return []
  const { receptor, cuerpoDocumento } = documento as Liquidacion
  if (receptor.codDomiciliado !== DOMICILIADO) return []
  return cuerpoDocumento.map((linea) => {
    const { ventaNoSuj, ventaExenta, ventaGravada, exportaciones } = linea
    const monto = sum([ventaNoSuj, ventaExenta, ventaGravada, exportaciones])
    return {
      tipoDte: linea.tipoDte,
      numeroDocumento: linea.numeroDocumento,
      fecha: linea.fechaEmision,
      monto: monto < CERO ? minus(CERO, monto) : monto,
      iva: linea.ivaItem < CERO ? minus(CERO, linea.ivaItem) : linea.ivaItem,
      invalidado: monto !== CERO && monto < CERO !== QUE_RESTAN.has(linea.tipoDte),
    }
  })
}

/** The 2 % that an administrator of cards perceived (09), and its base. */
export function percibidoDelDosDe(documento: Documento): {
  readonly base: Monto
  readonly monto: Monto
} {
  const { montoSujetoPercepcion: base = CERO, ivaPercibido: monto = CERO } = resumenDe(
    documento,
  ) as Partial<DocumentoContable['cuerpoDocumento']>
  return { base, monto }
}
