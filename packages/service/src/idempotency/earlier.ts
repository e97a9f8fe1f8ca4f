/** What stands under an Idempotency-Key, and what it means for the request that finds it. */
import { Refused } from '@sello/contract'
import type { Claim, Ctx } from '../context.ts'
import type { EnReserva, Outcome } from '../documents/outcome.ts'

/** SPEC part 8: afterwards the string is free again. */
const LIFETIME_MS = 24 * 60 * 60 * 1000

/** Where a string is known; its claim is another one in the other room. */
export type Room = 'issue' | 'sign'

/** A row of `claims`. */
export interface ClaimRow {
  readonly body_hash: Buffer
  readonly claimed_at: Date
  readonly codigo_generacion: string | null
  readonly outcome: Outcome | EnReserva | null
}

export interface Earlier {
  readonly codigoGeneracion: string
  readonly claimedAt: Date
  readonly outcome: Outcome | EnReserva
}

/** The row as it stands now: for a request that lost the race for the claim. */
export function findClaim(ctx: Ctx): Promise<ClaimRow | null> {
  return ctx.pool.maybeOne<ClaimRow>(
    `select body_hash, claimed_at, codigo_generacion, outcome from claims
      where company_id = $1 and key_id = $2 and room = $3 and idempotency_key = $4`,
    [ctx.key.companyId, ctx.key.keyId, ctx.claim.room, ctx.claim.idempotencyKey],
  )
}

/** For a request that lost the race for the claim: what the winner has by now. */
export async function findEarlier(ctx: Ctx): Promise<Earlier> {
  const earlier = earlierOf(await findClaim(ctx), ctx.claim, ctx.now)
  if (!earlier) throw new Error('bug: a claim that another request took is not there')
  return earlier
}

/**
 * How the first request with this string ended, or null where this one is the first. Refuses another
 * body under the string (422), and a first request that still runs (409, naming its document).
 */
export function earlierOf(found: ClaimRow | null, claim: Claim, now: Date): Earlier | null {
  if (!found || now.getTime() - found.claimed_at.getTime() >= LIFETIME_MS) return null
  const hashes = [claim.bodyHash, ...claim.olderBodyHashes]
  if (!hashes.some((hash) => hash.equals(found.body_hash))) {
    throw new Refused(
      'idempotency_key_reuse',
      'Esta Idempotency-Key ya se usó con otro cuerpo. Use una nueva para otra operación.',
      {},
    )
  }
  if (found.outcome && found.codigo_generacion) {
    const { codigo_generacion: codigoGeneracion, claimed_at: claimedAt, outcome } = found
    return { codigoGeneracion, claimedAt, outcome }
  }
  throw inFlight(found, now)
}

function inFlight(found: ClaimRow, now: Date) {
  const elapsedMs = now.getTime() - found.claimed_at.getTime()
  const enVueloSegundos = Math.max(0, Math.floor(elapsedMs / 1000))
  const codigoGeneracion = found.codigo_generacion?.toUpperCase()
  const message = codigoGeneracion
    ? `La primera petición con esta Idempotency-Key sigue en curso y ya tomó número: consulte el documento ${codigoGeneracion}.`
    : 'La primera petición con esta Idempotency-Key sigue en curso. Espere y repita con la misma.'
  return new Refused('idempotency_in_flight', message, {
    enVueloSegundos,
    ...(codigoGeneracion ? { codigoGeneracion } : { seLiberaSola: true }),
  })
}
