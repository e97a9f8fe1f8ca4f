/**
 * The holding area: documents sealed or invalidated within the last hour. A row says that a document is in it and
 * where its files are. The bytes are rendered from `documents`, where they are encrypted, so every download is
 * identical and they are stored once.
 */
import { type HoldingRow, MANAGED_KINDS } from '@sello/contract'
import type { Logger } from 'pino'
import type { Clock } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, type Statement, statement } from '../../base/db/tx.ts'
import { HOLDING_MS, interval } from '../../base/time/durations.ts'
import { skippedInLog } from '../cluster/due.ts'
import { type Forgetting, forgetDue } from '../cluster/forget.ts'
import type { DestinationLocation } from '../destinations/location.ts'
import type { Reader } from '../documents/find.ts'

/** What is known about the location of a document's files. */
export interface FileAvailability {
  /** In the holding area now. */
  readonly held: boolean
  /** Whether the company has storage that the service writes to. */
  readonly managed: boolean
  /** The service's copy; null: there is none yet. */
  readonly copy: Copy | null
}

export interface Copy {
  readonly destination: DestinationLocation & { readonly destinationId: string }
  readonly jsonPath: string
  readonly jsonSha256: Buffer
  readonly pdfPath: string | null
  readonly pdfSha256: Buffer | null
}

interface Row
  extends Omit<FileAvailability, 'copy'>,
    Omit<Copy['destination'], 'companyId' | 'kind'>,
    Omit<Copy, 'destination'> {
  /** Null: there is no copy, and all of it is null. */
  readonly kind: DestinationLocation['kind'] | null
}

export async function findFileAvailability(
  db: Db,
  { companyId }: Pick<Reader, 'companyId'>,
  codigoGeneracion: string,
  now: Date,
): Promise<FileAvailability> {
  const { held, managed, kind, jsonPath, jsonSha256, pdfPath, pdfSha256, ...place } =
    await db.one<Row>(
      `select exists (select 1 from holding h where h.company_id = $1 and h.codigo_generacion = $2
                       and h.expires_at > $3) as held,
            exists (select 1 from storage_destinations d where d.company_id = $1
                       and d.kind = any ($4)) as managed,
            c.*
       from (select 1) one left join lateral (
         select d.kind, d.destination_id as "destinationId", d.location, d.credentials,
                d.inner_network as "innerNetwork", c.json_path as "jsonPath", c.json_sha256 as "jsonSha256",
                c.pdf_path as "pdfPath", c.pdf_sha256 as "pdfSha256"
           from copies c join storage_destinations d
             on d.company_id = c.company_id and d.destination_id = c.destination_id
          where c.company_id = $1 and c.codigo_generacion = $2 and d.kind = any ($4)
          order by d.created_at, d.destination_id limit 1) c on true`,
      [companyId, codigoGeneracion, now, MANAGED_KINDS],
    )
  const files = { jsonPath, jsonSha256, pdfPath, pdfSha256 }
  const copy = kind && { destination: { companyId, kind, ...place }, ...files }
  return { held, managed, copy }
}

const hold = (rows: string) => `
  insert into holding (company_id, codigo_generacion, ambiente, expires_at, copy_at, created_at)
  ${rows}
  on conflict do nothing`

/** Puts the sealed documents of `source` into the holding area; their files are due at once. */
export const holdSealedSql = (source: string) =>
  hold(`
  select company_id, codigo_generacion, ambiente, at + ${interval(HOLDING_MS)}, at, at
    from ${source} where estado = 'sellado'`)

const HOLD_ONE = hold('values ($1, $2, $3, $4, $5, $5)')

/** The same for one document, which a cluster sends to its company's machine. */
export const holdSealed = (of: {
  readonly companyId: string
  readonly codigoGeneracion: string
  readonly ambiente: string
  readonly at: Date
}): Statement => ({
  sql: HOLD_ONE,
  values: [
    ...[of.companyId, of.codigoGeneracion, of.ambiente],
    ...[new Date(of.at.getTime() + HOLDING_MS), of.at],
  ],
})

