/** Minting API keys, with or without the right to sign. */
import type { Ambiente, Scope, TipoDte } from '@sello/contract'
import { mintSignKey, wrapForSignKey } from '@sello/vault'
import { transaction } from '../../base/db/tx.ts'
import { hashSecret, packEncrypted } from '../../base/secrets/secrets.ts'
import { findPointOfSale } from '../../ledger/companies/points-of-sale.ts'
import { findOwnersVault } from '../../ledger/companies/vaults.ts'
import { mintApiKey } from '../../ledger/keys/api-key.ts'
import { insertKey, type KeyOf, type Limits, replaceSigning } from '../../ledger/keys/keys.ts'
import { readName } from '../../ledger/people/name.ts'
import { wrapId } from '../signing/signer.ts'
import { type Admin, companyOf, refuse } from './admin.ts'
import { assertLimits, readRanges } from './key-limits.ts'
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
  const { ambiente, passphrase } = wanted
  if (ambiente === '01') await assertInProduction(admin, companyId)
  const label = labelOf(wanted)
  const ipRanges = readRanges(wanted.ipRanges)
  assertLimits(wanted.limits)
  const pointOfSaleId = await pointOfSaleOf(admin, companyId, wanted)
  const { keyId, secret, apiKey } = mintApiKey(admin.keyPrefix, ambiente, admin.random)
  const of = { companyId, keyId, ambiente }
  const signing = passphrase === null ? null : await signingOf(admin, of, passphrase)
  const stored = {
    ...{ companyId, keyId, label, pointOfSaleId, ipRanges, signing },
    ...{ ambiente, scopes: wanted.scopes, tiposDte: wanted.tiposDte },
    ...{ amountMax: wanted.amountMax, limits: wanted.limits, expiresAt: wanted.expiresAt },
    ...{ createdAt: admin.clock.now(), personId: wanted.personId ?? null },
    ...hashSecret(admin.secrets, secret),
  }
  await transaction(admin.pool, (tx) => insertKey(tx, stored))
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
  const of = { companyId, keyId, ambiente }
  const signing = await signingOf(admin, of, passphrase)
  const replaced = await replaceSigning(admin.pool, of, signing)
  if (!replaced) refuse('keyId', 'La empresa no tiene esa llave en ese ambiente.')
  return signing.signKey
}

async function pointOfSaleOf(
  { pool }: Admin,
  companyId: string,
  at: Pick<NewKey, 'codEstable' | 'codPuntoVenta'>,
): Promise<string> {
  const id = await findPointOfSale(pool, companyId, at)
  if (id !== null) return id
  const codes = `${at.codEstable}${at.codPuntoVenta}`
  refuse('codPuntoVenta', `No existe el punto de venta ${codes}. Agréguelo con "sello pos add".`)
}

/** Opens the vault's data key with the owner's passphrase, only to wrap it once more. */
async function signingOf(
  admin: Admin,
  { companyId, keyId, ambiente }: KeyOf & { readonly ambiente: Ambiente },
  passphrase: string,
) {
  const vault = await findOwnersVault(admin.pool, companyId, ambiente)
  if (!vault)
    refuse(
      'ambiente',
      'La empresa no tiene certificado en ese ambiente. Impórtelo con "sello certificate import".',
    )
  const { vaultId } = vault
  const dataKey = await openAsOwner(admin, vault, passphrase)
  const { bytes } = admin.random
  const signKey = mintSignKey(bytes, `${admin.keyPrefix}sk_`)
  const wrap = packEncrypted(wrapForSignKey(dataKey, signKey, wrapId(vaultId, keyId), bytes))
  dataKey.fill(0)
  return { vaultId, wrap, signKey }
}
