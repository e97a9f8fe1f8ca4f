/**
 * The gates that every request passes before its handler, in this order. The order is part of the contract:
 * where a request breaks two rules, the caller gets the earlier code.
 *
 * The row of a route in the contract names its gates. A route without a row has no handler; calling one is a
 * bug.
 */
import { type RefusalCode, ROUTE_SPECS, type RouteName, type RouteSpec } from '@sello/contract'
import { assertUsable } from '../../ledger/keys/usable.ts'
import { admittedOf } from './admitted.ts'
import type { Call, Gate } from './gate.ts'
import { allowedIp } from './gates/allowed-ip.ts'
import { apiKey } from './gates/api-key.ts'
import { currentPepper } from './gates/current-pepper.ts'
import { environment } from './gates/environment.ts'
import { idempotencyKey } from './gates/idempotency-key.ts'
import { rateWindow, rateWindows } from './gates/rate-window.ts'
import { requestLog } from './gates/request-log.ts'
import { scope } from './gates/scope.ts'
import { soundTime } from './gates/sound-time.ts'

const reconciled: Gate = ({ deps }) => void deps.fence.assertOpen()
const keyState: Gate = (call) => void assertUsable(admittedOf(call), call.at)

type Asks = (route: RouteSpec) => boolean
const keyed: Asks = ({ scope }) => scope !== null
const scoped: Asks = ({ scope }) => scope !== null && scope !== 'any'
const once: Asks = ({ idem }) => idem !== null

/** Each gate, what it refuses, and the routes that use it. */
// biome-ignore format: a table
export const GATES: readonly (readonly [Gate, readonly RefusalCode[], Asks])[] = [
  [soundTime,      ['service_unavailable'],                           once], // the clocks differ
  [reconciled,     ['service_unavailable'],                           once], // the database was restored
  [requestLog,     ['service_unavailable'],                           keyed], // written first, and fails closed
  [apiKey,         ['unauthorized', 'invalid_api_key'],               keyed],
  [currentPepper,  [],                                                keyed],
  [keyState,       ['key_revoked', 'key_expired', 'key_inactive'],    keyed],
  [allowedIp,      ['ip_not_allowed'],                                keyed],
  [environment,    ['environment_not_allowed'],                       keyed],
  [scope,          ['forbidden_scope'],                               scoped],
  [rateWindows,    [],                                                keyed],
  [rateWindow,     ['rate_limited'],                                  keyed],
  [idempotencyKey, ['idempotency_key_required', 'invalid_request'],   once],
]

const GATES_OF = new Map(
  (Object.entries(ROUTE_SPECS) as [RouteName, RouteSpec][]).map(([name, route]) => [
    name,
    GATES.filter(([, , asks]) => asks(route)).map(([gate]) => gate),
  ]),
)

/** Calls `learned` after each gate with the facts so far, since a refused call has a key and windows too. */
export async function passGates(call: Call, learned: (call: Call) => void): Promise<void> {
  const gates = GATES_OF.get(call.route)
  if (!gates) throw new Error(`bug: the contract has no route ${call.route}`)
  let passing = call
  for (const gate of gates) {
    const more = await gate(passing)
    if (more) {
      passing = { ...passing, ...more }
      learned(passing)
    }
  }
}
