/** What a use case receives about a call: the process, the key, and the call's claim. */
import { ROUTE_SPECS } from '@sello/contract'
import { canonical } from '@sello/fiscal'
import type { Caller } from '../context.ts'
import type { Claim } from '../idempotency/claim.ts'
import type { IssuingCtx } from '../issuing/context.ts'
import { hashesOf } from '../secrets/secrets.ts'
import { admittedOf } from './admitted.ts'
import { type Call, header } from './gate.ts'

/** Member by member: objects of the issuing path share their class (docs/adr/0027). */
export function toCaller(call: Call): Caller {
  const { deps } = call
  return {
    pool: deps.pool,
    outcomePool: deps.outcomePool,
    logPool: deps.logPool,
    mh: deps.mh,
    breaker: deps.breaker,
    fence: deps.fence,
    clock: deps.clock,
    time: deps.time,
    random: deps.random,
    secrets: deps.secrets,
    printer: deps.printer,
    copyQueue: deps.copyQueue,
    monthReads: deps.monthReads,
    metrics: deps.metrics,
    log: deps.log,
    signKeyPrefix: deps.signKeyPrefix,
    key: admittedOf(call),
    now: deps.clock.now(),
  }
}

/** `request` is the body, checked: any other one under the same Idempotency-Key is refused. */
export function toCtx(call: Call, request: object): IssuingCtx {
  const { deps } = call
  // Member by member: an object that begins with a spread and gets members of its own is of a class of
  // its own in V8, and whatever reads one looks each member up (docs/adr/0027).
  return {
    pool: deps.pool,
    outcomePool: deps.outcomePool,
    logPool: deps.logPool,
    commits: deps.commits,
    mh: deps.mh,
    breaker: deps.breaker,
    fence: deps.fence,
    clock: deps.clock,
    time: deps.time,
    random: deps.random,
    secrets: deps.secrets,
    printer: deps.printer,
    copyQueue: deps.copyQueue,
    monthReads: deps.monthReads,
    metrics: deps.metrics,
    log: deps.log,
    signKeyPrefix: deps.signKeyPrefix,
    key: admittedOf(call),
    claim: claimOf(call, request),
    signKey: header(call, 'x-service-sign-key'),
    now: deps.clock.now(),
  }
}

function claimOf(call: Call, request: object): Claim {
  const idempotencyKey = header(call, 'idempotency-key')
  const { idem } = ROUTE_SPECS[call.route]
  if (!idempotencyKey || idem === null) throw new Error('bug: a claim without an Idempotency-Key')
  const { bodyHash, olderBodyHashes } = bodyHashesOf(call, request)
  return { space: idem, route: call.route, idempotencyKey, bodyHash, olderBodyHashes }
}

/** Of the route and the body, under each pepper: another body under an Idempotency-Key is refused. */
export function bodyHashesOf(
  call: Call,
  request: object,
): Pick<Claim, 'bodyHash' | 'olderBodyHashes'> {
  const text = `${call.route}\n${canonical(request)}`
  const [bodyHash, ...olderBodyHashes] = hashesOf(call.deps.secrets, text)
  return { bodyHash, olderBodyHashes }
}
