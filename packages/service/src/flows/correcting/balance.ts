/** What was returned of a document and what is left, derived from its live events. */
import { RETORNABLES, Refused, type ReturnRequest, type TotalesRetorno } from '@sello/contract'
import {
  disponible,
  type Retornable,
  type RetornoPrevio,
  readDocumento,
  readEventoDeRetorno,
  toNumber,
} from '@sello/fiscal'
import type { Db } from '../../base/db/tx.ts'
import type { Reader, Stored } from '../../ledger/documents/find.ts'
import type { StoredEvento } from '../../ledger/events/event.ts'
import { findEventosOf, findReturnLines, type ReturnLine } from '../../ledger/events/find-events.ts'

/** Signed or sealed: its units count as returned. */
const COUNTING: ReadonlySet<string> = new Set(['firmado', 'sellado'])

/** The events about a document, and what each return took. */
export interface History {
  /** Newest first. */
  readonly eventos: readonly StoredEvento[]
  readonly lines: ReadonlyMap<string, readonly ReturnLine[]>
}

export async function readHistory(db: Db, reader: Reader, documento: string): Promise<History> {
  const eventos = await findEventosOf(db, reader, documento)
  const hasReturns = eventos.some(({ kind }) => kind === 'retorno')
  const lines = hasReturns ? await findReturnLines(db, reader.companyId, documento) : new Map()
  return { eventos, lines }
}

/** The return events that count, in the form that the arithmetic takes. */
export function previosOf({ eventos, lines }: History): readonly RetornoPrevio[] {
  return countingOf(eventos).map(({ codigoGeneracion, payload }) => ({
    evento: readEventoDeRetorno(payload),
    lineas: lines.get(codigoGeneracion) ?? [],
  }))
}

export function countingOf(eventos: readonly StoredEvento[]): readonly StoredEvento[] {
  return eventos.filter(({ kind, estado }) => kind === 'retorno' && COUNTING.has(estado))
}

/** The document in the form that the arithmetic of returns takes. Its type must have returns. */
export function retornableOf({ payload }: Stored): Retornable {
  return readDocumento(payload) as Retornable
}

/** The balance of each line on the wire; null when nothing can be returned. */
export function disponibleOf(documento: Stored, history: History) {
  if (!RETORNABLES.includes(documento.tipoDte) || documento.estado !== 'sellado') return null
  return disponible(retornableOf(documento), previosOf(history)).map((row) => ({
    linea: row.linea,
    vendida: toNumber(row.vendida),
    devuelta: toNumber(row.devuelta),
    disponible: toNumber(row.disponible),
    noGravado: row.noGravado && {
      vendido: toNumber(row.noGravado.vendido),
      devuelto: toNumber(row.noGravado.devuelto),
      disponible: toNumber(row.noGravado.disponible),
    },
  }))
}

/** The lines of a request, or of an event, in the form that is stored. */
export function linesOf({ items }: ReturnRequest): readonly ReturnLine[] {
  return items.map(({ linea, cantidad, noGravado }) => ({
    linea,
    cantidad: cantidad === undefined ? null : decimalOf(cantidad),
    noGravado: noGravado === undefined ? null : decimalOf(noGravado),
  }))
}

/** Without an exponent: 1e-8 is 0.00000001. */
const decimalOf = (n: number) => n.toFixed(8)

/** The totals of a return event that its answer shows. */
export function totalesRetorno({ totales }: StoredEvento): TotalesRetorno {
  if (totales === null) throw new Error('bug: a return event without its totals')
  const { totalGravada, totalExenta, totalNoSuj, totalIva, totalPagar } = totales
  return { totalGravada, totalExenta, totalNoSuj, totalIva, totalPagar }
}

/** 422: the return exceeds the balance of a line. */
export function exceeds(
  lineas: readonly { linea: number; solicitado: number; disponible: number }[],
) {
  const [first] = lineas
  const others = lineas.length - 1
  const more = others === 0 ? '' : ` (y ${others} ${others === 1 ? 'línea' : 'líneas'} más)`
  const left = first?.disponible === 1 ? 'queda' : 'quedan'
  const asked = first?.solicitado === 1 ? 'pide' : 'piden'
  return new Refused(
    'return_exceeds_available',
    `De la línea ${first?.linea} ${left} ${first?.disponible} por devolver y se ${asked} ${first?.solicitado}${more}. No se firmó nada.`,
    { lineas },
  )
}
