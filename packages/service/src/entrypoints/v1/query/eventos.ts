/** Events in a query: those of a document, or one by its own code. */

import { jsonObject, rawJson } from '../../../base/json/write.ts'
import { type History, totalesRetorno } from '../../../flows/correcting/balance.ts'
import type { OfEvento } from '../../../flows/keeping/file-subject.ts'
import type { StoredEvento } from '../../../ledger/events/event.ts'
import { jwsOf } from '../../../ledger/transmission/filing.ts'
import { drawAnulacion, relatedOf } from '../event-answer.ts'

/** The invalidations of the document, newest first. */
export function drawEventos({ eventos }: History) {
  return eventos
    .filter(({ kind, evento }) => kind === 'invalidacion' && evento === null)
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

/** An event queried by its own code, with its invalidations. It has no totals to explain. */
export function drawEvento(
  { evento, documento }: OfEvento,
  invalidaciones: readonly StoredEvento[],
  isExplained: boolean,
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
    receptor: documento?.receptor ?? null,
    documento: rawJson(evento.payload),
    jws: jwsOf(evento),
    referencia: null,
    contingencia: null,
    tipoEvento: evento.kind,
    documentoRelacionado: documento && relatedOf(documento),
    eventos: invalidaciones.map(drawAnulacion),
    retornos: [],
    entregas: [],
    disponible: null,
    historial: evento.historial,
    ...(isExplained ? { explicacion: null } : {}),
  })
}
