/** A key's hash under the newest pepper, once its secret was shown again by being used. */
import type { Pool } from '../db/pool.ts'
import { statement } from '../db/tx.ts'
import { type Secrets, secretId } from '../secrets/secrets.ts'
import type { Admitted } from './admit.ts'

/** Where another process was first, its hash stands. While two disagree on the newest they take turns, and both know both. */
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
