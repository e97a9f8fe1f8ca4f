/**
 * The body of a sealed answer, drawn from the document and its outcome alone. Pure, so that it can be made in another
 * thread: of a document of 2,000 lines it is more than 4 MB of text.
 */

import { jsonObject, rawJson } from '../json.ts'
import { archivoDte, archivoJson } from './archivo.ts'
import { type Firmado, jwsOf } from './firmado.ts'
import type { Sellado } from './outcome.ts'

export interface Sealed {
  readonly firmado: Firmado
  readonly outcome: Sellado
}

/** `pdf` is the printed copy. */
export function sealedBody({ firmado, outcome }: Sealed, pdf: Uint8Array): string {
  const { selloRecibido, fhProcesamiento, observaciones } = outcome
  const jws = jwsOf(firmado)
  return jsonObject({
    estado: 'sellado',
    ...commonMembers(firmado),
    selloRecibido,
    fhProcesamiento,
    observaciones,
    documento: rawJson(firmado.payload),
    jws,
    archivoDte: archivoDte(firmado.payload, jws, selloRecibido),
    archivoJson: archivoJson(firmado, jws),
    representacionGrafica: base64(pdf),
  })
}

/** Nothing in it needs an escape, and its 50 KB need not be searched for what does. */
function base64({ buffer, byteOffset, byteLength }: Uint8Array) {
  return rawJson(`"${Buffer.from(buffer, byteOffset, byteLength).toString('base64')}"`)
}

/** What every answer about a signed document has. */
export function commonMembers(firmado: Firmado) {
  const { tipoDte, ambiente, numeroControl, codigoGeneracion, fecEmi, horEmi, totales } = firmado
  return { tipoDte, ambiente, numeroControl, codigoGeneracion, fecEmi, horEmi, totales }
}
