/**
 * A page of a company's documents, newest first.
 *
 * The order is (fec_emi, position). No row changes either while a list can show it, so a page that starts below the
 * last delivered row repeats none and skips none. `position` is assigned inside the signing transaction, a few
 * milliseconds before its commit, so a row can become visible below rows that are already listed. To the reader it
 * is new, like any document issued meanwhile: below the cursor it comes on a later page, above it in the next
 * listing, and never twice. Every document whose call was answered before the first page was requested is listed
 * exactly once. Hiding rows until nothing can commit below them would promise no more, and would hide an answered
 * document from its own caller for as long as any transaction is open.
 */
import type { Ambiente, Estado, ListRow, TIPOS_CONOCIDOS, TipoDte } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { yieldIfLarge } from '../../base/time/event-loop.ts'
import { openPayload } from '../transmission/payload.ts'
import type { CursorPosition } from './cursor.ts'
import { RECEPTOR } from './find.ts'
import { amountsOf, type StoredTotales } from './totales.ts'

/** What a list can show (docs/wire.md#queries-and-lists); the predicate of the index documents_list. */
const LISTED = ['sellado', 'firmado', 'contingencia', 'invalidado'] as const
const IS_LISTED = `d.estado in ('${LISTED.join("', '")}')`

/** Null: no filter. */
export interface Filters {
  /** YYYY-MM-DD, inclusive. */
  readonly desde: string | null
  readonly hasta: string | null
  readonly estado: Estado | null
  /** A type that is never issued has no rows. */
  readonly tipoDte: (typeof TIPOS_CONOCIDOS)[number] | null
  readonly referencia: string | null
}

export interface DocumentQuery {
  readonly companyId: string
  readonly ambiente: Ambiente
  readonly filters: Filters
  readonly tiposDte: readonly TipoDte[]
  /** The last row of the previous page; null: the first page. */
  readonly after: CursorPosition | null
  readonly limit: number
}

export interface Page {
  readonly rows: readonly ListRow[]
  /** The position of the last row, when more follow. */
  readonly last: CursorPosition | null
}

/** A document as lists show it, and its position. */
export interface ShownRow extends Omit<ListRow, 'estado' | 'tipoDte' | 'totales'> {
  readonly estado: Estado
  readonly tipoDte: TipoDte
  readonly totales: StoredTotales
  readonly position: bigint
}

interface RowWithPayload extends ShownRow {
  readonly payload: Buffer
}

/** The limits of the calendar that PostgreSQL and the wire share. */
const FIRST_DAY = '0001-01-01'
const LAST_DAY = '9999-12-31'
const BEFORE_ALL: CursorPosition = { fecEmi: 'infinity', position: 0n }

const IS_ASKED = `${IS_LISTED} and d.fec_emi >= $5::date and d.fec_emi <= $6::date
        and (d.fec_emi, d.position) < ($7::date, $8::bigint)`

/**
 * For each requested type and state the index holds one range in page order; the newest rows of each are merged. So
 * every filter costs the same, however many documents there are.
 */
const PAGE = `
  select p.* from unnest($3::text[]) as t (tipo_dte) cross join unnest($4::text[]) as e (estado)
   cross join lateral (
     select d.codigo_generacion, d.fec_emi, d.position from documents d
      where d.company_id = $1 and d.ambiente = $2 and d.tipo_dte = t.tipo_dte and d.estado = e.estado
        and ${IS_ASKED}
      order by d.fec_emi desc, d.position desc limit $9) p
   order by p.fec_emi desc, p.position desc limit $9`

/** Only a few documents ever share one reference: they are found by it alone (`offset 0`), and the rest is compared. */
const PAGE_OF_REFERENCIA = `
  select d.codigo_generacion, d.fec_emi, d.position
    from (select * from documents
           where company_id = $1 and ambiente = $2 and referencia = $10 offset 0) d
   where d.tipo_dte = any ($3::text[]) and d.estado = any ($4::text[]) and ${IS_ASKED}
   order by d.fec_emi desc, d.position desc limit $9`

