/**
 * The first thing that every authenticated call does: its line in the request log, and all that is
 * known of its key, in one round trip. Where the log cannot be written nothing else happens.
 */
import type { Ambiente, Scope, TipoDte } from '@sello/contract'
import type { Emisor } from '@sello/fiscal'
import type { Pool } from '../db/pool.ts'
import { statement } from '../db/tx.ts'
import type { ClaimRow } from '../idempotency/earlier.ts'

/** A key as the call finds it, with its company, its point of sale and its vault. */
export interface Admitted {
  readonly companyId: string
  readonly keyId: string
  readonly secretHash: Buffer
  readonly ambiente: Ambiente
  readonly scopes: readonly Scope[]
  readonly tiposDte: readonly TipoDte[]
  /** Largest totalPagar, in dollars, as the digits of a numeric(19, 8). */
  readonly amountMax: string
  readonly expiresAt: Date | null
  readonly state: 'active' | 'inactive' | 'revoked'
  readonly emisor: Emisor
  readonly dataKey: Buffer
  readonly vault: Vault | null
  readonly storageVerifiedAt: Date | null
}

export interface Vault {
  readonly vaultId: string
  readonly wrap: Buffer
  readonly privateKey: Buffer
  readonly validFrom: Date
  readonly validTo: Date
  readonly failures: number
}

export interface Arrival {
  readonly at: Date
  readonly requestId: string
  readonly route: string
  /** Null where the caller hung up before its call was read. */
  readonly peer: string | null
  /** Null where the caller's text is no key at all; the same statement runs all the same. */
  readonly keyId: string | null
  /** Null where the route takes none, or none was sent. */
  readonly idempotencyKey: string | null
}

export interface Admission {
  readonly key: Admitted
  /** What stands under the Idempotency-Key, read in the same round trip. */
  readonly found: ClaimRow | null
}

interface Row {
  key_id: string | null
  [column: string]: unknown
}

const SQL = `
with key as (
  select k.company_id, k.key_id, k.secret_hash, k.ambiente, k.scopes, k.tipos_dte, k.amount_max,
         k.expires_at, k.state, k.vault_wrap, k.vault_failures,
         v.vault_id, v.private_key, v.valid_from, v.valid_to, c.data_key,
         c.nit, c.nrc, c.nombre, c.cod_actividad, c.desc_actividad, c.nombre_comercial, c.correo,
         coalesce(p.telefono, c.telefono) as telefono, p.cod_estable, p.cod_punto_venta,
         case when p.departamento is null
              then array[c.departamento, c.municipio, c.distrito, c.complemento]
              else array[p.departamento, p.municipio, p.distrito, p.complemento] end as direccion,
         (select max(d.verified_at) from storage_destinations d
           where d.company_id = k.company_id) as storage_verified_at
    from api_keys k
    join companies c on c.company_id = k.company_id
    join points_of_sale p on p.company_id = k.company_id and p.point_of_sale_id = k.point_of_sale_id
    left join signing_vaults v on v.company_id = k.company_id and v.vault_id = k.vault_id and v.active
   where k.key_id = $3
), logged as (
  insert into request_log (at, request_id, company_id, key_id, route, peer)
  select $1, $2, (select company_id from key), (select key_id from key), $4, $5::inet
  returning 1
)
select key.*, cl.body_hash, cl.claimed_at, cl.codigo_generacion, cl.outcome
  from logged left join key on true
  left join claims cl on cl.company_id = key.company_id and cl.key_id = key.key_id
        and cl.room = 'issue' and cl.idempotency_key = $6`

/** Afterwards the call is in the log. Null: no such key. Throws where the log cannot be written. */
export async function admit(logPool: Pool, arrival: Arrival): Promise<Admission | null> {
  const { at, requestId, keyId, route, peer, idempotencyKey } = arrival
  const values = [at, requestId, keyId ?? '', route, peer, idempotencyKey ?? '']
  const [row] = await statement<Row>(logPool, SQL, values)
  if (!row) throw new Error('bug: the request log answered no row')
  if (row.key_id === null) return null
  return {
    key: toAdmitted(row),
    found: row.body_hash === null ? null : (row as unknown as ClaimRow),
  }
}

function toAdmitted(row: Row): Admitted {
  return {
    companyId: row.company_id,
    keyId: row.key_id,
    secretHash: row.secret_hash,
    ambiente: row.ambiente,
    scopes: row.scopes,
    tiposDte: row.tipos_dte,
    amountMax: row.amount_max,
    expiresAt: row.expires_at,
    state: row.state,
    emisor: toEmisor(row),
    dataKey: row.data_key,
    vault: row.vault_id === null ? null : toVault(row),
    storageVerifiedAt: row.storage_verified_at,
  } as Admitted
}

function toEmisor(row: Row): Emisor {
  const [departamento, municipio, distrito, complemento] = row.direccion as string[]
  return {
    nit: row.nit,
    nrc: row.nrc,
    nombre: row.nombre,
    codActividad: row.cod_actividad,
    descActividad: row.desc_actividad,
    nombreComercial: row.nombre_comercial,
    direccion: { departamento, municipio, distrito, complemento },
    telefono: row.telefono,
    correo: row.correo,
    codEstable: row.cod_estable,
    codPuntoVenta: row.cod_punto_venta,
  } as Emisor
}

function toVault(row: Row): Vault {
  return {
    vaultId: row.vault_id,
    wrap: row.vault_wrap,
    privateKey: row.private_key,
    validFrom: row.valid_from,
    validTo: row.valid_to,
    failures: row.vault_failures,
  } as Vault
}
