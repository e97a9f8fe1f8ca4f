/** Imports documents and events from files that companies and callers kept. */

import { decryptDataKey } from '../../base/secrets/secrets.ts'
import { listCertificates } from '../../ledger/companies/certificates.ts'
import { companyOfNit } from '../../ledger/companies/company.ts'
import {
  type Imported,
  importLost,
  type RecoveryDeps,
  type SpentNumber,
  spentBy,
} from './import.ts'
import { jwsIn, readLost } from './lost-document.ts'
import { readLostEvent } from './lost-event.ts'
import type { FoundEvent } from './stored.ts'

export interface FilesReport {
  readonly imported: number
  readonly known: number
  /**
   * Deferred documents that the ministry does not know: their event is lost, and they cannot be listed in a new
   * one.
   */
  readonly deferred: number
  /** Not a document of a company in this database, or not signed by it. */
  readonly foreign: number
}

export interface ImportedFiles {
  readonly files: FilesReport
  /** The numbers of the deferred documents: their buyers have them on paper, and nobody else knows of them. */
  readonly spent: readonly SpentNumber[]
  /** Events, imported once all documents are. */
  readonly eventos: readonly FoundEvent[]
}

export async function importFiles(
  deps: RecoveryDeps,
  files: AsyncIterable<Buffer> | undefined,
): Promise<ImportedFiles> {
  const count = { imported: 0, known: 0, deferred: 0, foreign: 0 }
  const eventos: FoundEvent[] = []
  const spent: SpentNumber[] = []
  for await (const file of files ?? []) {
    const read = await importFile(deps, file)
    if (typeof read === 'string') count[read] += 1
    else if ('reader' in read) eventos.push(read)
    else {
      count.deferred += 1
      spent.push(read)
    }
  }
  return { files: count, eventos, spent }
}

async function importFile(
  deps: RecoveryDeps,
  file: Buffer,
): Promise<Imported | 'foreign' | FoundEvent | SpentNumber> {
  const jws = jwsIn(file)
  const nit = jws && nitIn(jws)
  const company = nit ? await companyOfNit(deps.pool, nit) : null
  if (!jws || !nit || !company) return 'foreign'
  const certificates = await listCertificates(deps.pool, nit)
  const publicKeys = certificates.map(({ public_key }) => public_key)
  const lost = readLost(file, publicKeys) ?? readLostEvent(jws, publicKeys)
  if (!lost) return 'foreign'
  const dataKey = decryptDataKey(deps.secrets, company.companyId, company.dataKey)
  const reader = { companyId: company.companyId, ambiente: lost.ambiente, nit, dataKey }
  if (!('numeroControl' in lost)) return { reader, lost }
  const imported = await importLost(deps, reader, lost)
  return imported === 'deferred' ? spentBy(company.companyId, lost) : imported
}

/** Untrusted until the signature is verified: it only selects the key to verify with. */
function nitIn(jws: string): string | null {
  const text = Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8')
  return /"emisor":\{"nit":"(\d{9,14})"/.exec(text)?.[1] ?? null
}
