/** The claim under an Idempotency-Key, and its meaning for a request. */
import { Refused } from '@sello/contract'
import { CLAIM_MS } from '../../base/time/durations.ts'
import type { EnReserva, EventOutcome, Outcome } from '../transmission/outcome.ts'
import type { Claim, Claiming } from './claim.ts'

/** The outcome on any route: two routes never share a claim, because the route is part of the body's hash. */
export type AnyOutcome = Outcome | EnReserva | EventOutcome

/** A row of `claims`. */
export interface ClaimRow {
  readonly body_hash: Buffer
  readonly claimed_at: Date
  readonly codigo_generacion: string
  readonly outcome: AnyOutcome | null
}

export interface Earlier {
  readonly codigoGeneracion: string
  readonly claimedAt: Date
  readonly outcome: AnyOutcome
}

/** Reads the row again, for a request that lost the race for the claim. */
export function findClaim(ctx: Claiming): Promise<ClaimRow | null> {
  return ctx.pool.maybeOne<ClaimRow>(
    `select body_hash, claimed_at, codigo_generacion, outcome from claims
      where company_id = $1 and key_id = $2 and room = $3 and idempotency_key = $4`,
    [ctx.key.companyId, ctx.key.keyId, ctx.claim.space, ctx.claim.idempotencyKey],
  )
}

/** For a request that lost the race for the claim: the winner's outcome. */
export async function findEarlier(ctx: Claiming): Promise<Earlier> {
  const earlier = earlierOf(await findClaim(ctx), ctx.claim, ctx.now)
  if (!earlier) throw new Error('bug: a claim that another request took is not there')
  return earlier
}

/** The state of the claim for this request. */
export type ClaimState =
  | { readonly kind: 'first' }
  | ({ readonly kind: 'settled' } & Earlier)
  /** Something was signed under it, and has no outcome yet. */
  | { readonly kind: 'unfinished'; readonly refusal: Refused<'idempotency_in_flight'> }

/** Refuses (422) another body under the key. */
export function claimStateOf(found: ClaimRow | null, claim: Claim, now: Date): ClaimState {
  if (!found || now.getTime() - found.claimed_at.getTime() >= CLAIM_MS) return { kind: 'first' }
  assertSameRoute(found, claim)
  assertSameBody(found.body_hash, claim)
  if (found.outcome) {
    const { codigo_generacion: codigoGeneracion, claimed_at: claimedAt, outcome } = found
    return { kind: 'settled', codigoGeneracion, claimedAt, outcome }
  }
  return { kind: 'unfinished', refusal: inFlight(found, now) }
}

/** Refuses (422) a key used for another body or route. */
export function assertSameBody(
  found: Buffer,
  { bodyHash, olderBodyHashes }: Pick<Claim, 'bodyHash' | 'olderBodyHashes'>,
): void {
  if ([bodyHash, ...olderBodyHashes].some((hash) => hash.equals(found))) return
  throw new Refused(
    'idempotency_key_reuse',
    'Esta Idempotency-Key ya se usó con otro cuerpo. Use una nueva para otra operación.',
    {},
  )
}

/**
 * The outcome of the first request with this key, or null if this is the first. Refuses another body (422), and a
 * repeat while the first is still running (409, naming its document).
 */
export function earlierOf(found: ClaimRow | null, claim: Claim, now: Date): Earlier | null {
  const state = claimStateOf(found, claim, now)
  if (state.kind === 'unfinished') throw state.refusal
  return state.kind === 'first' ? null : state
}

/** `prepare` and issuing share a claim; a key used for the other route is refused by name. */
function assertSameRoute({ outcome }: ClaimRow, { route }: Claim): void {
  if (outcome === null || (route !== 'issue' && route !== 'prepare')) return
  const wasPrepared = outcome.estado === 'reservado'
  if (wasPrepared === (route === 'prepare')) return
  const other = wasPrepared ? 'POST /v1/dte/prepare' : 'POST /v1/dte'
  const message = `Esta Idempotency-Key ya se usó en otra ruta, ${other}. Use una nueva para esta operación.`
  throw new Refused('idempotency_key_reuse', message, {})
}

function inFlight(found: ClaimRow, now: Date) {
  const elapsedMs = now.getTime() - found.claimed_at.getTime()
  const enVueloSegundos = Math.max(0, Math.floor(elapsedMs / 1000))
  const codigoGeneracion = found.codigo_generacion.toUpperCase()
  const message = `La primera petición con esta Idempotency-Key sigue en curso y ya empezó algo irreversible: consulte el documento ${codigoGeneracion}.`
  return new Refused('idempotency_in_flight', message, { enVueloSegundos, codigoGeneracion })
}
