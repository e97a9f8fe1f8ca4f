/**
 * What `order.test.ts` of a route stands on: the ways to break a call, each a rule that the contract
 * names, and a world that can be mended again. Row n of a table breaks its own rule and every rule below
 * it, so the code that comes back proves the order.
 */
import type { RefusalCode } from '@sello/contract'
import { mintSignKey } from '@sello/vault'
import pg from 'pg'
import { systemRandom } from '../src/clock.ts'
import { mintApiKey } from '../src/keys/api-key.ts'
import { createWorld, type Reply, type World } from './world.ts'

/** The one call of such a test, as far as it has been broken. */
export interface BrokenCall {
  headers: Record<string, string>
  payload: string
}

export type Row = readonly [RefusalCode, (call: BrokenCall) => unknown]

export interface Breakable {
  readonly world: World
  sql(text: string, values?: unknown[]): Promise<unknown>
  /** Changes every API key. */
  key(assignment: string): Promise<unknown>
  /** Runs it in a session that keeps its locks until the call is mended. */
  hold(text: string): Promise<unknown>
  mend(): Promise<void>
  close(): Promise<void>
}

export async function createBreakable(): Promise<Breakable> {
  const world = await createWorld({ pool: { lockTimeoutMs: 200 } })
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  await holder.connect()
  await world.issue() // afterwards the series has its row, and the window its first call
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
export async function callBroken(
  { world }: Breakable,
  rows: readonly Row[],
  { url, idempotencyKey, body }: { url: string; idempotencyKey: string; body: object },
): Promise<Reply> {
  const { apiKey, signKey } = world.company.key
  const call: BrokenCall = {
    headers: {
      'content-type': 'application/json',
      'x-service-key': apiKey,
      'x-service-sign-key': signKey ?? '',
      'idempotency-key': idempotencyKey,
    },
    payload: JSON.stringify(body),
  }
  for (const [, breakIt] of rows.toReversed()) await breakIt(call)
  return world.inject({ method: 'POST', url, ...call })
}

/** What every route of the scope `issue` refuses before it reads a body, upper first. */
export function gateRows({ key, hold }: Omit<Breakable, 'world'>): readonly Row[] {
  return [
    ['service_unavailable', () => hold('lock table request_log in exclusive mode')],
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

/** What opening the vault refuses, upper first. */
export function vaultRows({ key }: Omit<Breakable, 'world'>): readonly Row[] {
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

/** A claim of another body under the string, in the room. */
export function reuse({ sql, world }: Breakable, room: 'issue' | 'sign', idempotencyKey: string) {
  return sql(
    `insert into claims (company_id, key_id, room, idempotency_key, body_hash, claimed_at)
     select company_id, key_id, $1, $2, '\\x00', $3 from api_keys`,
    [room, idempotencyKey, world.deps.clock.now()],
  )
}
