/** Minting API keys, with or without the right to sign. */
import type { Ambiente, Scope, TipoDte } from '@sello/contract'
import { mintSignKey, type PassphraseWrap, wrapForSignKey } from '@sello/vault'
import { transaction } from '../../base/db/tx.ts'
import { hashSecret, packEncrypted, unpackEncrypted } from '../../base/secrets/secrets.ts'
import { mintApiKey } from '../../ledger/keys/api-key.ts'
import { readName } from '../../ledger/people/name.ts'
import { wrapId } from '../signing/signer.ts'
import { type Admin, companyOf, refuse } from './admin.ts'
import { ownerWrapId } from './certificate.ts'
import { assertLimits, type Limits, readRanges } from './key-limits.ts'
import { openAsOwner } from './passphrase.ts'
import { assertInProduction } from './production.ts'

export interface NewKey {
  readonly label: string
  readonly ambiente: Ambiente
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly scopes: readonly Scope[]
  readonly tiposDte: readonly TipoDte[]
  /** In dollars; the largest totalPagar of one document. */
  readonly amountMax: number
  readonly limits: Limits
  /** Addresses and CIDR ranges; empty: from anywhere. */
  readonly ipRanges: readonly string[]
  readonly expiresAt: Date | null
  /** The owner's passphrase, for a key that may sign; null for one that may not. */
  readonly passphrase: string | null
  /** The person whose console calls with it; absent: a program's key. */
  readonly personId?: string
}

export interface MintedKey {
  readonly keyId: string
  /** Both are shown once and stored nowhere. */
  readonly apiKey: string
  readonly signKey: string | null
}

/** docs/wire.md#limits. */
export const AMOUNT_MAX_DEFAULT = 100_000

/**
 * Mints a key. Refuses an unknown point of sale, a live key for a company that is not in production, an invalid
 * address, and a wrong passphrase.
 */
export async function mintKey(admin: Admin, nit: string, wanted: NewKey): Promise<MintedKey> {
  const { companyId } = await companyOf(admin, nit)
  if (wanted.ambiente === '01') await assertInProduction(admin, companyId)
  const label = labelOf(wanted)
  const ipRanges = readRanges(wanted.ipRanges)
  assertLimits(wanted.limits)
  const pointOfSaleId = await pointOfSaleOf(admin, companyId, wanted)
  const { keyId, secret, apiKey } = mintApiKey(admin.keyPrefix, wanted.ambiente, admin.random)
  const signing = await signingOf(admin, companyId, keyId, wanted)
  const { hash, pepperId } = hashSecret(admin.secrets, secret)
  const { hour, day, status } = wanted.limits
  await transaction(admin.pool, async (tx) => {
    await tx.run(
      `insert into api_keys
         (company_id, key_id, secret_hash, pepper_id, label, ambiente, point_of_sale_id, scopes, tipos_dte,
          amount_max, ip_ranges, limit_hour, limit_day, limit_status, expires_at, state, vault_id,
          vault_wrap, created_at, person_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'active', $16, $17, $18, $19)`,
      [
        companyId,
        keyId,
        hash,
        pepperId,
        label,
        wanted.ambiente,
        pointOfSaleId,
        wanted.scopes,
        wanted.tiposDte,
        wanted.amountMax,
        ipRanges,
        hour,
        day,
        status,
        wanted.expiresAt,
        signing?.vaultId ?? null,
        signing?.wrap ?? null,
        admin.clock.now(),
        wanted.personId ?? null,
      ],
    )
    await tx.run(
      `insert into rate_windows (company_id, key_id, kind)
       select $1, $2, unnest(array['cuota', 'estado'])`,
      [companyId, keyId],
    )
  })
  return { keyId, apiKey, signKey: signing?.signKey ?? null }
}

/** A person's key is named by the service, after a name that is stored already. */
function labelOf({ label, personId }: NewKey): string {
  if (personId !== undefined) return label
  const { nombre, problem } = readName(label, 'thing')
  return problem === null ? nombre : refuse('nombre', problem)
}

/**
 * After this the key signs with the certificate in force, and its earlier sign key no longer works. The new sign
 * key is shown once and stored nowhere. Refuses a wrong passphrase and another company's key.
 */
export async function renewSigning(
  admin: Admin,
  nit: string,
  { keyId, ambiente, passphrase }: { keyId: string; ambiente: Ambiente; passphrase: string },
): Promise<string> {
  const { companyId } = await companyOf(admin, nit)
  const signing = await signingOf(admin, companyId, keyId, { ambiente, passphrase })
  if (signing === null) throw new Error('bug: a sign key without a passphrase')
  const touched = await transaction(admin.pool, (tx) =>
    tx.run(
      `update api_keys set vault_id = $4, vault_wrap = $5, vault_failures = 0, vault_failed_at = null,
              vault_failed_ats = '{}'
        where company_id = $1 and key_id = $2 and ambiente = $3 and state <> 'revoked'`,
      [companyId, keyId, ambiente, signing.vaultId, signing.wrap],
    ),
  )
  if (touched === 0) refuse('keyId', 'La empresa no tiene esa llave en ese ambiente.')
  return signing.signKey
}

async function pointOfSaleOf(
  { pool }: Admin,
  companyId: string,
  { codEstable, codPuntoVenta }: NewKey,
) {
  const row = await pool.maybeOne<{ point_of_sale_id: string }>(
    `select point_of_sale_id from points_of_sale
      where company_id = $1 and cod_estable = $2 and cod_punto_venta = $3`,
    [companyId, codEstable, codPuntoVenta],
  )
  if (!row)
    refuse(
      'codPuntoVenta',
      `No existe el punto de venta ${codEstable}${codPuntoVenta}. Agréguelo con "sello pos add".`,
    )
  return row.point_of_sale_id
}

interface OwnerRow {
  vault_id: string
  wrap: Buffer
  salt: Buffer
  params: PassphraseWrap['params']
}

/** Opens the vault's data key with the owner's passphrase, only to wrap it once more. */
async function signingOf(
  admin: Admin,
  companyId: string,
  keyId: string,
  wanted: Pick<NewKey, 'ambiente' | 'passphrase'>,
) {
  if (wanted.passphrase === null) return null
  const row = await admin.pool.maybeOne<OwnerRow>(
    `select v.vault_id, o.wrap, o.salt, o.params
       from signing_vaults v join owner_wraps o on o.company_id = v.company_id and o.vault_id = v.vault_id
      where v.company_id = $1 and v.ambiente = $2 and v.active`,
    [companyId, wanted.ambiente],
  )
  if (!row)
    refuse(
      'ambiente',
      'La empresa no tiene certificado en ese ambiente. Impórtelo con "sello certificate import".',
    )
  const { vault_id: vaultId, salt, params } = row
  const owner = { wrap: unpackEncrypted(row.wrap, ownerWrapId(vaultId)), salt, params }
  const dataKey = await openAsOwner(admin, { companyId, vaultId, owner }, wanted.passphrase)
  const { bytes } = admin.random
  const signKey = mintSignKey(bytes, `${admin.keyPrefix}sk_`)
  const wrap = packEncrypted(wrapForSignKey(dataKey, signKey, wrapId(vaultId, keyId), bytes))
  dataKey.fill(0)
  return { vaultId, wrap, signKey }
}
