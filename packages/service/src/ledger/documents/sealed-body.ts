/**
 * The body of a sealed answer, built only from the document and its outcome. Pure, so that another thread can run
 * it: for a document of 2,000 lines the body is more than 4 MB of text.
 */

import type { AdvertenciaEmision } from '@sello/contract'
import { jsonObject, rawJson } from '../../base/json/write.ts'
import { jwsOf } from '../transmission/filing.ts'
import type { Sellado } from '../transmission/outcome.ts'
import { archivoDte, archivoJson } from './archivo.ts'
import type { Firmado } from './firmado.ts'

export interface SealedDocument {
  readonly firmado: Firmado
  readonly outcome: Sellado
}

/** A sealed document, and what its caller is told besides. */
export interface ToAnswer extends SealedDocument {
  readonly advertencias: readonly AdvertenciaEmision[]
}

/**
 * `pdf` is the printed copy. It is the last member and most of the bytes: its base64 is ASCII and copied as bytes,
 * while the rest is encoded character by character.
 */
export function sealedBody({ firmado, outcome, advertencias }: ToAnswer, pdf: Uint8Array): Buffer {
  const { selloRecibido, fhProcesamiento, observaciones } = outcome
  const jws = jwsOf(firmado)
  const others = jsonObject({
    estado: 'sellado',
    ...commonMembers(firmado),
    selloRecibido,
    fhProcesamiento,
    observaciones,
    advertencias,
    documento: rawJson(firmado.payload),
    jws,
    archivoDte: archivoDte(firmado.payload, jws, selloRecibido),
    archivoJson: archivoJson(firmado, jws),
  })
  return Buffer.concat([
    Buffer.from(`${others.slice(0, -1)},"representacionGrafica":"`),
    Buffer.from(base64(pdf), 'latin1'),
    CLOSING,
  ])
}

const CLOSING = Buffer.from('"}')

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength).toString('base64')

/** The members of every answer about a signed document. */
export function commonMembers(firmado: Firmado) {
  const { tipoDte, ambiente, numeroControl, codigoGeneracion, fecEmi, horEmi, totales } = firmado
  return { tipoDte, ambiente, numeroControl, codigoGeneracion, fecEmi, horEmi, totales }
}
