/** Logging in with the ministry: what is asked of it, how its answer is read, and what is kept and logged of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DatabaseUnavailable } from '../../base/db/errors.ts'
import { createLog } from '../../base/log.ts'
import type { Lease } from '../../ledger/companies/ministry-account.ts'
import type { Post, Raw } from './exchange.ts'
import { createSessions } from './session.ts'

const ACCOUNT = { companyId: 'c', ambiente: '01' } as const
const START = new Date('2026-10-05T16:00:00Z').getTime()
const TIMEOUT_MS = 8_000
const [MINUTE, HOUR] = [60_000, 3_600_000]
const at = (ms: number) => new Date(START + ms)
const LOGIN: Lease = { kind: 'login', usuario: '0614', password: 'á&=' }

interface Given {
  readonly leases?: readonly (Lease | Error)[]
  readonly raw?: Raw
  /** How long the ministry takes. */
  readonly tookMs?: number
  /** How long the database takes. */
  readonly leaseMs?: number
}

/** Sessions that are given these leases, one after the other, of a ministry that answers so. */
function sessionsOf({ leases = [LOGIN], raw, tookMs = 0, leaseMs = 0 }: Given) {
  let nowMs = START
  const posts: Post[] = []
  const taken: unknown[] = []
  const kept: unknown[] = []
  const pauses: number[] = []
  const lines: string[] = []
  const accounts = {
    async takeToken(_: unknown, now: Date, until: Date) {
      const lease = leases[Math.min(taken.length, leases.length - 1)]
      taken.push([now, until])
      nowMs += leaseMs
      if (lease instanceof Error) throw lease
      return lease
    },
    storeToken: async (_: unknown, until: Date, token: object) => kept.push({ until, token }),
    endLogin: async (_: unknown, until: Date, refused: object) => kept.push({ until, refused }),
  }
  const sessions = createSessions({
    accounts: accounts as never,
    clock: {
      now: () => new Date(nowMs),
      async sleep(ms) {
        pauses.push(ms)
        nowMs += ms
      },
    },
    exchangeOf: (ambiente) => ({
      async post(post) {
        assert.equal(ambiente, '01')
        posts.push(post)
        nowMs += tookMs
        return raw ?? assert.fail('nobody is asked')
      },
      close: async () => {},
    }),
    timeoutMs: TIMEOUT_MS,
    log: createLog('info', { write: (line) => void lines.push(line) }),
  })
  const open = (untilMs = MINUTE) => sessions.open(ACCOUNT, at(untilMs))
  const said = () =>
    lines.map((line) => {
      const { time: _, error, ...told } = JSON.parse(line)
      return error ? { ...told, error: error.name } : told
    })
  return { open, said, posts, taken, kept, pauses, pass: (ms: number) => (nowMs += ms) }
}

const answered = (status: number, json: unknown): Raw => ({ kind: 'response', status, json })
const OK = (token: unknown) => answered(200, { status: 'OK', body: { token } })
const tokenWith = (claims: string) => `Bearer h.${Buffer.from(claims).toString('base64url')}.s`
const EXPIRED_CODE = '103'

test('a login sends the user and the password as a form, for as long as its caller has, and an exchange may take', async () => {
  // biome-ignore format: a table
  const limits = [[MINUTE, TIMEOUT_MS], [TIMEOUT_MS + 1, TIMEOUT_MS], [500, 500], [1, 1]] as const
  for (const [untilMs, timeoutMs] of limits) {
    const one = sessionsOf({ raw: OK('t') })
    assert.deepEqual(await one.open(untilMs), { kind: 'open', token: 't' })
    assert.deepEqual(one.posts, [
      {
        path: '/seguridad/auth',
        contentType: 'application/x-www-form-urlencoded',
        body: 'user=0614&pwd=%C3%A1%26%3D',
        timeoutMs,
      },
    ])
    assert.deepEqual(one.taken, [[at(0), at(2 * TIMEOUT_MS)]], 'it is its turn for two exchanges')
    assert.deepEqual(one.said(), [])
  }
})

