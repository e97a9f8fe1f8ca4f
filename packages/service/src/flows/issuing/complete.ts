/** Completes the request from stored data, before the document is built. */
import type { DteRequest, Issue } from '@sello/contract'
import { findDoubtfulByReferencia } from '../../ledger/documents/doubtful.ts'
import { findByReferencia } from '../../ledger/documents/referencia.ts'
import type { Caller } from '../context.ts'
import { checkRelated } from './check-related.ts'
import { type Corrected, completeCorrected } from './complete-corrected.ts'
import { completeItems } from './complete-items.ts'
import { completeLiquidated, type Liquidados } from './complete-liquidated.ts'
import { completeOrigins } from './complete-origins.ts'
import { completeReceptor } from './complete-receptor.ts'
import { completeRelated, type Origen } from './complete-related.ts'
import { completeRetained } from './complete-retained.ts'
import { assertOver } from './doubtful.ts'
import { referenceInUse } from './reference-in-use.ts'

export interface Completed {
  /** The request as its author wrote it. */
  readonly asked: DteRequest
  /** The request with nothing left to look up. */
  readonly request: DteRequest
  /** Our documents that it adjusts. */
  readonly origenes: readonly Origen[]
  /** What a liquidation lists. */
  readonly liquidados: Liquidados
  /** The rejected document that it corrects. */
  readonly corrected: Corrected | null
  /** The doubtful attempt that it replaces under a new code and number. */
  readonly sustituye: string | null
  /** Of the request, or else of the attempt that it corrects. */
  readonly referencia: string | null
  /** Problems of the looked-up data, reported together with those of the document. */
  readonly problems: readonly Issue[]
}

/** Refuses (404) a named record that does not exist. */
export async function completeRequest(ctx: Caller, given: DteRequest): Promise<Completed> {
  const asked = await completeItems(ctx, await completeReceptor(ctx, given))
  const { corrected, sustituye, problems, ...attempt } = await completeCorrected(ctx, asked)
  const referencia = asked.referencia ?? attempt.referencia
  if (asked.referencia === undefined) await assertReferencia(ctx, referencia)
  const related = await completeRelated(ctx, asked)
  const { origenes } = related
  const retained = await completeRetained(ctx, related.request)
  const originated = await completeOrigins(ctx, retained.request)
  const liquidated = await completeLiquidated(ctx, originated.request)
  const { request, liquidados } = liquidated
  return {
    asked: given,
    request,
    origenes,
    liquidados,
    corrected,
    sustituye: await replacedAttempt(ctx, referencia, sustituye),
    referencia,
    problems: [
      ...problems,
      ...checkRelated(asked, related),
      ...retained.problems,
      ...originated.problems,
      ...liquidated.problems,
    ],
  }
}

/** A sale that only shares the reference of a doubtful attempt replaces it too. */
async function replacedAttempt(
  ctx: Caller,
  referencia: string | null,
  sustituye: string | null,
): Promise<string | null> {
  if (referencia === null) return sustituye
  const holder = await findDoubtfulByReferencia(ctx.pool, ctx.key, referencia)
  if (holder === null || holder === sustituye) return sustituye // the ministry was already queried about it
  await assertOver(ctx, holder)
  if (sustituye !== null) throw referenceInUse(holder) // one document cannot replace two attempts
  return holder
}

/** Refuses (409) a reference that a live document has. Takes no lock: the unique index decides in commit 1. */
export async function assertReferencia(ctx: Caller, referencia: string | null): Promise<void> {
  if (referencia === null) return
  const codigoGeneracion = await findByReferencia(ctx.pool, ctx.key, referencia)
  if (codigoGeneracion !== null) throw referenceInUse(codigoGeneracion)
}
