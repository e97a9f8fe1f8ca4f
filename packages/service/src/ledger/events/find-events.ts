/** Reading the events of a company. */
import type { EstadoEvento, Totales } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import type { Reader } from '../documents/find.ts'
import { type EventKind, openEvento, type Rechazo, type StoredEvento } from './event.ts'

interface Row {
  readonly codigo_generacion: string
  readonly kind: EventKind
  readonly documento: string | null
  readonly evento: string | null
  readonly reemplazo: string | null
  readonly tipo_dte: string
  readonly fec_emi: string
  readonly hor_emi: string
  readonly key_id: string
  readonly idempotency_key: string
  readonly intencion: Buffer
  readonly estado: EstadoEvento
  readonly version: number
  readonly payload: Buffer
  readonly signature: Buffer
  readonly totales: Totales | null
  readonly sello_recibido: string | null
  readonly fh_procesamiento: string | null
  readonly observaciones: string[]
  readonly rechazo: Rechazo | null
  readonly historial: StoredEvento['historial']
  readonly sendings: number
  readonly lease_until: Date | null
  readonly created_at: Date
}

const COLUMNS = `codigo_generacion, kind, documento, evento, reemplazo, tipo_dte, fec_emi, hor_emi, key_id,
            idempotency_key, intencion, estado, version, payload, signature, totales, sello_recibido,
            fh_procesamiento, observaciones, rechazo, historial, sendings, lease_until, created_at`

/** Null for an unknown event and for one of another company or environment. */
export async function findEvento(
  db: Db,
  reader: Reader,
  codigoGeneracion: string,
): Promise<StoredEvento | null> {
  const row = await db.maybeOne<Row>(
    `select ${COLUMNS} from events
      where company_id = $1 and codigo_generacion = $2 and ambiente = $3`,
    [reader.companyId, codigoGeneracion, reader.ambiente],
  )
  return row && toEvento(row, reader)
}

/** All events about a document, newest first, including those that cancel its return events. */
export async function findEventosOf(
  db: Db,
  reader: Reader,
  documento: string,
): Promise<readonly StoredEvento[]> {
  const rows = await db.many<Row>(
    `select ${COLUMNS} from events
      where company_id = $1 and documento = $2 and ambiente = $3
      order by created_at desc, codigo_generacion`,
    [reader.companyId, documento, reader.ambiente],
  )
  return rows.map((row) => toEvento(row, reader))
}

/** The return event that this same request signed and that counts: without a verdict, or sealed. */
export async function findRetornoOfCall(
  db: Db,
  reader: Reader,
  asked: {
    readonly documento: string
    readonly keyId: string
    readonly idempotencyKey: string
    readonly intenciones: readonly Buffer[]
  },
): Promise<StoredEvento | null> {
  const row = await db.maybeOne<Row>(
    `select ${COLUMNS} from events
      where company_id = $1 and key_id = $2 and idempotency_key = $3 and kind = 'retorno'
        and estado in ('firmado', 'sellado') and documento = $4 and intencion = any ($5::bytea[])
      order by created_at desc limit 1`,
    [reader.companyId, asked.keyId, asked.idempotencyKey, asked.documento, asked.intenciones],
  )
  return row && toEvento(row, reader)
}

/** What a return event took from a line. */
export interface ReturnLine {
  readonly linea: number
  /** Digits of a numeric; null: none. */
  readonly cantidad: string | null
  readonly noGravado: string | null
}

/** The units that each return event about a document took, by the event's code; lines in the event's order. */
export async function findReturnLines(
  db: Db,
  companyId: string,
  documento: string,
): Promise<ReadonlyMap<string, readonly ReturnLine[]>> {
  const rows = await db.many<ReturnLine & { evento: string }>(
    `select l.evento, l.linea, l.cantidad, l.no_gravado as "noGravado"
       from return_lines l
      where l.company_id = $1
        and l.evento = any (array(select codigo_generacion from events
                                   where company_id = $1 and documento = $2 and kind = 'retorno'))
      order by l.evento, l.position`,
    [companyId, documento],
  )
  const lines = new Map<string, ReturnLine[]>()
  for (const { evento, ...line } of rows) {
    const code = evento.toUpperCase()
    lines.set(code, [...(lines.get(code) ?? []), line])
  }
  return lines
}

function toEvento(row: Row, reader: Reader): StoredEvento {
  const { companyId, ambiente, nit, dataKey } = reader
  const codigoGeneracion = row.codigo_generacion.toUpperCase()
  return {
    kind: row.kind,
    companyId,
    ambiente,
    nit,
    codigoGeneracion,
    tipoDte: row.tipo_dte,
    version: row.version,
    payload: openEvento(companyId, codigoGeneracion, row.payload, dataKey),
    signature: row.signature,
    documento: row.documento?.toUpperCase() ?? null,
    evento: row.evento?.toUpperCase() ?? null,
    reemplazo: row.reemplazo?.toUpperCase() ?? null,
    fecEmi: row.fec_emi,
    horEmi: row.hor_emi,
    totales: row.totales,
    keyId: row.key_id,
    idempotencyKey: row.idempotency_key,
    intencion: row.intencion,
    createdAt: row.created_at,
    estado: row.estado,
    selloRecibido: row.sello_recibido,
    fhProcesamiento: row.fh_procesamiento,
    observaciones: row.observaciones,
    rechazo: row.rechazo,
    historial: row.historial,
    mayHaveArrived: row.sendings > 0,
    leaseUntil: row.lease_until,
  }
}
