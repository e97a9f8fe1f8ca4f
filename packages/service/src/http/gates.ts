/**
 * What every request passes before its handler runs, in this order. The order is part of the
 * contract: where a request breaks two rules, the caller gets the code of the upper line.
 */
import type { Scope } from '@sello/contract'
import type { Call, Gate, RouteName } from './gate.ts'
import { allowedIp } from './gates/allowed-ip.ts'
import { apiKey } from './gates/api-key.ts'
import { currentPepper } from './gates/current-pepper.ts'
import { environment } from './gates/environment.ts'
import { idempotencyKey } from './gates/idempotency-key.ts'
import { keyState } from './gates/key-state.ts'
import { rateWindow, rateWindows } from './gates/rate-window.ts'
import { requestLog } from './gates/request-log.ts'
import { scope } from './gates/scope.ts'
import { soundTime } from './gates/sound-time.ts'

const WRITE = ['issue', 'prepare', 'sign', 'invalidate', 'return'] as const
const ABANDON = ['return_abandon'] as const
const CONTINGENCY = ['contingency_close'] as const
const READ = ['list', 'query', 'contingency_list'] as const
const FILES = ['file', 'holding'] as const
const CUSTOMERS_WRITE = ['customer_create', 'customer_update', 'customer_delete'] as const
const CUSTOMERS_READ = ['customers_list', 'customer_read'] as const
const PRODUCTS_WRITE = ['product_create', 'product_update', 'product_delete'] as const
const PRODUCTS_READ = ['products_list', 'product_read'] as const
const STORED_WRITE = [...CUSTOMERS_WRITE, ...PRODUCTS_WRITE] as const
const STORED_READ = [...CUSTOMERS_READ, ...PRODUCTS_READ] as const
const ALL = [
  ...WRITE,
  ...ABANDON,
  ...CONTINGENCY,
  ...READ,
  ...FILES,
  ...STORED_WRITE,
  ...STORED_READ,
  'status',
] as const

/** What a route asks of its key; a route that is not here asks for none. */
const SCOPES: readonly (readonly [Scope, readonly RouteName[]])[] = [
  ['issue', WRITE],
  ['issue', ABANDON],
  ['issue', STORED_WRITE],
  ['issue', CONTINGENCY],
  ['query', READ],
  ['query', STORED_READ],
  ['download', FILES],
]

const scopeOf = (route: RouteName): Scope | null =>
  SCOPES.find(([, routes]) => routes.includes(route))?.[0] ?? null

// biome-ignore format: a table
const GATES: readonly (readonly [Gate, readonly RouteName[]])[] = [
  [soundTime,        [...WRITE, ...CONTINGENCY]], // 503: the clocks differ
  [requestLog(scopeOf), ALL], // 503: the log is written first and fails closed
  [apiKey,           ALL],   // 401 unauthorized, invalid_api_key
  [currentPepper,    ALL],
  [keyState,         ALL],   // 403 key_revoked, key_expired, key_inactive
  [allowedIp,        ALL],   // 403 ip_not_allowed
  [environment,      ALL],   // 403 environment_not_allowed
  [scope(scopeOf),   ALL],   // 403 forbidden_scope
  [rateWindows,      ALL],
  [rateWindow,       ALL],   // 429 rate_limited
  [idempotencyKey,   [...WRITE, ...CONTINGENCY]], // 400
]

/** `learned` is told after each gate what is known of the call: a refused one has a key and windows too. */
export async function passGates(call: Call, learned: (call: Call) => void): Promise<void> {
  let passing = call
  for (const [gate, routes] of GATES) {
    if (!routes.includes(call.route)) continue
    const more = await gate(passing)
    if (more === undefined) continue
    passing = { ...passing, ...more }
    learned(passing)
  }
}
