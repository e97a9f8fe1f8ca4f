import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ROUTE_SPECS, type RouteName, type RouteSpec } from '@sello/contract'
import type { Call } from './gate.ts'
import { GATES, passGates } from './gates.ts'
import { ROUTES } from './routes/index.ts'

const rows = Object.entries(ROUTE_SPECS) as [RouteName, RouteSpec][]

test('what a gate refuses stands in the row of every route that asks for it', () => {
  for (const [name, route] of rows) {
    const refused = GATES.filter(([, , asks]) => asks(route)).flatMap(([, codes]) => codes)
    const unsaid = refused.filter((code) => !route.refusals.includes(code))
    assert.deepEqual(unsaid, [], name)
  }
})

test('a route that asks for no gate promises none of its refusals', () => {
  // These two are refused by handlers as well.
  const elsewhere = new Set(['service_unavailable', 'invalid_request'])
  for (const [name, route] of rows) {
    const open = GATES.filter(([, , asks]) => !asks(route)).flatMap(([, codes]) => codes)
    const promised = open.filter((code) => !elsewhere.has(code) && route.refusals.includes(code))
    assert.deepEqual(promised, [], name)
  }
})

test('a route that is not in the contract passes no gate', async () => {
  await assert.rejects(
    passGates({ route: 'backdoor' } as unknown as Call, () => {}),
    /bug:/,
  )
})

test('every row of the contract is a route, and HEAD is answered where no key is asked for', () => {
  const served = ROUTES.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  const promised = rows.flatMap(([, { method, path, scope }]) =>
    scope === null ? [`${method} ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
  )
  assert.deepEqual(served.toSorted(), promised.toSorted())
})
