/** 503: every call is logged before anything else happens, and the log fails closed. */
import { ROUTE_SPECS, type RouteSpec, scopesFor } from '@sello/contract'
import { hashesOf } from '../../../base/secrets/secrets.ts'
import { admit } from '../../../ledger/keys/admit.ts'
import { parseApiKey } from '../../../ledger/keys/api-key.ts'
import { type Call, header, type Learned, scopeOf } from '../gate.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

/** Reads everything about the key and its windows in one round trip, and its company before where it is not known. */
export async function requestLog(call: Call): Promise<Learned> {
  const { deps, at, requestId, route, peer } = call
  const { idem, method, window }: RouteSpec = ROUTE_SPECS[route]
  const scope = scopeOf(route)
  const given = header(call, 'x-service-key')
  const parsed = given === undefined ? null : parseApiKey(given)
  const ambiente = parsed?.ambiente ?? null
  // Without a secret too: it takes as long, since a secret fills no second block of the hash.
  const hashes = hashesOf(deps.secrets, parsed?.secret ?? '')
  const keyId = parsed?.keyId ?? null
  // Those without a key share what one key may.
  const pool = method === 'GET' ? deps.readingLog.of(keyId ?? '') : deps.logPool
  const admission = await admit(
    { logPool: pool, keyCompanies: deps.keyCompanies },
    {
      at,
      requestId,
      route,
      peer,
      ambiente,
      hashes,
      keyId,
      idempotencyKey: idem === null ? null : readIdempotencyKey(call),
      space: idem ?? 'issue',
      scopes: scope === null ? null : scopesFor(scope),
      kind: window ?? 'cuota',
    },
  )
  return { presented: { ambiente, hashes }, admission }
}
