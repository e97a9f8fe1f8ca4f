/** Archives a rejected document so that its correction can take its code and number. */
import type { Tx } from '../../base/db/tx.ts'
import { type Beginning, stepOf } from './estados.ts'

/** A rejected attempt, as read before any lock was taken. */
export interface Rejected {
  readonly companyId: string
  readonly codigoGeneracion: string
  /** Distinguishes the attempts of one code. */
  readonly signature: Buffer
}

/**
 * False if the attempt has changed: another correction was first. Otherwise, with the commit, its row moves to
 * `rejected_documents` with everything that was signed and answered, and the caller may insert the correction under
 * its code and number, in the same transaction (firmado.ts).
 */
export async function moveRejected(
  tx: Tx,
  rejected: Rejected,
  { beginning, now }: { readonly beginning: Beginning; readonly now: Date },
): Promise<boolean> {
  const moved = await tx.run(
    `with taken as (
       delete from documents
        where company_id = $1 and codigo_generacion = $2 and estado = $5 and signature = $3
       returning *
     )
     insert into rejected_documents
       (company_id, codigo_generacion, created_at, ambiente, tipo_dte, numero_control, fec_emi, hor_emi,
        key_id, idempotency_key, version, payload, signature, totales, receptor_nombre,
        receptor_documento, fh_procesamiento, rechazo, historial, corrected_at)
     select company_id, codigo_generacion, created_at, ambiente, tipo_dte, numero_control, fec_emi,
            hor_emi, key_id, idempotency_key, version, payload, signature, totales, receptor_nombre,
            receptor_documento, fh_procesamiento, rechazo, historial, $4
       from taken`,
    [
      rejected.companyId,
      rejected.codigoGeneracion,
      rejected.signature,
      now,
      stepOf(beginning).from,
    ],
  )
  return moved === 1
}
