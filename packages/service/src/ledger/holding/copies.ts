/** Copies in companies' storage: what lacks, what is recorded once written, and what is made again. */
import { type Ambiente, MANAGED_KINDS } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx } from '../../base/db/tx.ts'
import { HOLDING_MS, interval } from '../../base/time/durations.ts'
import type { DestinationLocation } from '../destinations/location.ts'
import { verifiedSince } from '../destinations/verified.ts'
import type { PendingCopy } from './copies-due.ts'

export interface Destination extends DestinationLocation {
  readonly destinationId: string
}

/** A destination that lacks a document. */
export interface Missing extends Destination {
  /** Whether storing there has failed since it last worked. */
  readonly isRefusing: boolean
}

interface MissingRow extends Missing {
  /** The document's position among those asked about, from 1. */
  readonly nth: bigint
}

/**
 * For each document of one company, in the given order, the destinations that lack it: verified ones that the service
 * writes to (docs/wire.md#limits).
 */
export async function findMissing(
  db: Db,
  pending: readonly PendingCopy[],
  now: Date,
): Promise<readonly (readonly Missing[])[]> {
  const rows = await db.many<MissingRow>(
    `select w.nth, d.company_id as "companyId", d.destination_id as "destinationId", d.kind,
            d.location, d.credentials, d.inner_network as "innerNetwork",
            d.refused_since is not null as "isRefusing"
       from unnest($2::uuid[]) with ordinality as w (codigo_generacion, nth)
      cross join lateral (
         select * from storage_destinations
          where company_id = $1 and kind = any ($3) and verified_at > $4 offset 0) d
      where (select 1 from copies c where c.company_id = $1 -- not exists, which is a join with all of the company's
                and c.codigo_generacion = w.codigo_generacion and c.destination_id = d.destination_id limit 1) is null
      order by d.created_at, d.destination_id`,
    [...keysOf(pending), MANAGED_KINDS, verifiedSince(now)],
  )
  return pending.map((_, i) => rows.filter(({ nth }) => nth === BigInt(i + 1)))
}

/** The company, and its documents. */
const keysOf = (pending: readonly Pick<PendingCopy, 'company_id' | 'codigo_generacion'>[]) => [
  pending[0]?.company_id,
  pending.map(({ codigo_generacion }) => codigo_generacion),
]

export interface NewCopy {
  readonly destinationId: string
  readonly jsonPath: string
  readonly jsonSha256: Buffer
  readonly pdfPath: string
  readonly pdfSha256: Buffer
}

/** The copies made of one document, and whether any is still missing. */
export interface Done {
  readonly pending: PendingCopy
  readonly copies: readonly NewCopy[]
  readonly all: boolean
}

/**
 * Records the copies of documents of one company; those with none missing are no longer due. Records nothing for a
 * document that was queued again meanwhile: its copy may predate its invalidation, and is made again.
 */
export async function recordCopies(pool: Pool, done: readonly Done[], now: Date): Promise<void> {
  const all = done.toSorted((a, b) => (codeOf(a) < codeOf(b) ? -1 : 1))
  const copies = all.flatMap((one) => one.copies.map((copy) => ({ code: codeOf(one), ...copy })))
  // Queuing again increments the attempts. The locks serialise the two, and this statement then sees the new value.
  await statement(
    pool,
    `with current as (
       select w.codigo_generacion
         from unnest($2::uuid[], $3::int[]) as w (codigo_generacion, attempts)
        cross join lateral (
           select copy_attempts from holding
            where company_id = $1 and codigo_generacion = w.codigo_generacion
            limit 1 for no key update) h
        where h.copy_attempts = w.attempts
     ), noted as (
       update holding set copy_at = case when codigo_generacion = any ($4::uuid[]) then null else copy_at end
        where company_id = $1 and codigo_generacion = any (array(select codigo_generacion from current))
       returning codigo_generacion
     )
     insert into copies (company_id, codigo_generacion, destination_id, json_path, json_sha256, pdf_path, pdf_sha256,
                         written_by, created_at)
     select $1, w.*, 'service', $11
       from unnest($5::uuid[], $6::uuid[], $7::text[], $8::bytea[], $9::text[], $10::bytea[]) as w (codigo_generacion)
      where w.codigo_generacion in (select codigo_generacion from noted)
     on conflict (company_id, codigo_generacion, destination_id) do nothing`,
    [
      ...keysOf(all.map(({ pending }) => pending)),
      all.map(({ pending }) => pending.copy_attempts),
      all.filter((one) => one.all).map(codeOf),
      copies.map(({ code }) => code),
      copies.map(({ destinationId }) => destinationId),
      copies.map(({ jsonPath }) => jsonPath),
      copies.map(({ jsonSha256 }) => jsonSha256),
      copies.map(({ pdfPath }) => pdfPath),
      copies.map(({ pdfSha256 }) => pdfSha256),
      now,
    ],
  )
}

