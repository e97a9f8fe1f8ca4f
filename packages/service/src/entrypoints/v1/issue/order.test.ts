import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { RefusalCode } from '@sello/contract'
import { mintSignKey } from '@sello/vault'
import pg from 'pg'
import { testAfterKey } from '../../../../test/order.ts'
import { createWorld, type Reply, SALE, type World } from '../../../../test/world.ts'
import { systemRandom } from '../../../base/clock.ts'
import { mintApiKey } from '../../../ledger/keys/api-key.ts'

const IDEMPOTENCY_KEY = 'in order'

/** The one call of these tests, with what has been broken so far. */
interface Call {
  headers: Record<string, string>
  payload: string
}

type Break = (call: Call) => unknown

/** A code that no document has. */
const NOBODYS = '11111111-1111-4111-8111-111111111111'

let world: World
let holder: pg.Client
before(async () => {
  world = await createWorld({ pool: { lockTimeoutMs: 200 } })
  holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await world.issue({ ...SALE, referencia: 'taken' }) // creates the row of the series, to be locked
  await sql('create table whole as select * from api_keys')
})
beforeEach(mend)
after(async () => {
  await holder.end()
  await world.close()
})

const sql = (text: string, values: unknown[] = []) => world.deps.pool.many(text, values)
/** In a session that keeps the lock until the call is restored. */
const hold = (text: string) => holder.query(`begin; ${text}`)
const key = (assignment: string) => sql(`update api_keys set ${assignment}`)
const body = (changes: object) => JSON.stringify({ ...SALE, ...changes })

/**
 * Every code that this route refuses with before anything is spent, in order. Some rows break the same thing (a key
 * is absent or wrong, revoked or inactive): there the earlier row overrides the later one.
 */
const IN_ORDER: readonly (readonly [RefusalCode, Break])[] = [
  ['service_unavailable', () => hold('lock table api_keys in access exclusive mode')],
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
  ['ip_not_allowed', () => key(`ip_ranges = '{192.0.2.1}'`)],
  ['environment_not_allowed', () => key(`ambiente = '01'`)],
  ['forbidden_scope', () => key(`scopes = '{query}'`)],
  ['rate_limited', fillWindows],
  [
    'idempotency_key_required',
    ({ headers }) => {
      delete headers['idempotency-key']
    },
  ],
  [
    'invalid_request',
    (call) => {
      call.payload = body({ total: 1 })
    },
  ],
  ['dte_type_not_allowed', () => key(`tipos_dte = '{03}'`)],
  ['no_storage_destination', () => sql('update storage_destinations set verified_at = null')],
  [
    'idempotency_key_reuse',
    () =>
      sql(
        `insert into claims (company_id, key_id, room, idempotency_key, body_hash, claimed_at)
         select company_id, key_id, 'issue', $1, '\\x00', $2 from api_keys`,
        [IDEMPOTENCY_KEY, world.deps.clock.now()],
      ),
  ],
  [
    'reference_in_use',
    (call) => {
      call.payload = body({ formaPago: '77', corrige: NOBODYS, referencia: 'taken' })
    },
  ],
  [
    'not_found',
    (call) => {
      call.payload = body({ formaPago: '77', corrige: NOBODYS })
    },
  ],
  [
    'validation_failed',
    (call) => {
      call.payload = body({ formaPago: '77' })
    },
  ],
  ['amount_limit', () => key('amount_max = 0.01')],
  [
    'sign_key_required',
    ({ headers }) => {
      delete headers['x-service-sign-key']
    },
  ],
  ['sign_vault_missing', () => key('vault_id = null, vault_wrap = null')],
  ['sign_vault_locked', () => key('vault_failures = 5, vault_failed_at = now()')],
  [
    'sign_key_invalid',
    ({ headers }) => {
      headers['x-service-sign-key'] = mintSignKey(systemRandom.bytes)
    },
  ],
  ['correlative_unavailable', () => hold('update series set last = last')],
]

async function mend(): Promise<void> {
  await holder.query('rollback')
  await sql(
    `update api_keys k
        set state = w.state, ip_ranges = w.ip_ranges, ambiente = w.ambiente, expires_at = w.expires_at, scopes = w.scopes, tipos_dte = w.tipos_dte,
            amount_max = w.amount_max, limit_hour = w.limit_hour, vault_id = w.vault_id, vault_wrap = w.vault_wrap,
            vault_failures = 0, vault_failed_at = null
       from whole w where w.key_id = k.key_id`,
  )
  await sql('update storage_destinations set verified_at = $1', [world.deps.clock.now()])
  await sql('delete from claims')
  await sql('delete from rate_calls')
  await sql('update rate_windows set last_seq = 0')
}

/** Counts as many calls as the key's hourly limit. */
async function fillWindows(): Promise<void> {
  await key('limit_hour = 3')
  await sql(
    `insert into rate_calls (company_id, key_id, kind, at, seq)
     select company_id, key_id, kind, $1, seq from rate_windows, generate_series(1, 3) as seq`,
    [world.deps.clock.now()],
  )
  await sql('update rate_windows set last_seq = 3')
}

/** Breaks the last row first, so that if two rows break the same thing the earlier one prevails. */
async function callBroken(rows: typeof IN_ORDER): Promise<Reply> {
  const { apiKey, signKey } = world.company.key
  const call: Call = {
    headers: {
      'content-type': 'application/json',
      'x-service-key': apiKey,
      'x-service-sign-key': signKey ?? '',
      'idempotency-key': IDEMPOTENCY_KEY,
    },
    payload: JSON.stringify(SALE),
  }
  for (const [, breakIt] of rows.toReversed()) await breakIt(call)
  return world.inject({ method: 'POST', url: '/v1/dte', ...call })
}

/**
 * Row n breaks its own rule and every rule below it, so the code that comes back proves the order.
 * Callers may rely on it: an `amount_limit` means that the document was valid.
 */
for (const [n, [code]] of IN_ORDER.entries()) {
  test(`issue answers ${code} before anything after it, and spends no number`, async () => {
    const spent = await world.numbersSpent()

    const reply = await callBroken(IN_ORDER.slice(n))

    assert.equal(reply.body.error.code, code, reply.text)
    assert.equal(await world.numbersSpent(), spent)
  })
}

testAfterKey(
  'issue',
  IN_ORDER.map(([code]) => code),
)

test('with nothing broken the same call is sealed', async () => {
  const reply = await callBroken([])

  assert.equal(reply.status, 200, reply.text)
})
