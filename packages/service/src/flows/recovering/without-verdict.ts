/**
 * Documents that got their verdict after the restore point. The job does not query deferred ones before their
 * contingency event, and that event is lost: a new one would list documents that the ministry has sealed.
 */
import { concurrently } from '../../base/concurrently.ts'
import { findDocument } from '../../ledger/documents/find.ts'
import { firmadoOf } from '../../ledger/documents/firmado.ts'
import { listWithoutVerdict } from '../../ledger/marks/found.ts'
import { settleVerdict } from '../issuing/document-store.ts'
import { askSeal, type RecoveryDeps } from './import.ts'
import type { WhereOf } from './search.ts'

/** Returns how many are sealed now. Documents that the ministry does not hold continue as before. */
export async function settleWithoutVerdict(deps: RecoveryDeps, whereOf: WhereOf): Promise<number> {
  const settled = await concurrently(await listWithoutVerdict(deps.pool), async (one) => {
    const { reader } = await whereOf(one)
    const stored = await findDocument(deps.pool, reader, one.codigoGeneracion)
    if (!stored) throw new Error('bug: a document without a verdict is not there')
    const firmado = firmadoOf(stored)
    const held = await askSeal(deps, firmado)
    return held !== null && (await settleVerdict(deps, firmado, held)) !== null
  })
  return settled.filter(Boolean).length
}
