/**
 * Shared by the routes' `order.test.ts`: the ways to break a call, each a rule in the contract, and a world that
 * can be restored. Row n of a table breaks its own rule and every later one, so the returned code proves the order.
 */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { isAfterKey, type RefusalCode, ROUTE_SPECS, type RouteName } from '@sello/contract'
import { mintSignKey } from '@sello/vault'
import pg from 'pg'
import { systemRandom } from '../src/base/clock.ts'
import { mintApiKey } from '../src/ledger/keys/api-key.ts'
import { createWorld, type Reply, type World } from './world.ts'

/** The one call of such a test, as far as it has been broken. */
interface BrokenCall {
  url: string
  headers: Record<string, string>
  payload: string
}

type Break = (call: BrokenCall) => unknown

/** `field`: that of the first issue, if a code occurs twice. */
export type Row = readonly [code: RefusalCode, breakIt: Break, field?: string]

interface Breakable {
  readonly world: World
  sql(text: string, values?: unknown[]): Promise<unknown>
  /** Changes every API key. */
  key(assignment: string): Promise<unknown>
  /** Runs it in a session that keeps its locks until the call is restored. */
  hold(text: string): Promise<unknown>
  mend(): Promise<void>
  close(): Promise<void>
}

/** Under which every call of such a test is made. */
export const IDEMPOTENCY_KEY = 'in order'

/** A call that is sealed where nothing is broken. */
export interface Sound {
  readonly url: string
  readonly body: object
}

/** The ways to break a call, for tables that are written before there is a world. */
export interface Ways extends Pick<Breakable, 'sql' | 'key' | 'hold'> {
  /** Replaces members of the body. */
  body(changes: object): Break
  /** Undoes the changes of later rows to address and body. */
  readonly asItWas: Break
  /** Makes a claim for another body with the same Idempotency-Key. */
  reuse(space: 'issue' | 'sign'): Break
}

export interface Ordered {
  readonly route: RouteName
  /** What a refused call must not do, for the tests' names. */
  readonly leaves: string
  /** The call and its prerequisites. */
  begin(world: World): Promise<Sound>
  rows(ways: Ways): readonly Row[]
  /** The codes of the contract that other tests get: they are of no order, or come after it. */
  readonly others: readonly RefusalCode[]
  /** State that a refused call must not change. */
  stands(world: World): Promise<unknown>
  /** Undoes the changes of its own rows. */
  mend?(world: World): Promise<unknown>
}

/**
 * The tests of a route's order. Callers may rely on it: a code means that every earlier check passed. The table has
 * every code of the route in the contract.
 */
export function testOrder(ordered: Ordered): void {
  const { route, leaves } = ordered
  let broken: Breakable
  let sound: Sound
  const mend = async () => {
    await broken.mend()
    await ordered.mend?.(broken.world)
  }
  before(async () => {
    broken = await createBreakable()
    sound = await ordered.begin(broken.world)
  })
  beforeEach(mend)
  after(() => broken.close())

  const rows = ordered.rows({
    sql: (text, values) => broken.sql(text, values),
    key: (assignment) => broken.key(assignment),
    hold: (text) => broken.hold(text),
    body: (changes) => (call) => {
      call.payload = JSON.stringify({ ...sound.body, ...changes })
    },
    asItWas(call) {
      call.url = sound.url
      call.payload = JSON.stringify(sound.body)
    },
    reuse: (space) => () => reuse(broken, space),
  })
  for (const [n, [code, , field]] of rows.entries()) {
    test(`${route} answers ${[code, field].join(' ').trim()} before anything below it, and ${leaves}`, async () => {
      const stood = await ordered.stands(broken.world)

      const reply = await callBroken(broken, rows.slice(n), sound)

      assert.equal(reply.body.error.code, code, reply.text)
      if (field) assert.equal(reply.body.error.details.issues[0].field, field)
      await mend()
      assert.deepEqual(await ordered.stands(broken.world), stood)
    })
  }

  test(`no code of ${route} is missing`, () => {
    const known = new Set([...rows.map(([code]) => code), ...ordered.others, ...OF_ANY])
    assert.deepEqual([...known].sort(), [...new Set(ROUTE_SPECS[route].refusals)].sort())
  })

  testAfterKey(
    route,
    rows.map(([code]) => code),
  )

  test('with nothing broken the same call is sealed', async () => {
    const reply = await callBroken(broken, [], sound)

    assert.equal(reply.status, 200, reply.text)
  })
}

