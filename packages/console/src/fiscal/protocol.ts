/** Messages between the page and the tax worker. Plain values: amounts are texts, as in documents. */
import type { DteRequest } from '@sello/contract'
import type { Autorizacion, Emisor, Explicacion, Resolucion } from '@sello/fiscal'
import type { Issue } from '../api/issue.ts'

export interface Evaluate {
  readonly request: DteRequest
  readonly emisor: Emisor
  readonly autorizaciones: readonly Autorizacion[]
  /** By which the company receives donations; null: none. */
  readonly resolucion: Resolucion | null
  readonly ambiente: '00' | '01'
  readonly fecEmi: string
  readonly horEmi: string
  /** The documents that a note adjusts, in full, as the service would complete them. */
  readonly relacionados: readonly {
    readonly codigoGeneracion: string
    readonly tipoDte: string
    readonly fecEmi: string
    readonly retuvo?: boolean
    readonly percibio?: boolean
    readonly ventaTercero?: unknown
  }[]
  /** By the code of a document that a credit note adjusts: its balance, as the service reported it. */
  readonly saldos: Readonly<Record<string, SaldoTexto>>
}

/** `Saldo` with its whole numbers as texts. */
export type SaldoTexto = Readonly<Record<'acreditable' | 'acreditado', unknown>>

export interface Totales {
  readonly totalNoSuj: number
  readonly totalExenta: number
  readonly totalGravada: number
  readonly totalDescu: number
  readonly totalIva: number
  readonly montoTotalOperacion: number
  readonly totalPagar: number
  readonly totalLetras: string | null
}

export interface Evaluated {
  readonly problems: readonly Issue[]
  readonly totales: Totales
  /** The amounts of each item. */
  readonly importes: readonly number[]
  /** What the summary retains, perceives and adds. */
  readonly resumen: Readonly<Record<string, number>>
  readonly explicacion: Explicacion
  /** The document as JSON, for the preview. */
  readonly documento: unknown
  /** What to look at, though it may be issued. */
  readonly avisos: readonly string[]
}
