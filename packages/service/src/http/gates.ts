/**
 * What every request passes before its handler runs, in this order. The order is part of the
 * contract: where a request breaks two rules, the caller gets the code of the upper line.
 */
import type { Call, Gate, RouteName } from './gate.ts'
import { apiKey } from './gates/api-key.ts'
import { idempotencyKey } from './gates/idempotency-key.ts'
import { keyState } from './gates/key-state.ts'
import { requestLog } from './gates/request-log.ts'
import { scope } from './gates/scope.ts'

const WRITE = ['issue'] as const
const READ = ['query'] as const
const ALL = [...WRITE, ...READ] as const

// biome-ignore format: a table
const GATES: readonly (readonly [Gate, readonly RouteName[]])[] = [
  [requestLog,       ALL],   // 503: the log is written first and fails closed
  [apiKey,           ALL],   // 401 unauthorized, invalid_api_key
  [keyState,         ALL],   // 403 key_revoked, key_expired, key_inactive
  [scope('issue'),   WRITE], // 403 forbidden_scope
  [scope('query'),   READ],
  [idempotencyKey,   WRITE], // 400
]

/** The call with all that its gates learned. */
export async function passGates(call: Call): Promise<Call> {
  let passing = call
  for (const [gate, routes] of GATES) {
    if (routes.includes(call.route)) passing = { ...passing, ...(await gate(passing)) }
  }
  return passing
}
