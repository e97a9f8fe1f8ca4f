/** The files of a document, made from the signed bytes: always the same, so none of them is stored by us. */

import { archivoDte, archivoJson } from '../documents/archivo.ts'
import type { Stored } from '../documents/find.ts'
import { firmadoOf } from '../documents/firmado.ts'
import { jwsOf } from '../filings/filing.ts'
import type { Printer } from '../printing/printer.ts'

/** The "Archivo DTE" of a sealed document, or null where it has no seal. */
export function jsonFileOf(stored: Stored): Buffer | null {
  const { payload, selloRecibido } = stored
  if (selloRecibido === null) return null
  return Buffer.from(archivoDte(payload, jwsOf(firmadoOf(stored)), selloRecibido))
}

/** The signed document as it is transmitted, in any signed state. */
export function rawFileOf(stored: Stored): Buffer {
  const firmado = firmadoOf(stored)
  return Buffer.from(archivoJson(firmado, jwsOf(firmado)))
}

/** The letter page. Without a seal it says so. */
export async function pdfFileOf(stored: Stored, printer: Printer): Promise<Buffer> {
  return bufferOf(await printer.letter(sheetOf(stored)))
}

export async function ticketFileOf(
  stored: Stored,
  printer: Printer,
  paperWidthMm: number,
): Promise<Buffer> {
  return bufferOf(await printer.ticket({ ...sheetOf(stored), paperWidthMm }))
}

function sheetOf({ payload, selloRecibido, fhProcesamiento }: Stored) {
  return { payload, selloRecibido, fhProcesamiento }
}

const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)
