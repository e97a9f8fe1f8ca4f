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
import type { Ambiente, Estado, ListRow, TIPOS_CONOCIDOS, TipoDte, Totales } from '@sello/contract'
import type { Db } from '../db/tx.ts'
import type { CursorPosition } from './cursor.ts'

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

interface Row {
  readonly codigo_generacion: string
  readonly position: bigint
  readonly estado: Estado
  readonly numero_control: string
  readonly tipo_dte: TipoDte
  readonly fec_emi: string
  readonly hor_emi: string
  readonly sello_recibido: string | null
  readonly totales: Totales
  readonly receptor_nombre: string | null
  readonly receptor_documento: string | null
  readonly referencia: string | null
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
const PAGE = sqlOf(`
  select p.* from unnest($3::text[]) as t (tipo_dte) cross join unnest($4::text[]) as e (estado)
   cross join lateral (
     select d.codigo_generacion, d.fec_emi, d.position from documents d
      where d.company_id = $1 and d.ambiente = $2 and d.tipo_dte = t.tipo_dte and d.estado = e.estado
        and ${IS_ASKED}
      order by d.fec_emi desc, d.position desc limit $9) p
   order by p.fec_emi desc, p.position desc limit $9`)

/** Only a few documents ever share one reference. */
const PAGE_OF_REFERENCIA = sqlOf(`
  select d.codigo_generacion, d.fec_emi, d.position from documents d
   where d.company_id = $1 and d.ambiente = $2 and d.referencia = $10
     and d.tipo_dte = any ($3::text[]) and d.estado = any ($4::text[]) and ${IS_ASKED}
   order by d.fec_emi desc, d.position desc limit $9`)

function sqlOf(page: string): string {
  return `
with page as (${page}
)
select d.codigo_generacion, d.position, d.estado, d.numero_control, d.tipo_dte, d.fec_emi, d.hor_emi,
       d.sello_recibido, d.totales, d.receptor_nombre, d.receptor_documento, d.referencia
  from page join documents d on d.company_id = $1 and d.codigo_generacion = page.codigo_generacion
 order by page.fec_emi desc, page.position desc`
}

export async function listDocuments(db: Db, query: DocumentQuery): Promise<Page> {
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
      ? await db.many<Row>(PAGE, values)
      : await db.many<Row>(PAGE_OF_REFERENCIA, [...values, referencia])
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    rows: page.map(toListRow),
    last: last ? { fecEmi: last.fec_emi, position: last.position } : null,
  }
}

function toListRow(row: Row): ListRow {
  const { totalGravada, totalIva, totalPagar } = row.totales
  const hasReceptor = row.receptor_nombre !== null || row.receptor_documento !== null
  return {
    estado: row.estado,
    codigoGeneracion: row.codigo_generacion.toUpperCase(),
    numeroControl: row.numero_control,
    tipoDte: row.tipo_dte,
    fecEmi: row.fec_emi,
    horEmi: row.hor_emi,
    selloRecibido: row.sello_recibido,
    totales: { totalGravada, totalIva, totalPagar },
    receptor: hasReceptor
      ? { nombre: row.receptor_nombre, numDocumento: row.receptor_documento }
      : null,
    referencia: row.referencia,
  }
}
