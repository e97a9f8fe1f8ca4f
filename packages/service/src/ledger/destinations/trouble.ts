/** Destinations of all companies that an operator looks after. */
import type { ReadAll } from '../cluster/due.ts'

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
  readAll: ReadAll,
  verifiedBefore: Date,
): Promise<readonly DestinationInTrouble[]> {
  return readAll<DestinationInTrouble>({
    sql: (among) => `
     select c.nit, coalesce(d.location, d.label) as location, d.label is not null as "isOwn",
            d.verified_at as "verifiedAt", d.problem, d.refused_since as "refusedSince",
            d.refused_why as "refusedWhy"
       from (select * from companies where true ${among}) c
       left join (select * from storage_destinations where ended_at is null ${among}) d
         on d.company_id = c.company_id
      where exists (select 1 from api_keys k where k.company_id = c.company_id and k.state = 'active' ${among})
        and (d.destination_id is null or d.problem is not null or d.refused_since is not null
             or d.verified_at is null
             or d.verified_at < $1)
      order by c.nit, 2`,
    values: [verifiedBefore],
  })
}

/** The folders of this machine that the service writes to. */
export async function listManagedFolders(readAll: ReadAll): Promise<readonly string[]> {
  const rows = await readAll<{ location: string }>({
    sql: (among) =>
      `select location from storage_destinations where kind = 'managed_folder' ${among}`,
    values: [],
  })
  return rows.map(({ location }) => location)
}
