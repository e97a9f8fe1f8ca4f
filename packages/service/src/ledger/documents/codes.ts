/** Finds which codes belong to documents of a company, in any state. */
import type { Db } from '../../base/db/tx.ts'

/** Without codes it sends no query. */
export async function findCodes(
  db: Db,
  companyId: string,
  codes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (codes.length === 0) return new Set()
  const rows = await db.many<{ codigo_generacion: string }>(
    `select codigo_generacion from documents
      where company_id = $1 and codigo_generacion = any($2::uuid[])`,
    [companyId, codes],
  )
  return new Set(rows.map(({ codigo_generacion }) => codigo_generacion.toUpperCase()))
}
