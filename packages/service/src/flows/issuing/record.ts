/** The issuing page's second commit, and the stored answers of claims. */
import { type AnyOutcome, type Earlier, findClaim } from '../../ledger/claims/earlier.ts'
import { findCorrectedAttempt, findDocument, type Stored } from '../../ledger/documents/find.ts'
import { type Firmado, firmadoOf, type Numerado } from '../../ledger/documents/firmado.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import { isFenced } from '../../ledger/marks/marks.ts'
import type { Answer } from '../../ledger/transmission/answer.ts'
import { retrySoon } from '../../ledger/transmission/lease.ts'
import { isFirstSending, type Outcome, toOutcome } from '../../ledger/transmission/outcome.ts'
import type { IssuingCtx } from './context.ts'

/** A document, how its issuing ended, and whether this repeats an earlier answer. */
export interface Issued {
  readonly firmado: Firmado
  readonly outcome: Outcome
  readonly replayed: boolean
}

/**
 * Commit 2 (record-verdicts.ts). After it the answer is stored, for repeats too. If the job settled the claim
 * first, the job's answer is returned, since a repeat may have received it already.
 */
export async function recordAnswer(
  ctx: IssuingCtx,
  firmado: Firmado,
  given: Answer,
): Promise<Issued> {
  const answer = (await isInDoubt(ctx, given)) ? WITHOUT_ANSWER : given
  const now = ctx.clock.now()
  const outcome = toOutcome(answer)
  const leaseUntil = answer.kind === 'unanswered' ? retrySoon(now) : null
  const unlessTaken = isFirstSending(answer)
  const move = { trigger: answer.kind, outcome, now, leaseUntil, unlessTaken }
  const moved = await ctx.commits.recordVerdict({ pool: ctx.outcomePool, which: firmado, move })
  if (moved?.settled) return { firmado, outcome, replayed: false }
  // The call was held up for so long that the job sent the same bytes: the ministry's record may be theirs.
  if (!moved && unlessTaken) return recordAnswer(ctx, firmado, WITHOUT_ANSWER)

  const settled = await findClaim(ctx)
  if (!settled?.outcome)
    throw new Error('bug: a document has left its state and its claim has no outcome')
  return { firmado, outcome: verdictOf(settled.outcome), replayed: false }
}

const WITHOUT_ANSWER: Answer = { kind: 'unanswered', why: 'timeout' }

/**
 * A seal that only a query found is the document's own, or that of another copy of the database. Where another copy
 * has come to light since, it is left to the reconciliation, which may find the other document.
 */
const isInDoubt = async ({ pool }: IssuingCtx, answer: Answer): Promise<boolean> =>
  answer.kind === 'sealed' && answer.isFound === true && (await isFenced(pool))

/** Reads the stored answer of a claim and its document. */
export async function readIssued(ctx: IssuingCtx, earlier: Earlier): Promise<Issued> {
  const numerado = await readNumerado(ctx, earlier)
  const outcome = verdictOf(earlier.outcome)
  return { firmado: firmadoOf(numerado), outcome, replayed: true }
}

/** The document of a settled claim, signed or not. */
export async function readNumerado(ctx: IssuingCtx, earlier: Earlier): Promise<Numerado> {
  const { codigoGeneracion, claimedAt } = earlier
  const stands = await findDocument(ctx.pool, readerOf(ctx), codigoGeneracion)
  if (!stands) throw new Error('bug: a settled claim names a document that is not there')
  // Compare the exact instant first: clock skew between processes can exceed the gap between two attempts.
  const isTheClaims = stands.createdAt.getTime() === claimedAt.getTime()
  const attempt =
    wasRejected(stands) && !isTheClaims
      ? await findCorrectedAttempt(ctx.pool, readerOf(ctx), codigoGeneracion, claimedAt)
      : null
  return attempt ?? stands
}

/** Whether an attempt with this code was rejected. */
const wasRejected = ({ historial }: Stored) =>
  historial.some(({ estado }) => estado === 'rechazado')

/** Two routes never share a claim: the route is in the hash of its body. */
function verdictOf(outcome: AnyOutcome): Outcome {
  if ('evento' in outcome || outcome.estado === 'reservado')
    throw new Error('bug: a call that issues ended in something else')
  return outcome
}
