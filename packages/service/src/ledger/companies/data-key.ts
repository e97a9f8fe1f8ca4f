/** A company's data for code that reads its documents without an API key. */
import type { Db } from '../../base/db/tx.ts'
import { decryptDataKey, type Secrets } from '../../base/secrets/secrets.ts'

export interface CompanyKeys {
  readonly nit: string
  /** Encrypted under the master key. */
  readonly dataKey: Buffer
  /** Whether it has ever released a number unsigned. */
  readonly prepares: boolean
}

export function findCompany(db: Db, companyId: string): Promise<CompanyKeys> {
  return db.one<CompanyKeys>(
    `select c.nit, c.data_key as "dataKey",
            exists (select from documents d where d.company_id = $1
                     and d.estado in ('reservado', 'liberado')) as prepares
       from companies c where c.company_id = $1`,
    [companyId],
  )
}

/** The decrypted data key, under which a company's secrets and documents are encrypted. */
export async function companyDataKey(db: Db, secrets: Secrets, companyId: string): Promise<Buffer> {
  const { data_key } = await db.one<{ data_key: Buffer }>(
    'select data_key from companies where company_id = $1',
    [companyId],
  )
  return decryptDataKey(secrets, companyId, data_key)
}