/** The columns of a `ShownRow`, of documents `d`. */
export const SHOWN = `d.estado, upper(d.codigo_generacion::text) as "codigoGeneracion", d.numero_control as "numeroControl",
       d.tipo_dte as "tipoDte", d.fec_emi as "fecEmi", d.hor_emi as "horEmi", d.sello_recibido as "selloRecibido",
       d.totales, ${RECEPTOR}, d.referencia, d.position`

interface Statements {
  readonly byFilters: string
  readonly byReferencia: string
}
const statementsOf = (columns: string): Statements => ({
  byFilters: sqlOf(PAGE, columns),
  byReferencia: sqlOf(PAGE_OF_REFERENCIA, columns),
})
const ROWS = statementsOf(SHOWN)
const ROWS_WITH_PAYLOAD = statementsOf(`${SHOWN}, d.payload`)

function sqlOf(page: string, columns: string): string {
  return `
with page as (${page}
)
select ${columns}
  from page cross join lateral (
    select * from documents
     where company_id = $1 and codigo_generacion = page.codigo_generacion limit 1) d
 order by page.fec_emi desc, page.position desc`
}

/** Decrypts nothing. */
export async function listDocuments(db: Db, query: DocumentQuery): Promise<Page> {
  const { rows, last } = await findPage<ShownRow>(db, query, ROWS)
  return { rows: rows.map(toListRow), last }
}

/** A row, and the text of its document. */
export interface RowWithDocumento {
  readonly row: ListRow
  readonly payload: string
}

export interface PageWithDocumentos extends Pick<Page, 'last'> {
  readonly rows: readonly RowWithDocumento[]
}

/** The text of a page's documents; a larger document comes alone. */
export const PAGE_LENGTH_MAX = 4 * 1024 * 1024

/**
 * The same page with each row's document, read in the same statement, because a document under a row's code may be
 * replaced. The page ends early when its documents are large; `last` is then its last row.
 */
export async function listWithDocumentos(
  db: Db,
  query: DocumentQuery & { readonly dataKey: Buffer },
): Promise<PageWithDocumentos> {
  const { companyId, dataKey } = query
  const found = await findPage<RowWithPayload>(db, query, ROWS_WITH_PAYLOAD)
  const rows: RowWithDocumento[] = []
  let length = 0
  let last: ShownRow | undefined
  for (const { payload: column, ...one } of found.rows) {
    const row = toListRow(one)
    const which = { kind: 'documento', companyId, codigoGeneracion: row.codigoGeneracion } as const
    const payload = openPayload(which, column, dataKey)
    length += payload.length
    if (length > PAGE_LENGTH_MAX && last) return { rows, last: positionOf(last) }
    rows.push({ row, payload })
    last = one
    await yieldIfLarge({ text: payload })
  }
  return { rows, last: found.last }
}

/** The rows of a page, and the position of the last of them when more follow. */
async function findPage<R extends ShownRow>(
  db: Db,
  query: DocumentQuery,
  { byFilters, byReferencia }: Statements,
): Promise<{ readonly rows: readonly R[] } & Pick<Page, 'last'>> {
  const { companyId, ambiente, filters, tiposDte, after, limit } = query
  const { desde, hasta, estado, tipoDte, referencia } = filters
  const place = after ?? BEFORE_ALL
  const values = [
    companyId,
    ambiente,
    tipoDte === null ? tiposDte : [tipoDte],
    LISTED.filter((listed) => estado === null || estado === listed),
    desde ?? FIRST_DAY,
    hasta ?? LAST_DAY,
    place.fecEmi,
    place.position,
    limit + 1, // one more row shows whether there is another page
  ]
  const found =
    referencia === null
      ? await db.many<R>(byFilters, values)
      : await db.many<R>(byReferencia, [...values, referencia])
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, last: last ? positionOf(last) : null }
}

const positionOf = ({ fecEmi, position }: ShownRow): CursorPosition => ({ fecEmi, position })

function toListRow({ position: _, ...row }: ShownRow): ListRow {
  const { totalGravada, totalIva, totalPagar } = amountsOf(row.totales)
  return { ...row, totales: { totalGravada, totalIva, totalPagar } }
}