/** `codes` as the route decides them, upper first. */
export function testAfterKey(route: RouteName, codes: readonly RefusalCode[]): void {
  test(`${route} decides nothing before the Idempotency-Key that the contract has after it`, () => {
    const at = codes.indexOf('idempotency_key_reuse')
    assert.ok(at > 0)
    assert.deepEqual(codes.slice(0, at).filter(isAfterKey), [])
  })
}

/** Of every route: tests of the wire get them. */
const OF_ANY: readonly RefusalCode[] = ['method_not_allowed', 'internal_error']

async function createBreakable(): Promise<Breakable> {
  const world = await createWorld({ pool: { lockTimeoutMs: 200 } })
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await world.issue() // creates the row of the series and the window's first call
  const sql = (text: string, values: unknown[] = []) => world.deps.pool.many(text, values)
  await sql('create table whole as select * from api_keys')
  return {
    world,
    sql,
    key: (assignment) => sql(`update api_keys set ${assignment}`),
    hold: (text) => holder.query(`begin; ${text}`),
    async mend() {
      await holder.query('rollback')
      await sql(
        `update api_keys k
            set state = w.state, expires_at = w.expires_at, scopes = w.scopes,
                tipos_dte = w.tipos_dte, amount_max = w.amount_max, vault_id = w.vault_id,
                vault_wrap = w.vault_wrap, vault_failures = 0, vault_failed_at = null,
                ip_ranges = w.ip_ranges, ambiente = w.ambiente, limit_hour = w.limit_hour
           from whole w where w.key_id = k.key_id`,
      )
      await sql('update storage_destinations set verified_at = $1', [world.deps.clock.now()])
      await sql('delete from claims')
    },
    async close() {
      await holder.end()
      await world.close()
    },
  }
}

/** Breaks the last row first, so that where two break the same thing the upper one stays. */
async function callBroken(
  { world }: Breakable,
  rows: readonly Row[],
  { url, body }: Sound,
): Promise<Reply> {
  const { apiKey, signKey } = world.company.key
  const call: BrokenCall = {
    url,
    headers: {
      'content-type': 'application/json',
      'x-service-key': apiKey,
      'x-service-sign-key': signKey ?? '',
      'idempotency-key': IDEMPOTENCY_KEY,
    },
    payload: JSON.stringify(body),
  }
  for (const [, breakIt] of rows.toReversed()) await breakIt(call)
  return world.inject({ method: 'POST', ...call })
}

/** The refusals of every route with scope `issue` before it reads a body, in order. */
export function gateRows({ key, hold }: Ways): readonly Row[] {
  return [
    ['service_unavailable', () => hold('lock table api_keys in access exclusive mode')],
    ['unauthorized', ({ headers }) => delete headers['x-service-key']],
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
    ['forbidden_scope', () => key(`scopes = '{query}'`)],
    ['rate_limited', () => key('limit_hour = 1')],
    ['idempotency_key_required', ({ headers }) => delete headers['idempotency-key']],
  ]
}

/** The refusals of opening the vault, in order. */
export function vaultRows({ key }: Ways): readonly Row[] {
  return [
    ['sign_key_required', ({ headers }) => delete headers['x-service-sign-key']],
    ['sign_vault_missing', () => key('vault_id = null, vault_wrap = null')],
    ['sign_vault_locked', () => key('vault_failures = 5, vault_failed_at = now()')],
    [
      'sign_key_invalid',
      ({ headers }) => {
        headers['x-service-sign-key'] = mintSignKey(systemRandom.bytes)
      },
    ],
  ]
}

function reuse({ sql, world }: Breakable, space: 'issue' | 'sign') {
  return sql(
    `insert into claims (company_id, key_id, room, idempotency_key, body_hash, claimed_at)
     select company_id, key_id, $1, $2, '\\x00', $3 from api_keys`,
    [space, IDEMPOTENCY_KEY, world.deps.clock.now()],
  )
}
