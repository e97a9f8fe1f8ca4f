import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertDescribed } from '../../test/described.ts'
import { signInAs } from '../../test/people.ts'
import { openRaw } from '../../test/raw.ts'
import { createWorld, SALE, type World } from '../../test/world.ts'
import { createLog } from '../base/log.ts'
import { NO_TRACING, type Tracing } from '../base/telemetry/tracing.ts'
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
    '/v1/status/',
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

const NO_PAGE = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/** Each is answered by another part: a gate, the router, a hook, a handler. */
// biome-ignore format: a table
const ANSWERED = [
  ['GET',  '/v1/dte',          401],
  ['GET',  '/v1/dte/%zz',      400],
  ['GET',  '/v1/nada',         404],
  ['PUT',  '/v1/dte',          405],
  ['GET',  '/v1/openapi.json', 200],
  ['HEAD', '/v1/openapi.json', 200],
] as const

test('every answer is no page and has an id of its own, whatever id the call brings', async () => {
  for (const [method, url, status] of ANSWERED) {
    const given = { 'request-id': 'x', 'x-request-id': 'x' }
    const { statusCode, headers } = await world.app.inject({ method, url, headers: given })
    assert.equal(statusCode, status, `${method} ${url}`)
    assert.match(String(headers['x-request-id']), /^[0-9a-f-]{36}$/)
    assert.deepEqual(
      [
        ...[headers['x-content-type-options'], headers['content-security-policy']],
        ...[headers['referrer-policy'], headers['cache-control'], headers['content-type']],
        headers['strict-transport-security'],
      ],
      [
        ...[
          'nosniff',
          NO_PAGE,
          'no-referrer',
          status === 200 ? 'public, max-age=3600' : 'no-store',
        ],
        ...['application/json; charset=utf-8', undefined],
      ],
      `${method} ${url}`,
    )
  }
})

// biome-ignore format: a table
const ECHOED: readonly (readonly [given: string | undefined, isEchoed: boolean])[] = [
  [undefined,       false],
  ['',              false],
  ['venta 7 ~!',    true],
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
  ['\u00e1',        false],
  ['a\u00e1',       false],
  ['\u00e1a',       false],
]

test('an Idempotency-Key comes back with its answer, if it may be one', async () => {
  for (const [method, url] of ANSWERED) {
    for (const [given, isEchoed] of ECHOED) {
      const headers = given === undefined ? {} : { 'idempotency-key': given }
      const reply = await world.app.inject({ method, url, headers })
      assert.equal(reply.headers['idempotency-key'], isEchoed ? given : undefined, given)
    }
  }
})

const START = Date.now()

/** An app whose clock goes on by a second at each look, or by `stepMs`, with what it logs and counts. */
function watched(stepMs = 1_000) {
  const lines: Record<string, unknown>[] = []
  const counted: unknown[] = []
  const shares: string[] = []
  const traced: unknown[] = []
  const tracing: Tracing = {
    ...NO_TRACING,
    call({ traceparent }, then) {
      then()
      return (route, status) => traced.push([traceparent, route, status])
    },
  }
  let looks = 0
  const { deps } = world
  const app = createApp(
    {
      ...deps,
      log: createLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
      clock: { ...deps.clock, now: () => new Date(START + stepMs * looks++) },
      metrics: { ...deps.metrics, call: (...call) => counted.push(call) },
      companyReads: {
        ...deps.companyReads,
        of(name) {
          shares.push(name)
          return deps.companyReads.of(name)
        },
      },
    },
    { basePath: '', tracing },
  )
  return { app, lines, counted, shares, traced }
}

/** From nobody that is trusted. */
const FORWARDED = { 'x-forwarded-for': '203.0.113.9' }

