/** API keys as their company sees them, and the parts that may change. */
import type { Ambiente, Scope, TipoDte } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx } from '../../base/db/tx.ts'
import type { ReadAll } from '../cluster/due.ts'
import { FORGIVEN, VAULT_FAILURES_MAX } from './vault-failures.ts'

/** Calls in any hour, in any day, and of /v1/status in any hour. */
export interface Limits {
  readonly hour: number
  readonly day: number
  readonly status: number
}

/** The state of a key for a call made now. */
export type KeyState = 'active' | 'inactive' | 'expired' | 'revoked'
type StoredState = Exclude<KeyState, 'expired'>

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

/** `$2` is the time of the call. */
const SUMMARY = `
select k.key_id as "keyId", k.label, k.ambiente,
       case when k.state <> 'revoked' and k.expires_at <= $2 then 'expired' else k.state end as state,
       p.cod_estable as "codEstable", p.cod_punto_venta as "codPuntoVenta", k.scopes,
       k.tipos_dte as "tiposDte", k.amount_max::float8 as "amountMax",
       json_build_object('hour', k.limit_hour, 'day', k.limit_day, 'status', k.limit_status) as limits,
       k.ip_ranges as "ipRanges", k.expires_at as "expiresAt", k.created_at as "createdAt",
       coalesce(v.active, false) as signs,
       k.vault_failures >= ${VAULT_FAILURES_MAX} as "signingLocked", k.person_id as "personId"
  from api_keys k
  join points_of_sale p on p.company_id = k.company_id and p.point_of_sale_id = k.point_of_sale_id
  left join signing_vaults v on v.company_id = k.company_id and v.vault_id = k.vault_id
 where k.company_id = $1`

/** Oldest first. */
export function listKeys(db: Db, companyId: string, now: Date): Promise<readonly KeySummary[]> {
  return db.many<KeySummary>(`${SUMMARY} order by k.created_at, k.key_id`, [companyId, now])
}

/** A key of one company. */
export interface KeyOf {
  readonly companyId: string
  readonly keyId: string
}

/** Null when the company has no such key. */
export function findKey(
  db: Db,
  { companyId, keyId }: KeyOf,
  now: Date,
): Promise<KeySummary | null> {
  return db.maybeOne<KeySummary>(`${SUMMARY} and k.key_id = $3`, [companyId, now, keyId])
}

/** What lets a key sign: its vault's data key, encrypted under its sign key. */
export interface Signing {
  readonly vaultId: string
  readonly wrap: Buffer
}

export interface NewKeyRow
  extends KeyOf,
    Pick<KeySummary, 'label' | 'ambiente' | 'scopes' | 'tiposDte' | 'amountMax' | 'ipRanges'>,
    Pick<KeySummary, 'limits' | 'expiresAt' | 'createdAt' | 'personId'> {
  readonly hash: Buffer
  readonly pepperId: string
  readonly pointOfSaleId: string
  /** Null: it may not sign. */
  readonly signing: Signing | null
}

/** Stores an active key and its empty windows. */
export async function insertKey(tx: Tx, key: NewKeyRow): Promise<void> {
  const { companyId, keyId, limits, signing } = key
  await tx.run('insert into key_companies (key_id, company_id) values ($1, $2)', [keyId, companyId])
  await tx.run(
    `insert into api_keys
       (company_id, key_id, secret_hash, pepper_id, label, ambiente, point_of_sale_id, scopes, tipos_dte,
        amount_max, ip_ranges, limit_hour, limit_day, limit_status, expires_at, state, vault_id,
        vault_wrap, created_at, person_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, 'active', $16, $17, $18, $19)`,
    [
      companyId,
      keyId,
      key.hash,
      key.pepperId,
      key.label,
      key.ambiente,
      key.pointOfSaleId,
      key.scopes,
      key.tiposDte,
      key.amountMax,
      key.ipRanges,
      limits.hour,
      limits.day,
      limits.status,
      key.expiresAt,
      signing?.vaultId ?? null,
      signing?.wrap ?? null,
      key.createdAt,
      key.personId,
    ],
  )
  await tx.run(
    `insert into rate_windows (company_id, key_id, kind)
     select $1, $2, unnest(array['cuota', 'estado', 'novedades']) on conflict do nothing`,
    [companyId, keyId],
  )
}

