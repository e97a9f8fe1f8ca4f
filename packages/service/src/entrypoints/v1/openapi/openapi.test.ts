import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { text as readAll } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { ROUTE_SPECS } from '@sello/contract'
import { Validator } from '@seriousme/openapi-schema-validator'
import { createWorld, type World } from '../../../../test/world.ts'
import { createApp } from '../../app.ts'
import { ROUTES } from '../index.ts'

const URL = '/v1/openapi.json'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('the contract is served to anyone, cacheable for an hour and readable by any web page', async () => {
  const { status, headers, body } = await world.inject({ method: 'GET', url: URL })

  assert.equal(status, 200)
  assert.equal(headers['cache-control'], 'public, max-age=3600')
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['ratelimit-limit'], undefined)
  assert.equal(body.info.version, '0.1.0')
})

test('HEAD answers with the same headers and no body', async () => {
  const get = await world.inject({ method: 'GET', url: URL })
  const head = await world.inject({ method: 'HEAD', url: URL })
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const onTheWire = await headOverHttp(address + URL)

  assert.equal(head.status, 200)
  assert.deepEqual(onTheWire, { length: get.headers['content-length'], text: '' })
  const { 'x-request-id': _, date: __, ...same } = get.headers
  const { 'x-request-id': ___, date: ____, ...headers } = head.headers
  assert.deepEqual(headers, same)
})

test('every other method is 405 and names those two', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const) {
    const { status, headers, body } = await world.inject({ method, url: URL })
    assert.equal(status, 405, method)
    assert.equal(headers.allow, 'GET, HEAD')
    assert.deepEqual(body.error.details, { allowed: ['GET', 'HEAD'] })
  }
})

test('it needs no key, reads none and writes no log: it works while the database is down', async () => {
  const app = createApp({ ...world.deps, pool: world.deps.pool, logPool: BROKEN }, { basePath: '' })
  const reply = await app.inject({ url: URL, headers: { 'x-service-key': 'x' } })
  await app.close()

  assert.equal(reply.statusCode, 200)
})

test('a query parameter is refused: callers would rely on an ignored one', async () => {
  const { status, body } = await world.inject({ method: 'GET', url: `${URL}?formato=yaml` })

  assert.equal(status, 400)
  assert.equal(body.error.details.field, 'formato')
})

test('it is a valid OpenAPI 3.1 document, and all its references resolve', async () => {
  const { body } = await world.inject({ method: 'GET', url: URL })
  const validator = new Validator()
  const result = await validator.validate(body)

  assert.deepEqual(result.errors ?? [], [])
  assert.equal(result.valid, true)
  assert.equal(validator.version, '3.1')
  assert.equal(validator.resolveRefs()?.openapi, '3.1.0')
})

test('with a base path the servers name it', async () => {
  const app = createApp(world.deps, { basePath: '/api' })
  const reply = await app.inject({ url: `/api${URL}` })
  await app.close()

  assert.equal(reply.json().servers[0].url, '/api')
})

test('the served routes are exactly those of the contract', () => {
  const served = ROUTES.filter(({ method }) => method !== 'HEAD').map(
    ({ name, method, path }) => `${name}: ${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`,
  )
  const described = Object.entries(ROUTE_SPECS).map(
    ([name, { method, path }]) => `${name}: ${method} ${path}`,
  )

  assert.deepEqual(served.toSorted(), described.toSorted())
})

/** Over a real connection, where the body is really omitted. */
async function headOverHttp(url: string) {
  const sent = request(url, { method: 'HEAD', agent: false }).end()
  const [response] = await once(sent, 'response')
  return { length: response.headers['content-length'], text: await readAll(response) }
}

/** A database that always fails. */
const BROKEN: World['deps']['logPool'] = new Proxy({} as World['deps']['logPool'], {
  get() {
    throw new Error('nobody asks the database')
  },
})
