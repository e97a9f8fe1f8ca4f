/**
 * The numbers of a company's series without a sealed document, each with the reason
 * (docs/wire.md#queries-and-lists).
 */
import type { Ambiente, Estado, TipoDte } from '@sello/contract'
import { formatNumeroControl } from '@sello/fiscal'
import type { Db } from '../../base/db/tx.ts'
import type { Series } from './series.ts'

export interface SeriesGaps {
  readonly ambiente: Ambiente
  readonly tipoDte: TipoDte
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly year: number
  /**
   * The series' first number. Another program used the lower ones, which are reported only if a document has one.
   */
  readonly first: number
  /** The last number issued; `first - 1` when there is none. */
  readonly last: number
  readonly gaps: readonly Gap[]
}

export interface Gap {
  readonly numeroControl: string
  /** The state of the document with the number; null: no document has it. */
  readonly estado: Estado | null
  readonly codigoGeneracion: string | null
  /** The ministry's words of a rejection. */
  readonly motivo: string | null
  /** When a reconciliation removed it from its series; null: never. */
  readonly fueraDesde: string | null
  /** The ministry holds a document with it whose bytes a restore lost. */
  readonly selloRecibido: string | null
}

const CORRELATIVO_DIGITS = 15

/** As the database returns it: of the year and environment asked about. */
interface SeriesRow extends Omit<Series, 'companyId'> {
  readonly first: bigint
  readonly last: bigint
}

/** The series of a company in one environment and year. */
export interface YearOf {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly year: number
}

/** Not gaps: the ministry sealed them, even if they were invalidated later. */
const SEALED: readonly Estado[] = ['sellado', 'invalidado']

/**
 * Every series, with its numbers so far that have no sealed document.
 * Changes nothing.
 */
export async function findGaps(
  db: Db,
  { companyId, ambiente, year }: YearOf,
): Promise<readonly SeriesGaps[]> {
  const series = await db.many<SeriesRow>(
    `select ambiente, tipo_dte as "tipoDte", cod_estable as "codEstable",
            cod_punto_venta as "codPuntoVenta", year, first, last
       from series where company_id = $1 and ambiente = $2 and year = $3
      order by tipo_dte, cod_estable, cod_punto_venta`,
    [companyId, ambiente, year],
  )
  const found: SeriesGaps[] = []
  for (const one of series) {
    const gaps = await gapsOf(db, companyId, one)
    found.push({ ...one, first: Number(one.first), last: Number(one.last), gaps })
  }
  return found
}

/** More than these are not counted one by one on a page that is asked again and again. */
export const GAPS_COUNTED_MAX = 1_000

/**
 * How many numbers of the year no document has, up to GAPS_COUNTED_MAX: those that the service knows it left out,
 * because they were released or a reconciliation skipped or only recovered them. `findGaps` compares every number.
 */
export async function countGaps(db: Db, of: YearOf): Promise<number> {
  const { n } = await db.one<{ n: bigint }>(
    `select least($4::bigint, (
       select coalesce(sum(released), 0) from series
        where company_id = $1 and ambiente = $2 and year = $3
     ) + (
       select count(*) from (
         select 1 from (
           select 'DTE-' || s.tipo_dte || '-' || s.cod_estable || s.cod_punto_venta || '-'
                  || lpad(s.correlativo::text, ${CORRELATIVO_DIGITS}, '0') as numero_control
             from skipped_numbers s
            where s.company_id = $1 and s.ambiente = $2 and s.year = $3
            union
           select r.numero_control from recovered_documents r
            where r.company_id = $1 and r.ambiente = $2 and r.year = $3
         ) left_out
          where not exists (
            select from documents d
             where d.company_id = $1 and d.ambiente = $2 and d.year = $3 and d.estado <> 'liberado'
               and d.numero_control = left_out.numero_control)
          limit $4) counted
     )) as n`,
    [of.companyId, of.ambiente, of.year, GAPS_COUNTED_MAX],
  )
  return Number(n)
}

/** Compares numbers as text: within a series everything before the last 15 digits is equal. */
async function gapsOf(
  db: Db,
  companyId: string,
  { first, last, ...series }: SeriesRow,
): Promise<readonly Gap[]> {
  const { ambiente, tipoDte, codEstable, codPuntoVenta, year } = series
  const prefix = formatNumeroControl({ ...series, correlativo: 1n }).slice(0, -CORRELATIVO_DIGITS)
  const rows = await db.many<Omit<Gap, 'fueraDesde'> & { fueraDesde: Date | null }>(
    `select /* reads 50000: every number of the year */
            c.numero_control as "numeroControl", d.estado,
            upper(coalesce(d.codigo_generacion, r.codigo_generacion)::text) as "codigoGeneracion",
            d.rechazo ->> 'descripcionMsg' as motivo, s.skipped_at as "fueraDesde", r.sello_recibido as "selloRecibido"
       from generate_series($10::bigint, $5::bigint) as n
      cross join lateral (
         select $4 || lpad(n::text, ${CORRELATIVO_DIGITS}, '0') as numero_control offset 0) c
       left join lateral (
         select * from documents
          where company_id = $1 and ambiente = $2 and year = $3 and estado <> 'liberado'
            and numero_control = c.numero_control limit 1) d on true
       left join lateral (
         select * from skipped_numbers
          where company_id = $1 and ambiente = $2 and year = $3 and tipo_dte = $7
            and cod_estable = $8 and cod_punto_venta = $9 and correlativo = n limit 1) s on true
       left join lateral (
         select * from recovered_documents
          where company_id = $1 and ambiente = $2 and year = $3
            and numero_control = c.numero_control limit 1) r on true
      where d.estado is null or not d.estado = any($6)
      union all
     select d.numero_control, d.estado, upper(d.codigo_generacion::text),
            d.rechazo ->> 'descripcionMsg', null, null
       from documents d
      where d.company_id = $1 and d.ambiente = $2 and d.year = $3 and d.estado <> 'liberado'
        and not d.estado = any($6)
        and d.numero_control between $4 || lpad('1', ${CORRELATIVO_DIGITS}, '0')
                                 and $4 || lpad(($10::bigint - 1)::text, ${CORRELATIVO_DIGITS}, '0')
      order by 1`,
    [companyId, ambiente, year, prefix, last, SEALED, tipoDte, codEstable, codPuntoVenta, first],
  )
  return rows.map(({ fueraDesde, ...row }) => ({
    ...row,
    fueraDesde: fueraDesde?.toISOString() ?? null,
  }))
}
