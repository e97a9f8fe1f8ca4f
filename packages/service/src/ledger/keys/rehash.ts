/** Stores a key's hash under the newest pepper, once a call has presented its secret. */
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { type Secrets, secretId } from '../../base/secrets/secrets.ts'
import type { Admitted } from './admit.ts'

/**
 * If another process was first, its hash stays. While two processes disagree about the newest pepper they overwrite
 * each other, which is harmless because both know both.
 */
export async function rehash(
  pool: Pool,
  secrets: Secrets,
  { companyId, keyId, secretHash }: Admitted,
  newest: Buffer,
): Promise<void> {
  await statement(
    pool,
    `update api_keys set secret_hash = $4, pepper_id = $5
      where company_id = $1 and key_id = $2 and secret_hash = $3`,
    [companyId, keyId, secretHash, newest, secretId(secrets.pepper)],
  )
}
