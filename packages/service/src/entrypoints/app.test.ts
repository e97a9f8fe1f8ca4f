import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertDescribed } from '../../test/described.ts'
import { createWorld, SALE, type World } from '../../test/world.ts'
import { createApp } from './app.ts'
import { ROUTES } from './v1/index.ts'

const CODE = '00000000-0000-4000-8000-000000000000'
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('an unknown path is 404 for every method, with or without a key', async () => {
  const paths = [
    '/',
    '/v1',
    '/v1/',
    '/v1/dtes',
    '/v2/dte',
    '/v1/dte/x/y',
    '/dte',
    '/%F0%9F%8D%95',
    '/V1/DTE',
    '//v1/dte',
    '/v1/dte.json',
  ]
  for (const url of paths) {
    for (const method of METHODS) {
      const reply = await world.inject({ method, url })
      assert.equal(reply.status, 404, `${method} ${url}`)
      if (method !== 'HEAD') assert.equal(reply.body.error.code, 'not_found')
    }
  }
})

test('a known path with another method is 405, names the allowed ones, and needs no key', async () => {
  for (const path of new Set(ROUTES.map((route) => route.path))) {
    const url = path.replaceAll(/:\w+/g, CODE)
    const right = ROUTES.filter((route) => route.path === path).map(({ method }) => method)
    for (const method of METHODS.filter((one) => !(right as readonly string[]).includes(one))) {
      const reply = await world.inject({ method, url })
      assert.equal(reply.status, 405, `${method} ${url}`)
      assert.equal(reply.headers.allow, right.join(', '))
      if (method === 'HEAD') continue
      assert.equal(reply.body.error.code, 'method_not_allowed')
      assert.deepEqual(reply.body.error.details, { allowed: right })
      for (const one of right) assert.match(reply.body.error.message, new RegExp(one))
    }
  }
})

test('an address that cannot be decoded is 400', async () => {
  const reply = await world.inject({ method: 'GET', url: '/v1/dte/%zz' })

  assert.equal(reply.status, 400)
  assert.equal(reply.body.error.code, 'invalid_request')
  assert.equal(reply.body.error.details.field, 'path')
})

test('every answer has a request id of its own, which is in the request log', async () => {
  const { body } = await world.issue()
  const replies = [await world.query(body.codigoGeneracion), await world.query('x')]
  const ids = replies.map(({ headers }) => headers['x-request-id'])

  const logged = await world.deps.pool.many<{ route: string }>(
    'select route from request_log where request_id = any($1)',
    [ids],
  )
  assert.equal(new Set(ids).size, 2)
  assert.deepEqual(
    logged.map(({ route }) => route),
    ['query', 'query'],
  )
})

test('with a base path every route is under it, and nowhere else', async () => {
  const app = createApp(world.deps, { basePath: '/api' })
  const { apiKey, signKey } = world.company.key
  const headers = {
    'x-service-key': apiKey,
    'x-service-sign-key': signKey ?? '',
    'idempotency-key': 'base path',
  }
  const issued = await app.inject({
    method: 'POST',
    url: '/api/v1/dte',
    headers,
    payload: { ...SALE },
  })
  const { codigoGeneracion } = issued.json()
  const asked = await app.inject({ url: `/api/v1/dte/${codigoGeneracion}`, headers })
  const outside = await app.inject({ url: `/v1/dte/${codigoGeneracion}`, headers })
  const other = await app.inject({ method: 'PUT', url: '/api/v1/dte' })
  await app.close()

  assert.equal(issued.statusCode, 200, issued.payload)
  assert.equal(asked.statusCode, 200)
  assert.equal(outside.statusCode, 404)
  assert.equal(other.statusCode, 405)
  for (const [method, url, reply] of [
    ['POST', '/v1/dte', issued],
    ['GET', `/v1/dte/${codigoGeneracion}`, asked],
    ['GET', '/outside', outside],
    ['PUT', '/v1/dte', other],
  ] as const) {
    const { statusCode: status, headers, payload: text } = reply
    assertDescribed({ method, url }, { status, headers, text, body: JSON.parse(text) })
  }
})

test('callers of any address are served: IPv4, IPv6, mapped, and link-local with its zone', async () => {
  for (const remoteAddress of [
    '203.0.113.7',
    '2001:db8::1',
    '::ffff:203.0.113.7',
    'fe80::1%eth0',
  ]) {
    const reply = await world.inject({
      url: `/v1/dte/${CODE}`,
      headers: { 'x-service-key': world.company.key.apiKey },
      remoteAddress,
    })
    assert.equal(reply.status, 404, `${remoteAddress}: ${reply.text}`)
  }
})
