/**
 * A reservation ends by its signature or by expiry. Both only move the row from `reservado`, so of two concurrent
 * ends one wins.
 */
import type { Ambiente, TipoDte } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import type { Tx } from '../../base/db/tx.ts'
import { takeClaim } from '../claims/claims.ts'
import { type Due, listDue, lockedOf, type OnSkipped, type Wanted } from '../cluster/due.ts'
import { stepOf } from './estados.ts'
import type { Firmado } from './firmado.ts'
import { appendable, appendSql } from './historial.ts'

/** The claim of a signature, and its data. */
export interface Signature {
  readonly companyId: string
  readonly codigoGeneracion: string
  readonly keyId: string
  readonly idempotencyKey: string
  readonly bodyHash: Buffer
  readonly signature: Buffer
  readonly now: Date
  /** End of the lease of the request that signed it. */
  readonly leaseUntil: Date
}

export interface Signed {
  /** False where another request holds the claim: then nothing was written. */
  readonly claimed: boolean
  /** False when the document is no longer a reservation. If the claim was taken, the caller must roll back. */
  readonly moved: boolean
}

/**
 * Takes the claim in the space `sign` and moves the document to `firmado` with its signature. Locks the claim
 * first, then the document.
 */
export async function signReservado(tx: Tx, signing: Signature): Promise<Signed> {
  const { from, to } = stepOf('signed')
  const [claimed, position] = await Promise.all([
    takeClaim(tx, signing.companyId, { ...signing, outcome: null }, 'sign'),
    nextPosition(tx),
  ])
  if (!claimed) return { claimed, moved: false }
  const moved = await tx.run(
    `update documents
        set estado = $9, signature = $5, room = 'sign', idempotency_key = $4, lease_until = $7,
            position = $10, -- it enters the list now
            created_at = $6, historial = ${appendSql('historial', '$11::jsonb')}
      where company_id = $1 and codigo_generacion = $2 and key_id = $3 and estado = $8`,
    [
      signing.companyId,
      signing.codigoGeneracion,
      signing.keyId,
      signing.idempotencyKey,
      signing.signature,
      signing.now,
      signing.leaseUntil,
      from,
      to,
      position,
      appendable(to, signing.now),
    ],
  )
  return { claimed, moved: moved === 1 }
}

/** An expired reservation, and the series of its number. */
export interface Expired extends Due {
  readonly codigoGeneracion: string
  readonly ambiente: Ambiente
  readonly tipoDte: TipoDte
  readonly year: number
  readonly numeroControl: string
}

/** The oldest expired reservations. */
export const findExpired = (
  pool: Pool,
  { now, limit, except }: { readonly now: Date } & Wanted,
  onSkipped: OnSkipped,
): Promise<readonly Expired[]> =>
  listDue(pool, { sql: EXPIRED, values: [now, except, limit], limit }, onSkipped)

const EXPIRED = (among: string) => `
  select company_id, vence_en as due_at, codigo_generacion as "codigoGeneracion", ambiente,
         tipo_dte as "tipoDte", year, numero_control as "numeroControl"
    from documents
   where estado = 'reservado' and vence_en <= $1 and company_id <> all ($2::uuid[]) ${among}
   order by vence_en limit $3`

/**
 * Releases them (`liberado`), except those signed or released meanwhile and those that another transaction holds.
 * Returns the numeroControl of each released one.
 */
export async function releaseReservados(
  tx: Tx,
  companyId: string,
  codes: readonly string[],
  now: Date,
): Promise<string[]> {
  const { from, to } = stepOf('expired')
  const rows = await tx.many<{ numero_control: string }>(
    `update documents set estado = $5, historial = ${appendSql('historial', '$6::jsonb')}
      where company_id = $1
        and codigo_generacion = any (array(
            select codigo_generacion
              from ${lockedOf('documents', 'codigo_generacion = any ($2::uuid[])')} expired
             where estado = $4 and vence_en <= $3))
     returning numero_control`,
    [companyId, codes, now, from, to, appendable(to, now, MOTIVO)],
  )
  return rows.map(({ numero_control }) => numero_control)
}

/**
 * The same after a restore, regardless of expiry; the numbers are not issued again, since one may have been signed
 * after the backup. False if none was a reservation.
 */
export async function burnReservados(
  tx: Tx,
  companyId: string,
  codes: readonly string[],
  now: Date,
): Promise<boolean> {
  const { from, to } = stepOf('expired')
  const burnt = await tx.run(
    `update documents d set estado = $4, historial = ${appendSql('d.historial', '$5::jsonb')}
      where company_id = $1 and codigo_generacion = any ($2::uuid[]) and estado = $3`,
    [companyId, codes, from, to, appendable(to, now, BURNT)],
  )
  return burnt > 0
}

/** After the commit the reservation is `firmado` again: the restore had lost its signature. */
export async function signLost(
  tx: Tx,
  firmado: Firmado,
  { now, leaseUntil }: { readonly now: Date; readonly leaseUntil: Date },
): Promise<void> {
  const { from, to } = stepOf('signed')
  await tx.run(
    `update documents
        set estado = $5, signature = $3, lease_until = $6, position = $9, created_at = $7,
            historial = ${appendSql('historial', '$8::jsonb')}
      where company_id = $1 and codigo_generacion = $2 and estado = $4`,
    [
      firmado.companyId,
      firmado.codigoGeneracion,
      firmado.signature,
      from,
      to,
      leaseUntil,
      now,
      appendable(to, now),
      await nextPosition(tx),
    ],
  )
}

/** The next place in the list. Taken before the update: on a cluster a machine has no numbers to take. */
async function nextPosition(tx: Tx): Promise<bigint> {
  return (await tx.one<{ position: bigint }>(`select nextval('documents_position') as position`))
    .position
}

const BURNT = 'La base de datos se restauró; su número no vuelve a la serie.'
const MOTIVO = 'Venció el plazo para firmarlo; su número volvió a la serie.'
