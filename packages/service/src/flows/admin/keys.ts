/** A company's keys: reading them, and changing the parts that may change. */
import {
  changeLimits,
  changeState,
  findKey,
  type KeyChange,
  type KeyOf,
  type KeySummary,
  listKeys as list,
} from '../../ledger/keys/keys.ts'
import { forgetCallsToCome, type Quota, readQuota } from '../../ledger/keys/quota.ts'
import { type Admin, companyOf, refuse } from './admin.ts'
import { assertLimits, readRanges } from './key-limits.ts'

/** Oldest first. */
export async function listKeys(admin: Admin, nit: string): Promise<readonly KeySummary[]> {
  const { companyId } = await companyOf(admin, nit)
  return list(admin.pool, companyId, admin.clock.now())
}

/** One key, with the remaining calls of its windows. Refuses a key of another company. */
export async function showKey(
  admin: Admin,
  nit: string,
  keyId: string,
): Promise<KeySummary & { readonly quota: Quota }> {
  const { companyId } = await companyOf(admin, nit)
  const now = admin.clock.now()
  const key = await findKey(admin.pool, { companyId, keyId }, now)
  if (!key) noSuchKey()
  return { ...key, quota: await readQuota(admin.pool, { companyId, keyId }, now) }
}

/** Revokes it: all further calls are refused for good. A repeat changes nothing. */
export async function revokeKey(admin: Admin, nit: string, keyId: string): Promise<void> {
  await setState(admin, await keyOf(admin, nit, keyId), 'revoked')
}

/** Its calls are refused until it is activated again. Refuses a revoked one. */
export async function deactivateKey(admin: Admin, nit: string, keyId: string): Promise<void> {
  await setState(admin, await keyOf(admin, nit, keyId), 'inactive')
}

/**
 * Activates an inactive key, and lifts a suspension caused by wrong sign keys. Refuses a revoked key, because
 * revocation is final.
 */
export async function reactivateKey(admin: Admin, nit: string, keyId: string): Promise<void> {
  const key = await keyOf(admin, nit, keyId)
  await setState(admin, key, 'active')
  await forgetCallsToCome(admin.pool, key, admin.clock.now())
}

/** Changes the named limits from the next call on; the others stay. Scopes and types never change. */
export async function limitKey(
  admin: Admin,
  nit: string,
  keyId: string,
  { ipRanges, ...change }: KeyChange,
): Promise<void> {
  assertLimits(change.limits ?? {})
  const ranges = ipRanges && { ipRanges: readRanges(ipRanges) }
  const key = await keyOf(admin, nit, keyId)
  if (!(await changeLimits(admin.pool, key, { ...change, ...ranges }))) noSuchKey()
}

async function keyOf(admin: Admin, nit: string, keyId: string): Promise<KeyOf> {
  const { companyId } = await companyOf(admin, nit)
  return { companyId, keyId }
}

async function setState(
  { pool }: Admin,
  key: KeyOf,
  wanted: 'active' | 'inactive' | 'revoked',
): Promise<void> {
  const state = await changeState(pool, key, wanted)
  if (state === null) noSuchKey()
  if (state !== wanted) refuse('keyId', 'Esa llave fue revocada, y eso no se deshace. Emita otra.')
}

function noSuchKey(): never {
  refuse('keyId', 'La empresa no tiene esa llave.')
}
