/** What a request leaves to what the service already knows, looked up before the document is built. */
import type { DteRequest, Issue } from '@sello/contract'
import type { Ctx } from '../context.ts'
import { completeReceptor } from '../customers/complete-receptor.ts'
import { findDoubtfulByReferencia } from '../documents/doubtful.ts'
import { findByReferencia } from '../documents/referencia.ts'
import { checkRelated } from './check-related.ts'
import { type Corrected, completeCorrected } from './complete-corrected.ts'
import { completeRelated, type Origen } from './complete-related.ts'
import { assertOver } from './doubtful.ts'
import { referenceInUse } from './reference-in-use.ts'

export interface Completed {
  /** As its author wrote it. */
  readonly asked: DteRequest
  /** With nothing left to look up. */
  readonly request: DteRequest
  /** The documents of ours that it adjusts. */
  readonly origenes: readonly Origen[]
  /** The rejected document whose place it takes. */
  readonly corrected: Corrected | null
  /** The doubtful attempt in whose place it stands, under a code and a number of its own. */
  readonly sustituye: string | null
  /** What is wrong with what was found, to be told together with what is wrong with the document. */
  readonly problems: readonly Issue[]
}

/** Refuses what is named and is not there (404). */
export async function completeRequest(ctx: Ctx, given: DteRequest): Promise<Completed> {
  const asked = await completeReceptor(ctx, given)
  const { corrected, sustituye, problems } = await completeCorrected(ctx, asked)
  const related = await completeRelated(ctx, asked)
  const { request, origenes } = related
  return {
    asked: given,
    request,
    origenes,
    corrected,
    sustituye: await placeOf(ctx, asked, sustituye),
    problems: [...problems, ...checkRelated(asked, related)],
  }
}

/** Also a sale that only has the reference of a doubtful attempt stands in its place. */
async function placeOf(
  ctx: Ctx,
  { referencia }: DteRequest,
  sustituye: string | null,
): Promise<string | null> {
  if (referencia === undefined) return sustituye
  const holder = await findDoubtfulByReferencia(ctx.pool, ctx.key, referencia)
  if (holder === null || holder === sustituye) return sustituye // which was asked about
  await assertOver(ctx, holder)
  if (sustituye !== null) throw referenceInUse(holder) // two attempts, and one place
  return holder
}

/** Refuses a reference that a living document has (409). Nothing is held: commit 1's index decides. */
export async function assertReferencia(ctx: Ctx, { referencia }: DteRequest): Promise<void> {
  if (referencia === undefined) return
  const codigoGeneracion = await findByReferencia(ctx.pool, ctx.key, referencia)
  if (codigoGeneracion !== null) throw referenceInUse(codigoGeneracion)
}
