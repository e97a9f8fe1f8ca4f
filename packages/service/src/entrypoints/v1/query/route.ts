/** GET /v1/dte/{codigoGeneracion} (docs/wire.md#queries-and-lists): the document in any state. */

import { type ContingenciaConsultada, type EntregaHecha, EXPLICABLES } from '@sello/contract'
import { jsonObject, rawJson } from '../../../base/json/write.ts'
import { contingenciaOf } from '../../../flows/contingency/periods.ts'
import { disponibleOf, type History, readHistory } from '../../../flows/correcting/balance.ts'
import { findFileSubject } from '../../../flows/keeping/file-subject.ts'
import { listDeliveries } from '../../../ledger/deliveries/list.ts'
import { noDocument, type Stored } from '../../../ledger/documents/find.ts'
import { firmadoOf } from '../../../ledger/documents/firmado.ts'
import { findInvalidacionesDe } from '../../../ledger/events/find-events.ts'
import { jwsOf } from '../../../ledger/transmission/filing.ts'
import type { Printer } from '../../../papers/printing/printer.ts'
import { readerOfCall } from '../admitted.ts'
import { readCode, readWord } from '../parameters.ts'
import type { Answered, Asked } from '../route.ts'
import { drawEvento, drawEventos, drawRetornos } from './eventos.ts'

export async function handleQuery({ call, params, query }: Asked): Promise<Answered> {
  const isExplained = readWord('explica', query.explica, EXPLICABLES) !== null
  const codigoGeneracion = readCode(params)
  const { deps } = call
  const reader = readerOfCall(call)
  const kept = await findFileSubject(deps.pool, reader, codigoGeneracion)
  if (!kept) throw noDocument()
  if (kept.evento) {
    const cancelling = await findInvalidacionesDe(deps.pool, reader, codigoGeneracion)
    return { body: drawEvento(kept, cancelling, isExplained) }
  }
  const { documento } = kept
  const history = await readHistory(deps.pool, reader, documento.codigoGeneracion)
  const explained = isExplained ? await explain(documento, deps.printer) : {}
  const contingencia =
    documento.estado === 'contingencia' ? await contingenciaOf(deps, documento) : null
  const entregas = await listDeliveries(deps.pool, reader, documento.codigoGeneracion)
  return { body: drawQuery(documento, history, { contingencia, entregas, explained }) }
}

/** Recomputes the steps from the document. A released reservation has none. */
async function explain({ estado, payload }: Stored, printer: Printer): Promise<object> {
  if (estado === 'liberado') return { explicacion: null }
  return { explicacion: rawJson(await printer.explicacion(payload)) }
}

function drawQuery(
  stored: Stored,
  history: History,
  more: {
    readonly contingencia: ContingenciaConsultada | null
    readonly entregas: readonly EntregaHecha[]
    readonly explained: object
  },
): string {
  const { estado } = stored
  return jsonObject({
    estado,
    codigoGeneracion: stored.codigoGeneracion,
    numeroControl: stored.numeroControl,
    tipoDte: stored.tipoDte,
    ambiente: stored.ambiente,
    fecEmi: stored.fecEmi,
    horEmi: stored.horEmi,
    selloRecibido: stored.selloRecibido,
    fhProcesamiento: stored.fhProcesamiento,
    observaciones: stored.rechazo?.observaciones ?? stored.observaciones,
    motivo: stored.rechazo?.descripcionMsg ?? null,
    totales: stored.totales,
    receptor: stored.receptor,
    documento: estado === 'liberado' ? null : rawJson(stored.payload), // another document may have its number
    jws: stored.signature && jwsOf(firmadoOf(stored)),
    referencia: stored.referencia,
    contingencia: more.contingencia,
    tipoEvento: null,
    documentoRelacionado: null,
    eventos: drawEventos(history),
    retornos: drawRetornos(history),
    entregas: more.entregas,
    disponible: disponibleOf(stored, history),
    historial: stored.historial,
    ...more.explained,
  })
}
