/**
 * Attempts that the ministry rejected although it may have sealed an earlier, unanswered sending of the same
 * bytes (ADR 0041). A query names only the code: if two attempts shared one, its seal could be either's, so the
 * code of such an attempt is never reused.
 */
import type { Ambiente, Estado } from '@sello/contract'
import { isUniqueViolation } from '../../base/db/errors.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Db, statement, type Tx } from '../../base/db/tx.ts'
import type { Filing } from '../transmission/filing.ts'
import { ESTADOS_VIVOS } from './estados.ts'
import type { Stored } from './find.ts'
import { type Firmado, firmadoOf } from './firmado.ts'

/** The form needed for a query. */
export function doubtfulOf(stored: Stored): Firmado & { readonly doubtfulSince: Date } {
  return { ...firmadoOf(stored), doubtfulSince: rejectedAt(stored) }
}

export const rejectedAt = ({ historial }: Pick<Stored, 'historial'>): Date =>
  new Date(historial.at(-1)?.fecha ?? '')

/** When it is queried again; null: never. */
export async function postponeDoubtful(
  pool: Pool,
  { companyId, codigoGeneracion, signature }: Filing,
  at: Date | null,
): Promise<void> {
  await statement(
    pool,
    `update documents set lease_until = $4
      where company_id = $1 and codigo_generacion = $2 and signature = $3
        and estado = 'rechazado' and dudoso`,
    [companyId, codigoGeneracion, signature, at],
  )
}

/**
 * Whether an attempt that was in doubt may still be replaced. Locks it until the commit, so that a late seal comes
 * before or after. One that was sealed late and then invalidated may be replaced.
 */
export async function lockDoubtful(
  tx: Tx,
  companyId: string,
  codigoGeneracion: string,
): Promise<boolean> {
  const row = await tx.maybeOne(
    `select 1 from documents
      where company_id = $1 and codigo_generacion = $2 and estado in ('rechazado', 'invalidado') for update`,
    [companyId, codigoGeneracion],
  )
  return row !== null
}

/** Whether the unique index refused a document because another one replaces the same attempt. */
export const isReplacementTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'documents_sustituye')

const EVER_ISSUED: readonly Estado[] = [...ESTADOS_VIVOS, 'rechazado', 'invalidado']

/** The document issued in place of an attempt, in any state or one of the given ones; the latest. */
export async function findSubstitute(
  db: Db,
  companyId: string,
  codigoGeneracion: string,
  estados: readonly Estado[] = EVER_ISSUED,
): Promise<string | null> {
  const row = await db.maybeOne<{ codigo_generacion: string }>(
    `select codigo_generacion from documents where company_id = $1 and sustituye = $2
        and estado = any($3::text[]) order by created_at desc limit 1`,
    [companyId, codigoGeneracion, estados],
  )
  return row?.codigo_generacion.toUpperCase() ?? null
}

/** The latest doubtful attempt with this reference, or null. */
export async function findDoubtfulByReferencia(
  db: Db,
  { companyId, ambiente }: { readonly companyId: string; readonly ambiente: Ambiente },
  referencia: string,
): Promise<string | null> {
  const row = await db.maybeOne<{ codigo_generacion: string }>(
    `select codigo_generacion from documents
      where company_id = $1 and ambiente = $2 and referencia = $3 and estado = 'rechazado' and dudoso
      order by created_at desc limit 1`,
    [companyId, ambiente, referencia],
  )
  return row?.codigo_generacion.toUpperCase() ?? null
}
