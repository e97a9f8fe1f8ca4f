/** The storage destinations of companies, and their last verification (docs/wire.md#limits). */
import type { TipoNovedad } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, transaction } from '../../base/db/tx.ts'
import { DAY_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { type Due, listDue, lockedOf, type OnSkipped, type Wanted } from '../cluster/due.ts'
import { jsonInstantSql, tellCompanySql } from '../outbox/tell.ts'
import type { DestinationLocation } from './location.ts'

/** Well within the 30 days of a verification: leaves time to fix failures. */
const VERIFY_MS = 10 * DAY_MS

/** When the next pass continues, if one was not enough. */
const GO_ON_MS = 10 * MINUTE_MS

export interface Connected extends DestinationLocation {
  readonly destinationId: string
  readonly nit: string
  readonly verifiedAt: Date | null
  /** The failure of the last probe; null when it succeeded. */
  readonly problem: string | null
  /** The last document whose files were checked; null: the next pass starts with the first. */
  readonly checkedUntil: string | null
}

/** Stores the destination as verified now and returns its id; null when it overlaps another company's. */
export function saveDestination(
  pool: Pool,
  destination: DestinationLocation,
  { destinationId, now }: { readonly destinationId: string; readonly now: Date },
): Promise<string | null> {
  return transaction(pool, async (tx) => {
    // No index can compare overlapping locations, so connecting is serialised.
    await tx.run(`select pg_advisory_xact_lock(hashtext('storage_destinations'))`)
    if (await overlapsAnothers(tx, destination)) return null
    const { companyId, kind, location, credentials, innerNetwork } = destination
    const row = await tx.one<{ destination_id: string }>(
      `insert into storage_destinations
         (company_id, destination_id, kind, location, credentials, verified_at, verify_at, created_at,
          inner_network)
       values ($1, $2, $3, $4, $5, $6, $7, $6, $8)
       on conflict on constraint storage_destinations_location do update
          set credentials = excluded.credentials, verified_at = excluded.verified_at,
              verify_at = excluded.verify_at, verify_attempts = 0, problem = null,
              refused_since = null, refused_why = null,
              inner_network = excluded.inner_network
       returning destination_id`,
      [
        ...[companyId, destinationId, kind, location, credentials, now, after(now, VERIFY_MS)],
        innerNetwork,
      ],
    )
    return row.destination_id
  })
}

/**
 * Whether the location is another company's, inside it or around it. Both for paths and URLs: an inner one begins
 * with the outer one and a slash.
 */
export async function overlapsAnothers(
  db: Db,
  { companyId, kind, location }: Pick<DestinationLocation, 'companyId' | 'kind' | 'location'>,
): Promise<boolean> {
  const found = await db.maybeOne(
    `select 1 from storage_destinations
      where kind = $2 and company_id <> $1
        and (starts_with(rtrim(location, '/') || '/', $3) or starts_with($3, rtrim(location, '/') || '/'))
      limit 1`,
    [companyId, kind, `${location.replace(/\/$/, '')}/`],
  )
  return found !== null
}

const COLUMNS = `d.company_id as "companyId", d.destination_id as "destinationId", d.kind, d.location,
  d.credentials, d.verified_at as "verifiedAt", d.problem, d.checked_until as "checkedUntil",
  d.inner_network as "innerNetwork",
  (select c.nit from companies c where c.company_id = $1) as nit`

/** The ones that the service writes to; see `listAllDestinations`. */
export function listDestinations(db: Db, companyId: string): Promise<Connected[]> {
  return db.many<Connected>(
    `select ${COLUMNS} from storage_destinations d where d.company_id = $1 and d.location is not null
      order by d.created_at, d.destination_id`,
    [companyId],
  )
}

/** A destination whose probe is due. */
export interface Unverified extends Connected {
  readonly attempts: number
}

export interface DueDestination extends Due {
  readonly destination_id: string
}

/** Lists what is to be verified. */
export const listUnverified = (
  pool: Pool,
  { now, limit, except }: { readonly now: Date } & Wanted,
  onSkipped: OnSkipped,
): Promise<readonly DueDestination[]> =>
  listDue(pool, { sql: DUE, values: [now, except, limit], limit }, onSkipped)

const DUE = (among: string) => `
  select company_id, destination_id, verify_at as due_at from storage_destinations
   where verify_at <= $1 and company_id <> all ($2::uuid[]) ${among}
   order by verify_at limit $3`

/** Leases those of a company's destinations that are still due until `leaseUntil`. */
export function takeUnverified(
  pool: Pool,
  { companyId, ids }: { readonly companyId: string; readonly ids: readonly string[] },
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
): Promise<Unverified[]> {
  return statement<Unverified>(
    pool,
    `update storage_destinations d set verify_at = $3, verify_attempts = d.verify_attempts + 1
      where d.company_id = $1
        and d.destination_id = any (array(
            select destination_id
              from ${lockedOf('storage_destinations', 'destination_id = any ($4::uuid[])')} due
             where verify_at <= $2))
     returning ${COLUMNS}, d.verify_attempts as attempts`,
    [companyId, now, leaseUntil, ids],
  )
}

type Which = Pick<Connected, 'companyId' | 'destinationId'>

/** The destination counts for another 30 days. If files are left to check, it is due again soon. */
export async function recordVerified(
  pool: Pool,
  which: Which,
  { now, checkedUntil }: { readonly now: Date; readonly checkedUntil: string | null },
): Promise<void> {
  await statement(
    pool,
    `with ${WAS}, verified as (
       update storage_destinations
          set verified_at = $3, verify_at = $4, verify_attempts = 0, problem = null, checked_until = $5,
              refused_since = null, refused_why = null
        where company_id = $1 and destination_id = $2
     )${tellWellSql('$3')}`,
    [
      ...[which.companyId, which.destinationId, now],
      after(now, checkedUntil === null ? VERIFY_MS : GO_ON_MS),
      checkedUntil,
    ],
  )
}

/** Records the problem and schedules the next probe at `at`; the last successful one still counts. */
export async function recordProblem(
  pool: Pool,
  which: Which,
  { problem, now, at }: { readonly problem: string; readonly now: Date; readonly at: Date },
): Promise<void> {
  await statement(
    pool,
    `with ${WAS}, failed as (
       update storage_destinations
          set problem = $3, verify_at = $4,
              refused_since = coalesce(refused_since, $5), refused_why = coalesce(refused_why, $3)
        where company_id = $1 and destination_id = $2
     )${tellFailedSql('$5')}`,
    [which.companyId, which.destinationId, problem, at, now],
  )
}

/** Keeps the first failure. Written once for each outage of the destination. */
export async function recordRefused(
  pool: Pool,
  which: Which,
  { why, now }: { readonly why: string; readonly now: Date },
): Promise<void> {
  await statement(
    pool,
    `with ${WAS}, refused as (
       update storage_destinations set refused_since = $3, refused_why = $4
        where company_id = $1 and destination_id = $2 and refused_since is null
     )${tellFailedSql('$3')}`,
    [which.companyId, which.destinationId, now, why],
  )
}

export async function recordAccepted(pool: Pool, which: Which, now: Date): Promise<void> {
  await statement(
    pool,
    `with ${WAS}, accepted as (
       update storage_destinations set refused_since = null, refused_why = null
        where company_id = $1 and destination_id = $2 and refused_since is not null
     )${tellWellSql('$3')}`,
    [which.companyId, which.destinationId, now],
  )
}

/** The destination before the statement, for as long as its outage is told once. */
const WAS = `was as (
       select company_id, destination_id, refused_since as desde from storage_destinations
        where company_id = $1 and destination_id = $2 for no key update
     )`

/** A destination has no environment: each feed of the company tells it. */
const tellSql = (tipo: TipoNovedad, where: string, at: string, desde: string) =>
  tellCompanySql(`was join ministry_accounts using (company_id) where ${where}`, {
    ...{ tipo, at },
    datos: `jsonb_build_object('destino', destination_id, 'desde', ${jsonInstantSql(desde)})`,
  })
const tellFailedSql = (at: string) =>
  tellSql('copia.fallida', 'desde is null', at, `${at}::timestamptz`)
const tellWellSql = (at: string) => tellSql('copia.recuperada', 'desde is not null', at, 'desde')

const after = (now: Date, ms: number) => new Date(now.getTime() + ms)