test('each call is logged, traced and counted with its duration: of a known caller with its key, else with the address', async () => {
  const { app, lines, counted, traced } = watched()
  const { apiKey, keyId } = world.company.key
  const of = { 'x-service-key': apiKey }
  for (const [url, headers, status, route, who] of [
    ['/v1/dte/x', of, 400, 'query', { keyId }],
    ['/v1/dte/x', FORWARDED, 401, 'query', { peer: '127.0.0.1', msg: 'anonymous call' }],
    ['/v1/nada', of, 404, null, { peer: '127.0.0.1', msg: 'anonymous call' }],
    ['/v1/dte/%zz', of, 400, null, { peer: '127.0.0.1', msg: 'anonymous call' }],
  ] as const) {
    const reply = await app.inject({ url, headers: { ...headers, traceparent: 'above' } })
    const [{ time: _, ms, ...line } = {}, ...others] = lines.splice(0)
    const requestId = reply.headers['x-request-id']
    assert.deepEqual([line, others], [{ level: 30, requestId, route, status, ...who }, []], url)
    assert.ok(Number(ms) >= 1_000 && Number(ms) < 60_000, `${ms}`)
    assert.deepEqual(counted.splice(0), [[route ?? 'none', status, Number(ms) / 1_000]])
    const trace = ['above', route ?? 'none', status]
    assert.deepEqual(traced.splice(0), url === '/v1/dte/%zz' ? [] : [trace])
  }
  await app.close()
})

test('a call that reads takes the connections of its company, or those of everybody without a key', async () => {
  const { app, shares } = watched()
  const { nit, key } = world.company
  const headers = { 'x-service-key': key.apiKey }
  const { companyId } = await world.deps.pool.one<{ companyId: string }>(
    'select company_id as "companyId" from companies where nit = $1',
    [nit],
  )
  await app.inject({ url: '/v1/status', headers })
  assert.deepEqual(shares.splice(0), [companyId])
  for (const method of ['GET', 'HEAD'] as const) {
    const { statusCode } = await app.inject({ method, url: `/v1/certificates/${nit}` })
    assert.equal(statusCode, 200)
  }
  assert.deepEqual(shares.splice(0), ['nobody', 'nobody'])
  await app.inject({ method: 'POST', url: '/v1/dte/validate', headers, payload: { ...SALE } })
  assert.deepEqual(shares, [])
  await app.close()
})

test('what is not HTTP is counted as a call of no route, and a process alone logs ten of its strangers', async () => {
  const { app, lines, counted } = watched(0)
  const raw = await openRaw(Number(new URL(await app.listen({ host: '127.0.0.1', port: 0 })).port))
  raw.write('noise\r\n\r\n')
  await raw.ended()
  assert.deepEqual(counted, [['none', 400, 0]])
  for (let n = 0; n < 12; n++) await app.inject('/v1/nada')
  assert.equal(lines.filter(({ msg }) => msg === 'anonymous call').length, 10)
  await app.close()
})

test('somebody who is signed in is answered while strangers wait for the pace', {
  timeout: 20_000,
}, async () => {
  const { cookies } = await signInAs(world, 'lector')
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const now = world.deps.clock.now()
  const clock = { ...world.deps.clock, now: () => now } // no time passes
  const app = createApp(
    { ...world.deps, clock },
    {
      basePath: '',
      console: {
        ...{ storageDir: '/nowhere', innerStorage: false, isDemonstration: false, files: null },
        publicOrigin: world.consoleOrigin,
      },
    },
  )
  const ask = (given: string) => {
    const headers = { host: 'localhost:80', 'sec-fetch-site': 'same-origin', cookie: given }
    return app.inject({ url: '/console/api/session', headers })
  }
  for (let n = 0; n < 400; n++) await app.inject('/v1/nada')
  const stranger = ask('sello_session=x')
  assert.equal((await ask(cookie)).statusCode, 200)
  await app.close()
  assert.equal((await stranger).statusCode, 401)
})

test('the cause of a fault is logged under the id of its call, and its caller is told none', async () => {
  const lines: string[] = []
  const of = () => {
    throw new Error('broken within')
  }
  const app = createApp(
    {
      ...world.deps,
      log: createLog('error', { write: (line) => lines.push(line) }),
      companyReads: { ...world.deps.companyReads, of },
    },
    { basePath: '' },
  )
  const headers = { 'x-service-key': world.company.key.apiKey }
  const reply = await app.inject({ url: '/v1/status', headers })
  await app.close()
  assert.equal(reply.statusCode, 500)
  assert.doesNotMatch(reply.payload, /broken/)
  const [{ requestId, error, msg } = {}, ...others] = lines.map((line) => JSON.parse(line))
  const id = reply.headers['x-request-id']
  assert.deepEqual([requestId, error?.message, msg], [id, 'broken within', 'internal_error'])
  assert.deepEqual(others, [])
})
