import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { RefusalCode } from '@sello/contract'
import pg from 'pg'
import { createWorld, type Reply, type World } from '../../../../test/world.ts'
import { systemRandom } from '../../../base/clock.ts'
import { mintApiKey } from '../../../ledger/keys/api-key.ts'

/** The one call of these tests, with what has been broken so far. */
interface Call {
  headers: Record<string, string>
  url: string
}

let world: World
let holder: pg.Client
before(async () => {
  world = await createWorld({ pool: { lockTimeoutMs: 200 } })
  holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await sql('create table whole as select * from api_keys')
})
beforeEach(mend)
after(async () => {
  await holder.end()
  await world.close()
})

const sql = (text: string, values: unknown[] = []) => world.deps.pool.many(text, values)
const key = (assignment: string) => sql(`update api_keys set ${assignment}`)

/** In order. If two rows break the same thing, the earlier row overrides the later one. */
const IN_ORDER: readonly (readonly [RefusalCode, (call: Call) => unknown])[] = [
  [
    'service_unavailable',
    () => holder.query('begin; lock table api_keys in access exclusive mode'),
  ],
  [
    'unauthorized',
    ({ headers }) => {
      delete headers['x-service-key']
    },
  ],
  [
    'invalid_api_key',
    ({ headers }) => {
      headers['x-service-key'] = mintApiKey('sello', '00', systemRandom).apiKey
    },
  ],
  ['key_revoked', () => key(`state = 'revoked'`)],
  ['key_expired', () => key(`expires_at = 'epoch'`)],
  ['key_inactive', () => key(`state = 'inactive'`)],
  ['ip_not_allowed', () => key(`ip_ranges = '{203.0.113.0/24}'`)],
  ['environment_not_allowed', () => key(`ambiente = '01'`)],
  [
    'rate_limited',
    async (call) => {
      await key('limit_status = 1')
      await world.inject({ method: 'GET', ...call, url: '/v1/status' })
    },
  ],
  [
    'invalid_request',
    (call) => {
      call.url = '/v1/status?todo=1'
    },
  ],
]

async function mend(): Promise<void> {
  await holder.query('rollback')
  await sql(
    `update api_keys k set state = w.state, expires_at = w.expires_at, ip_ranges = w.ip_ranges,
            ambiente = w.ambiente, limit_status = w.limit_status
       from whole w where w.key_id = k.key_id`,
  )
}

/** Breaks the last row first, so that if two rows break the same thing the earlier one prevails. */
async function callBroken(rows: typeof IN_ORDER): Promise<Reply> {
  const headers = { 'x-service-key': world.company.key.apiKey }
  const call: Call = { headers, url: '/v1/status' }
  for (const [, breakIt] of rows.toReversed()) await breakIt(call)
  return world.inject({ method: 'GET', ...call })
}

for (const [n, [code]] of IN_ORDER.entries()) {
  test(`status answers ${code} before anything after it`, async () => {
    const reply = await callBroken(IN_ORDER.slice(n))

    assert.equal(reply.body.error.code, code, reply.text)
  })
}

test('with nothing broken the same call is answered', async () => {
  assert.equal((await callBroken([])).status, 200)
})
