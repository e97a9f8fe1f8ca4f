/** What a use case gets about a call: the process, the key, and the call's claim. */
import { DteRequest, ROUTE_SPECS, type RouteName, type RouteSpec } from '@sello/contract'
import { canonical } from '@sello/fiscal'
import type { TSchema } from 'typebox'
import { withoutNulls } from '../../base/json/nulls.ts'
import { hashesOf } from '../../base/secrets/secrets.ts'
import type { Caller } from '../../flows/context.ts'
import type { IssuingCtx } from '../../flows/issuing/context.ts'
import type { Claim } from '../../ledger/claims/claim.ts'
import { admittedOf } from './admitted.ts'
import { type Call, header } from './gate.ts'

/** The spread stands last: at the front it would give each call's object a hidden class of its own (ADR 0027). */
export function toCaller(call: Call): Caller {
  const { deps } = call
  return { key: admittedOf(call), now: deps.clock.now(), ...deps }
}

/** `request` is the checked body: another body under the same Idempotency-Key is refused. */
export function toCtx(call: Call, request: object): IssuingCtx {
  const { deps } = call
  return {
    key: admittedOf(call),
    claim: claimOf(call, request),
    signKey: header(call, 'x-service-sign-key'),
    now: deps.clock.now(),
    ...deps,
  }
}

function claimOf(call: Call, request: object): Claim {
  const idempotencyKey = header(call, 'idempotency-key')
  const { idem } = ROUTE_SPECS[call.route]
  if (!idempotencyKey || idem === null) throw new Error('bug: a claim without an Idempotency-Key')
  const { bodyHash, olderBodyHashes } = bodyHashesOf(call, request)
  return { space: idem, route: call.route, idempotencyKey, bodyHash, olderBodyHashes }
}

/**
 * Hashes of the route and the body, under each pepper: another body under an Idempotency-Key is refused. A null is
 * not hashed where it is the same as leaving the member out. Claims of processes of an earlier version hash it.
 */
export function bodyHashesOf(
  call: Call,
  request: object,
): Pick<Claim, 'bodyHash' | 'olderBodyHashes'> {
  const hashed = (body: unknown) => hashesOf(call.deps.secrets, `${call.route}\n${canonical(body)}`)
  const without = WITHOUT_NULLS.get(call.route)?.(request) ?? request
  const [bodyHash, ...olderBodyHashes] = hashed(without)
  if (without === request) return { bodyHash, olderBodyHashes }
  return { bodyHash, olderBodyHashes: [...olderBodyHashes, ...hashed(request)] }
}

/** By route; the request of every document type is a `DteRequest`. */
const WITHOUT_NULLS = new Map(
  (Object.entries(ROUTE_SPECS) as [RouteName, RouteSpec][]).flatMap(([name, { body }]) => {
    if (body === null) return []
    const schema = Array.isArray(body) ? DteRequest : (body as TSchema)
    return [[name, withoutNulls(schema)] as const]
  }),
)
