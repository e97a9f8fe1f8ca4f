/**
 * The first step of every authenticated call, in one round trip (admission.ts): writes its line of the request log, reads its key,
 * and counts it in the key's windows. If the log cannot be written nothing else happens. A call without a valid
 * secret writes nothing, since anybody can make any number of them.
 *
 * All statements read the same amount for every id, and a key's data only if the secret is right, so that every bad
 * key costs the same (key-companies.ts). A call is not counted if a gate before the windows will refuse it; the gates
 * repeat those checks in their order.
 */
import type { Ambiente, EntregaPorDefecto, IdempotencySpace, Scope, TipoDte } from '@sello/contract'
import type { Autorizacion, Emisor, Resolucion } from '@sello/fiscal'
import type { Pool } from '../../base/db/pool.ts'
import type { ClaimRow } from '../claims/earlier.ts'
import type { RowFormat } from '../documents/firmado.ts'
import { admitKnown, type Row } from './admission.ts'
import type { KeyCompanies } from './key-companies.ts'
import { dayOf, hourOf, type Kind, type RateWindow } from './quota.ts'

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
  const row = await admitKnown(logPool, {
    ...near,
    ...{ at, requestId, route, peer, space, scopes, kind },
    idempotencyKey: idempotencyKey ?? '',
    ambiente: ambiente ?? '',
  })
  if (row === null) return null
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
