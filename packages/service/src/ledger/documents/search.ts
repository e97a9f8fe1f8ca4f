/**
 * The console's list of documents: everything that was signed, rejected ones included, searched and summed. Nothing
 * encrypted is opened. A search by text scans the rows of its period; a whole number, code or seal uses an index.
 */
import type { Ambiente, Estado, TipoDte } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { grouped } from '../../base/grouped.ts'
import { CORRECTABLE_MS } from '../../base/time/durations.ts'
import type { CursorPosition } from './cursor.ts'
import { historialOf, type StoredHistorial } from './historial.ts'
import { SHOWN, type ShownRow } from './list.ts'
import { type Amounts, amountSql, amountsOf } from './totales.ts'

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
  readonly totales: Amounts
  readonly puntoDeVenta: string
  /** For a rejected one: until when its number can be taken over. */
  readonly corregirHasta: Date | null
  /** Of a rejected one: what the ministry said. */
  readonly motivo: string | null
  /** What its return events gave back; null: nothing. */
  readonly devuelto: number | null
}

interface Row extends ShownRow {
  readonly historial: StoredHistorial
  readonly devuelto: number | null
}

/** A rejected, an abandoned or a cancelled return gave nothing back. */
const GIVES_BACK = `e.kind = 'retorno' and e.estado in ('sellado', 'firmado')`
const DEVUELTO = `sum(${amountSql('e.totales', 'totalPagar')})`

const COLUMNS = `${SHOWN}, d.historial,
            (select ${DEVUELTO}::float8 from events e
              where e.company_id = $1 and e.documento = d.codigo_generacion and ${GIVES_BACK}) as devuelto`

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