test('a login whose time went by while the database was asked is not waited for', async () => {
  const late = sessionsOf({ raw: OK('t'), leaseMs: 700 })
  await late.open(500)
  assert.equal(late.posts[0]?.timeoutMs, 1)
})

// biome-ignore format: a table
const LIVES: readonly (readonly [what: string, token: string, livesMs: number])[] = [
  ['names its end',                tokenWith(`{"exp":${(START + 2 * HOUR) / 1_000}}`),    2 * HOUR - 5 * MINUTE],
  ['names its end with spaces',    tokenWith(`{"exp" : ${(START + HOUR) / 1_000} }`),     HOUR - 5 * MINUTE],
  ['ends in six minutes',          tokenWith(`{"exp":${(START + 6 * MINUTE) / 1_000}}`),  MINUTE],
  ['ends in five minutes',         tokenWith(`{"exp":${(START + 5 * MINUTE) / 1_000}}`),  MINUTE],
  ['has ended',                    tokenWith('{"exp":1}'),                                MINUTE],
  ['ends tomorrow',                tokenWith(`{"exp":${(START + 24 * HOUR) / 1_000}}`),   20 * HOUR],
  ['ends in twelve digits',        tokenWith('{"exp":999999999999}'),                     20 * HOUR],
  ['names no end',                 tokenWith('{"sub":"x"}'),                              20 * HOUR],
  ['names its end in milliseconds', tokenWith(`{"exp":${START + HOUR}}`),                 20 * HOUR],
  ['is no token of that form',     't',                                                   20 * HOUR],
  ['is one without "Bearer"',      tokenWith(`{"exp":${(START + HOUR) / 1_000}}`).slice(7), HOUR - 5 * MINUTE],
]

for (const [what, token, livesMs] of LIVES) {
  test(`a token that ${what} is used for ${livesMs / MINUTE} minutes, here and by all processes`, async () => {
    const one = sessionsOf({ raw: OK(token) })
    await one.open()
    const until = at(livesMs)
    assert.deepEqual(one.kept, [{ until: at(2 * TIMEOUT_MS), token: { token, until } }])
    one.pass(livesMs - 1)
    await one.open(25 * HOUR)
    assert.equal(one.taken.length, 1)
    one.pass(1)
    await one.open(25 * HOUR)
    assert.equal(one.taken.length, 2)
  })
}

const REFUSED = { kind: 'closed', why: 'unauthorized' } as const
const UNREADABLE = { kind: 'closed', why: 'unreadable' } as const

// biome-ignore format: a table
const REFUSALS: readonly (readonly [status: number, json: unknown, why: 'refused' | 'expired' | null])[] = [
  [200, { status: 'ERROR' },                                          'refused'],
  [200, { status: 'ERROR', body: null },                              'refused'],
  [200, { status: 'ERROR', codigoMsg: '107' },                        'refused'],
  [200, { status: 'ERROR', codigoMsg: EXPIRED_CODE },                 'expired'],
  [200, { status: 'ERROR', codigoMsg: Number(EXPIRED_CODE) },         'expired'],
  [200, { status: 'ERROR', body: { codigoMsg: EXPIRED_CODE } },       'expired'],
  [200, { status: 'ERROR', codigoMsg: '107', body: { codigoMsg: EXPIRED_CODE } }, 'refused'],
  [401, undefined,                                                    'refused'],
  [401, { codigoMsg: EXPIRED_CODE },                                  'expired'],
  [403, null,                                                         'refused'],
  [400, undefined,                                                    null],
  [402, undefined,                                                    null],
  [404, undefined,                                                    null],
  [200, {},                                                           null],
  [200, undefined,                                                    null],
  [200, { status: 'OK' },                                             null],
  [200, { status: 'OK', body: { token: '' } },                        null],
  [200, { status: 'OK', body: { token: 7 } },                         null],
  [200, { status: 'no', body: { token: 't' } },                       null],
]

