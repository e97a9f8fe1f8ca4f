/** The files that are owed to companies' own storage: taken by lease, and recorded once they are there. */
import type { Ambiente } from '@sello/contract'
import type { Pool } from '../db/pool.ts'
import { type Db, statement } from '../db/tx.ts'
import { DESTINATION_KINDS, type Place } from './open.ts'
import { verifiedSince } from './verified.ts'

/** A sealed document whose files are to be put where its company keeps them. */
export interface Owed {
  readonly company_id: string
  readonly codigo_generacion: string
  readonly ambiente: Ambiente
  readonly copy_attempts: number
  readonly nit: string
  readonly data_key: Buffer
}

/** Takes what is due, until `leaseUntil`: a process that dies lets it come back by itself. */
export function takeOwed(
  pool: Pool,
  {
    now,
    leaseUntil,
    limit,
  }: { readonly now: Date; readonly leaseUntil: Date; readonly limit: number },
): Promise<Owed[]> {
  return statement<Owed>(
    pool,
    `with due as (
       select company_id, codigo_generacion from holding
        where coalesce(copy_at, expires_at) <= $1 and copy_at is not null
        order by coalesce(copy_at, expires_at) limit $3 for update skip locked
     ), taken as (
       update holding h set copy_at = $2, copy_attempts = h.copy_attempts + 1 from due
        where h.company_id = due.company_id and h.codigo_generacion = due.codigo_generacion
    returning h.company_id, h.codigo_generacion, h.ambiente, h.copy_attempts
     )
     select t.*, c.nit, c.data_key from taken t join companies c on c.company_id = t.company_id`,
    [now, leaseUntil, limit],
  )
}

export interface Destination extends Place {
  readonly destinationId: string
}

/** The company's places that the service writes to, that count (SPEC 5.10), and that do not have the document yet. */
export function findMissing(
  db: Db,
  which: Pick<Owed, 'company_id' | 'codigo_generacion'>,
  now: Date,
) {
  return db.many<Destination>(
    `select d.company_id as "companyId", d.destination_id as "destinationId", d.kind, d.location,
            d.credentials
       from storage_destinations d
      where d.company_id = $1 and d.kind = any ($3)
        and d.verified_at > $4 and not exists (
        select 1 from copies c where c.company_id = $1 and c.codigo_generacion = $2
           and c.destination_id = d.destination_id)`,
    [which.company_id, which.codigo_generacion, DESTINATION_KINDS, verifiedSince(now)],
  )
}

export interface NewCopy {
  readonly destinationId: string
  readonly jsonPath: string
  readonly jsonSha256: Buffer
  readonly pdfPath: string
  readonly pdfSha256: Buffer
}

/** Afterwards the copies are known. Where they are `all` nothing is owed for the document any more. */
export async function recordCopies(
  pool: Pool,
  which: Pick<Owed, 'company_id' | 'codigo_generacion'>,
  { copies, all }: { readonly copies: readonly NewCopy[]; readonly all: boolean },
  now: Date,
): Promise<void> {
  await statement(
    pool,
    `with written as (
       insert into copies (company_id, codigo_generacion, destination_id, json_path, json_sha256,
                           pdf_path, pdf_sha256, written_by, created_at)
       select $1, $2, w.*, 'service', $8
         from unnest($3::uuid[], $4::text[], $5::bytea[], $6::text[], $7::bytea[]) as w
       on conflict (company_id, codigo_generacion, destination_id) do nothing
     )
     update holding set copy_at = null where company_id = $1 and codigo_generacion = $2 and $9`,
    [
      which.company_id,
      which.codigo_generacion,
      copies.map(({ destinationId }) => destinationId),
      copies.map(({ jsonPath }) => jsonPath),
      copies.map(({ jsonSha256 }) => jsonSha256),
      copies.map(({ pdfPath }) => pdfPath),
      copies.map(({ pdfSha256 }) => pdfSha256),
      now,
      all,
    ],
  )
}

/**
 * Afterwards the document is due again at `at`, and no other of its company before: what stopped it is
 * likely to stop them too, and the other companies' are not to wait for each in turn.
 */
export async function postponeCopies(
  pool: Pool,
  which: Pick<Owed, 'company_id' | 'codigo_generacion'>,
  at: Date,
): Promise<void> {
  await statement(
    pool,
    `update holding set copy_at = $3
      where company_id = $1 and copy_at is not null and (codigo_generacion = $2 or copy_at < $3)`,
    [which.company_id, which.codigo_generacion, at],
  )
}
