/** Whether a key may be used: checked by a gate, and again under its row lock before a number is used. */
import { Refused } from '@sello/contract'
import type { Tx } from '../../base/db/tx.ts'
import { type Fence, restored } from '../marks/fence.ts'
import { readMark } from '../marks/marks.ts'
import { isVaultLocked } from './vault-failures.ts'

interface Standing {
  readonly state: 'active' | 'inactive' | 'revoked'
  readonly expiresAt: Date | null
}

/** 403 key_revoked, key_expired, key_inactive. */
export function assertUsable({ state, expiresAt }: Standing, now: Date): void {
  if (state === 'revoked') {
    throw new Refused('key_revoked', 'Esta llave fue revocada. Use otra.', {})
  }
  if (expiresAt && expiresAt <= now) {
    throw new Refused('key_expired', 'Esta llave venció. Emita una nueva.', {})
  }
  if (state === 'inactive') {
    throw new Refused('key_inactive', 'Esta llave está desactivada. Actívela o use otra.', {})
  }
}

/** 403: too many wrong sign keys. */
export function vaultLocked(): Refused<'sign_vault_locked'> {
  return new Refused(
    'sign_vault_locked',
    'La firma de esta llave está suspendida por intentos fallidos. Esperar no la libera: un administrador debe reactivarla.',
    {},
  )
}

export interface Spender {
  readonly companyId: string
  readonly keyId: string
  readonly now: Date
  /** Whether it signs, so that a suspended vault stops it. */
  readonly signs: boolean
}

interface Row {
  readonly key_id: string
  readonly state: Standing['state']
  readonly expires_at: Date | null
  readonly vault_failures: number
}

/**
 * Refuses (403) a key that was revoked, expired or suspended since its call passed the gates, because a body may
 * arrive slowly. The keys' rows stay locked until the commit, so that a revocation comes before or after. Refuses
 * (503) if the database is older than the one this process has seen.
 */
export async function assertStillUsable(
  tx: Tx,
  { seen }: Pick<Fence, 'seen'>,
  spenders: readonly Spender[],
): Promise<void> {
  const [first] = spenders
  if (!first) return
  const [rows, mark] = await Promise.all([
    tx.many<Row>(
      `select key_id, state, expires_at, vault_failures from api_keys
        where company_id = $1 and key_id = any ($2) order by key_id for share`,
      [first.companyId, spenders.map(({ keyId }) => keyId)],
    ),
    readMark(tx),
  ])
  if (mark && (mark.fencedSince || (seen && mark.aliveAt < seen))) throw restored()
  for (const { keyId, now, signs } of spenders) {
    const row = rows.find(({ key_id }) => key_id === keyId)
    if (!row) throw new Error('bug: the key of a call is not there')
    assertUsable({ state: row.state, expiresAt: row.expires_at }, now)
    if (signs && isVaultLocked(row.vault_failures)) throw vaultLocked()
  }
}

/** The same for one signing call. */
export function assertSignerUsable(
  tx: Tx,
  {
    key: { companyId, keyId },
    now,
    fence,
  }: {
    readonly key: Pick<Spender, 'companyId' | 'keyId'>
    readonly now: Date
    readonly fence: Pick<Fence, 'seen'>
  },
): Promise<void> {
  return assertStillUsable(tx, fence, [{ companyId, keyId, now, signs: true }])
}
