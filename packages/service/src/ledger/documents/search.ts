/**
 * The console's list of documents: everything that was signed, rejected ones included, searched and summed. Nothing
 * encrypted is opened. A search by text scans the rows of its period; a whole number, code or seal uses an index.
 */
import type { Ambiente, Estado, TipoDte, Totales } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { CORRECTABLE_MS } from '../../base/time/durations.ts'
import type { CursorPosition } from './cursor.ts'
import type { Stored } from './find.ts'
import { SHOWN, type ShownRow } from './list.ts'

export const SEARCHED = ['sellado', 'firmado', 'contingencia', 'invalidado', 'rechazado'] as const

export interface SearchFilters {
  /** Part of a number, code, seal, name, identity document or reference. */
  readonly q: string | null
  /** YYYY-MM-DD, inclusive. */
  readonly desde: string | null
  readonly hasta: string | null
  readonly tipos: readonly TipoDte[]
  readonly estados: readonly Estado[]
  readonly receptor: string | null
}

export interface SearchOf {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly filters: SearchFilters
}

export interface SearchRow extends Omit<ShownRow, 'position' | 'totales'> {
  readonly totales: Omit<Totales, 'totalLetras'>
  readonly puntoDeVenta: string
  /** For a rejected one: until when its number can be taken over. */
  readonly corregirHasta: Date | null
  /** Of a rejected one: what the ministry said. */
  readonly motivo: string | null
}

interface Row extends ShownRow {
  readonly historial: Stored['historial']
}

const COLUMNS = `${SHOWN}, d.historial`

/** The condition of the index documents_of_period, which every position meets. */
const IN_PERIOD = 'd.position >= 0'

const WHERE = `
      d.company_id = $1 and d.ambiente = $2 and ${IN_PERIOD} and d.tipo_dte = any ($3::text[]) and d.estado = any ($4::text[])
  and d.fec_emi >= coalesce($5::date, '0001-01-01') and d.fec_emi <= coalesce($6::date, '9999-12-31')
  and ($7::text is null or strpos(lower(concat_ws(' ', d.numero_control, d.codigo_generacion,
        d.sello_recibido, d.receptor_nombre, d.receptor_documento, d.referencia)), lower($7)) > 0)
  and ($8::text is null or strpos(lower(concat_ws(' ', d.receptor_nombre, d.receptor_documento)), lower($8)) > 0)`

/** `last` is the position of the last row, when more follow. */
export async function searchDocuments(
  db: Db,
  of: SearchOf,
  page: { readonly after: CursorPosition | null; readonly limit: number },
): Promise<{ readonly rows: readonly SearchRow[]; readonly last: CursorPosition | null }> {
  const { after, limit } = page
  const found = await db.many<Row>(
    `select /* reads 20000: a search without an index, over its period */ ${COLUMNS} from documents d
      where ${WHERE} and ($9::date is null or (d.fec_emi, d.position) < ($9::date, $10::bigint))
      order by d.fec_emi desc, d.position desc limit $11`,
    [...valuesOf(of), after?.fecEmi ?? null, after?.position ?? 0n, limit + 1],
  )
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: rows.map(toSearchRow),
    last: last ? { fecEmi: last.fecEmi, position: last.position } : null,
  }
}

/** The newest that the ministry rejected and nobody has corrected, of any day. */
export async function findRejected(
  db: Db,
  { companyId, ambiente }: Omit<SearchOf, 'filters'>,
  limit: number,
): Promise<readonly SearchRow[]> {
  const rows = await db.many<Row>(
    `select ${COLUMNS} from documents d
      where d.company_id = $1 and d.ambiente = $2 and d.estado = 'rechazado'
      order by d.created_at desc limit $3`,
    [companyId, ambiente, limit],
  )
  return rows.map(toSearchRow)
}

export interface Group {
  readonly tipoDte: TipoDte
  readonly estado: Estado
  readonly documentos: number
  readonly totalGravada: number
  readonly totalExenta: number
  readonly totalNoSuj: number
  readonly totalIva: number
  readonly totalPagar: number
}

const SUMMED = ['totalGravada', 'totalExenta', 'totalNoSuj', 'totalIva', 'totalPagar'] as const
/** Reads each row's totals once; extracting members one by one would parse the text for each. */
const SUMS = `cross join lateral json_to_record(d.totales) as t (${SUMMED.map((name) => `"${name}" numeric`).join(', ')})`
const sumOf = (name: string) => `sum(t."${name}")::float8 as "${name}"`

/**
 * By type and state, over the filtered documents. Cent amounts are summed exactly before they become
 * numbers.
 */
export function sumDocuments(db: Db, of: SearchOf): Promise<readonly Group[]> {
  return db.many<Group>(
    `select /* reads 20000: what is summed */
            d.tipo_dte as "tipoDte", d.estado, count(*)::integer as documentos, ${SUMMED.map(sumOf).join(', ')}
       from documents d ${SUMS} where ${WHERE} group by d.tipo_dte, d.estado order by d.tipo_dte, d.estado`,
    valuesOf(of),
  )
}

export interface Day {
  readonly fecha: string
  readonly tipoDte: TipoDte
  readonly documentos: number
  readonly sinSello: number
  readonly monto: number
  readonly iva: number
  readonly pagar: number
}

/** Documents that count for the ministry, or will, by day and type. */
export function sumDays(
  db: Db,
  of: Omit<SearchOf, 'filters'>,
  days: { readonly desde: string; readonly hasta: string; readonly tipos: readonly TipoDte[] },
): Promise<readonly Day[]> {
  return db.many<Day>(
    `select /* reads 20000: what is summed */
            d.fec_emi as fecha, d.tipo_dte as "tipoDte", count(*)::integer as documentos,
            count(*) filter (where d.estado <> 'sellado')::integer as "sinSello",
            sum(t."montoTotalOperacion")::float8 as monto, sum(t."totalIva")::float8 as iva,
            sum(t."totalPagar")::float8 as pagar
       from documents d
      cross join lateral json_to_record(d.totales) as t ("montoTotalOperacion" numeric, "totalIva" numeric, "totalPagar" numeric)
      where d.company_id = $1 and d.ambiente = $2 and ${IN_PERIOD} and d.tipo_dte = any ($3::text[])
        and d.estado in ('sellado', 'firmado', 'contingencia')
        and d.fec_emi between $4::date and $5::date
      group by d.fec_emi, d.tipo_dte order by d.fec_emi, d.tipo_dte`,
    [of.companyId, of.ambiente, days.tipos, days.desde, days.hasta],
  )
}

const valuesOf = ({ companyId, ambiente, filters: f }: SearchOf) => [
  ...[companyId, ambiente, f.tipos, f.estados, f.desde, f.hasta, f.q, f.receptor],
]

function toSearchRow({ position: _, historial, ...row }: Row): SearchRow {
  const { totalLetras: __, ...totales } = row.totales
  const rejected = row.estado === 'rechazado' ? historial.at(-1) : undefined
  return {
    ...row,
    totales,
    puntoDeVenta: row.numeroControl.split('-')[2] ?? '',
    corregirHasta: rejected ? new Date(new Date(rejected.fecha).getTime() + CORRECTABLE_MS) : null,
    motivo: rejected?.motivo ?? null,
  }
}
