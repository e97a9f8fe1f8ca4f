/** What the books and annexes read from a document of the month. */
import type { Documento, Factura, FacturaExportacion } from '../documento.ts'
import { CERO, type Monto, minus, plus } from '../monto.ts'
import { TIPOS } from '../tipos/index.ts'
import type { TipoDef } from '../tipos/tipo.ts'
import { totales } from '../totales.ts'

/** A document of the month. `sin_sello`: signed, without an answer of the ministry. */
export interface DocumentoDelMes {
  readonly documento: Documento
  readonly selloRecibido: string | null
  readonly estado: 'sellado' | 'sin_sello' | 'invalidado'
}

/**
 * The document without the lines that no book reads. Only the annex of perceptions reads lines, those of notes (05,
 * 06); keeping the others for a whole month would need too much memory.
 */
export function sinLineasDeMas(documento: Documento): Documento {
  const { members } = TIPOS[documento.identificacion.tipoDte]
  if (members.documentosRelacionados === 'required') return documento
  return { ...documento, cuerpoDocumento: [] } as Documento
}

/** The taxpayer who bought. A natural person is identified by either NIT or DUI, not both. */
export interface Contribuyente {
  readonly nit: string | null
  readonly dui: string | null
  readonly nrc: string | null
  readonly nombre: string
}

const DUI_DIGITS = 9

/** Whether a number under NIT is a DUI: for natural persons with homologated numbers, both are the same. */
export const isHomologado = (number: string): boolean => number.length === DUI_DIGITS

/** A 03's receptor has a `nit`, a note's has a number of any kind. */
export function contribuyenteOf(documento: Documento): Contribuyente {
  const { nit, numDocumento, nrc, nombre } = (documento as { receptor: Receptor }).receptor
  const number = nit ?? numDocumento ?? ''
  const isDui = isHomologado(number)
  return {
    nit: isDui ? null : number,
    dui: isDui ? number : null,
    nrc: nrc ?? null,
    nombre: nombre ?? '',
  }
}

interface Receptor {
  readonly nit?: string
  readonly numDocumento?: string | null
  readonly nrc?: string | null
  readonly nombre?: string | null
}

export interface Montos {
  readonly exentas: Monto
  readonly noSujetas: Monto
  readonly gravadas: Monto
  readonly iva: Monto
}

/** After global discounts. */
export function montosOf(documento: Documento): Montos {
  const t = totales(documento)
  const { descuExenta, descuNoSuj, descuGravada } = documento.resumen as Partial<
    Factura['resumen']
  > &
    Partial<FacturaExportacion['resumen']>
  return {
    exentas: minus(t.totalExenta, descuExenta ?? CERO),
    noSujetas: minus(t.totalNoSuj, descuNoSuj ?? CERO),
    gravadas: minus(t.totalGravada, descuGravada ?? CERO),
    iva: t.totalIva,
  }
}

/** The principal that it was sold for (CAT-032), or null. */
export const terceroOf = (documento: Documento): { readonly codDomiciliado: number } | null =>
  (documento as { ventaTercero?: { readonly codDomiciliado: number } | null }).ventaTercero ?? null

export const defOf = ({ documento }: Pick<DocumentoDelMes, 'documento'>): TipoDef =>
  TIPOS[documento.identificacion.tipoDte]

export const tipoOf = ({ documento }: Pick<DocumentoDelMes, 'documento'>): string =>
  documento.identificacion.tipoDte

/** Ordered by date and time of generation. */
export function byMoment(a: DocumentoDelMes, b: DocumentoDelMes): number {
  return momentOf(a) < momentOf(b) ? -1 : 1
}

function momentOf({ documento: { identificacion: i } }: DocumentoDelMes): string {
  return `${i.fecEmi} ${i.horEmi} ${i.numeroControl}`
}

export const sumOf = (montos: readonly Monto[]): Monto => montos.reduce(plus, CERO)
