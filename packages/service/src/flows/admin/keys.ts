/** A company's keys: reading them, and changing the parts that may change. */
import type { Ambiente, Scope, TipoDte } from '@sello/contract'
import { transaction } from '../../base/db/tx.ts'
import { forgetCallsToCome, type Quota, readQuota } from '../../ledger/keys/quota.ts'
import { isVaultLocked } from '../../ledger/keys/vault-failures.ts'
import { type Admin, companyOf, refuse } from './admin.ts'
import { assertLimits, type Limits, readRanges } from './key-limits.ts'

/** The state of a key for a call made now. */
export type KeyState = 'active' | 'inactive' | 'expired' | 'revoked'

export interface KeySummary {
  readonly keyId: string
  readonly label: string
  readonly ambiente: Ambiente
  readonly state: KeyState
  readonly codEstable: string
  readonly codPuntoVenta: string
  readonly scopes: readonly Scope[]
  readonly tiposDte: readonly TipoDte[]
  readonly amountMax: number
  readonly limits: Limits
  readonly ipRanges: readonly string[]
  readonly expiresAt: Date | null
  readonly createdAt: Date
  /** Whether it has a sign key for the certificate in force. */
  readonly signs: boolean
  readonly signingLocked: boolean
  /** The person whose console calls with it; null: a program's key. */
  readonly personId: string | null
}

interface Row {
  key_id: string
  label: string
  ambiente: Ambiente
  state: 'active' | 'inactive' | 'revoked'
  cod_estable: string
  cod_punto_venta: string
  scopes: Scope[]
  tipos_dte: TipoDte[]
  amount_max: string
  limit_hour: number
  limit_day: number
  limit_status: number
  ip_ranges: string[]
  expires_at: Date | null
  created_at: Date
  signs: boolean
  vault_failures: number
  person_id: string | null
}

const SUMMARY = `
select k.key_id, k.label, k.ambiente, k.state, p.cod_estable, p.cod_punto_venta, k.scopes, k.tipos_dte,
       k.amount_max, k.limit_hour, k.limit_day, k.limit_status, k.ip_ranges,
       k.expires_at, k.created_at, k.vault_failures, k.person_id, coalesce(v.active, false) as signs
  from api_keys k
  join points_of_sale p on p.company_id = k.company_id and p.point_of_sale_id = k.point_of_sale_id
  left join signing_vaults v on v.company_id = k.company_id and v.vault_id = k.vault_id
 where k.company_id = $1`

/** Oldest first. */
export async function listKeys(admin: Admin, nit: string): Promise<readonly KeySummary[]> {
  const { companyId } = await companyOf(admin, nit)
  const sql = `${SUMMARY} order by k.created_at, k.key_id`
  const rows = await admin.pool.many<Row>(sql, [companyId])
  return rows.map((row) => toSummary(row, admin.clock.now()))
}

/** One key, with the remaining calls of its windows. Refuses a key of another company. */
export async function showKey(
  admin: Admin,
  nit: string,
  keyId: string,
): Promise<KeySummary & { readonly quota: Quota }> {
  const { companyId } = await companyOf(admin, nit)
  const row = await admin.pool.maybeOne<Row>(`${SUMMARY} and k.key_id = $2`, [companyId, keyId])
  if (!row) noSuchKey()
  const now = admin.clock.now()
  return { ...toSummary(row, now), quota: await readQuota(admin.pool, { companyId, keyId }, now) }
}

/** Revokes it: all further calls are refused for good. A repeat changes nothing. */
export function revokeKey(admin: Admin, nit: string, keyId: string): Promise<void> {
  return change(admin, nit, keyId, `state = 'revoked'`)
}

/** Its calls are refused until it is activated again. Refuses a revoked one. */
export async function deactivateKey(admin: Admin, nit: string, keyId: string): Promise<void> {
  await assertNotRevoked(admin, nit, keyId)
  await change(
    admin,
    nit,
    keyId,
    `state = case state when 'revoked' then state else 'inactive' end`,
  )
}

/**
 * Activates an inactive key, and lifts a suspension caused by wrong sign keys. Refuses a revoked key, because
 * revocation is final.
 */
export async function reactivateKey(admin: Admin, nit: string, keyId: string): Promise<void> {
  await assertNotRevoked(admin, nit, keyId)
  await change(
    admin,
    nit,
    keyId,
    `vault_failures = 0, vault_failed_at = null, vault_failed_ats = '{}',
     state = case state when 'revoked' then state else 'active' end`,
  )
  const { companyId } = await companyOf(admin, nit)
  await forgetCallsToCome(admin.pool, { companyId, keyId }, admin.clock.now())
}

export interface KeyChange {
  readonly limits?: Partial<Limits>
  readonly amountMax?: number
  readonly ipRanges?: readonly string[]
}

/** Changes the named limits from the next call on; the others stay. Scopes and types never change. */
export async function limitKey(
  admin: Admin,
  nit: string,
  keyId: string,
  { limits = {}, amountMax, ipRanges }: KeyChange,
): Promise<void> {
  assertLimits(limits)
  await change(
    admin,
    nit,
    keyId,
    `limit_hour = coalesce($3, limit_hour), limit_day = coalesce($4, limit_day),
     limit_status = coalesce($5, limit_status), amount_max = coalesce($6, amount_max),
     ip_ranges = coalesce($7, ip_ranges)`,
    [
      limits.hour ?? null,
      limits.day ?? null,
      limits.status ?? null,
      amountMax ?? null,
      ipRanges ? readRanges(ipRanges) : null,
    ],
  )
}

async function change(
  admin: Admin,
  nit: string,
  keyId: string,
  assignments: string,
  values: readonly unknown[] = [],
): Promise<void> {
  const { companyId } = await companyOf(admin, nit)
  const touched = await transaction(admin.pool, (tx) =>
    tx.run(`update api_keys set ${assignments} where company_id = $1 and key_id = $2`, [
      companyId,
      keyId,
      ...values,
    ]),
  )
  if (touched === 0) noSuchKey()
}

async function assertNotRevoked(admin: Admin, nit: string, keyId: string): Promise<void> {
  const { companyId } = await companyOf(admin, nit)
  const row = await admin.pool.maybeOne<Pick<Row, 'state'>>(
    'select state from api_keys where company_id = $1 and key_id = $2',
    [companyId, keyId],
  )
  if (row?.state === 'revoked')
    refuse('keyId', 'Esa llave fue revocada, y eso no se deshace. Emita otra.')
}

function noSuchKey(): never {
  refuse('keyId', 'La empresa no tiene esa llave.')
}

function toSummary(row: Row, now: Date): KeySummary {
  const expired = row.expires_at !== null && row.expires_at <= now
  return {
    keyId: row.key_id,
    label: row.label,
    ambiente: row.ambiente,
    state: expired && row.state !== 'revoked' ? 'expired' : row.state,
    codEstable: row.cod_estable,
    codPuntoVenta: row.cod_punto_venta,
    scopes: row.scopes,
    tiposDte: row.tipos_dte,
    amountMax: Number(row.amount_max),
    limits: { hour: row.limit_hour, day: row.limit_day, status: row.limit_status },
    ipRanges: row.ip_ranges,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
    signs: row.signs,
    signingLocked: isVaultLocked(row.vault_failures),
    personId: row.person_id,
  }
}
