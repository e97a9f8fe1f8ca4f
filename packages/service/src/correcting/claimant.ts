import type { Ctx } from '../context.ts'
import type { Claimant } from '../idempotency/claims.ts'

/** The claim of an event; callers may query `codigoGeneracion` while there is no answer. */
export function claimantOf(ctx: Ctx, codigoGeneracion: string): Claimant {
  const { idempotencyKey, bodyHash } = ctx.claim
  const { keyId } = ctx.key
  return { keyId, idempotencyKey, bodyHash, codigoGeneracion, now: ctx.now, outcome: null }
}
