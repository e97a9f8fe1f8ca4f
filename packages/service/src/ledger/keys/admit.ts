/**
 * The first step of every authenticated call, in one round trip: writes its line of the request log, reads its key,
 * and counts it in the key's windows. If the log cannot be written nothing else happens. A call without a valid
 * secret writes nothing, since anybody can make any number of them.
 *
 * Both statements read the same amount for every id, and a key's data only if the secret is right, so that every bad
 * key costs the same (key-companies.ts). A call is not counted if a gate before the windows will refuse it; the gates
 * repeat those checks in their order.
 */
import type { Ambiente, EntregaPorDefecto, IdempotencySpace, Scope, TipoDte } from '@sello/contract'
import type { Autorizacion, Emisor, Resolucion } from '@sello/fiscal'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'
import { DAY_MS, HOUR_MS, interval } from '../../base/time/durations.ts'
import type { ClaimRow } from '../claims/earlier.ts'
import type { RowFormat } from '../documents/firmado.ts'
import type { KeyCompanies } from './key-companies.ts'
import { dayOf, FEED_CALLS, hourOf, type Kind, type RateWindow } from './quota.ts'

/** A key as its call finds it, with its company, its point of sale and its vault. */
export interface Admitted {
  readonly companyId: string
  readonly keyId: string
  readonly label: string
  /** A person calls with it, from the console; else a program. */
  readonly isPersons: boolean
  readonly secretHash: Buffer
  /** Null: unknown which pepper the hash was made with. */
  readonly pepperId: string | null
  readonly ambiente: Ambiente
  readonly scopes: readonly Scope[]
  readonly tiposDte: readonly TipoDte[]
  /** What the company says it issues; production takes no other. */
  readonly companyTiposDte: readonly TipoDte[]
  /** Largest totalPagar, in dollars, as the digits of a numeric(19, 8). */
  readonly amountMax: string
  readonly expiresAt: Date | null
  readonly state: 'active' | 'inactive' | 'revoked'
  /** Empty: from anywhere. */
  readonly ipRanges: readonly string[]
  readonly ipAllowed: boolean
  /** Null: the company only issues in the ministry's test service. */
  readonly productionSince: Date | null
  readonly emisor: Emisor
  readonly autorizaciones: readonly Autorizacion[]
  /** What qualifies the company to receive donations; null: nothing. */
  readonly resolucion: Resolucion | null
  readonly dataKey: Buffer
  readonly rowFormat: RowFormat
  /** Whom a document is sent to by mail if its request does not say. */
  readonly entrega: EntregaPorDefecto
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
  /** Null when the caller disconnected before its call was read. */
  readonly peer: string | null
  /** Null when the text is not a key; the same statement still runs. */
  readonly keyId: string | null
  /** The environment that the caller's text names. */
  readonly ambiente: Ambiente | null
  /** Hashes of the secret under each pepper. */
  readonly hashes: readonly Buffer[]
  /** The route requires any of these scopes; null: none in particular. */
  readonly scopes: readonly Scope[] | null
  readonly kind: Kind
  /** Null if the route takes no Idempotency-Key, or the caller sent none. */
  readonly idempotencyKey: string | null
  /** The scope of uniqueness of the Idempotency-Key. */
  readonly space: IdempotencySpace
}

export interface Admission {
  readonly key: Admitted
  /** The claim under the Idempotency-Key, read in the same round trip. */
  readonly found: ClaimRow | null
  /** The windows of the route's kind, including this call if it was counted. */
  readonly windows: readonly RateWindow[]
  readonly counted: boolean
}

/** The types that the key issues: in production only those that its company says it issues. */
export const issuedTypes = ({ ambiente, tiposDte, companyTiposDte }: Admitted) =>
  ambiente === '00' ? tiposDte : tiposDte.filter((tipo) => companyTiposDte.includes(tipo))

interface Row {
  key_id: string | null
  [column: string]: unknown
}

/** The first counted call inside a window. */
const firstOf = (windowMs: number) => `(
      select c.seq, c.at from rate_calls c
       where c.company_id = $12 and c.key_id = w.key_id and c.kind = w.kind
         and c.at > greatest($1, w.last_at) - ${interval(windowMs)}
       order by c.at, c.seq limit 1)`

