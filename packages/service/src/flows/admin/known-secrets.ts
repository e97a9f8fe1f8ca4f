/**
 * Whether a process has the secrets that its database was written with (ADR 0004). A process with others would
 * refuse valid keys, hold leases that it cannot use, and encrypt data that no other process can decrypt.
 */
import type { Pool } from '../../base/db/pool.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { type Secrets, secretId } from '../../base/secrets/secrets.ts'
import { countByPepper } from '../../ledger/keys/keys.ts'
import {
  forgetSecrets,
  listSecrets,
  lockSecrets,
  recordSecret,
  type SecretKind,
} from '../../ledger/secrets/known-secrets.ts'
import { findUndecryptableValues } from './rotation.ts'

/** The process must not start. The message, in Spanish, names the secret for the person who started it. */
class OtherSecrets extends Error {
  override readonly name = 'OtherSecrets'
}

interface Kind {
  readonly kind: SecretKind
  readonly variable: string
  /** Newest first. */
  readonly ids: readonly [string, ...string[]]
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
      ids: [secretId(masterKey), ...olderMasterKeys.map(secretId)],
      countClosed: async (tx) => (await findUndecryptableValues(tx, secrets)).length,
    },
    {
      kind: 'pepper',
      variable: 'SELLO_PEPPER',
      ids: [secretId(pepper), ...olderPeppers.map(secretId)],
      countClosed: (tx) => countOtherHashes(tx, [pepper, ...olderPeppers].map(secretId)),
    },
  ]
  await transaction(pool, async (tx) => {
    await lockSecrets(tx)
    for (const kind of kinds) await assertKind(tx, kind)
  })
}

async function assertKind(tx: Tx, { kind, variable, ids, countClosed }: Kind): Promise<void> {
  const known = await listSecrets(tx, kind)
  const missing = known.filter((id) => !ids.includes(id))
  const [newest] = known
  if (newest !== undefined && missing.includes(newest)) throw others(variable, ids, missing)
  // A process with all recorded secrets needs no scan. A secret that was removed must not be needed by anything.
  if (known.length === 0 || missing.length > 0) {
    const closed = await countClosed(tx)
    if (closed > 0) throw others(variable, ids, missing, closed)
    await forgetSecrets(tx, kind, missing)
  }
  await recordSecret(tx, kind, ids[0])
}

/** Usable API keys hashed with another pepper. Skips keys without a recorded pepper. */
async function countOtherHashes(tx: Tx, ids: readonly string[]): Promise<number> {
  const hashed = await countByPepper(tx, null)
  return hashed.reduce(
    (sum, { pepperId, keys }) => (pepperId === null || ids.includes(pepperId) ? sum : sum + keys),
    0,
  )
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
