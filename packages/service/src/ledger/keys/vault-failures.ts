/**
 * Wrong sign keys, counted in the database so that the count survives restarts and covers all processes. Five
 * within an hour suspend signing for the key until an administrator reactivates it (docs/wire.md#keys).
 */
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { tellCompanySql } from '../outbox/tell.ts'
import type { Admitted } from './admit.ts'

export const VAULT_FAILURES_MAX = 5

export const isVaultLocked = (failures: number) => failures >= VAULT_FAILURES_MAX

/** Assignments that lift a suspension. */
export const FORGIVEN = `vault_failures = 0, vault_failed_at = null, vault_failed_ats = '{}'`

/** Includes this one. A list, because a counter reset each hour would allow four and four attempts. */
const FAILURES_OF_THE_HOUR = `
  array(select at from unnest(vault_failed_ats || $3::timestamptz) as at
         where at > $3::timestamptz - interval '1 hour')`

const SUSPENDED = {
  tipo: 'llave.suspendida',
  at: '$3',
  datos: `jsonb_build_object('keyId', key_id)`,
} as const

/**
 * Counts one wrong sign key and returns how many attempts are left; null if the key was already suspended. So, of
 * concurrent calls, only as many as there are attempts learn that their sign key was wrong.
 */
export async function recordVaultFailure(
  pool: Pool,
  key: Admitted,
  now: Date,
): Promise<number | null> {
  const [row] = await statement<{ vault_failures: number }>(
    pool,
    `with failed as (
     update api_keys
        set vault_failures = cardinality(${FAILURES_OF_THE_HOUR}),
            vault_failed_ats = ${FAILURES_OF_THE_HOUR},
            vault_failed_at = $3
      where company_id = $1 and key_id = $2 and vault_failures < $4
  returning company_id, ambiente, key_id, vault_failures
     ), told as (${tellCompanySql('failed where vault_failures = $4', SUSPENDED)}
     )
     select vault_failures from failed`,
    [key.companyId, key.keyId, now, VAULT_FAILURES_MAX],
  )
  if (!row) return null
  return VAULT_FAILURES_MAX - row.vault_failures
}

/** A success clears the count, but never lifts a lock that another process set meanwhile. */
export async function clearVaultFailures(pool: Pool, key: Admitted): Promise<void> {
  await statement(
    pool,
    `update api_keys set ${FORGIVEN}
      where company_id = $1 and key_id = $2 and vault_failures < $3`,
    [key.companyId, key.keyId, VAULT_FAILURES_MAX],
  )
}
