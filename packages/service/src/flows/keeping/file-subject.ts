/** What files are about: a document, or an event with its document. */
import type { Db } from '../../base/db/tx.ts'
import { findDocument, type Reader, type Stored } from '../../ledger/documents/find.ts'
import type { StoredEvento } from '../../ledger/events/event.ts'
import { findEvento, findEventosOf, findInvalidacionesDe } from '../../ledger/events/find-events.ts'
import { RULES } from '../../ledger/transmission/rules.ts'

export type FileSubject = OfDocumento | OfEvento

export interface OfDocumento {
  readonly documento: Stored
  readonly evento: null
  /** The sealed event that cancelled it; null: it is not cancelled. */
  readonly invalidacion: StoredEvento | null
}

export interface OfEvento {
  /** Null: special operations and what cancels them are about no document. */
  readonly documento: Stored | null
  readonly evento: StoredEvento
  /** The sealed event that cancelled it; null: it is not cancelled. */
  readonly invalidacion: StoredEvento | null
}

/** The signed text. */
export const signedOf = (subject: FileSubject): Stored | StoredEvento =>
  subject.evento ?? subject.documento

/**
 * Null when it does not exist, or belongs to another company or environment. A contingency event has no
 * files.
 */
export async function findFileSubject(
  db: Db,
  reader: Reader,
  code: string,
): Promise<FileSubject | null> {
  const own = await findDocumentSubject(db, reader, code)
  if (own) return own
  const evento = await findEvento(db, reader, code)
  if (!evento || !RULES[evento.kind].files) return null
  const invalidaciones =
    evento.estado === 'invalidado' ? await findInvalidacionesDe(db, reader, code) : []
  const invalidacion = invalidaciones.find(isSealed) ?? null
  if (evento.documento === null) return { documento: null, evento, invalidacion }
  const documento = await findDocument(db, reader, evento.documento)
  if (!documento) throw new Error('bug: an event about a document that is not there')
  return { documento, evento, invalidacion }
}

/** As `findFileSubject`, and null for the code of an event. */
export async function findDocumentSubject(
  db: Db,
  reader: Reader,
  code: string,
): Promise<OfDocumento | null> {
  const documento = await findDocument(db, reader, code)
  if (!documento) return null
  const eventos =
    documento.estado === 'invalidado'
      ? await findEventosOf(db, reader, documento.codigoGeneracion)
      : []
  const invalidacion = eventos.find(
    (one) => one.kind === 'invalidacion' && one.evento === null && isSealed(one),
  )
  return { documento, evento: null, invalidacion: invalidacion ?? null }
}

const isSealed = ({ estado }: StoredEvento) => estado === 'sellado'
