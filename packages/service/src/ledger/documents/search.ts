/**
 * The console's list of documents: everything that was signed, rejected ones included, searched and summed. Nothing
 * encrypted is opened. A search by text scans the rows of its period; a whole number, code or seal uses an index.
 */
import type { Ambiente, Estado, TipoDte, Totales } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { CORRECTABLE_MS } from '../../base/time/durations.ts'
import type { CursorPosition } from './cursor.ts'

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

export interface SearchRow {
  readonly estado: Estado
  readonly codigoGeneracion: string
  readonly numeroControl: string
  readonly tipoDte: TipoDte
  readonly fecEmi: string
  readonly horEmi: string
  readonly selloRecibido: string | null
  readonly totales: Omit<Totales, 'totalLetras'>
  readonly receptor: { readonly nombre: string | null; readonly numDocumento: string | null } | null
  readonly referencia: string | null
  readonly puntoDeVenta: string
  /** For a rejected one: until when its number can be taken over. */
  readonly corregirHasta: Date | null
  /** Of a rejected one: what the ministry said. */
  readonly motivo: string | null
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
  readonly historial: readonly {
    readonly estado: Estado
    readonly fecha: string
    readonly motivo: string | null
  }[]
}

const SHOWN = `d.codigo_generacion, d.position, d.estado, d.numero_control, d.tipo_dte, d.fec_emi, d.hor_emi,
            d.sello_recibido, d.totales, d.receptor_nombre, d.receptor_documento, d.referencia, d.historial`

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
    `select /* reads 20000: a search without an index, over its period */ ${SHOWN} from documents d
      where ${WHERE} and ($9::date is null or (d.fec_emi, d.position) < ($9::date, $10::bigint))
      order by d.fec_emi desc, d.position desc limit $11`,
    [...valuesOf(of), after?.fecEmi ?? null, after?.position ?? 0n, limit + 1],
  )
  const rows = found.slice(0, limit)
  const last = found.length > limit ? rows.at(-1) : undefined
  return {
    rows: rows.map(toSearchRow),
    last: last ? { fecEmi: last.fec_emi, position: last.position } : null,
  }
}

/** The newest that the ministry rejected and nobody has corrected, of any day. */
export async function findRejected(
  db: Db,
  { companyId, ambiente }: Omit<SearchOf, 'filters'>,
  limit: number,
): Promise<readonly SearchRow[]> {
  const rows = await db.many<Row>(
    `select ${SHOWN} from documents d
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
export async function sumDocuments(db: Db, of: SearchOf): Promise<readonly Group[]> {
  const rows = await db.many<Group & { tipo: TipoDte; cuantos: bigint }>(
    `select /* reads 20000: what is summed */
            d.tipo_dte as tipo, d.estado, count(*) as cuantos, ${SUMMED.map(sumOf).join(', ')}
       from documents d ${SUMS} where ${WHERE} group by d.tipo_dte, d.estado order by d.tipo_dte, d.estado`,
    valuesOf(of),
  )
  return rows.map(({ tipo, cuantos, ...sums }) => ({
    ...sums,
    tipoDte: tipo,
    documentos: Number(cuantos),
  }))
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
export async function sumDays(
  db: Db,
  of: { readonly companyId: string; readonly ambiente: Ambiente },
  days: { readonly desde: string; readonly hasta: string; readonly tipos: readonly TipoDte[] },
): Promise<readonly Day[]> {
  const rows = await db.many<
    Omit<Day, 'documentos' | 'sinSello'> & { n: bigint; open: bigint; tipo: TipoDte }
  >(
    `select /* reads 20000: what is summed */
            d.fec_emi as fecha, d.tipo_dte as tipo, count(*) as n,
            count(*) filter (where d.estado <> 'sellado') as open,
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
  return rows.map(({ fecha, tipo, n, open, monto, iva, pagar }) => ({
    ...{ fecha, tipoDte: tipo, monto, iva, pagar },
    ...{ documentos: Number(n), sinSello: Number(open) },
  }))
}

const valuesOf = ({ companyId, ambiente, filters: f }: SearchOf) => [
  ...[companyId, ambiente, f.tipos, f.estados, f.desde, f.hasta, f.q, f.receptor],
]

function toSearchRow(row: Row): SearchRow {
  const { totalLetras: _, ...totales } = row.totales
  const hasReceptor = row.receptor_nombre !== null || row.receptor_documento !== null
  const rejected = row.estado === 'rechazado' ? row.historial.at(-1) : undefined
  return {
    estado: row.estado,
    codigoGeneracion: row.codigo_generacion.toUpperCase(),
    numeroControl: row.numero_control,
    tipoDte: row.tipo_dte,
    fecEmi: row.fec_emi,
    horEmi: row.hor_emi,
    selloRecibido: row.sello_recibido,
    totales,
    receptor: hasReceptor
      ? { nombre: row.receptor_nombre, numDocumento: row.receptor_documento }
      : null,
    referencia: row.referencia,
    puntoDeVenta: row.numero_control.split('-')[2] ?? '',
    corregirHasta: rejected ? new Date(new Date(rejected.fecha).getTime() + CORRECTABLE_MS) : null,
    motivo: rejected?.motivo ?? null,
  }
}
