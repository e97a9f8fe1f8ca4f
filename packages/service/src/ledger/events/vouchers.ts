/** The paper that events of special operations report, and their list. */
import type { Ambiente } from '@sello/contract'
import { type ComprobantesReportados, type TipoVenta, toText } from '@sello/fiscal'
import type { Db, Tx } from '../../base/db/tx.ts'
import type { Evento, StoredEvento } from './event.ts'

/** A line of an event. */
export type Reported = ComprobantesReportados

interface Of {
  readonly companyId: string
  readonly ambiente: Ambiente
}

/** A line that voids what no event reports that stands, counted from 1. */
export interface Unreported {
  readonly linea: number
  /** What is cancelling the event that reported it; null: there is none that did. */
  readonly invalidacion: string | null
}

/** A line that is reported or voided already, counted from 1, and the event that does. */
export interface Repeated {
  readonly linea: number
  readonly evento: string
  /** That event was rejected, and an earlier sending of it may still be sealed. */
  readonly inDoubt: boolean
}

const LINES = `unnest($3::integer[], $4::text[], $5::text[], $6::numeric[], $7::numeric[], $8::uuid[])
         as l (linea, tipo_documento, serie, desde, hasta, anula_de)`

const valuesOf = (lines: readonly Reported[]) => [
  lines.map((_, i) => i + 1),
  lines.map(({ tipoDocumento }) => tipoDocumento),
  lines.map(({ serie }) => serie),
  lines.map(({ desde }) => String(desde)),
  lines.map(({ hasta }) => String(hasta)),
  lines.map(({ anulaDe }) => anulaDe),
]

/** A rejected event about which the ministry is still queried may yet be sealed. */
const COUNTS = `(e.estado in ('firmado', 'sellado') or (e.estado = 'rechazado' and e.retry_at is not null))`

/**
 * Lines with a voucher that an event of the same manner has, to report or to void it: one that is signed or sealed, or
 * a rejected one about which the ministry is still queried, since its late seal would count the voucher twice (ADR 0046).
 */
export function findRepeated(
  db: Db,
  { companyId, ambiente }: Of,
  lines: readonly Reported[],
): Promise<readonly Repeated[]> {
  return db.many<Repeated>(
    `select distinct on (l.linea) l.linea, upper(v.evento::text) as evento, e.estado = 'rechazado' as "inDoubt"
       from ${LINES}
       join reported_vouchers v on v.company_id = $1 and v.ambiente = $2
        and v.tipo_documento = l.tipo_documento and v.serie = l.serie
        and v.desde <= l.hasta and v.hasta >= l.desde
        and (v.anula_de is null) = (l.anula_de is null)
       join events e on e.company_id = v.company_id and e.codigo_generacion = v.evento
        and ${COUNTS}
      order by l.linea, "inDoubt"`,
    [companyId, ambiente, ...valuesOf(lines)],
  )
}

/**
 * Lines that void what their event did not report, whose event is not sealed, or whose event has an invalidation that
 * is signed, or was given up and may still be sealed.
 */
export function findUnreported(
  db: Db,
  { companyId, ambiente }: Of,
  lines: readonly Reported[],
): Promise<readonly Unreported[]> {
  return db.many<Unreported>(
    `select l.linea, upper(i.codigo_generacion::text) as invalidacion
       from ${LINES}
       left join lateral (
            select codigo_generacion from events
             where company_id = $1 and evento = l.anula_de
               and (estado = 'firmado' or (estado in ('rechazado', 'abandonado') and retry_at is not null))
             order by created_at desc limit 1) i on true
      where l.anula_de is not null and (i.codigo_generacion is not null or not exists (
            select from reported_vouchers v
             where v.company_id = $1 and v.ambiente = $2 and v.evento = l.anula_de and v.anula_de is null
               and v.tipo_documento = l.tipo_documento and v.serie = l.serie
               and v.desde <= l.desde and v.hasta >= l.hasta
               and (select e.estado from events e
                     where e.company_id = $1 and e.codigo_generacion = l.anula_de limit 1) = 'sellado'))
      order by l.linea`,
    [companyId, ambiente, ...valuesOf(lines)],
  )
}

/** The events that void what this one reported: signed, sealed, or rejected and still in doubt. */
export async function findVoiding(
  db: Db,
  companyId: string,
  evento: string,
): Promise<readonly string[]> {
  const rows = await db.many<{ code: string }>(
    `select upper(e.codigo_generacion::text) as code
       from events e
      where e.company_id = $1 and ${COUNTS}
        and e.codigo_generacion = any (array(
            select v.evento from reported_vouchers v where v.company_id = $1 and v.anula_de = $2))
      order by e.created_at desc`,
    [companyId, evento],
  )
  return rows.map(({ code }) => code)
}

