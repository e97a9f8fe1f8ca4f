/** Archives a rejected document so that its correction can take its code and number. */
import type { Tx } from '../db/tx.ts'
import { type Beginning, stepOf } from './estados.ts'

/** A rejected attempt, as it was found before anything was locked. */
export interface Rejected {
  readonly companyId: string
  readonly codigoGeneracion: string
  /** Tells the attempts of one code apart. */
  readonly signature: Buffer
}

/**
 * False where the attempt is not there as it was found: another correction was first. Otherwise, with the
 * commit, its row is in `rejected_documents` with all that was signed and said, and its code and number
 * are free for the caller to insert under, by the same beginning (firmado.ts).
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
