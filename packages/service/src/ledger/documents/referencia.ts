/** The caller's own reference for a sale, unique among live documents. */
import type { Ambiente } from '@sello/contract'
import { isUniqueViolation } from '../../base/db/errors.ts'
import type { Db } from '../../base/db/tx.ts'
import { ESTADOS_VIVOS } from './estados.ts'

/** The scope in which a reference is unique. */
export interface ReferenciaScope {
  readonly companyId: string
  readonly ambiente: Ambiente
}

/** The code of the live document that has it, or null. */
export async function findByReferencia(
  db: Db,
  { companyId, ambiente }: ReferenciaScope,
  referencia: string,
): Promise<string | null> {
  const row = await db.maybeOne<{ codigo_generacion: string }>(
    `select codigo_generacion from documents
      where company_id = $1 and ambiente = $2 and referencia = $3 and estado = any($4::text[])`,
    [companyId, ambiente, referencia, ESTADOS_VIVOS],
  )
  return row?.codigo_generacion.toUpperCase() ?? null
}

/** Whether the unique index refused a document because another one has its reference. */
export function isReferenciaTaken(error: unknown): boolean {
  return isUniqueViolation(error, 'documents_referencia')
}
