import type { Claimant } from '../../ledger/claims/claims.ts'
import type { Ctx } from '../context.ts'

/** The claim of an event; without an answer, callers may query `codigoGeneracion`. */
export function claimantOf(ctx: Ctx, codigoGeneracion: string): Claimant {
  const { idempotencyKey, bodyHash } = ctx.claim
  const { keyId } = ctx.key
  return { keyId, idempotencyKey, bodyHash, codigoGeneracion, now: ctx.now, outcome: null }
}
