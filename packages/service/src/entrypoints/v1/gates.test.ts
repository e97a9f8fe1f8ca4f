import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RefusalCode, ROUTE_SPECS, type RouteName, type RouteSpec } from '@sello/contract'
import type { Call } from './gate.ts'
import { GATES, passGates } from './gates.ts'
import { ROUTES } from './index.ts'

const rows = Object.entries(ROUTE_SPECS) as [RouteName, RouteSpec][]

test('every route that uses a gate lists that gate’s refusals', () => {
  for (const [name, route] of rows) {
    const refused = GATES.filter(([, , asks]) => asks(route)).flatMap(([, codes]) => codes)
    const unsaid = refused.filter((code) => !route.refusals.includes(code))
    assert.deepEqual(unsaid, [], name)
  }
})

test('a route that does not use a gate lists none of its refusals', () => {
  // Handlers also refuse with these two.
  const elsewhere = new Set(['service_unavailable', 'invalid_request'])
  for (const [name, route] of rows) {
    const open = GATES.filter(([, , asks]) => !asks(route)).flatMap(([, codes]) => codes)
    const promised = open.filter((code) => !elsewhere.has(code) && route.refusals.includes(code))
    assert.deepEqual(promised, [], name)
  }
})

/** The routes that ask for more, the later ones for all. */
// biome-ignore format: a table
const PASSED: readonly (readonly [route: RouteName, gates: readonly string[], refusals: readonly RefusalCode[]])[] = [
  ['openapi', [], []],
  ['status',
    ['requestLog', 'apiKey', 'currentPepper', 'keyState', 'allowedIp', 'environment', 'rateWindows', 'rateWindow'],
    ['service_unavailable', 'unauthorized', 'invalid_api_key', 'key_revoked', 'key_expired', 'key_inactive', 'ip_not_allowed', 'environment_not_allowed', 'rate_limited']],
  ['list',
    ['requestLog', 'apiKey', 'currentPepper', 'keyState', 'allowedIp', 'environment', 'scope', 'rateWindows', 'rateWindow'],
    ['service_unavailable', 'unauthorized', 'invalid_api_key', 'key_revoked', 'key_expired', 'key_inactive', 'ip_not_allowed', 'environment_not_allowed', 'forbidden_scope', 'rate_limited']],
  ['issue',
    ['soundTime', 'reconciled', 'requestLog', 'apiKey', 'currentPepper', 'keyState', 'allowedIp', 'environment', 'scope', 'rateWindows', 'rateWindow', 'idempotencyKey'],
    ['service_unavailable', 'service_unavailable', 'service_unavailable', 'unauthorized', 'invalid_api_key', 'key_revoked', 'key_expired', 'key_inactive', 'ip_not_allowed', 'environment_not_allowed', 'forbidden_scope', 'rate_limited', 'idempotency_key_required', 'invalid_request']],
]

test('a call passes its gates in their order, each with what it refuses', () => {
  for (const [name, gates, refusals] of PASSED) {
    const passed = GATES.filter(([, , asks]) => asks(ROUTE_SPECS[name]))
    assert.deepEqual(
      passed.map(([gate]) => gate.name),
      gates,
      name,
    )
    assert.deepEqual(
      passed.flatMap(([, codes]) => codes),
      refusals,
      name,
    )
  }
})

test('a route outside the contract passes no gate', async () => {
  await assert.rejects(
    passGates({ route: 'backdoor' } as unknown as Call, () => {}),
    /bug:/,
  )
})

test('every row of the contract is a route, and HEAD is answered where no key is needed', () => {
  const served = ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  const promised = rows.flatMap(([, { method, path, scope }]) =>
    scope === null ? [`${method} ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
  )
  assert.deepEqual(served.toSorted(), promised.toSorted())
})
