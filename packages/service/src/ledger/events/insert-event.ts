/**
 * Commit 1 of an event. It locks the document first, so that events about one document and notes over it are
 * serialised.
 */
import type { Db, Tx } from '../../base/db/tx.ts'
import { ESTADOS_VIVOS } from '../documents/estados.ts'
import { type Encryption, encryptPayload } from '../transmission/payload.ts'
import type { Evento, Signed } from './event.ts'
import type { ReturnLine } from './find-events.ts'

/** What blocks an event about a document. Read while its row is locked. */
export interface InTheWay {
  /** The invalidation of the document, or of the return event, that is signed or sealed. */
  readonly invalidacion: string | null
  /** Signed or sealed return events, newest first. */
  readonly retornos: readonly string[]
  /** Live notes, newest first. */
  readonly notas: readonly string[]
}

export async function findInTheWay(
  db: Db,
  companyId: string,
  documento: string,
  evento: string | null,
): Promise<InTheWay> {
  const rows = await db.many<{ what: 'invalidacion' | 'retorno' | 'nota'; code: string }>(
    `select kind as what, codigo_generacion as code, created_at from events
      where company_id = $1 and documento = $2 and estado in ('firmado', 'sellado')
        and (kind = 'retorno' or (kind = 'invalidacion' and evento is not distinct from $3::uuid))
      union all
     select 'nota', d.codigo_generacion, d.created_at
       from related_documents r
       join documents d on d.company_id = r.company_id and d.codigo_generacion = r.nota
      where r.company_id = $1 and r.origen = $2 and d.estado = any ($4::text[])
      order by created_at desc`,
    [companyId, documento, evento, ESTADOS_VIVOS],
  )
  const of = (what: string) =>
    rows.filter((row) => row.what === what).map(({ code }) => code.toUpperCase())
  return { invalidacion: of('invalidacion')[0] ?? null, retornos: of('retorno'), notas: of('nota') }
}

/** The invalidation of an event that is signed or sealed. */
export async function findInvalidacionDe(
  db: Db,
  companyId: string,
  evento: string,
): Promise<string | null> {
  const row = await db.maybeOne<{ code: string }>(
    `select codigo_generacion as code from events
      where company_id = $1 and evento = $2 and estado in ('firmado', 'sellado') limit 1`,
    [companyId, evento],
  )
  return row?.code.toUpperCase() ?? null
}

/** The code of the document that this one replaces or is about to; null: none. */
export async function findReplaced(
  db: Db,
  companyId: string,
  reemplazo: string,
): Promise<string | null> {
  const row = await db.maybeOne<{ documento: string }>(
    `select documento from events
      where company_id = $1 and reemplazo = $2 and estado in ('firmado', 'sellado')`,
    [companyId, reemplazo],
  )
  return row?.documento.toUpperCase() ?? null
}

/** After the commit the signed bytes are stored, and the call holds the lease until `leaseUntil`. */
export async function insertEvento(
  tx: Tx,
  evento: Evento & Signed,
  { leaseUntil, ...encryption }: Encryption & { readonly leaseUntil: Date },
): Promise<void> {
  const historial = [{ estado: 'firmado', fecha: evento.createdAt, motivo: null }]
  await tx.run(
    `insert into events
       (company_id, codigo_generacion, kind, ambiente, documento, evento, reemplazo, tipo_dte, fec_emi,
        hor_emi, key_id, idempotency_key, intencion, estado, version, payload, signature, totales,
        historial, lease_until, retry_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, 'firmado', $14, $15, $16, $17, $18,
             $19, $19, $20)`,
    [
      evento.companyId,
      evento.codigoGeneracion,
      evento.kind,
      evento.ambiente,
      evento.documento,
      evento.evento,
      evento.reemplazo,
      evento.tipoDte,
      evento.fecEmi,
      evento.horEmi,
      evento.keyId,
      evento.idempotencyKey,
      evento.intencion,
      evento.version,
      encryptPayload(evento, encryption),
      evento.signature,
      evento.totales && JSON.stringify(evento.totales),
      JSON.stringify(historial),
      leaseUntil,
      evento.createdAt,
    ],
  )
}

/** After the commit the returned units count. Called under the lock of its document. */
export async function insertReturnLines(
  tx: Tx,
  { companyId, codigoGeneracion }: Pick<Evento, 'companyId' | 'codigoGeneracion'>,
  lines: readonly ReturnLine[],
): Promise<void> {
  await tx.run(
    `insert into return_lines (company_id, evento, linea, cantidad, no_gravado, position)
     select $1, $2, l.linea, l.cantidad, l.no_gravado, l.position
       from unnest($3::integer[], $4::numeric[], $5::numeric[]) with ordinality
         as l (linea, cantidad, no_gravado, position)`,
    [
      companyId,
      codigoGeneracion,
      lines.map(({ linea }) => linea),
      lines.map(({ cantidad }) => cantidad),
      lines.map(({ noGravado }) => noGravado),
    ],
  )
}
