/** Reading the events of a company. */
import type { Db } from '../../base/db/tx.ts'
import type { Reader } from '../documents/find.ts'
import { openPayload } from '../transmission/payload.ts'
import type { StoredEvento } from './event.ts'

interface Row extends Omit<StoredEvento, 'companyId' | 'nit' | 'payload' | 'doubtfulSince'> {
  readonly payload: Buffer
}

const COLUMNS = `upper(codigo_generacion::text) as "codigoGeneracion", kind, ambiente, upper(documento::text) as documento,
            upper(evento::text) as evento, upper(reemplazo::text) as reemplazo, tipo_dte as "tipoDte",
            fec_emi as "fecEmi", hor_emi as "horEmi", key_id as "keyId", idempotency_key as "idempotencyKey",
            intencion, estado, version, payload, signature, totales, sello_recibido as "selloRecibido",
            fh_procesamiento as "fhProcesamiento", observaciones, rechazo, historial,
            sendings > 0 as "mayHaveArrived", lease_until as "leaseUntil", created_at as "createdAt"`

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

/** All invalidations of an event, newest first. */
export async function findInvalidacionesDe(
  db: Db,
  reader: Reader,
  evento: string,
): Promise<readonly StoredEvento[]> {
  const rows = await db.many<Row>(
    `select ${COLUMNS} from events
      where company_id = $1 and evento = $2 and ambiente = $3
      order by created_at desc, codigo_generacion`,
    [reader.companyId, evento, reader.ambiente],
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

/** The event of special operations that this same request signed and that counts. */
export async function findOperacionesOfCall(
  db: Db,
  reader: Reader,
  asked: {
    readonly keyId: string
    readonly idempotencyKey: string
    readonly intenciones: readonly Buffer[]
  },
): Promise<StoredEvento | null> {
  const row = await db.maybeOne<Row>(
    `select ${COLUMNS} from events
      where company_id = $1 and key_id = $2 and idempotency_key = $3 and kind = 'operaciones'
        and estado in ('firmado', 'sellado') and intencion = any ($4::bytea[])
      order by created_at desc limit 1`,
    [reader.companyId, asked.keyId, asked.idempotencyKey, asked.intenciones],
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

function toEvento({ payload: column, ...row }: Row, reader: Reader): StoredEvento {
  const { companyId, nit, dataKey } = reader
  const { kind, codigoGeneracion } = row
  const payload = openPayload({ kind, companyId, codigoGeneracion }, column, dataKey)
  return { companyId, nit, payload, ...row }
}
