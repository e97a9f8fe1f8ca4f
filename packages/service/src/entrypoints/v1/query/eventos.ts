/** Events in a query: those of a document, or one by its own code. */

import { jsonObject, rawJson } from '../../../base/json/write.ts'
import { type History, totalesRetorno } from '../../../flows/correcting/balance.ts'
import type { Stored } from '../../../ledger/documents/find.ts'
import type { StoredEvento } from '../../../ledger/events/event.ts'
import { jwsOf } from '../../../ledger/transmission/filing.ts'
import { drawAnulacion, relatedOf } from '../event-answer.ts'

/** The invalidations of the document, or of one of its return events, newest first. */
export function drawEventos({ eventos }: History, cancelled: string | null) {
  return eventos
    .filter(({ kind, evento }) => kind === 'invalidacion' && evento === cancelled)
    .map(drawAnulacion)
}

/** Newest first. */
export function drawRetornos({ eventos, lines }: History) {
  return eventos
    .filter(({ kind }) => kind === 'retorno')
    .map((evento) => {
      const { codigoGeneracion, estado, fecEmi: fecha, selloRecibido } = evento
      const { totalGravada, totalIva, totalPagar } = totalesRetorno(evento)
      return {
        codigoGeneracion,
        estado,
        fecha,
        selloRecibido,
        totales: { totalGravada, totalIva, totalPagar },
        lineas: (lines.get(codigoGeneracion) ?? []).map(({ linea, cantidad, noGravado }) => ({
          linea,
          ...(cantidad === null ? {} : { cantidad: Number(cantidad) }),
          ...(noGravado === null ? {} : { noGravado: Number(noGravado) }),
        })),
      }
    })
}

/** An event queried by its own code. It has no totals to explain. */
export function drawEvento(
  evento: StoredEvento,
  documento: Stored,
  { history, isExplained }: { readonly history: History; readonly isExplained: boolean },
): string {
  const { rechazo } = evento
  return jsonObject({
    estado: evento.estado,
    codigoGeneracion: evento.codigoGeneracion,
    numeroControl: null,
    tipoDte: evento.tipoDte,
    ambiente: evento.ambiente,
    fecEmi: evento.fecEmi,
    horEmi: evento.horEmi,
    selloRecibido: evento.selloRecibido,
    fhProcesamiento: rechazo?.fhProcesamiento ?? evento.fhProcesamiento,
    observaciones: rechazo?.observaciones ?? evento.observaciones,
    motivo: rechazo?.descripcionMsg ?? null,
    totales: evento.totales,
    receptor: documento.receptor,
    documento: rawJson(evento.payload),
    jws: jwsOf(evento),
    referencia: null,
    contingencia: null,
    tipoEvento: evento.kind,
    documentoRelacionado: relatedOf(documento),
    eventos: drawEventos(history, evento.codigoGeneracion),
    retornos: [],
    entregas: [],
    disponible: null,
    historial: evento.historial,
    ...(isExplained ? { explicacion: null } : {}),
  })
}
