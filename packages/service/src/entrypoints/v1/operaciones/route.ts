/** The routes of special operations (docs/wire.md#operaciones-especiales). */
import { OperacionesRequest, Refused, type TotalesOperaciones } from '@sello/contract'
import { jsonObject, rawJson } from '../../../base/json/write.ts'
import { type Reporte, reportOperaciones } from '../../../flows/correcting/operaciones.ts'
import { archivoDte } from '../../../ledger/documents/archivo.ts'
import type { StoredEvento } from '../../../ledger/events/event.ts'
import { findEvento, findInvalidacionesDe } from '../../../ledger/events/find-events.ts'
import { listOperaciones } from '../../../ledger/events/vouchers.ts'
import { jwsOf } from '../../../ledger/transmission/filing.ts'
import type { Printer } from '../../../papers/printing/printer.ts'
import { bodyOf } from '../../http/body.ts'
import { admittedOf, readerOfCall } from '../admitted.ts'
import { toCtx } from '../ctx.ts'
import { drawAnulacion, pageOf, rejectedBody } from '../event-answer.ts'
import { readPage } from '../page.ts'
import { readCode } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'

const check = bodyOf(OperacionesRequest)

async function handleReport({ call, body }: Asked): Promise<Answered> {
  const request = check(body)
  return draw(await reportOperaciones(toCtx(call, request), request, call.found), call.deps.printer)
}

async function handleList({ call, query }: Asked): Promise<Answered> {
  const { companyId, ambiente } = admittedOf(call)
  const page = readPage(call, query, ['operaciones', companyId, ambiente])
  const wanted = { companyId, ambiente, below: page.after?.position ?? null, limit: page.limit }
  const { rows, last } = await listOperaciones(call.deps.pool, wanted)
  return { body: { operaciones: rows.map(rowOf), siguiente: page.siguiente(last) } }
}

async function handleRead({ call, params }: Asked): Promise<Answered> {
  const { pool } = call.deps
  const reader = readerOfCall(call)
  const evento = await findEvento(pool, reader, readCode(params))
  if (evento?.kind !== 'operaciones') {
    const message = 'No hay un evento de operaciones especiales con ese código en esta empresa.'
    throw new Refused('not_found', message, { field: 'codigoGeneracion' })
  }
  const { fhProcesamiento, observaciones, selloRecibido, payload } = evento
  const archivo = selloRecibido === null ? null : archivoDte(payload, jwsOf(evento), selloRecibido)
  const body = jsonObject({
    ...rowOf(evento),
    ...contentOf(evento),
    ...{ fhProcesamiento, observaciones, archivoJson: archivo },
    eventos: (await findInvalidacionesDe(pool, reader, evento.codigoGeneracion)).map(drawAnulacion),
  })
  return { body }
}

export const OPERACIONES_HANDLERS = {
  operaciones_report: handleReport,
  operaciones_list: handleList,
  operaciones_read: handleRead,
} as const

async function draw({ evento, replayed }: Reporte, printer: Printer): Promise<Answered> {
  if (evento.rechazo) {
    const words = {
      what: 'el evento de operaciones especiales',
      after: evento.rechazo.doubtful
        ? 'Lo reportado no puede reportarse de nuevo mientras dure la duda.'
        : 'Lo reportado no cuenta y puede reportarse de nuevo.',
      advertencias: [],
    }
    return { status: 422, body: rejectedBody(evento, words), replayed }
  }
  const { selloRecibido, fhProcesamiento, observaciones, payload } = evento
  const common = { ...identityOf(evento), ...contentOf(evento) }
  if (selloRecibido === null) {
    const detalle =
      'Hacienda no respondió. El evento está firmado, lo reportado ya cuenta y Sello lo sigue transmitiendo. Repita con la misma Idempotency-Key y el mismo cuerpo, o consúltelo: no se firma otro.'
    return { status: 202, body: jsonObject({ estado: 'firmado', ...common, detalle }), replayed }
  }
  const archivoJson = archivoDte(payload, jwsOf(evento), selloRecibido)
  const body = jsonObject({
    ...{ estado: 'sellado', ...common, selloRecibido, fhProcesamiento },
    ...{ observaciones, archivoJson },
    representacionGrafica: await pageOf({ payload, selloRecibido, fhProcesamiento }, printer),
  })
  return { body, replayed }
}

type Row = Pick<
  StoredEvento,
  | 'estado'
  | 'codigoGeneracion'
  | 'ambiente'
  | 'fecEmi'
  | 'horEmi'
  | 'totales'
  | 'selloRecibido'
  | 'rechazo'
>

function rowOf(row: Row) {
  const { estado, selloRecibido, rechazo } = row
  return { estado, ...identityOf(row), selloRecibido, motivo: rechazo?.descripcionMsg ?? null }
}

function identityOf({ codigoGeneracion, ambiente, fecEmi, horEmi, totales }: Row) {
  return { codigoGeneracion, ambiente, fecEmi, horEmi, totales: totalesOf(totales) }
}

function totalesOf(totales: Row['totales']): TotalesOperaciones {
  if (!totales) throw new Error('bug: an event of special operations without totals')
  const { totalGravada, totalExenta, totalNoSuj, totalIva, totalPagar: total } = totales
  return { totalGravada, totalExenta, totalNoSuj, totalIva, total }
}

function contentOf(evento: StoredEvento) {
  return { documento: rawJson(evento.payload), jws: jwsOf(evento) }
}