/**
 * Returns the state afterwards: a revoked key stays revoked. Activating a key also lifts its suspension by wrong sign
 * keys. Null when the company has no such key.
 */
export async function changeState(
  pool: Pool,
  { companyId, keyId }: KeyOf,
  state: StoredState,
): Promise<StoredState | null> {
  const [row] = await statement<{ state: StoredState }>(
    pool,
    `update api_keys
        set ${state === 'active' ? `${FORGIVEN},` : ''}
            state = case when state = 'revoked' then state else $3 end
      where company_id = $1 and key_id = $2 returning state`,
    [companyId, keyId, state],
  )
  return row?.state ?? null
}

export interface KeyChange {
  readonly limits?: Partial<Limits>
  readonly amountMax?: number
  readonly ipRanges?: readonly string[]
}

/** Changes what is named, from the next call on. False when the company has no such key. */
export async function changeLimits(
  pool: Pool,
  { companyId, keyId }: KeyOf,
  { limits = {}, amountMax, ipRanges }: KeyChange,
): Promise<boolean> {
  const { hour, day, status } = limits
  const changed = await statement(
    pool,
    `update api_keys
        set limit_hour = coalesce($3, limit_hour), limit_day = coalesce($4, limit_day),
            limit_status = coalesce($5, limit_status), amount_max = coalesce($6, amount_max),
            ip_ranges = coalesce($7, ip_ranges)
      where company_id = $1 and key_id = $2 returning 1`,
    [companyId, keyId, ...[hour, day, status, amountMax, ipRanges].map((one) => one ?? null)],
  )
  return changed.length > 0
}

/**
 * The key signs with this vault from the next call on, and no earlier sign key of it does. False when the company has
 * no such key in the environment, or it was revoked.
 */
export async function replaceSigning(
  pool: Pool,
  { companyId, keyId, ambiente }: KeyOf & { readonly ambiente: Ambiente },
  { vaultId, wrap }: Signing,
): Promise<boolean> {
  const changed = await statement(
    pool,
    `update api_keys set vault_id = $4, vault_wrap = $5, ${FORGIVEN}
      where company_id = $1 and key_id = $2 and ambiente = $3 and state <> 'revoked' returning 1`,
    [companyId, keyId, ambiente, vaultId, wrap],
  )
  return changed.length > 0
}

export interface KeyInTrouble {
  readonly nit: string
  readonly ambiente: Ambiente
  readonly keyId: string
  readonly vaultFailures: number
  readonly expiresAt: Date | null
}

/** The active keys of all companies whose signing is suspended, or that expire between now and `until`. */
export function listInTrouble(
  readAll: ReadAll,
  now: Date,
  until: Date,
): Promise<readonly KeyInTrouble[]> {
  return readAll<KeyInTrouble>({
    sql: (among) => `
      select c.nit, k.ambiente, k.key_id as "keyId", k.vault_failures as "vaultFailures",
             k.expires_at as "expiresAt"
        from (select * from api_keys
               where state = 'active' and (vault_failures >= $1 or expires_at between $2 and $3) ${among}) k
        join (select * from companies where true ${among}) c on c.company_id = k.company_id
       order by c.nit, k.key_id`,
    values: [VAULT_FAILURES_MAX, now, until],
  })
}

/**
 * How many usable keys were hashed with each pepper; null: it is not recorded. `now` null: the database's, for a
 * process that has no clock yet.
 */
export function countByPepper(
  db: Db,
  now: Date | null,
): Promise<readonly { readonly pepperId: string | null; readonly keys: number }[]> {
  return db.many(
    `select pepper_id as "pepperId", count(*)::integer as keys from api_keys
      where state <> 'revoked' and (expires_at is null or expires_at > coalesce($1, now()))
      group by pepper_id`,
    [now],
  )
}
