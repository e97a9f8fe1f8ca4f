/** Opens the company's vault with the caller's sign key, for one callback. */
import { Refused } from '@sello/contract'
import { isSignKey, type Sign, WrongSignKey, withSigner } from '@sello/vault'
import { unpackEncrypted } from '../../base/secrets/secrets.ts'
import type { Vault } from '../../ledger/keys/admit.ts'
import { vaultLocked } from '../../ledger/keys/usable.ts'
import {
  clearVaultFailures,
  isVaultLocked,
  recordVaultFailure,
} from '../../ledger/keys/vault-failures.ts'
import type { Ctx } from '../context.ts'
import { trySignOwedEvents } from './sign-events.ts'

/**
 * Refuses a missing sign key (401), a key that may not sign (409), a suspended one (403) and a wrong sign key (401,
 * counted). None of them spends a number. While the vault is open, it also signs any contingency event that the
 * company owes.
 */
export async function withCompanySigner<T>(ctx: Ctx, use: (sign: Sign) => Promise<T>): Promise<T> {
  const { signKey } = ctx
  if (!signKey || !isSignKey(signKey, `${ctx.keyPrefix}sk_`)) throw signKeyRequired()
  const vault = assertVault(ctx)
  const wrap = unpackEncrypted(vault.wrap, wrapId(vault.vaultId, ctx.key.keyId))
  const privateKey = unpackEncrypted(vault.privateKey, vault.vaultId)
  try {
    return await withSigner(wrap, privateKey, signKey, async (sign) => {
      if (vault.failures > 0) await clearVaultFailures(ctx.pool, ctx.key)
      const used = await use(sign)
      await trySignOwedEvents(ctx, sign)
      return used
    })
  } catch (error) {
    if (error instanceof WrongSignKey) throw await wrongSignKey(ctx)
    throw error
  }
}

/** A wrap belongs to one vault and one API key. */
export const wrapId = (vaultId: string, keyId: string) => `${vaultId}/${keyId}`

function assertVault(ctx: Ctx): Vault {
  const { vault } = ctx.key
  if (!vault) {
    throw new Refused(
      'sign_vault_missing',
      'Esta llave no fue habilitada para firmar con el certificado vigente. Emita una llave nueva con firma.',
      {},
    )
  }
  if (vault.validFrom > ctx.now) {
    throw new Refused(
      'sign_vault_missing',
      `El certificado de la empresa vale desde el ${vault.validFrom.toISOString().slice(0, 10)}: todavía no puede firmar.`,
      {},
    )
  }
  if (vault.validTo <= ctx.now) {
    throw new Refused(
      'sign_vault_missing',
      `El certificado de la empresa venció el ${vault.validTo.toISOString().slice(0, 10)}. Importe el nuevo y emita una llave con firma.`,
      {},
    )
  }
  if (isVaultLocked(vault.failures)) throw vaultLocked()
  return vault
}

function signKeyRequired() {
  return new Refused(
    'sign_key_required',
    'Envíe en X-Service-Sign-Key la llave de firma. No es la llave de API ni tiene su forma.',
    {},
  )
}

async function wrongSignKey(ctx: Ctx) {
  const intentosRestantes = await recordVaultFailure(ctx.pool, ctx.key, ctx.now)
  if (intentosRestantes === null) return vaultLocked()
  return new Refused(
    'sign_key_invalid',
    `La llave de firma no abre la bóveda. ${whatIsLeft(intentosRestantes)}`,
    { intentosRestantes },
  )
}

/** The attempt that uses up the last one has suspended the key. */
function whatIsLeft(intentos: number): string {
  if (intentos === 0)
    return 'Era el último intento: la firma de esta llave quedó suspendida, y un administrador debe reactivarla.'
  const left = intentos === 1 ? 'Queda un intento' : `Quedan ${intentos} intentos`
  return `${left} antes de que se suspenda la firma de esta llave.`
}
