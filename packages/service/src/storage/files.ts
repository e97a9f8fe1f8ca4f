/** The files of a document or an event, made from the signed bytes: always the same, so none of them is stored by us. */
import { archivoDte, archivoJson } from '../documents/archivo.ts'
import { jwsOf } from '../filings/filing.ts'
import type { Printer } from '../printing/printer.ts'
import { type Kept, signedOf } from './kept.ts'

/** The "Archivo DTE" of what is sealed, or null where it has no seal. */
export function jsonFileOf(kept: Kept): Buffer | null {
  const { payload, selloRecibido } = signedOf(kept)
  if (selloRecibido === null) return null
  return Buffer.from(archivoDte(payload, jwsOfKept(kept), selloRecibido))
}

/** What was signed as it is transmitted, in any signed state. */
export function rawFileOf(kept: Kept): Buffer {
  const { documento, evento } = kept
  const numeroControl = evento === null ? documento.numeroControl : null
  const { codigoGeneracion, ambiente, fecEmi } = signedOf(kept)
  const named = { codigoGeneracion, ambiente, fecEmi, numeroControl }
  return Buffer.from(archivoJson(named, jwsOfKept(kept)))
}

function jwsOfKept(kept: Kept): string {
  const { payload, signature } = signedOf(kept)
  if (signature === null) throw new Error('bug: a file of what is not signed')
  return jwsOf({ payload, signature })
}

/** The letter page, of an event too. Without a seal it says so; of an invalidated document, what cancelled it. */
export async function pdfFileOf(kept: Kept, printer: Printer): Promise<Buffer> {
  return bufferOf(
    await (kept.evento ? printer.evento(sheetOf(kept)) : printer.letter(sheetOf(kept))),
  )
}

export async function ticketFileOf(
  kept: Kept,
  printer: Printer,
  paperWidthMm: number,
): Promise<Buffer> {
  return bufferOf(await printer.ticket({ ...sheetOf(kept), paperWidthMm }))
}

function sheetOf(kept: Kept) {
  const { payload, selloRecibido, fhProcesamiento } = signedOf(kept)
  const { invalidacion } = kept
  const invalidado = invalidacion && {
    codigoGeneracion: invalidacion.codigoGeneracion,
    fhProcesamiento: invalidacion.fhProcesamiento,
  }
  return { payload, selloRecibido, fhProcesamiento, invalidado }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)