const SQL = `
with key as (
  select k.company_id, k.key_id, k.label, k.person_id is not null as is_persons, k.secret_hash, k.pepper_id, k.ambiente, k.scopes, k.tipos_dte,
         k.amount_max, k.expires_at, k.state, k.ip_ranges,
         cardinality(k.ip_ranges) = 0 or coalesce($5::inet <<= any (k.ip_ranges), false) as ip_allowed,
         c.production_since, c.tipos_dte as company_tipos_dte, k.vault_wrap, k.vault_failures,
         v.vault_id, v.private_key, v.valid_from, v.valid_to, c.data_key, c.row_format, c.entrega,
         c.nit, c.nrc, c.nombre, c.cod_actividad, c.desc_actividad, c.nombre_comercial, c.correo, c.autorizaciones, c.resolucion_donaciones,
         coalesce(p.telefono, c.telefono) as telefono, p.cod_estable, p.cod_punto_venta,
         case when p.departamento is null
              then array[c.departamento, c.municipio, c.distrito, c.complemento]
              else array[p.departamento, p.municipio, p.distrito, p.complemento] end as direccion,
         (select max(d.verified_at) from storage_destinations d
           where d.company_id = $12) as storage_verified_at,
         l.hour as limit_hour, l.day as limit_day,
         w.last_seq, h.seq as hour_seq, h.at as hour_at, y.seq as day_seq, y.at as day_at,
         least(coalesce(h.seq, w.last_seq + 1) + l.hour, coalesce(y.seq, w.last_seq + 1) + l.day) - 1 as ceiling
    from api_keys k
    join companies c on c.company_id = $12
    join points_of_sale p on p.company_id = $12 and p.point_of_sale_id = k.point_of_sale_id
    left join signing_vaults v on v.company_id = $12 and v.vault_id = k.vault_id and v.active
    join rate_windows w on w.company_id = $12 and w.key_id = k.key_id and w.kind = $11
   cross join lateral (select case w.kind when 'estado' then k.limit_status when 'novedades' then ${FEED_CALLS}
                                          else k.limit_hour end as hour,
                              case w.kind when 'cuota' then k.limit_day end as day) as l
    left join lateral ${firstOf(HOUR_MS)} as h on true
    left join lateral ${firstOf(DAY_MS)} as y on w.kind = 'cuota'
   where k.company_id = $12 and k.key_id = $3 and k.secret_hash = any ($8::bytea[])
), counted as (
  -- The row is always there: this is an update that reads the row as it is once it has its lock, where a
  -- plain one would plan again. A neighbour's call that it waited for is in the counter and not in what was
  -- read of rate_calls: hence a highest number that may be given out, and no count of rows.
  insert into rate_windows as w (company_id, key_id, kind, last_seq, last_at)
  select company_id, key_id, $11, ceiling, $1 from key
   where state = 'active' and (expires_at is null or expires_at > $1) and ip_allowed
     and ambiente = $9 and (ambiente = '00' or production_since is not null)
     and ($10::text[] is null or scopes && $10::text[])
  on conflict on constraint rate_windows_pkey do update
     set last_seq = w.last_seq + 1, last_at = greatest(w.last_at, excluded.last_at)
   where w.last_seq < excluded.last_seq
  returning w.company_id, w.key_id, w.kind, w.last_at, w.last_seq
), remembered as (
  insert into rate_calls (company_id, key_id, kind, at, seq) select * from counted
), logged as (
  insert into request_log (at, request_id, company_id, key_id, route, peer)
  select $1, $2, company_id, key_id, $4, $5::inet from key
)
select key.*, counted.last_seq as counted_seq, counted.last_at as counted_at,
       cl.body_hash, cl.claimed_at, cl.codigo_generacion, cl.outcome
  from (select 1) as call left join key on true left join counted on true
  left join claims cl on cl.company_id = $12 and cl.key_id = key.key_id
        and cl.room = $7 and cl.idempotency_key = $6`

/**
 * After this the call is in the log, if its key is known. Null: no such key, or a wrong secret. Throws if the log
 * cannot be written.
 */
export async function admit(
  { logPool, keyCompanies }: { readonly logPool: Pool; readonly keyCompanies: KeyCompanies },
  arrival: Arrival,
): Promise<Admission | null> {
  const { at, requestId, keyId, route, peer, idempotencyKey, space, ambiente, scopes, kind } =
    arrival
  const presented = { keyId, hashes: arrival.hashes }
  const near = await keyCompanies.find(logPool, presented)
  if (near === null) return null
  const caller = [at, requestId, near.keyId, route, peer, idempotencyKey ?? '', space]
  const values = [...caller, near.hashes, ambiente ?? '', scopes, kind, near.companyId]
  const [row] = await statement<Row>(logPool, SQL, values)
  if (!row) throw new Error('bug: the request log answered no row')
  if (row.key_id === null) return null
  keyCompanies.remember(presented, near.companyId)
  return {
    key: toAdmitted(row),
    found: row.body_hash === null ? null : (row as unknown as ClaimRow),
    windows: toWindows(row as unknown as Counters, kind),
    counted: row.counted_seq !== null,
  }
}

interface Counters {
  readonly limit_hour: number
  readonly limit_day: number | null
  readonly last_seq: bigint
  readonly hour_seq: bigint | null
  readonly hour_at: Date | null
  readonly day_seq: bigint | null
  readonly day_at: Date | null
  readonly counted_seq: bigint | null
  readonly counted_at: Date | null
}

/**
 * If a window was empty, its first call is the one after the last number that was seen: this call, or a concurrent
 * one.
 */
function toWindows(row: Counters, kind: Kind): readonly RateWindow[] {
  const { counted_seq, counted_at, last_seq } = row
  const last = counted_seq ?? last_seq
  const fresh = counted_seq === null ? null : last_seq + 1n
  const hour = { first: row.hour_seq ?? fresh, firstAt: row.hour_at ?? counted_at }
  const day = { first: row.day_seq ?? fresh, firstAt: row.day_at ?? counted_at }
  const windows = [hourOf(kind, { limit: row.limit_hour, last, ...hour })]
  return row.limit_day === null
    ? windows
    : [...windows, dayOf({ limit: row.limit_day, last, ...day })]
}

function toAdmitted(row: Row): Admitted {
  return {
    companyId: row.company_id,
    keyId: row.key_id,
    label: row.label,
    isPersons: row.is_persons,
    secretHash: row.secret_hash,
    pepperId: row.pepper_id,
    ambiente: row.ambiente,
    scopes: row.scopes,
    tiposDte: row.tipos_dte,
    companyTiposDte: row.company_tipos_dte,
    amountMax: row.amount_max,
    expiresAt: row.expires_at,
    state: row.state,
    ipRanges: row.ip_ranges,
    ipAllowed: row.ip_allowed,
    productionSince: row.production_since,
    emisor: toEmisor(row),
    autorizaciones: row.autorizaciones,
    resolucion: row.resolucion_donaciones,
    dataKey: row.data_key,
    rowFormat: row.row_format,
    entrega: row.entrega,
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
