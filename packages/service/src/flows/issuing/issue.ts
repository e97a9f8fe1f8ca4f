/**
 * POST /v1/dte. Read it top to bottom: every refusal comes before the first number is spent, and
 * every step that spends something is committed before the next one starts.
 */
import type { DteRequest } from '@sello/contract'
import { type ClaimRow, earlierOf, findEarlier } from '../../ledger/claims/earlier.ts'
import { DIFERIDO } from '../../ledger/transmission/outcome.ts'
import { withCompanySigner } from '../signing/signer.ts'
import { assertAmountLimit, assertDeferrable, assertStorageDestination } from './assert.ts'
import { buildChecked } from './build.ts'
import type { IssuingCtx } from './context.ts'
import { type Issued, readIssued, recordAnswer } from './record.ts'

/** `found` is the claim row under the Idempotency-Key when the call arrived. */
export async function issue(
  ctx: IssuingCtx,
  request: DteRequest,
  found: ClaimRow | null,
): Promise<Issued> {
  assertStorageDestination(ctx) //                       422 no_storage_destination
  const earlier = earlierOf(found, ctx.claim, ctx.now) // 409 in flight, 422 another body
  if (earlier) return readIssued(ctx, earlier) //        the first answer again

  const outage = ctx.breaker.openIn(ctx.key.ambiente) //  while the ministry is away: the deferred model
  assertDeferrable(request, outage) //                   503 for a type that has no contingency
  const draft = await buildChecked(ctx, request, outage) // 409 reference_in_use, 404, 422 validation_failed
  if (!draft) return readIssued(ctx, await findEarlier(ctx)) // another request made it meanwhile
  assertAmountLimit(ctx.key, draft) //                   429 amount_limit

  // A wrong or missing sign key is refused here: 401, 403 or 409, and still no number is spent.
  const firmado = await withCompanySigner(ctx, (sign) =>
    ctx.commits.recordFirmado(ctx, draft, sign),
  ) // commit 1
  if (!firmado) return readIssued(ctx, await findEarlier(ctx)) // another request holds the claim

  if (outage) return { firmado, outcome: DIFERIDO, replayed: false } // 202, and commit 1 settled it

  const answer = await ctx.mh.send(firmado) //           up to 40 s, and no transaction is open
  return recordAnswer(ctx, firmado, answer) //           commit 2: the outcome, and the replay
}
