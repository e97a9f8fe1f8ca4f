/**
 * The answers of a call that issues (issue, sign), drawn from the document and its outcome alone: a repeat draws the
 * same bytes again, so nothing large is stored twice.
 */
import { ayudaOf, Refused } from '@sello/contract'
import { archivoDte, archivoJson } from '../documents/archivo.ts'
import { type Firmado, jwsOf } from '../documents/firmado.ts'
import type { EnContingencia, Rechazado, Sellado } from '../documents/outcome.ts'
import type { Issued } from '../issuing/record.ts'
import { othersFirst } from '../others-first.ts'
import type { Printer } from '../printing/printer.ts'
import { errorBody } from './errors.ts'
import { jsonObject, rawJson } from './json.ts'
import type { Answered } from './routes/index.ts'

export async function drawIssued(
  { firmado, outcome, replayed, page }: Issued,
  printer: Printer,
): Promise<Answered> {
  const headers = replayed ? { 'idempotency-replayed': 'true' } : {}
  if (outcome.estado === 'sellado') {
    const pdf = await printer.letter({ ...outcome, payload: firmado.payload }, page)
    const text = sealedBody(firmado, outcome, pdf)
    await othersFirst({ text }) // writing it out is the next stretch, and shorter for bytes than for text
    return { status: 200, headers, body: Buffer.from(text) }
  }
  if (outcome.estado === 'contingencia') {
    return { status: 202, headers, body: unansweredBody(firmado, outcome) }
  }
  return { status: 422, headers, body: rejectedBody(firmado, outcome) }
}

function sealedBody(firmado: Firmado, outcome: Sellado, pdf: Uint8Array): string {
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

function unansweredBody(firmado: Firmado, outcome: EnContingencia): string {
  const jws = jwsOf(firmado)
  return jsonObject({
    estado: 'contingencia',
    ...commonMembers(firmado),
    detalle: outcome.detalle,
    contingencia: outcome.contingencia,
    observaciones: [],
    documento: rawJson(firmado.payload),
    jws,
    archivoJson: archivoJson(firmado, jws),
  })
}

/** The one refusal that is an outcome: a number was spent, and a repeat gets the same body. */
function rejectedBody(firmado: Firmado, outcome: Rechazado): string {
  const { codigoMsg, clasificaMsg, descripcionMsg, observaciones } = outcome
  const { codigoGeneracion, numeroControl } = firmado
  const ayuda = ayudaOf(codigoMsg)
  const words = descripcionMsg ?? 'no dio razón'
  return errorBody(
    new Refused('mh_rejected', `Hacienda rechazó el documento: ${words}. ${ayuda.queHacer}`, {
      estado: 'RECHAZADO',
      codigoMsg,
      clasificaMsg,
      descripcionMsg,
      observaciones,
      codigoGeneracion,
      numeroControl,
      ayuda,
    }),
  )
}

function commonMembers(firmado: Firmado) {
  const { tipoDte, ambiente, numeroControl, codigoGeneracion, fecEmi, horEmi, totales } = firmado
  return { tipoDte, ambiente, numeroControl, codigoGeneracion, fecEmi, horEmi, totales }
}
