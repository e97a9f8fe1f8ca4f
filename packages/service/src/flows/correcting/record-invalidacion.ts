/** Commit 1 of an invalidation: the claim and the signed event, under the lock of the target. */
import type { Sign } from '@sello/vault'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { claimantOf, reopenClaim, takeClaim } from '../../ledger/claims/claims.ts'
import { lockCompany } from '../../ledger/companies/company.ts'
import { lockDocuments } from '../../ledger/documents/related.ts'
import type { Evento, Signed } from '../../ledger/events/event.ts'
import { findInTheWay, findReplaced, insertEvento } from '../../ledger/events/insert-event.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import { assertSignerUsable } from '../../ledger/keys/usable.ts'
import { leaseFrom } from '../../ledger/transmission/lease.ts'
import type { Ctx } from '../context.ts'
import { signEvento } from '../signing/sign-evento.ts'
import type { InvalidacionDraft } from './build-invalidacion.ts'
import { assertNothingInTheWay, findObstacles } from './obstacles.ts'
import { refuse } from './refuse.ts'

/** `free`, or already this call's, with the abandoned event that is its outcome. */
export type ClaimOf = 'free' | { readonly abandoned: string }

interface Signing {
  readonly sign: Sign
  readonly claim: ClaimOf
}

/**
 * After the commit the claim is taken and the signed event is stored; on failure, neither. Null where another
 * request holds the claim, or signed an invalidation of the same target. Refuses obstacles that appeared meanwhile.
 */
export function recordInvalidacion(
  ctx: Ctx,
  draft: InvalidacionDraft,
  { sign, claim }: Signing,
): Promise<(Evento & Signed) | null> {
  const { companyId } = ctx.key
  const { target } = draft
  const { codigoGeneracion } = target
  const { reemplazo } = draft.evento
  const evento = signEvento(ctx, draft.evento, sign)
  const { dataKey } = readerOf(ctx)
  const storing = { dataKey, random: ctx.random, leaseUntil: leaseFrom(ctx.now) }
  const lost = new Error('another request was first')
  return transaction(ctx.pool, async (tx) => {
    await assertSignerUsable(tx, ctx)
    const claimant = claimantOf(ctx, codigoGeneracion)
    if (claim === 'free' && !(await takeClaim(tx, companyId, claimant))) return null
    const estados = await lockTarget(tx, companyId, draft)
    // Separate statements: their snapshots are taken after the lock wait.
    const seen = await findObstacles(tx, companyId, target)
    if (seen.invalidacion !== null) throw lost // only that ends what was sealed when the call arrived
    // After the target's lock, as commit 2 does.
    if (claim !== 'free' && !(await reopenClaim(tx, companyId, claimant, claim.abandoned)))
      throw lost
    assertNothingInTheWay(target, seen)
    if (reemplazo) {
      const replaced = await findReplaced(tx, companyId, reemplazo)
      const { invalidacion } = await findInTheWay(tx, companyId, reemplazo, null)
      const isStanding = estados.get(reemplazo) === 'sellado' && invalidacion === null
      refuse(reemplazoTaken(isStanding, replaced))
    }
    await insertEvento(tx, evento, storing)
    return evento
  }).catch((error: unknown) => {
    if (error !== lost) throw error
    return null
  })
}

type Estados = Awaited<ReturnType<typeof lockDocuments>>

/**
 * What puts the events about a target in a row: its document's lock, or for special operations the company's, as that of
 * the events that report and void paper.
 */
async function lockTarget(
  tx: Tx,
  companyId: string,
  { target: { documento }, evento: { reemplazo } }: InvalidacionDraft,
): Promise<Estados> {
  if (documento === null) {
    await lockCompany(tx, companyId)
    return new Map()
  }
  const locked = [documento.codigoGeneracion, ...(reemplazo ? [reemplazo] : [])]
  return lockDocuments(tx, companyId, locked)
}

function reemplazoTaken(isStanding: boolean, replaced: string | null) {
  const issue = (message: string) => [
    { field: 'codigoGeneracionReemplazo', rule: 'MF-10', message },
  ]
  if (!isStanding)
    return issue(
      'El reemplazo se anuló entretanto o se está anulando; use otro y escriba su código.',
    )
  return replaced === null
    ? []
    : issue(`Ese documento ya reemplaza al ${replaced}; emita otro y escriba su código.`)
}
