/** The two files of a document, built around the signed bytes, never from a re-serialised copy. */
import type { Firmado } from './firmado.ts'

/**
 * The "Archivo DTE" that the buyer gets: the signed object's own bytes with the signature and the seal appended as
 * two more members (docs/sources.md#delivery).
 */
export function archivoDte(payload: string, jws: string, selloRecibido: string): string {
  if (!payload.endsWith('}')) throw new Error('bug: a signed document is not a JSON object')
  const members = `"firmaElectronica":${JSON.stringify(jws)},"selloRecibido":${JSON.stringify(selloRecibido)}`
  return `${payload.slice(0, -1)},${members}}`
}

/** The identity of the signed bytes; an event has no number. */
interface Named extends Pick<Firmado, 'codigoGeneracion' | 'ambiente' | 'fecEmi'> {
  readonly numeroControl: string | null
}

/** The signed document with the data to transmit it elsewhere; every signed state has one. */
export function archivoJson(signed: Named, jws: string): string {
  const { codigoGeneracion, ambiente, numeroControl, fecEmi } = signed
  return JSON.stringify({
    codigoGeneracion,
    ambiente,
    jws,
    identificacion: { numeroControl, fecEmi },
  })
}
