/** The files of a document or an event, made from the signed bytes: always the same, so none of them is stored by us. */
import { archivoDte, archivoJson } from '../documents/archivo.ts'
import type { Stored } from '../documents/find.ts'
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

/** The letter page. Without a seal it says so. Null of an event: nothing prints one yet. */
export async function pdfFileOf(
  { documento, evento }: Kept,
  printer: Printer,
): Promise<Buffer | null> {
  return evento === null ? bufferOf(await printer.letter(sheetOf(documento))) : null
}

export async function ticketFileOf(
  { documento }: Kept,
  printer: Printer,
  paperWidthMm: number,
): Promise<Buffer> {
  return bufferOf(await printer.ticket({ ...sheetOf(documento), paperWidthMm }))
}

function sheetOf({ payload, selloRecibido, fhProcesamiento }: Stored) {
  return { payload, selloRecibido, fhProcesamiento }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)
