/** The responses of correcting calls, rendered from the stored event: a repeat renders them again. */
import { ayudaOf } from '@sello/contract'
import { plazoDeInvalidacion } from '@sello/fiscal'
import { jsonObject, rawJson } from '../../base/json/write.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { disponibleOf, totalesRetorno } from '../../flows/correcting/balance.ts'
import type { Invalidation } from '../../flows/correcting/invalidate.ts'
import type { Devolucion } from '../../flows/correcting/return.ts'
import { sealedOn, signedOf, type Target } from '../../flows/correcting/target.ts'
import { archivoDte } from '../../ledger/documents/archivo.ts'
import type { Stored } from '../../ledger/documents/find.ts'
import type { StoredEvento } from '../../ledger/events/event.ts'
import { jwsOf } from '../../ledger/transmission/filing.ts'
import { asSentence, mhRejected } from '../../outside/ministry/rejected.ts'
import type { Printer } from '../../papers/printing/printer.ts'
import type { Sheet } from '../../papers/printing/work.ts'
import { errorBody } from '../http/errors.ts'
import type { Answered } from './route.ts'

export async function drawInvalidation(
  { target, evento, replayed }: Invalidation,
  { printer, codActividad }: { readonly printer: Printer; readonly codActividad: string },
): Promise<Answered> {
  if (evento?.estado === 'rechazado') {
    return { status: 422, body: rejectedInvalidation(target, evento, codActividad), replayed }
  }
  const identity = identityOf(target)
  if (evento?.selloRecibido == null) {
    return { body: { estado: 'invalidado', ...identity, yaEstabaInvalidado: true }, replayed }
  }
  const { codigoGeneracion, selloRecibido, fhProcesamiento, observaciones, payload } = evento
  const { tipoAnulacion } = (JSON.parse(payload) as { motivo: { tipoAnulacion: number } }).motivo
  const body = jsonObject({
    estado: 'invalidado',
    ...identity,
    tipoDte: target.tipo,
    ambiente: evento.ambiente,
    evento: { codigoGeneracion, selloRecibido, fhProcesamiento, observaciones, tipoAnulacion },
    documento: rawJson(payload),
    jws: jwsOf(evento),
    archivoJson: archivoDte(payload, jwsOf(evento), selloRecibido),
    representacionGrafica: await pageOf({ payload, selloRecibido, fhProcesamiento }, printer),
  })
  return { body, replayed }
}

/** An invalidation in the query of what it cancels. */
export const drawAnulacion = (evento: StoredEvento) => ({
  codigoGeneracion: evento.codigoGeneracion,
  tipo: 'invalidacion',
  estado: evento.estado,
  selloRecibido: evento.selloRecibido,
  fecha: evento.createdAt.toISOString(),
})

/** The event's page, as answers have it. */
export async function pageOf(sheet: Sheet, printer: Printer): Promise<string> {
  const { buffer, byteOffset, byteLength } = await printer.evento(sheet)
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64')
}

/** An event has no number. */
const identityOf = (target: Target) => ({
  codigoGeneracion: target.codigoGeneracion,
  numeroControl: target.evento === null ? target.documento.numeroControl : null,
})

function rejectedInvalidation(target: Target, evento: StoredEvento, codActividad: string): string {
  const hasta = plazoDeInvalidacion({
    tipoDte: target.tipo,
    fechaSello: sealedOn(signedOf(target)),
    codActividad,
  })
  const isLate = civilTime(evento.createdAt).fecEmi > hasta
  const mensaje = `plazo_vencido: el plazo para invalidarlo terminó el ${hasta}.`
  return rejectedBody(evento, {
    what: isLate ? `la invalidación (${mensaje.slice(0, -1)})` : 'la invalidación',
    after: target.documento === null ? 'El evento sigue sellado.' : 'El documento sigue sellado.',
    advertencias: isLate ? [{ codigo: 'plazo_vencido', mensaje }] : [],
  })
}

export async function drawReturn(
  { documento, evento, history, replayed }: Devolucion,
  printer: Printer,
): Promise<Answered> {
  if (evento.rechazo) {
    const body = rejectedBody(evento, {
      what: 'el evento de retorno',
      after: 'Lo devuelto vuelve a estar disponible.',
      advertencias: [],
    })
    return { status: 422, body, replayed }
  }
  const common = {
    estado: evento.estado === 'firmado' ? 'firmado' : 'sellado',
    ...returnMembers(evento, documento),
    disponible: disponibleOf(documento, history) ?? [],
  }
  if (evento.selloRecibido === null) return { status: 202, body: unanswered(common), replayed }
  const { selloRecibido, fhProcesamiento, observaciones, payload } = evento
  const body = jsonObject({
    ...common,
    selloRecibido,
    fhProcesamiento,
    observaciones,
    archivoJson: archivoDte(payload, jwsOf(evento), selloRecibido),
    representacionGrafica: await pageOf({ payload, selloRecibido, fhProcesamiento }, printer),
  })
  return { body, replayed }
}

function unanswered(common: object): string {
  const detalle =
    'Hacienda no respondió. El evento está firmado y lo devuelto ya cuenta. Repita con la misma Idempotency-Key y el mismo cuerpo, o consúltelo: no se firma otro.'
  return jsonObject({ ...common, detalle })
}

function returnMembers(evento: StoredEvento, documento: Stored) {
  const { codigoGeneracion, ambiente, fecEmi, horEmi, payload } = evento
  return {
    codigoGeneracion,
    ambiente,
    fecEmi,
    horEmi,
    documentoRelacionado: relatedOf(documento),
    totales: totalesRetorno(evento),
    documento: rawJson(payload),
    jws: jwsOf(evento),
  }
}

/** The document that an event is about, as it appears in answers. */
export function relatedOf({ codigoGeneracion, numeroControl, tipoDte, fecEmi }: Stored) {
  return { codigoGeneracion, numeroControl, tipoDte, fecEmi }
}

interface RejectedWords {
  readonly what: string
  readonly after: string
  readonly advertencias: readonly { codigo: 'plazo_vencido'; mensaje: string }[]
}

const DOUBT =
  'Un envío anterior quedó sin respuesta y Hacienda aún puede sellarlo: Sello sigue preguntando. Consúltelo antes de registrar otro.'

/** The 422 of an event that the ministry rejected. Names the event, which has no control number. */
export function rejectedBody(
  { codigoGeneracion, rechazo }: StoredEvento,
  words: RejectedWords,
): string {
  if (!rechazo) throw new Error('bug: a rejected event without the words of its rejection')
  const { what, after, advertencias } = words
  const ayuda = ayudaOf(rechazo, 'evento')
  const said = asSentence(rechazo.descripcionMsg ?? 'no dio razón')
  const queHacer = rechazo.doubtful ? DOUBT : ayuda.queHacer
  const message = `Hacienda rechazó ${what}: ${said} ${after} ${queHacer}`
  const about = { codigoGeneracion, numeroControl: null, ayuda }
  const more = advertencias.length > 0 ? { advertencias } : {}
  return errorBody(mhRejected(rechazo, message, { ...about, ...more }))
}
