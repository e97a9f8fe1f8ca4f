/**
 * Whether a process has the secrets that its database was written with (ADR 0042). A process with others would
 * refuse valid keys, hold leases that it cannot use, and encrypt data that no other process can decrypt.
 */
import type { Pool } from '../../base/db/pool.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { type Secrets, secretId } from '../../base/secrets/secrets.ts'
import { findUndecryptableValues } from './rotation.ts'

/** The process must not start. The message, in Spanish, names the secret for the person who started it. */
class OtherSecrets extends Error {
  override readonly name = 'OtherSecrets'
}

/** An arbitrary number that no other lock uses: 'secr' in ASCII. */
const LOCK = 0x73656372

interface Kind {
  readonly kind: 'master' | 'pepper'
  readonly variable: string
  /** Newest first. */
  readonly ids: readonly string[]
  /** How many values here need another secret. */
  countClosed(tx: Tx): Promise<number>
}

/**
 * Records the secrets that this process encrypts and hashes with. Refuses (`OtherSecrets`) a process that lacks a
 * secret which something here needs, or the one that other processes write with.
 */
export async function assertKnownSecrets(pool: Pool, secrets: Secrets): Promise<void> {
  const { masterKey, olderMasterKeys, pepper, olderPeppers } = secrets
  const kinds: readonly Kind[] = [
    {
      kind: 'master',
      variable: 'SELLO_MASTER_KEY',
      ids: [masterKey, ...olderMasterKeys].map(secretId),
      countClosed: async (tx) => (await findUndecryptableValues(tx, secrets)).length,
    },
    {
      kind: 'pepper',
      variable: 'SELLO_PEPPER',
      ids: [pepper, ...olderPeppers].map(secretId),
      countClosed: (tx) => countOtherHashes(tx, [pepper, ...olderPeppers].map(secretId)),
    },
  ]
  // One process at a time: of two that start on an empty database with different secrets, one must be refused.
  await transaction(pool, async (tx) => {
    await tx.run(`select pg_advisory_xact_lock(${LOCK})`)
    for (const kind of kinds) await assertKind(tx, kind)
  })
}

async function assertKind(tx: Tx, { kind, variable, ids, countClosed }: Kind): Promise<void> {
  const rows = await tx.many<{ secret_id: string }>(
    'select secret_id from service_secrets where kind = $1 order by used_at desc',
    [kind],
  )
  const known = rows.map(({ secret_id }) => secret_id)
  const missing = known.filter((id) => !ids.includes(id))
  const [newest] = known
  if (newest !== undefined && missing.includes(newest)) throw others(variable, ids, missing)
  // A process with all recorded secrets needs no scan. A secret that was removed must not be needed by anything.
  if (known.length === 0 || missing.length > 0) {
    const closed = await countClosed(tx)
    if (closed > 0) throw others(variable, ids, missing, closed)
    await tx.run('delete from service_secrets where kind = $1 and secret_id = any($2)', [
      kind,
      missing,
    ])
  }
  await tx.run(
    `insert into service_secrets (kind, secret_id) values ($1, $2)
     on conflict (kind, secret_id) do update set used_at = now()`,
    [kind, ids[0]],
  )
}

/** Usable API keys hashed with another pepper. Skips keys without a recorded pepper. */
async function countOtherHashes(tx: Tx, ids: readonly string[]): Promise<number> {
  const { count } = await tx.one<{ count: bigint }>(
    `select count(*) as count from api_keys
      where state <> 'revoked' and (expires_at is null or expires_at > now())
        and pepper_id is not null and pepper_id <> all ($1)`,
    [ids],
  )
  return Number(count)
}

function others(
  variable: string,
  ids: readonly string[],
  missing: readonly string[],
  closed?: number,
): OtherSecrets {
  const needs = closed === undefined ? '' : ` (${closed} valores lo necesitan)`
  const wanted = missing.length === 0 ? 'otro' : missing.join(', ')
  return new OtherSecrets(
    `${variable} no es el de esta base de datos${needs}: se dio ${ids.join(', ')} y falta ${wanted}. Inicie con el secreto con que se creó, o con todos mientras se cambia (docs/operations.md).`,
  )
}
