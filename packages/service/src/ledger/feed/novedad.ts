/** What a row of the feed says on the wire (docs/wire.md#feed): codes, numbers and totals, and nothing of the buyer. */
import { createHash } from 'node:crypto'
import type { Ambiente, Novedad, TipoDte, TipoNovedad } from '@sello/contract'
import { amountsOf, type StoredTotales } from '../documents/totales.ts'
import { writeFeedCursor } from './cursor.ts'

/** A row with what describes it; of documents, as they are when it is read. */
export interface NovedadRow {
  readonly position: bigint
  readonly tipo: TipoNovedad
  readonly at: Date
  /** In capitals; null: the feed itself, or the company. */
  readonly about: string | null
  /** What is told of the company; null: what the other members describe. */
  readonly datos: object | null
  /** The document that it is about, or that its event or its mail is about. */
  readonly documento: string | null
  readonly tipoDte: TipoDte | null
  readonly numeroControl: string | null
  readonly fecEmi: string | null
  readonly selloRecibido: string | null
  readonly totales: StoredTotales | null
  readonly referencia: string | null
  /** Of an outage, or of a restore. */
  readonly desde: Date | null
  readonly hasta: Date | null
}

export function novedadOf(
  row: NovedadRow,
  { companyId, ambiente }: { readonly companyId: string; readonly ambiente: Ambiente },
  epoch: bigint,
): Novedad {
  const cursor = writeFeedCursor({ epoch, position: row.position })
  return {
    id: idOf(`${companyId}/${ambiente}/${cursor}`),
    tipo: row.tipo,
    fecha: row.at.toISOString(),
    ambiente,
    datos: row.datos ?? datosOf(row),
  } as Novedad
}

/** The same whenever and however it is told, and of no other; it says nothing about how many there are. */
function idOf(place: string): string {
  const hex = createHash('sha256').update(`sello novedad v1 ${place}`).digest('hex')
  return `nv_${hex.slice(0, 32)}`
}

/** By the first part of its type. */
function datosOf(row: NovedadRow): object {
  const [subject, what = ''] = row.tipo.split('.')
  if (subject === 'feed') return { desde: instant(row.desde) }
  if (subject === 'dte') {
    const { selloRecibido, totales } = row
    const isSealed = what === 'sellado' || what === 'invalidado'
    return {
      estado: what,
      ...documentoOf(row),
      selloRecibido: isSealed ? selloRecibido : null,
      totales: totales && amountsOf(totales),
    }
  }
  if (subject === 'contingencia') {
    if (what.startsWith('evento_')) return { evento: row.about }
    return { desde: instant(row.desde), hasta: what === 'cerrada' ? instant(row.hasta) : null }
  }
  if (subject === 'operaciones') return { evento: row.about }
  if (subject === 'entrega') return { entrega: row.about?.toLowerCase(), ...documentoOf(row) }
  return { evento: row.about, ...documentoOf(row) }
}

const documentoOf = ({ documento, tipoDte, numeroControl, fecEmi, referencia }: NovedadRow) => ({
  ...{ codigoGeneracion: documento, tipoDte, numeroControl, fecEmi, referencia },
})

const instant = (at: Date | null) => at?.toISOString() ?? null
