/** What a use case gets about a call: the process, the key, and the call's claim. */
import { ROUTE_SPECS } from '@sello/contract'
import { canonical } from '@sello/fiscal'
import type { Caller } from '../context.ts'
import type { Claim } from '../idempotency/claim.ts'
import type { IssuingCtx } from '../issuing/context.ts'
import { hashesOf } from '../secrets/secrets.ts'
import { admittedOf } from './admitted.ts'
import { type Call, header } from './gate.ts'

/** The spread stands last: at the front it would give each call's object a hidden class of its own (docs/adr/0027). */
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

/** Hashes of the route and the body, under each pepper: another body under an Idempotency-Key is refused. */
export function bodyHashesOf(
  call: Call,
  request: object,
): Pick<Claim, 'bodyHash' | 'olderBodyHashes'> {
  const text = `${call.route}\n${canonical(request)}`
  const [bodyHash, ...olderBodyHashes] = hashesOf(call.deps.secrets, text)
  return { bodyHash, olderBodyHashes }
}
