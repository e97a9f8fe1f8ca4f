/** 503: every call is written down before anything else happens, and the log fails closed. */
import type { Scope } from '@sello/contract'
import { admit } from '../../keys/admit.ts'
import { parseApiKey } from '../../keys/api-key.ts'
import { hashesOf } from '../../secrets.ts'
import { roomOf } from '../ctx.ts'
import { type Call, type Gate, header, type Learned, type RouteName } from '../gate.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

/** Learns all of the key and its windows in the same round trip. `scopeOf` says what a route asks of a key. */
export function requestLog(scopeOf: (route: RouteName) => Scope | null): Gate {
  return async (call: Call): Promise<Learned> => {
    const { deps, at, requestId, route, peer } = call
    const parsed = parseApiKey(header(call, 'x-service-key') ?? '')
    const ambiente = parsed?.ambiente ?? null
    const hashes = hashesOf(deps.secrets, parsed?.secret ?? '')
    const admission = await admit(deps.logPool, {
      ...{ at, requestId, route, peer, ambiente, hashes },
      keyId: parsed?.keyId ?? null,
      idempotencyKey: readIdempotencyKey(call),
      room: roomOf(route),
      scope: scopeOf(route),
      kind: route === 'status' ? 'estado' : 'cuota',
    })
    return { presented: { ambiente, hashes }, admission }
  }
}
