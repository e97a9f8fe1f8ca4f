/**
 * Rows of the outbox: what is told of a change, written by the statement that makes it (ADR 0113). These are parts of
 * such statements, so that telling costs no round trip. Who numbers the rows and who reads them: relay.ts, and ledger/feed.
 */
import type { Estado, EstadoEvento, TipoNovedad } from '@sello/contract'
import type { Statement } from '../../base/db/tx.ts'
import type { Kind } from '../transmission/filing.ts'

const INTO = 'insert into outbox (company_id, ambiente, tipo, about, at)'

/** Of documents that `source` moved: rows of their `estado`, what it `was`, and `at`. */
export const tellMovedSql = (source: string): string => `
  ${INTO}
  select company_id, ambiente, 'dte.' || estado, codigo_generacion, at from ${source} where estado <> was`

/** The same of one document, which a cluster sends to its company's machine. */
export const tellMoved = (of: {
  readonly companyId: string
  readonly ambiente: string
  readonly estado: Estado
  readonly codigoGeneracion: string
  readonly at: Date
}): Statement => ({
  sql: TELL_ONE,
  values: [of.companyId, of.ambiente, `dte.${of.estado}`, of.codigoGeneracion, of.at],
})

const TELL_ONE = `${INTO} values ($1, $2, $3, $4, $5)`

/** One and the same `tipo` of every row of `source`. A null tells nothing. */
export const tellSql = (source: string, { tipo, at }: { tipo: string; at: string }): string => `
  ${INTO}
  select company_id, ambiente, ${tipo}, codigo_generacion, ${at}::timestamptz from ${source}
   where ${tipo} is not null`

/** An outage that `source` opened or closed, of each company that can be asked about in its environment. */
export const tellOutageSql = (source: string, tipo: TipoNovedad): string => `
  ${INTO}
  select /* reads 50000: each company's account */ a.company_id, o.ambiente, '${tipo}', o.outage_id, o.at
    from ${source} o join ministry_accounts a on a.ambiente = o.ambiente`

/** Of a company: `datos` is SQL of what is told, since no row of `source` says it later. */
export const tellCompanySql = (
  source: string,
  { tipo, at, datos }: { readonly tipo: TipoNovedad; readonly at: string; readonly datos: string },
): string => `
  insert into outbox (company_id, ambiente, tipo, at, datos)
  select company_id, ambiente, '${tipo}', ${at}::timestamptz, ${datos} from ${source}`

/** SQL of an instant as the wire writes it. */
export const jsonInstantSql = (at: string): string =>
  `to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What is told of an event that comes to a state; a sealed invalidation is told of what it cancels. */
const OF_EVENTS: Readonly<Record<string, TipoNovedad>> = {
  'retorno sellado': 'retorno.sellado',
  'retorno rechazado': 'retorno.rechazado',
  'retorno abandonado': 'retorno.abandonado',
  'retorno invalidado': 'retorno.invalidado',
  'invalidacion rechazado': 'invalidacion.rechazada',
  'invalidacion abandonado': 'invalidacion.abandonada',
  'operaciones sellado': 'operaciones.sellado',
  'operaciones rechazado': 'operaciones.rechazado',
  'operaciones invalidado': 'operaciones.invalidado',
  'contingencia sellado': 'contingencia.evento_sellado',
  'contingencia rechazado': 'contingencia.evento_rechazado',
}

interface EventoTold {
  readonly kind: Exclude<Kind, 'documento'>
  readonly documento: string | null
}

/** Null: nothing. An invalidation is told with its document: that of special operations has none. */
export const tipoOfEvento = (
  { kind, documento }: EventoTold,
  estado: EstadoEvento,
): TipoNovedad | null =>
  kind === 'invalidacion' && documento === null ? null : (OF_EVENTS[`${kind} ${estado}`] ?? null)
