/** Renders the files of a document or an event from the signed bytes: always the same, so we store none. */
import { archivoDte, archivoJson } from '../../ledger/documents/archivo.ts'
import { jwsOf } from '../../ledger/transmission/filing.ts'
import type { Printer } from '../../papers/printing/printer.ts'
import { type FileSubject, signedOf } from './file-subject.ts'

/** The "Archivo DTE" of a sealed document, or null when it has no seal. */
export function jsonFileOf(subject: FileSubject): Buffer | null {
  const { payload, selloRecibido } = signedOf(subject)
  if (selloRecibido === null) return null
  return Buffer.from(archivoDte(payload, jwsOfKept(subject), selloRecibido))
}

/** The signed text as transmitted, in any signed state. */
export function rawFileOf(subject: FileSubject): Buffer {
  const numeroControl = subject.evento === null ? subject.documento.numeroControl : null
  const { codigoGeneracion, ambiente, fecEmi } = signedOf(subject)
  const named = { codigoGeneracion, ambiente, fecEmi, numeroControl }
  return Buffer.from(archivoJson(named, jwsOfKept(subject)))
}

function jwsOfKept(subject: FileSubject): string {
  const { payload, signature } = signedOf(subject)
  if (signature === null) throw new Error('bug: a file of what is not signed')
  return jwsOf({ payload, signature })
}

/** The letter page, for an event too. States a missing seal, or its invalidation. */
export async function pdfFileOf(subject: FileSubject, printer: Printer): Promise<Buffer> {
  return bufferOf(
    await (subject.evento ? printer.evento(sheetOf(subject)) : printer.letter(sheetOf(subject))),
  )
}

export async function ticketFileOf(
  subject: FileSubject,
  printer: Printer,
  paperWidthMm: number,
): Promise<Buffer> {
  return bufferOf(await printer.ticket({ ...sheetOf(subject), paperWidthMm }))
}

/** What a page shows of it: its seal, or the invalidation. */
export function sheetOf(subject: FileSubject) {
  const { payload, selloRecibido, fhProcesamiento } = signedOf(subject)
  const { invalidacion } = subject
  const invalidado = invalidacion && {
    codigoGeneracion: invalidacion.codigoGeneracion,
    fhProcesamiento: invalidacion.fhProcesamiento,
  }
  return { payload, selloRecibido, fhProcesamiento, invalidado }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)
