/** The secrets that processes of this database write with, by name (ADR 0004). */
import type { Db, Tx } from '../../base/db/tx.ts'

export type SecretKind = 'master' | 'pepper'

/** An arbitrary number that no other lock uses: 'secr' in ASCII. */
const LOCK = 0x73656372

/** One process at a time until the commit: of two that start with different secrets, one must be refused. */
export async function lockSecrets(tx: Tx): Promise<void> {
  await tx.run(`select pg_advisory_xact_lock(${LOCK})`)
}

/** The last used first. */
export async function listSecrets(db: Db, kind: SecretKind): Promise<readonly string[]> {
  const rows = await db.many<{ secret_id: string }>(
    'select secret_id from service_secrets where kind = $1 order by used_at desc',
    [kind],
  )
  return rows.map(({ secret_id }) => secret_id)
}

export async function forgetSecrets(
  tx: Tx,
  kind: SecretKind,
  ids: readonly string[],
): Promise<void> {
  await tx.run('delete from service_secrets where kind = $1 and secret_id = any($2)', [kind, ids])
}

/** Records the secret that is written with now. */
export async function recordSecret(tx: Tx, kind: SecretKind, id: string): Promise<void> {
  await tx.run(
    `insert into service_secrets (kind, secret_id) values ($1, $2)
     on conflict (kind, secret_id) do update set used_at = now()`,
    [kind, id],
  )
}
