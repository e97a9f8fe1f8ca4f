/**
 * Before a replacement of a doubtful attempt is issued, the ministry is queried about the attempt, so that one sale
 * does not end with two sealed documents (ADR 0041).
 */
import { Refused } from '@sello/contract'
import { MINUTE_MS } from '../../base/time/durations.ts'
import { doubtfulOf, findSubstitute, rejectedAt } from '../../ledger/documents/doubtful.ts'
import { ESTADOS_VIVOS } from '../../ledger/documents/estados.ts'
import { findDocument, type Stored } from '../../ledger/documents/find.ts'
import { readerOf } from '../../ledger/keys/reader.ts'
import { toOutcome } from '../../ledger/transmission/outcome.ts'
import type { Caller } from '../context.ts'
import { recordVerdicts } from './record-verdicts.ts'
import { referenceInUse } from './reference-in-use.ts'

/**
 * Queries the ministry about the attempt and those that it replaced. Returns the code of the sealed one, which is
 * now recorded; null if the ministry has sealed none of them, or only one that is invalidated since. Refuses (503)
 * if the ministry does not answer; nothing is spent.
 */
export async function findSealedAttempt(
  ctx: Caller,
  codigoGeneracion: string,
): Promise<string | null> {
  let code: string | null = codigoGeneracion
  while (code !== null) {
    const attempt: Stored | null = await findDocument(ctx.pool, readerOf(ctx), code)
    if (!attempt) throw new Error('bug: an attempt of a sale is not there')
    const isHeld = attempt.estado !== 'rechazado' || (await askAbout(ctx, attempt))
    if (isHeld && attempt.estado !== 'invalidado') return code
    code = attempt.sustituye
  }
  return null
}

/** Whether the ministry sealed the attempt late. */
async function askAbout(ctx: Caller, attempt: Stored): Promise<boolean> {
  if (!attempt.dudoso) return false
  const { codigoGeneracion } = attempt
  const doubtful = doubtfulOf(attempt)
  const found = await ctx.mh.ask(doubtful)
  if (found.kind === 'not_found' || found.kind === 'rejected') return false
  if (found.kind === 'unanswered') {
    throw new Refused(
      'service_unavailable',
      `Un envío del documento ${codigoGeneracion} quedó sin respuesta y Hacienda no dice ahora si lo selló. No se hizo nada: repita en unos minutos con la misma Idempotency-Key.`,
      {},
    )
  }
  const now = ctx.clock.now()
  const outcome = toOutcome(found)
  const decided = { leaseUntil: null, unlessTaken: false }
  const move = { trigger: found.kind, outcome, now, ...decided }
  await recordVerdicts([{ pool: ctx.outcomePool, which: doubtful, move }])
  ctx.log.warn({ codigoGeneracion }, 'late seal: the ministry sealed a rejected document')
  return true
}

/** An unanswered transmission may still arrive for this long, whatever a query returns. */
const ON_ITS_WAY_MS = 10 * MINUTE_MS

/**
 * Refuses (409) a new sale under the reference of a doubtful attempt if the ministry sealed that attempt, may still
 * receive it, or if a correction of it is live. Otherwise the new document may replace it.
 */
export async function assertOver(ctx: Caller, code: string): Promise<void> {
  const isSealed = await findSealedAttempt(ctx, code)
  if (isSealed !== null) throw referenceInUse(isSealed)
  const { companyId } = ctx.key
  const substitute = await findSubstitute(ctx.pool, companyId, code, ESTADOS_VIVOS)
  if (substitute !== null) throw referenceInUse(substitute)
  const attempt = await findDocument(ctx.pool, readerOf(ctx), code)
  if (!attempt) throw new Error('bug: a doubtful attempt is not there')
  const leftMs = rejectedAt(attempt).getTime() + ON_ITS_WAY_MS - ctx.now.getTime()
  const minutes = Math.ceil(leftMs / MINUTE_MS)
  if (minutes > 0) throw mayYetBeSealed(code, minutes)
}

function mayYetBeSealed(codigoGeneracion: string, minutes: number) {
  return new Refused(
    'reference_in_use',
    `referencia: el documento ${codigoGeneracion} fue rechazado y un envío anterior suyo quedó sin respuesta: Hacienda aún puede sellarlo. Corríjalo con corrige, o repita en ${minutes} min. No se gastó número.`,
    { codigoGeneracion },
  )
}