/** Counts the download, if the document is in the holding area. */
export async function countDownload(
  pool: Pool,
  { companyId }: Pick<Reader, 'companyId'>,
  codigoGeneracion: string,
  now: Date,
): Promise<void> {
  await statement(
    pool,
    `update holding set download_count = download_count + 1, downloaded_at = $3
      where company_id = $1 and codigo_generacion = $2 and expires_at > $3`,
    [companyId, codigoGeneracion, now],
  )
}

/** A row of the wire before it is written as JSON, which makes its dates the instants of the wire. */
interface HeldRow extends Omit<HoldingRow, 'expiresAt' | 'downloadedAt' | 'createdAt'> {
  readonly expiresAt: Date
  readonly downloadedAt: Date | null
  readonly createdAt: Date
}

export interface HoldingList {
  readonly rows: readonly HeldRow[]
  /** The cursor of the next page; null: there is none. */
  readonly last: bigint | null
}

/** Lists the holding area, newest first. */
export async function listHolding(
  db: Db,
  { companyId, ambiente }: Pick<Reader, 'companyId' | 'ambiente'>,
  page: { readonly now: Date; readonly limit: number; readonly below: bigint | null },
): Promise<HoldingList> {
  const { now, limit, below } = page
  const rows = await db.many<HeldRow & { readonly position: bigint }>(
    `select h.position, upper(h.codigo_generacion::text) as "codigoGeneracion",
            coalesce(d.tipo_dte, e.tipo_dte) as "tipoDte", d.numero_control as "numeroControl", h.ambiente,
            case when exists (select 1 from copies c where c.company_id = $1
                     and c.codigo_generacion = h.codigo_generacion and c.written_by = 'sdk'
                     and (coalesce(d.estado, e.estado) is distinct from 'invalidado' or c.pdf_path is not null)) then 'byos'
                 when exists (select 1 from copies c where c.company_id = $1
                     and c.codigo_generacion = h.codigo_generacion and c.written_by = 'service')
                 then 'managed'
                 else 'holding' end as "whereLanded",
            h.expires_at as "expiresAt", h.downloaded_at as "downloadedAt", h.download_count as "downloadCount",
            h.created_at as "createdAt"
       from (select * from holding where company_id = $1 and ambiente = $2 and expires_at > $3
                 and ($5::bigint is null or position < $5)
               order by position desc limit $4) h
       left join lateral (select * from documents where company_id = $1
                             and codigo_generacion = h.codigo_generacion limit 1) d on true
       left join lateral (select * from events where company_id = $1
                             and codigo_generacion = h.codigo_generacion limit 1) e on true
      order by h.position desc`,
    [companyId, ambiente, now, limit + 1, below],
  )
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? (shown.at(-1)?.position ?? null) : null
  return { rows: shown.map(({ position: _, ...row }) => row), last }
}

/** Deletes rows whose hour is over and whose files are stored. Returns their number. */
export function expireHolding(
  { pool, clock, log }: Expiring,
  signal?: AbortSignal,
): Promise<number> {
  const at = { now: clock.now(), onSkipped: skippedInLog(log, 'holding') }
  return forgetDue(pool, EXPIRED, at, signal)
}

interface Expiring {
  readonly pool: Pool
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Logger, 'error'>
}

const isOverAt = (now: string) => `expires_at <= ${now} and copy_at is null`

/** Rows whose hour is over and whose files are stored. One that is invalidated between the two statements stays. */
export const EXPIRED: Forgetting = {
  list: (among) => `
    select company_id, expires_at as due_at, '{}'::text[] as part, codigo_generacion::text as name
      from holding where ${isOverAt('$1')} and company_id <> all ($2::uuid[]) ${among}
     order by expires_at limit $3`,
  forget: `
    delete from holding
     where company_id = $1 and codigo_generacion = any ($3::uuid[]) and ${isOverAt('$2')}
    returning 1`,
  ofAll: `
    delete from holding where ctid = any (array(
      select ctid from holding where ${isOverAt('$1')} limit $2))
    returning 1`,
}