for (const [status, json, why] of REFUSALS) {
  test(`a login that is answered ${status} ${JSON.stringify(json)} is ${why ?? 'no answer'}`, async () => {
    const one = sessionsOf({ raw: answered(status, json), tookMs: 100 })
    assert.deepEqual(await one.open(), why ? REFUSED : UNREADABLE)
    // The next login waits a minute, because the ministry locks accounts.
    const refused = why && { why, at: at(100), until: at(100 + MINUTE) }
    assert.deepEqual(one.kept, [{ until: at(2 * TIMEOUT_MS), refused }])
    const line = { level: 40, ...ACCOUNT, why, msg: 'the ministry refused the password' }
    assert.deepEqual(one.said(), why ? [line] : [])
  })
}

test('a login without an answer is logged with its reason, and frees the turn', async () => {
  const raw: Raw = { kind: 'silence', why: 'unreachable', code: 'ECONNREFUSED' }
  const one = sessionsOf({ raw })
  assert.deepEqual(await one.open(), { kind: 'closed', why: 'unreachable' })
  assert.deepEqual(one.kept, [{ until: at(2 * TIMEOUT_MS), refused: null }])
  const told = { path: '/seguridad/auth', why: 'unreachable', code: 'ECONNREFUSED' }
  assert.deepEqual(one.said(), [{ level: 40, ...told, msg: 'the login got no answer' }])
})

test('whoever finds another process logging in looks again ten times a second, until there is no time', async () => {
  const wait: Lease = { kind: 'wait' }
  const one = sessionsOf({ leases: [wait, wait, { kind: 'token', token: 'o', until: at(HOUR) }] })
  assert.deepEqual(await one.open(), { kind: 'open', token: 'o' })
  assert.deepEqual(one.pauses, [100, 100])
  one.pass(HOUR - 201)
  assert.deepEqual(await one.open(2 * HOUR), { kind: 'open', token: 'o' })
  assert.equal(one.taken.length, 3, 'it is kept as long as the other process said')

  const late = sessionsOf({ leases: [wait] })
  assert.deepEqual(await late.open(300), { kind: 'closed', why: 'timeout' })
  assert.deepEqual(late.pauses, [100, 100, 100])
  assert.deepEqual(late.said(), [])
})

test('a company without an account, or with a refused password, is told of in the log and asks nobody', async () => {
  const one = sessionsOf({ leases: [{ kind: 'none' }] })
  assert.deepEqual(await one.open(), REFUSED)
  const msg = 'no account at the ministry, or its password was refused'
  assert.deepEqual(one.said(), [{ level: 40, ...ACCOUNT, msg }])
})

test('while the database is away there is no session, and any other error is a bug', async () => {
  const away = sessionsOf({ leases: [new DatabaseUnavailable('it is away')] })
  assert.deepEqual(await away.open(), { kind: 'closed', why: 'unreachable' })
  const line = { level: 50, error: 'DatabaseUnavailable', msg: 'no session with the ministry' }
  assert.deepEqual(away.said(), [line])
  const bug = new TypeError('of our own')
  const broken = sessionsOf({ leases: [bug, LOGIN], raw: OK('t') })
  await assert.rejects(broken.open(), bug)
  assert.deepEqual(broken.said(), [])
  assert.deepEqual(await broken.open(), { kind: 'open', token: 't' }, 'the next call tries again')
})

test('calls that need a session at once share one login', async () => {
  const one = sessionsOf({ raw: OK('t') })
  const opened = await Promise.all([one.open(), one.open(), one.open()])
  assert.deepEqual(opened, Array(3).fill({ kind: 'open', token: 't' }))
  assert.deepEqual([one.posts.length, one.taken.length], [1, 1])
})
