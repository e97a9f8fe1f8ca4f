import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTE_SPECS, type RouteName, type RouteSpec } from '@sello/contract'
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