/** The newest that were made after `since`, that the ministry rejected and nobody has corrected. */
export async function findRejected(
  db: Db,
  { companyId, ambiente }: Omit<SearchOf, 'filters'>,
  { since, limit }: { readonly since: Date; readonly limit: number },
): Promise<readonly SearchRow[]> {
  const rows = await db.many<Row>(
    `select ${COLUMNS} from documents d
      where d.company_id = $1 and d.ambiente = $2 and d.estado = 'rechazado' and d.created_at > $3
      order by d.created_at desc limit $4`,
    [companyId, ambiente, since, limit],
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
  /** What return events gave back of them. */
  readonly devuelto: number
}

const SUMMED = ['totalGravada', 'totalExenta', 'totalNoSuj', 'totalIva', 'totalPagar'] as const
const sumOf = (name: (typeof SUMMED)[number]) =>
  `sum(${amountSql('d.totales', name)})::float8 as "${name}"`

/**
 * By type and state, over the filtered documents. Cent amounts are summed exactly before they become
 * numbers.
 */
export async function sumDocuments(db: Db, of: SearchOf): Promise<readonly Group[]> {
  const groups = await db.many<Omit<Group, 'devuelto'>>(
    `select /* reads 20000: what is summed */
            d.tipo_dte as "tipoDte", d.estado, count(*)::integer as documentos, ${SUMMED.map(sumOf).join(', ')}
       from documents d where ${WHERE} group by d.tipo_dte, d.estado order by d.tipo_dte, d.estado`,
    valuesOf(of),
  )
  const given = await sumReturned(db, of)
  return groups.map((group) => ({ ...group, devuelto: given.get(groupOf(group)) ?? 0 }))
}

const groupOf = ({ tipoDte, estado }: Pick<Group, 'tipoDte' | 'estado'>) => `${tipoDte} ${estado}`

/**
 * What return events gave back, by type and state of their documents. `offset 0`: each event finds its document by its
 * key, whatever the planner knows of the filters.
 */
async function sumReturned(db: Db, of: SearchOf): Promise<ReadonlyMap<string, number>> {
  const rows = await db.many<Pick<Group, 'tipoDte' | 'estado' | 'devuelto'>>(
    `select /* reads 20000: what is summed */
            d.tipo_dte as "tipoDte", d.estado, ${DEVUELTO}::float8 as devuelto
       from events e
      cross join lateral (
        select d.company_id, d.ambiente, d.position, d.tipo_dte, d.estado, d.fec_emi, d.numero_control, d.codigo_generacion,
               d.sello_recibido, d.receptor_nombre, d.receptor_documento, d.referencia
          from documents d where d.company_id = $1 and d.codigo_generacion = e.documento offset 0) d
      where e.company_id = $1 and e.ambiente = $2 and ${GIVES_BACK} and ${WHERE}
      group by d.tipo_dte, d.estado`,
    valuesOf(of),
  )
  return new Map(rows.map((row) => [groupOf(row), row.devuelto]))
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

/** A company in one environment. */
export type Summed = Omit<SearchOf, 'filters'>

const daysOf = (companies: string, documents: string) => `
  select /* reads 20000: what is summed */ c.company_id as "companyId", d.*
    from companies c
   cross join lateral (
     select d.fec_emi as fecha, d.tipo_dte as "tipoDte", count(*)::integer as documentos,
            count(*) filter (where d.estado <> 'sellado')::integer as "sinSello",
            sum(${amountSql('d.totales', 'montoTotalOperacion')})::float8 as monto,
            sum(${amountSql('d.totales', 'totalIva')})::float8 as iva,
            sum(${amountSql('d.totales', 'totalPagar')})::float8 as pagar
       from documents d
      where ${documents} and d.ambiente = $2 and ${IN_PERIOD} and d.tipo_dte = any ($3::text[])
        and d.estado in ('sellado', 'firmado', 'contingencia')
        and d.fec_emi between $4::date and $5::date
      group by d.fec_emi, d.tipo_dte offset 0) d
   where ${companies}
   order by d.fecha, d."tipoDte"`

/** A cluster asks the company's machine alone. */
const DAYS_OF_ONE = daysOf('c.company_id = $1', 'd.company_id = $1')
const DAYS_OF_EACH = daysOf('c.company_id = any ($1::uuid[])', 'd.company_id = c.company_id')

interface DayRow extends Day {
  readonly companyId: string
}

/** Documents that count for the ministry, or will, by day and type: of each company, in a statement for each environment. */
export async function sumDays(
  db: Db,
  of: readonly Summed[],
  days: { readonly desde: string; readonly hasta: string; readonly tipos: readonly TipoDte[] },
): Promise<readonly (readonly Day[])[]> {
  const sums = new Map<string, Day[]>()
  for (const [ambiente, all] of grouped(of, (one) => one.ambiente)) {
    const companies = all.map(({ companyId }) => companyId)
    const values = [ambiente, days.tipos, days.desde, days.hasta]
    const rows =
      companies.length === 1
        ? await db.many<DayRow>(DAYS_OF_ONE, [companies[0], ...values])
        : await db.many<DayRow>(DAYS_OF_EACH, [companies, ...values])
    for (const [companyId, own] of grouped(rows, (row) => row.companyId)) {
      sums.set(
        `${companyId}/${ambiente}`,
        own.map(({ companyId: _, ...day }) => day),
      )
    }
  }
  return of.map(({ companyId, ambiente }) => sums.get(`${companyId}/${ambiente}`) ?? [])
}

const valuesOf = ({ companyId, ambiente, filters: f }: SearchOf) => [
  ...[companyId, ambiente, f.tipos, f.estados, f.desde, f.hasta, f.q, f.receptor],
]

function toSearchRow({ position: _, historial, ...row }: Row): SearchRow {
  const totales = amountsOf(row.totales)
  const rejected = row.estado === 'rechazado' ? historialOf(historial).at(-1) : undefined
  return {
    ...row,
    totales,
    puntoDeVenta: row.numeroControl.split('-')[2] ?? '',
    corregirHasta: rejected ? new Date(new Date(rejected.fecha).getTime() + CORRECTABLE_MS) : null,
    motivo: rejected?.motivo ?? null,
  }
}
