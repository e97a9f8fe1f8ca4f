/** The order of refusals of reading routes, shared by their order.test.ts. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { RefusalCode } from '@sello/contract'
import pg from 'pg'
import { systemRandom } from '../src/base/clock.ts'
import { mintApiKey } from '../src/ledger/keys/api-key.ts'
import { createWorld, type World } from './world.ts'

/** The one call, as far as it has been broken. */
export interface Call {
  apiKey: string | null
  url: string
}

export type Break = (call: Call, world: World) => unknown
export type Row = readonly [RefusalCode, Break]

const key =
  (assignment: string): Break =>
  (_, world) =>
    world.deps.pool.many(`update api_keys set ${assignment}`)

/**
 * Row n breaks its own rule and every later one, so the returned code proves the order. `own` are the route's own
 * rules, after those of every key; `fillWindow` uses up the calls of a route whose window is its own. The world has one sealed document.
 */
export function testOrder(
  name: string,
  urlOf: (codigoGeneracion: string) => string,
  own: readonly Row[],
  fillWindow: Break = key('limit_hour = 1'),
): void {
  let world: World
  let holder: pg.Client
  let url: string
  before(async () => {
    world = await createWorld({ pool: { lockTimeoutMs: 200 } })
    holder = new pg.Client({ connectionString: world.databaseUrl })
    await holder.connect()
    url = urlOf((await world.issue()).body.codigoGeneracion)
    await world.deps.pool.many('create table whole as select * from api_keys')
  })
  beforeEach(async () => {
    await holder.query('rollback')
    await world.deps.pool.many(
      `update api_keys k
          set state = w.state, expires_at = w.expires_at, scopes = w.scopes, ip_ranges = w.ip_ranges,
              ambiente = w.ambiente, limit_hour = w.limit_hour
         from whole w where w.key_id = k.key_id`,
    )
    await world.deps.pool.many(
      `update documents set estado = 'sellado', sello_recibido = 'sello' where estado <> 'sellado'`,
    )
  })
  after(async () => {
    await holder.end()
    await world.close()
  })

  const rows: readonly Row[] = [
    [
      'service_unavailable',
      () => holder.query('begin; lock table api_keys in access exclusive mode'),
    ],
    [
      'unauthorized',
      (call) => {
        call.apiKey = null
      },
    ],
    [
      'invalid_api_key',
      (call) => {
        call.apiKey = mintApiKey('sello', '00', systemRandom).apiKey
      },
    ],
    ['key_revoked', key(`state = 'revoked'`)],
    ['key_expired', key(`expires_at = 'epoch'`)],
    ['key_inactive', key(`state = 'inactive'`)],
    ['ip_not_allowed', key(`ip_ranges = '{192.0.2.1}'`)],
    ['environment_not_allowed', key(`ambiente = '01'`)],
    ['forbidden_scope', key(`scopes = '{issue}'`)],
    ['rate_limited', fillWindow],
    ...own,
  ]

  async function callBroken(broken: readonly Row[]) {
    const call: Call = { apiKey: world.company.key.apiKey, url }
    for (const [, breakIt] of broken.toReversed()) await breakIt(call, world)
    const headers = call.apiKey === null ? {} : { 'x-service-key': call.apiKey }
    return world.inject({ method: 'GET', url: call.url, headers })
  }

  for (const [n, [code]] of rows.entries()) {
    test(`${name} answers ${code} before anything below it`, async () => {
      const reply = await callBroken(rows.slice(n))

      assert.equal(reply.body.error.code, code, reply.text)
    })
  }

  test(`with nothing broken the same ${name} is answered`, async () => {
    const reply = await callBroken([])

    assert.equal(reply.status, 200, reply.text)
  })
}
