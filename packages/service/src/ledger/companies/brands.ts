/** The stored looks of companies' printed copies. */
import type { Db, Tx } from '../../base/db/tx.ts'

export interface StoredBrand {
  readonly since: Date
  readonly logo: Uint8Array | null
  /** #rrggbb */
  readonly accent: string | null
}

export type LogoType = 'image/png' | 'image/jpeg' | 'image/svg+xml'

/** By its first bytes; other kinds were refused when it was stored. */
export function logoTypeOf(logo: Uint8Array): LogoType {
  if (Buffer.from(logo.subarray(1, 4)).toString('latin1') === 'PNG') return 'image/png'
  return logo[0] === 0xff && logo[1] === 0xd8 ? 'image/jpeg' : 'image/svg+xml'
}

/** When the looks after `after` came into force, in order. */
export async function listLooks(db: Db, companyId: string, after: Date): Promise<readonly Date[]> {
  const rows = await db.many<{ since: Date }>(
    'select since from company_brands where company_id = $1 and since > $2 order by since',
    [companyId, after],
  )
  return rows.map(({ since }) => since)
}

/** The one that came into force then. */
export function findLook(db: Db, companyId: string, since: Date): Promise<StoredBrand> {
  return db.one<StoredBrand>(
    'select since, logo, accent from company_brands where company_id = $1 and since = $2',
    [companyId, since],
  )
}

/** The latest one, whether or not it is in force yet. */
export function findBrand(db: Db, companyId: string): Promise<StoredBrand | null> {
  return db.maybeOne<StoredBrand>(
    `select since, logo, accent from company_brands where company_id = $1
      order by since desc limit 1`,
    [companyId],
  )
}

/** When the looks of the last `withinMs` came into force, or will, by the database's clock; the oldest first. */
export async function listChanges(
  db: Db,
  companyId: string,
  withinMs: number,
): Promise<readonly Date[]> {
  const rows = await db.many<{ since: Date }>(
    `select since from company_brands where company_id = $1
        and since > clock_timestamp() - $2 * interval '1 millisecond' order by since`,
    [companyId, withinMs],
  )
  return rows.map(({ since }) => since)
}

/**
 * Stores the look for documents generated from `since` on. Returns the actual start, a second that no other look
 * has, since a stored look never changes. Call under `lockCompany`.
 */
export async function addBrand(
  tx: Tx,
  { companyId, nit, logo, accent }: Omit<StoredBrand, 'since'> & { companyId: string; nit: string },
): Promise<Date> {
  const { since } = await tx.one<{ since: Date }>(
    `insert into company_brands (company_id, nit, since, logo, accent)
     select $1, $2,
            greatest(date_trunc('second', clock_timestamp()) + interval '61 seconds',
                     (select max(since) + interval '1 second' from company_brands where company_id = $1)),
            $3, $4
  returning since`,
    [companyId, nit, logo, accent],
  )
  return since
}
