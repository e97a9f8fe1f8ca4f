/** Commit 1 of a return: the claim, the signed event and its units, under the lock of its document. */
import type { Sign } from '@sello/vault'
import { transaction } from '../../base/db/tx.ts'
import { claimantOf, takeClaim } from '../../ledger/claims/claims.ts'
import { lockDocuments } from '../../ledger/documents/related.ts'
import type { Evento, Signed } from '../../ledger/events/event.ts'
import { findInTheWay, insertEvento, insertReturnLines } from '../../ledger/events/insert-event.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import { assertSignerUsable } from '../../ledger/keys/usable.ts'
import { leaseFrom } from '../../ledger/transmission/lease.ts'
import type { Ctx } from '../context.ts'
import { signEvento } from '../signing/sign-evento.ts'
import { linesOf, readHistory } from './balance.ts'
import { buildRetornoChecked, type RetornoDraft } from './build-retorno.ts'
import { inFlight, notSealed } from './target.ts'

/**
 * After the commit the claim is taken, the signed event is stored and its units count; on failure, none of these.
 * Null where another request holds the claim. Refuses (422) what exceeds the balance by now.
 *
 * The amounts depend on the events that count. If those are not the ones that the draft was built on, it is rebuilt
 * here: building and signing are computation, and the document's row is locked.
 */
export function recordRetorno(
  ctx: Ctx,
  draft: RetornoDraft,
  sign: Sign,
): Promise<(Evento & Signed) | null> {
  const { companyId } = ctx.key
  const { documento, request } = draft
  const { codigoGeneracion } = documento
  const reader = readerOf(ctx)
  return transaction(ctx.pool, async (tx) => {
    await assertSignerUsable(tx, ctx)
    if (!(await takeClaim(tx, companyId, claimantOf(ctx, draft.codigoGeneracion)))) return null
    const estado = (await lockDocuments(tx, companyId, [codigoGeneracion])).get(codigoGeneracion)
    if (estado !== 'sellado') throw notSealed(codigoGeneracion, 'invalidado') // it was sealed when the call arrived
    // A separate statement: its snapshot is taken after the lock wait.
    const seen = await findInTheWay(tx, companyId, codigoGeneracion, null)
    if (seen.invalidacion !== null) throw inFlight(ctx, codigoGeneracion, ctx.now)
    const fresh = sameCodes(seen.retornos, draft.counting)
      ? draft
      : buildRetornoChecked(ctx, draft, await readHistory(tx, reader, codigoGeneracion))
    const evento = signEvento(ctx, fresh.evento, sign)
    const { dataKey } = reader
    const storing = { dataKey, random: ctx.random, leaseUntil: leaseFrom(ctx.now) }
    await insertEvento(tx, evento, storing)
    await insertReturnLines(tx, evento, linesOf(request))
    return evento
  })
}

/** Whether two lists have the same codes, in any order. */
export function sameCodes(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((code) => others.includes(code))
}
