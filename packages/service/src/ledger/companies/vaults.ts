/**
 * Signing vaults: a certificate whose private key is encrypted under a data key, which the owner's passphrase opens.
 * One for each company and environment is active.
 */
import type { Ambiente } from '@sello/contract'
import type { CertificadoMH, PassphraseWrap } from '@sello/vault'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx } from '../../base/db/tx.ts'
import { unpackEncrypted } from '../../base/secrets/secrets.ts'
import { HOUR_MS } from '../../base/time/durations.ts'

export interface NewVault {
  readonly companyId: string
  readonly vaultId: string
  readonly ambiente: Ambiente
  readonly certificate: Omit<CertificadoMH, 'privateKey'>
  /** Encrypted under the vault's data key. */
  readonly privateKey: Buffer
  /** The data key, encrypted under the owner's passphrase. */
  readonly wrap: Buffer
  readonly salt: Uint8Array
  readonly params: PassphraseWrap['params']
  readonly now: Date
}

/** It becomes the active one of its environment; keys of the earlier one no longer sign. */
export async function insertVault(tx: Tx, vault: NewVault): Promise<void> {
  const { companyId, vaultId, ambiente, certificate } = vault
  await tx.run(
    'update signing_vaults set active = false where company_id = $1 and ambiente = $2 and active',
    [companyId, ambiente],
  )
  await tx.run(
    `insert into signing_vaults
       (company_id, vault_id, ambiente, nit, nombre, fingerprint, public_key, valid_from, valid_to,
        private_key, active, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, true, $11)`,
    [
      companyId,
      vaultId,
      ambiente,
      certificate.nit,
      certificate.nombre,
      certificate.fingerprint,
      certificate.publicKeyPem,
      certificate.validFrom,
      certificate.validTo,
      vault.privateKey,
      vault.now,
    ],
  )
  await tx.run(
    'insert into owner_wraps (company_id, vault_id, wrap, salt, params) values ($1, $2, $3, $4, $5)',
    [companyId, vaultId, vault.wrap, Buffer.from(vault.salt), JSON.stringify(vault.params)],
  )
}

/** What identifies a vault, and what the owner's passphrase opens. */
export interface OwnersVault {
  readonly companyId: string
  readonly vaultId: string
  readonly owner: PassphraseWrap
}

/** The active vault of the environment; null when the company has none. */
export async function findOwnersVault(
  db: Db,
  companyId: string,
  ambiente: Ambiente,
): Promise<OwnersVault | null> {
  const row = await db.maybeOne<Omit<PassphraseWrap, 'wrap'> & { vault_id: string; wrap: Buffer }>(
    `select v.vault_id, o.wrap, o.salt, o.params
       from signing_vaults v join owner_wraps o on o.company_id = v.company_id and o.vault_id = v.vault_id
      where v.company_id = $1 and v.ambiente = $2 and v.active`,
    [companyId, ambiente],
  )
  if (!row) return null
  const { vault_id: vaultId, salt, params } = row
  return {
    companyId,
    vaultId,
    owner: { wrap: unpackEncrypted(row.wrap, ownerWrapId(vaultId)), salt, params },
  }
}

/** The binding of a data key that an owner's passphrase opens. */
export const ownerWrapId = (vaultId: string) => `${vaultId}/owner`

const GUESSES_MAX = 5

type Which = Pick<OwnersVault, 'companyId' | 'vaultId'>

/**
 * Counts one guess of the owner's passphrase and returns null. Of a sixth within an hour it counts nothing and returns
 * when the next one is allowed. One statement: a crash or a second process gives no further guess.
 */
export async function countGuess(
  pool: Pool,
  { companyId, vaultId }: Which,
  now: Date,
): Promise<Date | null> {
  const since = new Date(now.getTime() - HOUR_MS)
  const [row] = await statement<{ counted: boolean; oldest: Date | null }>(
    pool,
    `with counted as (
       update owner_wraps
          set guessed_ats = array(select at from unnest(guessed_ats) as at where at > $3) || $4::timestamptz
        where company_id = $1 and vault_id = $2
          and (select count(*) from unnest(guessed_ats) as at where at > $3) < $5
       returning 1)
     select exists (select 1 from counted) as counted,
            (select min(at) from unnest(guessed_ats) as at) as oldest
       from owner_wraps where company_id = $1 and vault_id = $2`,
    [companyId, vaultId, since, now, GUESSES_MAX],
  )
  return row?.counted ? null : new Date((row?.oldest ?? since).getTime() + HOUR_MS)
}

/** After the passphrase was right. */
export async function forgetGuesses(pool: Pool, { companyId, vaultId }: Which): Promise<void> {
  await statement(
    pool,
    `update owner_wraps set guessed_ats = '{}' where company_id = $1 and vault_id = $2`,
    [companyId, vaultId],
  )
}
