/**
 * A company's own destinations: their credentials are encrypted by the caller, stored unchanged, and never read
 * here. A change names the revision that it creates, so that of two concurrent ones one is refused.
 */
import type { ByosKind, Destino, DestinoRequest } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement } from '../../base/db/tx.ts'
import type { Connected } from './destinations.ts'
import { isVerified } from './verified.ts'

/** A row of either sort: managed, or the company's own. */
export interface StoredDestination {
  readonly destinationId: string
  readonly kind: Connected['kind'] | ByosKind
  readonly label: string | null
  readonly revision: number
  readonly iv: string | null
  readonly datos: string | null
  readonly verifiedAt: Date | null
  readonly ended: boolean
}

const COLUMNS = `d.destination_id as "destinationId", d.kind, d.label, d.revision, d.sealed_iv as iv,
  d.sealed_data as datos, d.verified_at as "verifiedAt", d.ended_at is not null as ended`

/** Those that have not ended, oldest first. */
export function listAllDestinations(db: Db, companyId: string): Promise<StoredDestination[]> {
  return db.many<StoredDestination>(
    `select ${COLUMNS} from storage_destinations d where d.company_id = $1 and d.ended_at is null
      order by d.created_at, d.destination_id`,
    [companyId],
  )
}

export interface Which {
  readonly companyId: string
  readonly destinationId: string
}

/** Includes an ended one. Null when the company has no such id. */
export function findDestination(db: Db, which: Which): Promise<StoredDestination | null> {
  return db.maybeOne<StoredDestination>(
    `select ${COLUMNS} from storage_destinations d
      where d.company_id = $1 and d.destination_id = $2`,
    [which.companyId, which.destinationId],
  )
}

/**
 * Stores this revision. Null if it does not follow the stored one, or if the stored destination is of another kind
 * or has ended; the caller finds out which. A change keeps the last verification: a company that renews its
 * credentials keeps issuing, and verifies again.
 */
export async function putDestination(
  pool: Pool,
  which: Which,
  { request, now }: { readonly request: DestinoRequest; readonly now: Date },
): Promise<StoredDestination | null> {
  const { kind, label, revision, sellado } = request
  const [row] = await statement<StoredDestination>(
    pool,
    `insert into storage_destinations as d
       (company_id, destination_id, kind, label, revision, sealed_iv, sealed_data, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8
      where $5 = 1 or exists (select 1 from storage_destinations e
                               where e.company_id = $1 and e.destination_id = $2)
     on conflict on constraint storage_destinations_pkey do update
        set label = excluded.label, revision = excluded.revision, sealed_iv = excluded.sealed_iv,
            sealed_data = excluded.sealed_data
      where d.kind = excluded.kind and d.ended_at is null
        and (d.revision = excluded.revision - 1
             or (d.revision = excluded.revision and d.label = excluded.label
                 and d.sealed_iv = excluded.sealed_iv and d.sealed_data = excluded.sealed_data))
     returning ${COLUMNS}`,
    [which.companyId, which.destinationId, kind, label, revision, sellado.iv, sellado.datos, now],
  )
  return row ?? null
}

/** Ends its use and deletes its encrypted credentials. False when the company has no such destination. */
export async function endDestination(pool: Pool, which: Which, now: Date): Promise<boolean> {
  const rows = await statement(
    pool,
    `update storage_destinations
        set ended_at = coalesce(ended_at, $3), verified_at = null, sealed_iv = null, sealed_data = null
      where company_id = $1 and destination_id = $2 and label is not null
     returning 1`,
    [which.companyId, which.destinationId, now],
  )
  return rows.length > 0
}

/** After this the destination counts for 30 days. Null if that revision is not the stored one. */
export async function recordOwnVerified(
  pool: Pool,
  which: Which,
  { revision, now }: { readonly revision: number; readonly now: Date },
): Promise<StoredDestination | null> {
  const [row] = await statement<StoredDestination>(
    pool,
    `update storage_destinations d set verified_at = $4
      where d.company_id = $1 and d.destination_id = $2 and d.label is not null
        and d.ended_at is null and d.revision = $3
     returning ${COLUMNS}`,
    [which.companyId, which.destinationId, revision, now],
  )
  return row ?? null
}

const LABELS: Readonly<Record<Connected['kind'], string>> = {
  managed_folder: 'Carpeta del servicio',
  managed_bucket: 'Depósito del servicio',
}

/** On the wire. The location of a managed one is for the operator only. */
export function drawDestino(stored: StoredDestination, now: Date): Destino {
  const { destinationId: id, kind, label, revision, iv, datos, verifiedAt } = stored
  return {
    id,
    kind,
    label: label ?? LABELS[kind as Connected['kind']],
    revision,
    sellado: iv === null || datos === null ? null : { v: 1, iv, datos },
    listo: isVerified(verifiedAt, now),
    verificadoEl: verifiedAt?.toISOString() ?? null,
  }
}