/** What a line that voids, counted from 1, takes from. Amounts are digits of a numeric. */
export interface Voidable {
  readonly linea: number
  /** The line of the event that reported it. */
  readonly reportada: number
  readonly tipoVenta: TipoVenta
  readonly venta: string
  /** What was voided of it before, or may turn out to be. */
  readonly anulado: string
}

/** For each line that voids, what was reported and what is voided of it; none for what was reported without amounts. */
export function findVoidable(
  db: Db,
  { companyId, ambiente }: Of,
  lines: readonly Reported[],
): Promise<readonly Voidable[]> {
  return db.many<Voidable>(
    `select l.linea, r.linea as reportada, r.tipo_venta as "tipoVenta", r.venta,
            (select coalesce(sum(v.venta), 0)
               from reported_vouchers v
               join events e on e.company_id = v.company_id and e.codigo_generacion = v.evento and ${COUNTS}
              where v.company_id = $1 and v.anula_de = l.anula_de and v.tipo_documento = r.tipo_documento
                and v.serie = r.serie and v.desde >= r.desde and v.hasta <= r.hasta) as anulado
       from ${LINES}
       join reported_vouchers r on r.company_id = $1 and r.ambiente = $2 and r.evento = l.anula_de
        and r.anula_de is null and r.tipo_documento = l.tipo_documento and r.serie = l.serie
        and r.desde <= l.desde and r.hasta >= l.hasta and r.venta is not null
      order by l.linea`,
    [companyId, ambiente, ...valuesOf(lines)],
  )
}

/** After the commit the paper counts. Called under the lock of the company's row. */
export async function insertReported(
  tx: Tx,
  {
    companyId,
    ambiente,
    codigoGeneracion,
  }: Pick<Evento, 'companyId' | 'ambiente' | 'codigoGeneracion'>,
  lines: readonly Reported[],
): Promise<void> {
  await tx.run(
    'insert into operaciones (company_id, ambiente, codigo_generacion) values ($1, $2, $3)',
    [companyId, ambiente, codigoGeneracion],
  )
  await tx.run(
    `insert into reported_vouchers
       (company_id, ambiente, evento, linea, tipo_documento, serie, desde, hasta, anula_de, tipo_venta, venta)
     select $1, $2, $9, l.linea, l.tipo_documento, l.serie, l.desde, l.hasta, l.anula_de,
            ($10::text[])[l.linea], ($11::numeric[])[l.linea]
       from ${LINES}`,
    [
      ...[companyId, ambiente, ...valuesOf(lines), codigoGeneracion],
      lines.map(({ tipoVenta }) => tipoVenta),
      lines.map(({ venta }) => toText(venta)),
    ],
  )
}

type Row = Pick<
  StoredEvento,
  | 'codigoGeneracion'
  | 'ambiente'
  | 'estado'
  | 'fecEmi'
  | 'horEmi'
  | 'totales'
  | 'selloRecibido'
  | 'rechazo'
>

/** A company's events of special operations, newest first, below a position. */
export async function listOperaciones(
  db: Db,
  {
    companyId,
    ambiente,
    below,
    limit,
  }: Of & { readonly below: bigint | null; readonly limit: number },
): Promise<{ readonly rows: readonly Row[]; readonly last: bigint | null }> {
  const found = await db.many<Row & { position: string }>(
    `select upper(e.codigo_generacion::text) as "codigoGeneracion", e.ambiente, e.estado,
            e.fec_emi as "fecEmi", e.hor_emi as "horEmi", e.totales,
            e.sello_recibido as "selloRecibido", e.rechazo, o.position
       from (select company_id, codigo_generacion, position from operaciones
              where company_id = $1 and ambiente = $2 and ($3::bigint is null or position < $3)
              order by position desc limit $4) o
      cross join lateral (
            select * from events
             where company_id = $1 and codigo_generacion = o.codigo_generacion limit 1) e
      order by o.position desc`,
    [companyId, ambiente, below, limit + 1],
  )
  const page = found.slice(0, limit)
  const more = found.length > limit ? page.at(-1) : undefined
  return {
    rows: page.map(({ position: _, ...row }) => row),
    last: more ? BigInt(more.position) : null,
  }
}
