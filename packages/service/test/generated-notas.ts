/** Generated notes over documents that were sealed before, by their codes alone or in full. */
import type { DteRequest } from '@sello/fiscal'
import fc from 'fast-check'
import { notaSobre, type Origen } from '../../fiscal/test/arbitraries-nota.ts'
import type { Reply } from './world.ts'

/** Here a note may adjust up to three documents, and three notes share the balance of each. */
const GROUP = 3

/** Sales of which every three in a row have the same buyer and third party. */
export function inThrees(sales: readonly DteRequest[]): readonly DteRequest[] {
  return sales.map((sale, at) => {
    const first = sales[at - (at % GROUP)] ?? sale
    const { ventaTercero: _, ...own } = sale
    const { receptor = null, ventaTercero = null } = first
    return { ...own, receptor, ...(ventaTercero === null ? {} : { ventaTercero }) }
  })
}

/**
 * Over each three: a note over the first, one over the first two, one over all. Credit notes stay within a
 * third of the smallest, so that all of them fit; where that is nothing there is no note.
 */
export function notesOver(
  tipoDte: '05' | '06',
  sales: readonly DteRequest[],
  replies: readonly Reply[],
  seed: number,
): readonly DteRequest[] {
  return replies.flatMap((_, at) => {
    const start = at - (at % GROUP)
    const among = replies.slice(start, at + 1).map(({ body }) => body.documento)
    // A debit note may have credits, which the total that the generator expects must cover: one retention for all.
    const documents =
      tipoDte === '05'
        ? among
        : among.filter((one) => unoPorCientoOf(one) === unoPorCientoOf(among[0]))
    const limite = smallestThird(documents)
    if (tipoDte === '05' && Object.values(limite).every((cents) => cents === 0)) return []
    const { receptor, ventaTercero = null } = sales[start] ?? {}
    const origen: Origen = {
      documentosRelacionados: documents.map(inFull),
      receptor: receptor ?? {},
      ventaTercero,
      unoPorCiento: {
        retencion: tipoDte === '06' && documents[0].resumen.ivaRete > 0,
        percepcion: tipoDte === '06' && documents[0].resumen.ivaPerci > 0,
      },
      ...(tipoDte === '05' ? { limite } : {}),
    }
    const [note] = fc.sample(notaSobre(tipoDte, origen), { numRuns: 1, seed: seed + at })
    return note ? [onTheWire(at % 2 === 0 ? byCodes(note) : note)] : []
  })
}

// biome-ignore lint/suspicious/noExplicitAny: a document as it was answered
function inFull({ identificacion }: any) {
  const { tipoDte, codigoGeneracion, fecEmi } = identificacion
  return { tipoDocumento: tipoDte, numeroDocumento: codigoGeneracion, fechaEmision: fecEmi }
}

/** The same note from an author who omits everything that the service can complete. */
function byCodes({ receptor: _, ventaTercero: __, ...note }: DteRequest): DteRequest {
  const named = (note.documentosRelacionados ?? []).map(({ numeroDocumento = '' }) => ({
    codigoGeneracion: numeroDocumento,
  }))
  return { ...note, documentosRelacionados: named }
}

/** Where there is no apéndice the wire has no member. */
export function onTheWire({ apendice, ...note }: DteRequest): DteRequest {
  return apendice ? { ...note, apendice } : note
}

// biome-ignore lint/suspicious/noExplicitAny: documents as they were answered
function smallestThird(documents: readonly any[]) {
  const third = (total: string, discount: string) =>
    Math.min(
      ...documents.map(({ resumen: r }) =>
        Math.floor((Math.round(r[total] * 100) - Math.round(r[discount] * 100)) / GROUP),
      ),
    )
  return {
    gravadas: third('totalGravada', 'descuGravada'),
    exentas: third('totalExenta', 'descuExenta'),
    noSujetas: third('totalNoSuj', 'descuNoSuj'),
  }
}

// biome-ignore lint/suspicious/noExplicitAny: a document as it was answered
function unoPorCientoOf({ resumen }: any): string {
  return `${resumen.ivaRete > 0} ${resumen.ivaPerci > 0}`
}
