/** The two commits of issuing as its page calls them, and reading what they left. */
import type { Sign } from '@sello/vault'
import type { Ctx } from '../context.ts'
import { findCorrectedAttempt, findDocument, type Stored } from '../documents/find.ts'
import { type Firmado, firmadoOf, type Numerado } from '../documents/firmado.ts'
import { type Outcome, toOutcome } from '../documents/outcome.ts'
import { retryFrom } from '../filings/lease.ts'
import { type AnyOutcome, type Earlier, findClaim } from '../idempotency/earlier.ts'
import { readerOf } from '../keys/reader.ts'
import type { Answer } from '../mh/answer.ts'
import type { Begun } from '../printing/printer.ts'
import type { Draft } from './build.ts'
import { laneOf } from './commit-firmados.ts'

/** A document with how its issuing ended, and whether this is a repeat of an earlier answer. */
export interface Issued {
  readonly firmado: Firmado
  readonly outcome: Outcome
  readonly replayed: boolean
  /** Its printed copy, begun while the ministry was asked; null: not begun. */
  readonly page: Begun | null
}

/** What the ministry's time was used for. */
interface Sent {
  readonly answer: Answer
  readonly page: Begun
}

/** Commit 1 (commit-firmados.ts). Null where another request holds the claim. */
export async function recordFirmado(ctx: Ctx, draft: Draft, sign: Sign): Promise<Firmado | null> {
  const numerado = await recordNumerado(ctx, draft, sign)
  return numerado && firmadoOf(numerado)
}

/** Commit 1 of a document that is only prepared: its number is reserved and nothing is signed. */
export function recordReservado(ctx: Ctx, draft: Draft): Promise<Numerado | null> {
  return recordNumerado(ctx, draft, null)
}

function recordNumerado(ctx: Ctx, draft: Draft, sign: Sign | null): Promise<Numerado | null> {
  const codigoGeneracion = draft.corrected?.codigoGeneracion ?? ctx.random.uuid().toUpperCase()
  const unsigned = { ctx, draft, sign, codigoGeneracion }
  return ctx.firmadoQueue.add(laneOf(unsigned), unsigned)
}

/**
 * Commit 2. Afterwards the answer stands, for repeats too. Where the job settled the claim first, that
 * is what everybody is told: a repeat may have been told it already.
 */
export async function recordAnswer(ctx: Ctx, firmado: Firmado, sent: Sent): Promise<Issued> {
  const { answer, page } = sent
  const now = ctx.clock.now()
  const outcome = toOutcome(answer)
  const leaseUntil = answer.kind === 'unanswered' ? retryFrom(now, 0) : null
  const move = { trigger: answer.kind, outcome, now, leaseUntil }
  const moved = await ctx.outcomeQueue.add({ pool: ctx.outcomePool, which: firmado, move })
  if (moved?.settled) return { firmado, outcome, replayed: false, page }

  const settled = await findClaim(ctx)
  if (!settled?.outcome)
    throw new Error('bug: a document has left its state and its claim has no outcome')
  return { firmado, outcome: verdictOf(settled.outcome), replayed: false, page }
}

/** The first answer of a claim, with its document read again. */
export async function readIssued(ctx: Ctx, earlier: Earlier): Promise<Issued> {
  const numerado = await readNumerado(ctx, earlier)
  const outcome = verdictOf(earlier.outcome)
  return { firmado: firmadoOf(numerado), outcome, replayed: true, page: null }
}

/** The document of a settled claim, signed or not. */
export async function readNumerado(ctx: Ctx, earlier: Earlier): Promise<Numerado> {
  const { codigoGeneracion, claimedAt } = earlier
  const stands = await findDocument(ctx.pool, readerOf(ctx), codigoGeneracion)
  if (!stands) throw new Error('bug: a settled claim names a document that is not there')
  // Two processes' clocks may differ by more than lies between two attempts: the instant itself is told first.
  const isTheClaims = stands.createdAt.getTime() === claimedAt.getTime()
  const attempt =
    wasCorrected(stands) && !isTheClaims
      ? await findCorrectedAttempt(ctx.pool, readerOf(ctx), codigoGeneracion, claimedAt)
      : null
  return attempt ?? stands
}

/** Whether another attempt stood under its code before. */
const wasCorrected = ({ historial }: Stored) =>
  historial.slice(0, -1).some(({ estado }) => estado === 'rechazado')

/** Two routes never share a claim: the route is in the hash of its body. */
function verdictOf(outcome: AnyOutcome): Outcome {
  if ('evento' in outcome || outcome.estado === 'reservado')
    throw new Error('bug: a call that issues ended in something else')
  return outcome
}
