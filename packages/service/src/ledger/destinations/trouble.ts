/** Destinations of all companies that an operator looks after. */
import type { Db } from '../../base/db/tx.ts'

export interface DestinationInTrouble {
  readonly nit: string
  /** Null: the company has no destination. */
  readonly location: string | null
  readonly isOwn: boolean
  readonly verifiedAt: Date | null
  readonly problem: string | null
  readonly refusedSince: Date | null
  readonly refusedWhy: string | null
}

/**
 * Those with a problem, and those last verified before `verifiedBefore`. Only of companies with an active key: one
 * that issues nothing yet needs no destination.
 */
export function listInTrouble(
  db: Db,
  verifiedBefore: Date,
): Promise<readonly DestinationInTrouble[]> {
  return db.many<DestinationInTrouble>(
    `select c.nit, coalesce(d.location, d.label) as location, d.label is not null as "isOwn",
            d.verified_at as "verifiedAt", d.problem, d.refused_since as "refusedSince",
            d.refused_why as "refusedWhy"
       from companies c left join storage_destinations d
         on d.company_id = c.company_id and d.ended_at is null
      where exists (select 1 from api_keys k where k.company_id = c.company_id and k.state = 'active')
        and (d.destination_id is null or d.problem is not null or d.refused_since is not null
             or d.verified_at is null
             or d.verified_at < $1)
      order by c.nit, 2`,
    [verifiedBefore],
  )
}

/** The folders of this machine that the service writes to. */
export async function listManagedFolders(db: Db): Promise<readonly string[]> {
  const rows = await db.many<{ location: string }>(
    `select location from storage_destinations where kind = 'managed_folder'`,
  )
  return rows.map(({ location }) => location)
}
