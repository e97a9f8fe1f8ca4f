/** The numbers of a company's series that have no sealed document, each with the reason (SPEC 4.6). */
import type { Ambiente, Estado, TipoDte } from '@sello/contract'
import { formatNumeroControl } from '@sello/fiscal'
import { type Admin, companyOf } from './admin.ts'

export interface SeriesGaps {
  readonly ambiente: Ambiente
  readonly tipoDte: TipoDte
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly year: number
  /** The number that it begins with: those below are another program's, and told only where a document has one. */
  readonly first: number
  /** The number that was handed out last; one below the first where there is none. */
  readonly last: number
  readonly gaps: readonly Gap[]
}

export interface Gap {
  readonly numeroControl: string
  /** Of the document that has the number; null: no document has it. */
  readonly estado: Estado | null
  readonly codigoGeneracion: string | null
  /** The ministry's words of a rejection. */
  readonly motivo: string | null
}

interface SeriesRow {
  ambiente: Ambiente
  tipo_dte: TipoDte
  cod_estable: string
  cod_punto_venta: string
  year: number
  first: bigint
  last: bigint
}

interface GapRow {
  correlativo: bigint
  estado: Estado | null
  codigo_generacion: string | null
  motivo: string | null
}

/** What is not a gap: the ministry sealed it, whatever became of it later. */
const SEALED: readonly Estado[] = ['sellado', 'invalidado']

/**
 * Every series of the company in that environment and year, each with the numbers up to its last one that
 * have no sealed document. Changes nothing.
 */
export async function findGaps(
  admin: Admin,
  nit: string,
  { ambiente, year }: { readonly ambiente: Ambiente; readonly year: number },
): Promise<readonly SeriesGaps[]> {
  const { companyId } = await companyOf(admin, nit)
  const series = await admin.pool.many<SeriesRow>(
    `select ambiente, tipo_dte, cod_estable, cod_punto_venta, year, first, last
       from series where company_id = $1 and ambiente = $2 and year = $3
      order by tipo_dte, cod_estable, cod_punto_venta`,
    [companyId, ambiente, year],
  )
  const found: SeriesGaps[] = []
  for (const one of series) {
    const { tipo_dte: tipoDte, cod_estable: codEstable, cod_punto_venta: codPuntoVenta } = one
    const format = (correlativo: bigint) =>
      formatNumeroControl({ tipoDte, codEstable, codPuntoVenta, correlativo })
    const gaps = await gapsOf(admin, companyId, one, format)
    const [first, last] = [Number(one.first), Number(one.last)]
    found.push({ ambiente, tipoDte, codEstable, codPuntoVenta, year, first, last, gaps })
  }
  return found
}

/** The numbers are compared as text: what comes before the last 15 digits is the same in all of a series. */
async function gapsOf(
  admin: Admin,
  companyId: string,
  { ambiente, year, first, last }: SeriesRow,
  format: (correlativo: bigint) => string,
): Promise<readonly Gap[]> {
  const prefix = format(1n).slice(0, -CORRELATIVO_DIGITS)
  const rows = await admin.pool.many<GapRow>(
    `select n as correlativo, d.estado, d.codigo_generacion, d.rechazo ->> 'descripcionMsg' as motivo
       from generate_series($7::bigint, $5::bigint) as n
       left join documents d
         on d.company_id = $1 and d.ambiente = $2 and d.year = $3 and d.estado <> 'liberado'
        and d.numero_control = $4 || lpad(n::text, ${CORRELATIVO_DIGITS}, '0')
      where d.estado is null or not d.estado = any($6)
      union all
     select right(d.numero_control, ${CORRELATIVO_DIGITS})::bigint, d.estado, d.codigo_generacion,
            d.rechazo ->> 'descripcionMsg'
       from documents d
      where d.company_id = $1 and d.ambiente = $2 and d.year = $3 and d.estado <> 'liberado'
        and not d.estado = any($6)
        and d.numero_control between $4 || lpad('1', ${CORRELATIVO_DIGITS}, '0')
                                 and $4 || lpad(($7::bigint - 1)::text, ${CORRELATIVO_DIGITS}, '0')
      order by 1`,
    [companyId, ambiente, year, prefix, last, SEALED, first],
  )
  return rows.map(({ correlativo, estado, codigo_generacion, motivo }) => ({
    numeroControl: format(correlativo),
    estado,
    codigoGeneracion: codigo_generacion?.toUpperCase() ?? null,
    motivo,
  }))
}

const CORRELATIVO_DIGITS = 15
