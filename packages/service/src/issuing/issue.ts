/**
 * POST /v1/dte. Read it top to bottom: every refusal comes before the first number is spent, and
 * every step that spends something is committed before the next one starts.
 */
import type { DteRequest } from '@sello/contract'
import type { Ctx } from '../context.ts'
import { type ClaimRow, earlierOf, findClaim } from '../idempotency/earlier.ts'
import { assertAmountLimit, assertStorageDestination } from './assert.ts'
import { buildChecked } from './build.ts'
import { type Issued, readIssued, recordAnswer, recordFirmado } from './record.ts'
import { withCompanySigner } from './signer.ts'

/** `found` is what stood under the Idempotency-Key when the call arrived. */
export async function issue(
  ctx: Ctx,
  request: DteRequest,
  found: ClaimRow | null,
): Promise<Issued> {
  assertStorageDestination(ctx) //                       422 no_storage_destination
  const earlier = earlierOf(found, ctx.claim, ctx.now) // 409 in flight, 422 another body
  if (earlier) return readIssued(ctx, earlier) //        the first answer again

  const draft = buildChecked(ctx, request) //            422 validation_failed
  assertAmountLimit(ctx.key, draft) //                   429 amount_limit

  // A wrong or missing sign key is refused here: 401, 403 or 409, and still no number is spent.
  const firmado = await withCompanySigner(ctx, (sign) => recordFirmado(ctx, draft, sign)) // commit 1
  if (!firmado) return issueAfterTheFirst(ctx) //        another request took the claim meanwhile

  const answer = await ctx.mh.send(firmado) //           up to 40 s, and no transaction is open
  return recordAnswer(ctx, firmado, answer) //           commit 2: the outcome, and the replay
}

/** The loser of the race for a claim: what the winner has by now. */
async function issueAfterTheFirst(ctx: Ctx): Promise<Issued> {
  const earlier = earlierOf(await findClaim(ctx), ctx.claim, ctx.now)
  if (!earlier) throw new Error('bug: a claim that another request took is not there')
  return readIssued(ctx, earlier)
}
