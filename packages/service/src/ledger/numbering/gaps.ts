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

/** Numbers of one page: an index range of as many documents. */
export const COMPARED_MAX = 20_000

/** What a page compared of each series: `gaps` are those among these numbers. */
export interface GapsPage {
  readonly series: readonly SeriesGaps[]
  /** The control number with which the next page begins; null: every number was compared. */
  readonly siguiente: string | null
}

/** Every series, with its numbers so far that have no sealed document, page by page. Changes nothing. */
export async function findGaps(db: Db, of: YearOf): Promise<readonly SeriesGaps[]> {
  const found = new Map<string, SeriesGaps>()
  let desde: string | null = null
  do {
    const page: GapsPage = await readGaps(db, of, { desde, compared: COMPARED_MAX })
    for (const one of page.series) {
      const name = prefixOf(one)
      found.set(name, { ...one, gaps: [...(found.get(name)?.gaps ?? []), ...one.gaps] })
    }
    desde = page.siguiente
  } while (desde !== null)
  return [...found.values()]
}

/** A page of the same. `desde`: what the page before it ended with; `compared`: how many numbers. */
export async function readGaps(
  db: Db,
  { companyId, ambiente, year }: YearOf,
  { desde, compared }: { readonly desde: string | null; readonly compared: number },
): Promise<GapsPage> {
  const all = await db.many<SeriesRow>(
    `select ambiente, tipo_dte as "tipoDte", cod_estable as "codEstable",
            cod_punto_venta as "codPuntoVenta", year, first, last
       from series where company_id = $1 and ambiente = $2 and year = $3
      order by tipo_dte, cod_estable, cod_punto_venta`,
    [companyId, ambiente, year],
  )
  const from = desde?.slice(0, -CORRELATIVO_DIGITS) ?? ''
  let left = BigInt(compared)
  const series: SeriesGaps[] = []
  for (const one of all.filter((each) => prefixOf(each) >= from)) {
    const isGoingOn = desde !== null && prefixOf(one) === from
    const low = isGoingOn ? within(one, BigInt(desde.slice(-CORRELATIVO_DIGITS))) : one.first
    if (left === 0n) return { series, siguiente: prefixOf(one) + digitsOf(low) }
    const high = one.last - low < left ? one.last : low + left - 1n
    const below = isGoingOn ? [] : await gapsBelow(db, companyId, one)
    const gaps = [...below, ...(await gapsAmong(db, companyId, { ...one, low, high }))]
    series.push({ ...one, first: Number(one.first), last: Number(one.last), gaps })
    if (high < one.last) return { series, siguiente: prefixOf(one) + digitsOf(high + 1n) }
    left -= high - low + 1n
  }
  return { series, siguiente: null }
}

/** Whoever asks may name any number: one before the series is its first one, one behind it the next. */
const within = ({ first, last }: SeriesRow, at: bigint) =>
  at < first ? first : at > last ? last + 1n : at

const digitsOf = (correlativo: bigint) => String(correlativo).padStart(CORRELATIVO_DIGITS, '0')

/** What all numbers of a series begin with; in their order the series are read. */
const prefixOf = (series: Omit<Series, 'companyId' | 'year' | 'ambiente'>) =>
  formatNumeroControl({ ...series, correlativo: 1n }).slice(0, -CORRELATIVO_DIGITS)

/** More than these are not counted one by one on a page that is asked again and again. */
export const GAPS_COUNTED_MAX = 1_000

/**
 * How many numbers of the year no document has, up to GAPS_COUNTED_MAX: those that the service knows it left out,
 * because they were released or a reconciliation skipped or only recovered them. `readGaps` compares every number.
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

type GapRow = Omit<Gap, 'fueraDesde'> & { readonly fueraDesde: Date | null }

/** Compares numbers as text: within a series everything before the last 15 digits is equal. */
async function gapsAmong(
  db: Db,
  companyId: string,
  { low, high, ...series }: SeriesRow & { readonly low: bigint; readonly high: bigint },
): Promise<readonly Gap[]> {
  const { ambiente, tipoDte, codEstable, codPuntoVenta, year } = series
  const rows = await db.many<GapRow>(
    `with numbered as materialized ( /* reads 45000: the ${COMPARED_MAX} numbers of a page, and what is between them */
       select right(numero_control, ${CORRELATIVO_DIGITS})::bigint as n, estado, codigo_generacion, rechazo
         from documents
        where company_id = $1 and ambiente = $2 and year = $3 and estado <> 'liberado'
          and numero_control between $4 || lpad($5::text, ${CORRELATIVO_DIGITS}, '0')
                                 and $4 || lpad($6::text, ${CORRELATIVO_DIGITS}, '0')),
     edges as (
       select n, lead(n) over (order by n) as next
         from (select n from numbered union all values ($5::bigint - 1), ($6::bigint + 1)) known),
     gaps as (
       select n, estado, codigo_generacion, rechazo from numbered where not estado = any($7)
        union all
       select missing, null, null, null
         from edges cross join lateral generate_series(n + 1, next - 1) as missing)
     select $4 || lpad(g.n::text, ${CORRELATIVO_DIGITS}, '0') as "numeroControl", g.estado,
            upper(coalesce(g.codigo_generacion, r.codigo_generacion)::text) as "codigoGeneracion",
            g.rechazo ->> 'descripcionMsg' as motivo, s.skipped_at as "fueraDesde", r.sello_recibido as "selloRecibido"
       from gaps g
       left join lateral (
         select * from skipped_numbers
          where company_id = $1 and ambiente = $2 and year = $3 and tipo_dte = $8
            and cod_estable = $9 and cod_punto_venta = $10 and correlativo = g.n limit 1) s on true
       left join lateral (
         select * from recovered_documents
          where company_id = $1 and ambiente = $2 and year = $3
            and numero_control = $4 || lpad(g.n::text, ${CORRELATIVO_DIGITS}, '0') limit 1) r on true
      order by g.n`,
    [
      ...[companyId, ambiente, year, prefixOf(series), low, high, SEALED],
      ...[tipoDte, codEstable, codPuntoVenta],
    ],
  )
  return rows.map(toGap)
}

/** Of the numbers below the first one only those that a document has. */
async function gapsBelow(db: Db, companyId: string, series: SeriesRow): Promise<readonly Gap[]> {
  const { ambiente, year, first } = series
  if (first <= 1n) return []
  const rows = await db.many<GapRow>(
    `select /* reads 20000: documents with numbers that the service did not hand out */
            numero_control as "numeroControl", estado, upper(codigo_generacion::text) as "codigoGeneracion",
            rechazo ->> 'descripcionMsg' as motivo, null as "fueraDesde", null as "selloRecibido"
       from documents
      where company_id = $1 and ambiente = $2 and year = $3 and estado <> 'liberado' and not estado = any($6)
        and numero_control between $4 || lpad('1', ${CORRELATIVO_DIGITS}, '0')
                               and $4 || lpad(($5::bigint - 1)::text, ${CORRELATIVO_DIGITS}, '0')
      order by numero_control`,
    [companyId, ambiente, year, prefixOf(series), first, SEALED],
  )
  return rows.map(toGap)
}

const toGap = ({ fueraDesde, ...row }: GapRow): Gap => ({
  ...row,
  fueraDesde: fueraDesde?.toISOString() ?? null,
})
