/** A checked document that only lacks its number and its code. */
import type { TipoDte } from '@sello/contract'
import type { Acreditable, Centavos, Documento, totales } from '@sello/fiscal'
import type { Outage } from '../../ledger/outages/outages.ts'
import type { Corrected } from './complete-corrected.ts'
import type { Liquidados } from './complete-liquidated.ts'

/** A document of ours that a note adjusts. */
export interface Ajustado {
  /** Its path in the list of related documents, in the request and in the note. */
  readonly field: string
  readonly documento: string
  readonly origen: string
  readonly acreditable: Acreditable
}

export interface Draft {
  readonly documento: Documento
  readonly tipoDte: TipoDte
  readonly fecEmi: string
  readonly horEmi: string
  /** The year of its number series. */
  readonly year: number
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly totales: ReturnType<typeof totales>
  /** Our documents that a note adjusts. */
  readonly ajustados: readonly Ajustado[]
  /** What a liquidation lists. */
  readonly liquidados: Liquidados
  /** The rejected document whose code and number it takes over. */
  readonly corrected: Corrected | null
  /** The doubtful attempt that it replaces. */
  readonly sustituye: string | null
  /** True for a correction by `corrige`; false when only its reference names the replaced attempt. */
  readonly corrects: boolean
  readonly referencia: string | null
  /** Whom it is sent to by mail. */
  readonly addresses: readonly string[]
  /** For a credit note: the cent adjustments that keep all notes over a document within its total. */
  readonly centavos: Centavos
  /** Rebuilds the document with other cent adjustments. */
  readonly withCentavos: (centavos: Centavos) => Draft
  /** The outage in which it is signed under the deferred model; null: the normal model. */
  readonly outage: Outage | null
}
