/** What files are about: a document, or an event with its document. */
import type { Db } from '../../base/db/tx.ts'
import { findDocument, type Reader, type Stored } from '../../ledger/documents/find.ts'
import type { StoredEvento } from '../../ledger/events/event.ts'
import { findEvento, findEventosOf } from '../../ledger/events/find-events.ts'

export interface FileSubject {
  readonly documento: Stored
  /** Null: the files are the document's own. */
  readonly evento: StoredEvento | null
  /** The sealed event that cancelled the document; null: it is not cancelled. */
  readonly invalidacion: StoredEvento | null
}

/** The signed text. */
export const signedOf = ({ documento, evento }: FileSubject): Stored | StoredEvento =>
  evento ?? documento

/**
 * Null when it does not exist, or belongs to another company or environment. A contingency event has no
 * files.
 */
export async function findFileSubject(
  db: Db,
  reader: Reader,
  code: string,
): Promise<FileSubject | null> {
  const own = await findDocument(db, reader, code)
  if (own) {
    return { documento: own, evento: null, invalidacion: await findInvalidacion(db, reader, own) }
  }
  const evento = await findEvento(db, reader, code)
  if (!evento?.documento) return null
  const documento = await findDocument(db, reader, evento.documento)
  if (!documento) throw new Error('bug: an event about a document that is not there')
  return { documento, evento, invalidacion: null }
}

async function findInvalidacion(
  db: Db,
  reader: Reader,
  { estado, codigoGeneracion }: Stored,
): Promise<StoredEvento | null> {
  if (estado !== 'invalidado') return null
  const eventos = await findEventosOf(db, reader, codigoGeneracion)
  return (
    eventos.find(
      ({ kind, evento, estado: own }) =>
        kind === 'invalidacion' && evento === null && own === 'sellado',
    ) ?? null
  )
}
