/** 503: every call is written down before anything else happens, and the log fails closed. */
import { admit } from '../../keys/admit.ts'
import { parseApiKey } from '../../keys/api-key.ts'
import { type Call, header, type Learned } from '../gate.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

/** Learns the key's row in the same round trip. Whether the secret is right is the next gate's. */
export async function requestLog(call: Call): Promise<Learned> {
  const { deps, at, requestId, route, peer } = call
  const keyId = parseApiKey(header(call, 'x-service-key') ?? '')?.keyId ?? null
  const idempotencyKey = readIdempotencyKey(call)
  const admission = await admit(deps.logPool, { at, requestId, route, peer, keyId, idempotencyKey })
  return { admitted: admission?.key ?? null, found: admission?.found ?? null }
}