const codeOf = ({ pending }: Done) => pending.codigo_generacion

/** Some 0.5 s of the database, where a statement may take 5 s. */
const POSTPONED_MAX = 20_000

/**
 * Retries these documents of one company at `at`. `all`: no other of its company earlier, since the cause affects
 * them too, and other companies must not wait. Of more than 20,000 the next failure postpones the rest. Skips locked
 * rows to avoid deadlock; those are due when their lease ends.
 */
export async function postponeCopies(
  pool: Pool,
  failed: readonly Pick<PendingCopy, 'company_id' | 'codigo_generacion'>[],
  { at, all }: { readonly at: Date; readonly all: boolean },
): Promise<void> {
  const codes = failed.map(({ codigo_generacion }) => codigo_generacion)
  await statement(
    pool,
    `update holding set copy_at = $3
      where company_id = $1 and codigo_generacion = any (
        array(select codigo_generacion from holding
               where company_id = $1 and codigo_generacion = any ($2::uuid[]) and copy_at is not null
                 for update skip locked)
        || array(select codigo_generacion from holding
                  where company_id = $1 and codigo_generacion <> all ($2::uuid[])
                    and copy_at > '-infinity' and copy_at < $3 and $4
                  limit ${POSTPONED_MAX} for update skip locked))`,
    [failed[0]?.company_id, codes, at, all],
  )
}

/**
 * Called in the transaction of an invalidation: the printed copies in the company's destinations do not show it, so
 * they are made again, and a caller who stores the files can download them for another hour. A process that is
 * copying them now records nothing; the next one copies them.
 */
export async function copyAgain(
  tx: Tx,
  which: Pick<Destination, 'companyId'> & {
    readonly codigoGeneracion: string
    readonly ambiente: Ambiente
  },
  now: Date,
): Promise<void> {
  const { companyId, codigoGeneracion, ambiente } = which
  await tx.run(
    `insert into holding as h (company_id, codigo_generacion, ambiente, expires_at, copy_at,
                               copy_attempts, created_at)
     values ($1, $2, $3, $4::timestamptz + ${interval(HOLDING_MS)}, $4, 1, $4)
     on conflict (company_id, codigo_generacion) do update
        set copy_at = greatest(h.copy_at, excluded.copy_at), copy_attempts = h.copy_attempts + 1,
            expires_at = greatest(h.expires_at, excluded.expires_at)`,
    [companyId, codigoGeneracion, ambiente, now],
  )
  // Separate statements: their snapshots are taken after the first one's lock wait.
  await tx.run(
    `delete from copies where company_id = $1 and codigo_generacion = $2 and written_by = 'service'`,
    [companyId, codigoGeneracion],
  )
  // Where the caller stores the files, its reported copy is out of date.
  await tx.run(
    `update copies set pdf_path = null, pdf_sha256 = null
      where company_id = $1 and codigo_generacion = $2`,
    [companyId, codigoGeneracion],
  )
}

/** A copy that the service made. */
export interface StoredCopy {
  readonly codigoGeneracion: string
  readonly jsonPath: string
  readonly pdfPath: string | null
}

type Where = Pick<Destination, 'companyId' | 'destinationId'>

/** The service's copies in a destination, by code, starting after `after`. */
export function listStoredCopies(
  db: Db,
  { companyId, destinationId }: Where,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<StoredCopy[]> {
  return db.many<StoredCopy>(
    `select codigo_generacion as "codigoGeneracion", json_path as "jsonPath", pdf_path as "pdfPath"
       from copies
      where company_id = $1 and destination_id = $2 and written_by = 'service'
        and codigo_generacion > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')
      order by codigo_generacion limit $4`,
    [companyId, destinationId, after, limit],
  )
}

/** Removes these copies of the destination and queues them again. */
export async function requeueCopies(
  pool: Pool,
  { companyId, destinationId }: Where,
  codigos: readonly string[],
  now: Date,
): Promise<void> {
  await statement(
    pool,
    `with gone as (
       delete from copies where company_id = $1 and destination_id = $2 and written_by = 'service'
          and codigo_generacion = any ($3::uuid[])
       returning codigo_generacion
     )
     insert into holding (company_id, codigo_generacion, ambiente, expires_at, copy_at, created_at)
     select $1, g.codigo_generacion, coalesce(d.ambiente, e.ambiente), $4, $4, $4
       from gone g
       left join lateral (
         select ambiente from documents
          where company_id = $1 and codigo_generacion = g.codigo_generacion limit 1) d on true
       left join lateral (
         select ambiente from events
          where company_id = $1 and codigo_generacion = g.codigo_generacion limit 1) e on true
     on conflict (company_id, codigo_generacion) do update
        set copy_at = excluded.copy_at, copy_attempts = holding.copy_attempts + 1`,
    [companyId, destinationId, codigos, now],
  )
}
