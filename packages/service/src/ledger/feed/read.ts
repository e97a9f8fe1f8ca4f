/** Reads a feed. Whoever reads keeps its own place; nothing here remembers a reader. */
import type { Ambiente, Novedad, TipoNovedad } from '@sello/contract'
import type { Db } from '../../base/db/tx.ts'
import { type Epoch, epochOf } from './cursor.ts'
import { type NovedadRow, novedadOf } from './novedad.ts'

export interface FeedOf {
  readonly companyId: string
  readonly ambiente: Ambiente
}

export interface FeedState {
  /** Position of the newest row; 0: none was ever told. */
  readonly last: bigint
  /** Of the newest row that was deleted for its age. */
  readonly forgotten: bigint
  /** Oldest first. */
  readonly epochs: readonly Epoch[]
}

const NEVER_TOLD: FeedState = { last: 0n, forgotten: 0n, epochs: [] }

export async function readFeedState(db: Db, { companyId, ambiente }: FeedOf): Promise<FeedState> {
  const row = await db.maybeOne<Omit<FeedState, 'epochs'> & { epochs: bigint[]; afters: bigint[] }>(
    `select last, forgotten,
            array(select epoch from feed_epochs e
                   where e.company_id = $1 and e.ambiente = $2 order by epoch) as epochs,
            array(select after from feed_epochs e
                   where e.company_id = $1 and e.ambiente = $2 order by epoch) as afters
       from feeds f where company_id = $1 and ambiente = $2`,
    [companyId, ambiente],
  )
  if (!row) return NEVER_TOLD
  const epochs = row.epochs.map((epoch, at) => ({ epoch, after: row.afters[at] ?? 0n }))
  return { last: row.last, forgotten: row.forgotten, epochs }
}

export interface FeedQuery extends FeedOf {
  readonly after: bigint
  readonly limit: number
  /** Null: everything. */
  readonly tipo: TipoNovedad | null
  readonly epochs: readonly Epoch[]
}

export interface Told {
  readonly position: bigint
  readonly novedad: Novedad
}

export interface FeedPage {
  readonly told: readonly Told[]
  /** The position up to which the feed was read: that of the last row, or of the last one that does not match. */
  readonly upTo: bigint
}

/** Of those that a filter passes over, in one page. */
const PASSED_MAX = 5_000

export async function readFeed(db: Db, query: FeedQuery): Promise<FeedPage> {
  const { companyId, ambiente, after, limit, tipo, epochs } = query
  const read = tipo === null ? limit : PASSED_MAX
  const rows = await db.many<Partial<NovedadRow> & { readonly upTo: bigint | null }>(READ, [
    ...[companyId, ambiente, after, read, tipo, limit],
  ])
  const found = rows.filter((row): row is NovedadRow & { upTo: bigint } => row.position != null)
  const last = found.at(-1)
  const upTo = found.length === limit && last ? last.position : (rows[0]?.upTo ?? after)
  return { told: found.map((row) => toldOf(row, query, epochs)), upTo }
}

/** What has these positions, those that are still kept, in their order. */
export async function readFeedAt(
  db: Db,
  of: FeedOf & { readonly positions: readonly bigint[]; readonly epochs: readonly Epoch[] },
): Promise<readonly Told[]> {
  const { companyId, ambiente, positions, epochs } = of
  if (positions.length === 0) return []
  const rows = await db.many<NovedadRow>(READ_AT, [companyId, ambiente, positions])
  return rows.map((row) => toldOf(row, of, epochs))
}

const toldOf = (
  row: NovedadRow,
  { companyId, ambiente }: FeedOf,
  epochs: readonly Epoch[],
): Told => ({
  position: row.position,
  novedad: novedadOf(row, { companyId, ambiente }, epochOf(epochs, row.position)),
})

/** Each row of `page` with what describes it, found by its whole key. */
const DESCRIBED = `
  select p.position, p.tipo, p.at, p.datos, upper(p.about::text) as about, l.up_to as "upTo",
         d.codigo as documento, d.tipo_dte as "tipoDte", d.numero_control as "numeroControl", d.fec_emi as "fecEmi",
         d.sello_recibido as "selloRecibido", d.totales, d.referencia,
         coalesce(o.opened_at, r.desde) as desde, o.closed_at as hasta
    from looked l
    left join page p on true
    left join lateral (
      select documento from events
       where company_id = $1 and codigo_generacion = p.about and p.tipo ~ '^(retorno|invalidacion)' limit 1) e on true
    left join lateral (
      select codigo_generacion as documento from deliveries
       where company_id = $1 and delivery_id = p.about and p.tipo like 'entrega.%' limit 1) m on true
    left join lateral (
      select upper(codigo_generacion::text) as codigo, tipo_dte, numero_control, fec_emi, sello_recibido, totales,
             referencia
        from documents
       where company_id = $1
         and codigo_generacion = case when p.tipo like 'dte.%' then p.about else coalesce(e.documento, m.documento) end
       limit 1) d on true
    left join lateral (
      select opened_at, closed_at from ministry_outages
       where outage_id = p.about and p.tipo in ('contingencia.abierta', 'contingencia.cerrada') limit 1) o on true
    left join lateral (
      select desde from feed_epochs
       where company_id = $1 and ambiente = $2 and after = p.position - 1 and p.tipo = 'feed.restaurado' limit 1) r on true
   order by p.position`

const READ = `
  with passed as ( /* reads 10000: those that a filter passes over */
    select position, tipo, about, at, datos from feed
     where company_id = $1 and ambiente = $2 and position > $3 order by position limit $4
  ), page as (
    select * from passed where $5::text is null or tipo in ($5, 'feed.restaurado') order by position limit $6
  ), looked as (
    select max(position) as up_to from passed
  ) ${DESCRIBED}`

const READ_AT = `
  with page as (
    select position, tipo, about, at, datos from feed
     where company_id = $1 and ambiente = $2 and position = any ($3::bigint[])
  ), looked as (
    select max(position) as up_to from page having count(*) > 0
  ) ${DESCRIBED}`
