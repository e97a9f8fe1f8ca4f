/** Copies reported by callers: where a document's files are in a destination of the company's own. */
import type { CopyReport } from '@sello/contract'
import type { Pool } from '../../base/db/pool.ts'
import { statement } from '../../base/db/tx.ts'

export interface Reported {
  readonly companyId: string
  readonly codigoGeneracion: string
  readonly report: CopyReport
  readonly now: Date
}

/**
 * Records the copy. False if the destination is not one of the company's own, or has ended. A later report adds to
 * the first: one without the PDF keeps an earlier PDF.
 */
export async function recordReport(pool: Pool, reported: Reported): Promise<boolean> {
  const { companyId, codigoGeneracion, report, now } = reported
  const { secretId, jsonPath, pdfPath = null, sha256 } = report
  const rows = await statement(
    pool,
    `insert into copies as c (company_id, codigo_generacion, destination_id, json_path, json_sha256,
                              pdf_path, pdf_sha256, written_by, created_at)
     select d.company_id, $2, d.destination_id, $4, $5, $6, $7, 'sdk', $8
       from storage_destinations d
      where d.company_id = $1 and d.destination_id = $3 and d.label is not null and d.ended_at is null
     on conflict (company_id, codigo_generacion, destination_id) do update
        set json_sha256 = coalesce(excluded.json_sha256, c.json_sha256),
            pdf_path = coalesce(excluded.pdf_path, c.pdf_path),
            pdf_sha256 = coalesce(excluded.pdf_sha256, c.pdf_sha256)
     returning 1`,
    [
      companyId,
      codigoGeneracion,
      secretId,
      jsonPath,
      bytesOf(sha256?.json),
      pdfPath,
      pdfPath === null ? null : bytesOf(sha256?.pdf),
      now,
    ],
  )
  return rows.length > 0
}

const bytesOf = (hex: string | undefined) => (hex === undefined ? null : Buffer.from(hex, 'hex'))
