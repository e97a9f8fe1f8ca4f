/** What a request leaves to what the service already knows, looked up before the document is built. */
import { type DteRequest, type Issue, Refused } from '@sello/contract'
import type { Ctx } from '../context.ts'
import { completeReceptor } from '../customers/complete-receptor.ts'
import { findByReferencia } from '../documents/referencia.ts'
import { checkRelated } from './check-related.ts'
import { type Corrected, completeCorrected } from './complete-corrected.ts'
import { completeRelated, type Origen } from './complete-related.ts'

export interface Completed {
  /** As its author wrote it. */
  readonly asked: DteRequest
  /** With nothing left to look up. */
  readonly request: DteRequest
  /** The documents of ours that it adjusts. */
  readonly origenes: readonly Origen[]
  /** The rejected document whose place it takes. */
  readonly corrected: Corrected | null
  /** What is wrong with what was found, to be told together with what is wrong with the document. */
  readonly problems: readonly Issue[]
}

/** Refuses what is named and is not there (404). */
export async function completeRequest(ctx: Ctx, given: DteRequest): Promise<Completed> {
  const asked = await completeReceptor(ctx, given)
  const { corrected, problems } = await completeCorrected(ctx, asked)
  const related = await completeRelated(ctx, asked)
  const { request, origenes } = related
  return {
    asked: given,
    request,
    origenes,
    corrected,
    problems: [...problems, ...checkRelated(asked, related)],
  }
}

/** Refuses a reference that a living document has (409). Nothing is held: commit 1's index decides. */
export async function assertReferencia(ctx: Ctx, { referencia }: DteRequest): Promise<void> {
  if (referencia === undefined) return
  const codigoGeneracion = await findByReferencia(ctx.pool, ctx.key, referencia)
  if (codigoGeneracion !== null) throw referenceInUse(codigoGeneracion)
}

export function referenceInUse(codigoGeneracion: string): Refused<'reference_in_use'> {
  return new Refused(
    'reference_in_use',
    `referencia: ya la tiene el documento ${codigoGeneracion}; consúltelo antes de emitir otro. No se gastó número.`,
    { codigoGeneracion },
  )
}
