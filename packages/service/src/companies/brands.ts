/** The looks of companies' printed copies, as they are stored. */
import type { Db, Tx } from '../db/tx.ts'

export interface StoredBrand {
  readonly since: Date
  readonly logo: Uint8Array | null
  /** #rrggbb */
  readonly accent: string | null
}

/** In the order in which they came into force, the ones after `after`. */
export function listBrands(db: Db, nit: string, after: Date): Promise<readonly StoredBrand[]> {
  return db.many<{ since: Date; logo: Buffer | null; accent: string | null }>(
    'select since, logo, accent from company_brands where nit = $1 and since > $2 order by since',
    [nit, after],
  )
}

/** The latest, whether or not it is in force yet. */
export function findBrand(db: Db, companyId: string): Promise<StoredBrand | null> {
  return db.maybeOne<{ since: Date; logo: Buffer | null; accent: string | null }>(
    `select since, logo, accent from company_brands where company_id = $1
      order by since desc limit 1`,
    [companyId],
  )
}

/** Afterwards documents generated from `since` on have this look. Returns when that is. */
export async function addBrand(
  tx: Tx,
  { companyId, nit, logo, accent }: Omit<StoredBrand, 'since'> & { companyId: string; nit: string },
): Promise<Date> {
  const { since } = await tx.one<{ since: Date }>(
    `insert into company_brands (company_id, nit, since, logo, accent)
     values ($1, $2, date_trunc('second', clock_timestamp()) + interval '61 seconds', $3, $4)
  returning since`,
    [companyId, nit, logo, accent],
  )
  return since
}
