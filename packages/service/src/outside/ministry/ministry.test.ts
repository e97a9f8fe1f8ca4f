/** The ministry by exchanges that are scripted one by one: what each call asks, returns, tells and logs. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ASKED,
  answered,
  BARE,
  BUDGET_MS,
  CLOSED,
  CODE,
  EVENT,
  LATE,
  LOT,
  LOTE,
  ministryOf,
  NO_TOKEN,
  NOT_FOUND,
  PAGE,
  REJECTED,
  SALE,
  SEALED,
  SENT,
  START,
  TIMEOUT_MS,
} from '../../../test/scripted-ministry.ts'
import type { Lease } from '../../ledger/companies/ministry-account.ts'
import { jwsOf } from '../../ledger/transmission/filing.ts'
import type { Raw } from './exchange.ts'

const unanswered = (why: string, more = {}) => ({ kind: 'unanswered', why, ...more })

test('a silent ministry is sent the same bytes thrice, each followed by a question, and that is told', async () => {
  const one = ministryOf([LATE])
  assert.deepEqual(await one.ministry.send(SALE), unanswered('timeout'))
  assert.deepEqual(one.paths(), [SENT, ASKED, SENT, ASKED, SENT, ASKED])
  assert.equal(
    new Set(one.posts.filter(({ path }) => path === SENT).map(({ body }) => body)).size,
    1,
  )
  assert.deepEqual(one.silences, [{ began: new Date(START), hasTime: true }])
  const about = { level: 40, ambiente: '01', codigoGeneracion: CODE }
  const why = { why: 'timeout', code: 'TimedOut', msg: 'the ministry did not answer' }
  const [first, second] = one.said()
  assert.deepEqual(first, { ...about, path: SENT, ...why })
  assert.deepEqual(second, { ...about, path: ASKED, ...why })
  assert.equal(one.said().length, 6)
  const outcome = { ambiente: '01', outcome: 'silent', seconds: 0.01 }
  assert.deepEqual(one.exchanged[0], { ...outcome, service: SENT })
})

test('a page instead of an answer is logged with its status, and an answer is not logged', async () => {
  const one = ministryOf([PAGE, SEALED])
  assert.equal((await one.ministry.send(SALE)).kind, 'sealed')
  const about = { level: 40, path: SENT, ambiente: '01', codigoGeneracion: CODE }
  const msg = 'the ministry did not answer'
  assert.deepEqual(one.said(), [{ ...about, status: 502, json: false, msg }])
  const other = ministryOf([answered(500, {}), SEALED])
  await other.ministry.send(SALE)
  assert.deepEqual(other.said(), [{ ...about, status: 500, json: true, msg }])
  const refused = ministryOf([answered(499, { estado: 'RECHAZADO' })])
  assert.equal((await refused.ministry.send(SALE)).kind, 'rejected')
  assert.deepEqual(refused.said(), [])
})

test('silence is told with whether one more exchange fits, and not if this process stalled or asked nobody', async () => {
  const slow = ministryOf([LATE], { tookMs: TIMEOUT_MS - 1 })
  await slow.ministry.send(SALE)
  assert.equal(slow.posts.length, 6)
  assert.deepEqual(slow.silences, [{ began: new Date(START), hasTime: false }])
  // Five sixths of the budget leave just what one exchange takes, or a little less.
  const six = (BUDGET_MS - TIMEOUT_MS) / 6
  for (const [tookMs, hasTime] of [
    [Math.floor(six), true],
    [Math.ceil(six), false],
  ] as const) {
    const one = ministryOf([LATE], { tookMs })
    await one.ministry.send(SALE)
    assert.deepEqual(
      one.silences.map((silence) => silence.hasTime),
      [hasTime],
    )
  }
  const over = ministryOf([LATE], { tookMs: BUDGET_MS })
  assert.deepEqual(await over.ministry.send(SALE), unanswered('timeout'))
  assert.deepEqual(over.paths(), [SENT], 'when the time is over nothing more is asked')
  const nearly = ministryOf([LATE], { tookMs: BUDGET_MS - 1 })
  await nearly.ministry.send(SALE)
  assert.deepEqual(
    nearly.posts.map(({ path, timeoutMs }) => [path, timeoutMs]),
    [
      [SENT, TIMEOUT_MS],
      [ASKED, 1],
    ],
  )
  const instant = ministryOf([LATE], { tookMs: 0 })
  await instant.ministry.send(SALE)
  assert.equal(instant.silences.length, 1)
  const stalled = ministryOf([LATE], { meanwhile: (stalls) => stalls.stall() })
  assert.deepEqual(await stalled.ministry.send(SALE), unanswered('timeout'))
  assert.deepEqual([stalled.silences, stalled.exchanged], [[], []])
  for (const lease of [{ kind: 'none' }, { kind: 'wait' }] as const) {
    const nobody = ministryOf([], { leases: [lease] })
    const why = lease.kind === 'none' ? 'unauthorized' : 'timeout'
    assert.deepEqual(await nobody.ministry.send(SALE), unanswered(why, { unsent: true }))
    assert.deepEqual(nobody.silences, [])
  }
})

test('a token that is refused is renewed once, and a second refusal ends the call', async () => {
  const renewed = ministryOf([NO_TOKEN, SEALED])
  assert.equal((await renewed.ministry.send(SALE)).kind, 'sealed')
  const [first, second] = renewed.posts.map(({ token }) => token)
  assert.ok(first && second && first !== second)
  const refused = ministryOf([NO_TOKEN])
  assert.deepEqual(await refused.ministry.send(SALE), unanswered('unauthorized'))
  assert.equal(refused.posts.length, 2)
  assert.deepEqual(refused.silences, [])
})

// biome-ignore format: a table
const PROBES: readonly (readonly [what: string, answer: Raw, found: string])[] = [
  ['a seal',                   SEALED,    'answers'],
  ['that it knows no such',    NOT_FOUND, 'answers'],
  ['a rejection',              REJECTED,  'answers'],
  ['a seal that is none',      answered(200, { estado: 'PROCESADO' }), 'answers'],
  ['a page that is not found', BARE,      'silent'],
  ['a page',                   PAGE,      'silent'],
  ['nothing',                  LATE,      'silent'],
  ['no connection',            CLOSED,    'silent'],
  ['that it refuses us',       NO_TOKEN,  'refused'],
]

for (const [what, answer, found] of PROBES) {
  test(`a ministry that is probed and answers ${what} is taken as: ${found}`, async () => {
    const one = ministryOf([answer], { isAway: true })
    assert.equal(await one.ministry.probe(SALE), found)
    assert.equal(one.posts[0]?.timeoutMs, TIMEOUT_MS)
    const stalled = ministryOf([answer], { meanwhile: (stalls) => stalls.stall() })
    assert.equal(await stalled.ministry.probe(SALE), 'stalled')
  })
}

test('during an outage nothing is sent nor asked', async () => {
  const { ministry } = ministryOf([], { isAway: true })
  const unsent = unanswered('away', { unsent: true })
  assert.deepEqual(await ministry.send(SALE), unsent)
  assert.deepEqual(await ministry.resume(SALE), unsent)
  assert.deepEqual(await ministry.ask(SALE), unanswered('away'))
  assert.deepEqual(await ministry.sendLot({ ...LOT, filings: [SALE] }), unsent)
  assert.deepEqual(await ministry.askLot(LOT, 'x'), unsent)
})

test('a question is answered by the ministry itself, and a page that is not found is no answer', async () => {
  const found = await ministryOf([SEALED]).ministry.ask(SALE)
  assert.deepEqual([found.kind, 'isFound' in found && found.isFound], ['sealed', true])
  assert.deepEqual(await ministryOf([NOT_FOUND]).ministry.ask(SALE), { kind: 'not_found' })
  assert.deepEqual(await ministryOf([BARE]).ministry.ask(SALE), unanswered('unreadable'))
  assert.deepEqual(await ministryOf([CLOSED]).ministry.ask(SALE), unanswered('unreachable'))
  assert.deepEqual(await ministryOf([]).ministry.ask(EVENT), { kind: 'not_found' })
})

// biome-ignore format: a table
const RESUMED: readonly (readonly [what: string, answers: readonly Raw[], paths: readonly string[], answer: object])[] = [
  ['it holds',                    [SEALED],                       [ASKED],              { kind: 'sealed', isFound: true }],
  ['it says nothing of',          [LATE],                         [ASKED],              unanswered('timeout', { unsent: true })],
  ['it holds without a seal',     [answered(200, { estado: 'PROCESADO' })], [ASKED],    { kind: 'unanswered', why: 'without_seal' }],
  ['it does not hold',            [NOT_FOUND, SEALED],            [ASKED, SENT],        { kind: 'sealed' }],
  ['it then rejects, and holds',  [NOT_FOUND, REJECTED, SEALED],  [ASKED, SENT, ASKED], { kind: 'sealed', isFound: true }],
  ['it then rejects',             [NOT_FOUND, REJECTED, NOT_FOUND], [ASKED, SENT, ASKED], { kind: 'rejected', codigoMsg: '020', doubtful: true }],
]

for (const [what, answers, paths, answer] of RESUMED) {
  test(`a filing that may have been sent and ${what} is asked about before it is sent`, async () => {
    const one = ministryOf(answers)
    const got = await one.ministry.resume(SALE)
    assert.deepEqual({ ...got, ...answer }, got)
    assert.deepEqual(one.paths(), paths)
  })
}

test('a rejection after a silence is asked about for fifteen seconds, and then in doubt', async () => {
  const one = ministryOf([LATE, NOT_FOUND, REJECTED, NOT_FOUND])
  const doubted = await one.ministry.send(SALE)
  assert.deepEqual([doubted.kind, 'doubtful' in doubted && doubted.doubtful], ['rejected', true])
  assert.deepEqual(one.pauses, [1_000, 2_000, 4_000, 8_000])
  assert.deepEqual(one.paths(), [SENT, ASKED, SENT, ...Array(5).fill(ASKED)])
  for (const asked of [0, 1, 2, 3, 4]) {
    const before = Array(asked).fill(NOT_FOUND)
    const late = ministryOf([LATE, NOT_FOUND, REJECTED, ...before, SEALED])
    assert.equal((await late.ministry.send(SALE)).kind, 'sealed', `after ${asked}`)
    assert.deepEqual(late.pauses, [1_000, 2_000, 4_000, 8_000].slice(0, asked))
  }
  // biome-ignore format: a table
  const times = [
    [9_750, 0], // after four exchanges exactly the first pause is left of the budget
    [9_749, 1],
  ] as const
  for (const [tookMs, pauses] of times) {
    const slow = ministryOf([LATE, NOT_FOUND, REJECTED, NOT_FOUND], { tookMs })
    assert.deepEqual({ ...(await slow.ministry.send(SALE)), ...{ doubtful: true } }, doubted)
    assert.deepEqual(slow.pauses, [1_000].slice(0, pauses))
    assert.deepEqual(slow.paths(), [SENT, ASKED, SENT, ASKED, ASKED], 'as long as there is time')
  }
  const first = ministryOf([REJECTED])
  const rejected = await first.ministry.send(SALE)
  assert.deepEqual(
    [rejected.kind, 'doubtful' in rejected, first.paths()],
    ['rejected', false, [SENT]],
  )
  const unsent = ministryOf([CLOSED, NOT_FOUND, REJECTED])
  assert.equal('doubtful' in (await unsent.ministry.send(SALE)), false, 'nothing had left')
})

test('a lot is sent once and asked about by its code, and the metrics never see one', async () => {
  const code = 'AB/1 2'
  const one = ministryOf([answered(200, { codigoLote: code }), answered(200, { procesados: [] })])
  const reply = await one.ministry.sendLot({ ...LOT, filings: [SALE] })
  assert.deepEqual(reply, { kind: 'received', codigoLote: code })
  const asked = await one.ministry.askLot(LOT, code)
  assert.deepEqual(asked, { kind: 'processed', verdicts: new Map() })
  const base = '/fesv/recepcion/consultadtelote/'
  assert.deepEqual(one.paths(), ['/fesv/recepcionlote/', `${base}AB%2F1%202`])
  assert.deepEqual(JSON.parse(one.posts[0]?.body ?? ''), {
    ambiente: '01',
    idEnvio: LOTE,
    version: 2,
    nitEmisor: SALE.nit,
    documentos: [jwsOf(SALE)],
  })
  assert.deepEqual(
    one.exchanged.map((seen) => (seen as { service: string }).service),
    ['/fesv/recepcionlote/', base],
  )
  const silent = ministryOf([LATE])
  assert.deepEqual(
    await silent.ministry.sendLot({ ...LOT, filings: [SALE] }),
    unanswered('timeout'),
  )
  assert.equal(silent.posts.length, 1)
})

test('a password is tried by a new login, whatever session there was', async () => {
  const login: Lease = { kind: 'login', usuario: 'u', password: 'p' }
  const token: Lease = { kind: 'token', token: 'o', until: new Date(START + 1e9) }
  const account = { companyId: 'c', ambiente: '01' } as const
  const OK = answered(200, { status: 'OK', body: { token: 't' } })
  // biome-ignore format: a table
  const rows = [
    [[token, login],     OK,       true],
    [[login],            OK,       true],
    [[token, login],     NO_TOKEN, false],
    [[token, login],     LATE,     null],
    [[{ kind: 'none' }], OK,       false],
  ] as const
  for (const [leases, answer, works] of rows) {
    const one = ministryOf([answer], { leases })
    assert.equal(await one.ministry.tryPassword(account), works)
    const isAsked = leases[0].kind !== 'none'
    assert.equal(new Set(one.paths()).has('/seguridad/auth'), isAsked)
  }
  const waiting = ministryOf([], { leases: [{ kind: 'wait' }] })
  assert.equal(await waiting.ministry.tryPassword(account), null)
  assert.equal(
    waiting.pauses.reduce((sum, ms) => sum + ms, 0),
    2 * TIMEOUT_MS,
  )
})

test('what passes to the test service may be seen, and never what passes to production', async () => {
  const live = ministryOf([SEALED])
  await live.ministry.send(SALE)
  assert.deepEqual([live.paths(), live.kept], [[SENT], []])
  const trial = ministryOf([SEALED], { host: 'http://00' })
  await trial.ministry.send({ ...SALE, ambiente: '00' })
  assert.deepEqual([trial.paths(), trial.kept], [[SENT], [SENT]])
  await trial.ministry.close()
  assert.deepEqual(trial.closed.sort(), ['http://00', 'http://01'])
})

test('the date of an answer is noted, also of one that is asked for it alone, which no metric counts', async () => {
  const date = new Date('2026-10-05T16:00:01Z')
  const one = ministryOf([{ kind: 'response', status: 404, json: undefined, date }])
  await one.ministry.askDate('01')
  assert.deepEqual(one.posts, [{ method: 'HEAD', path: '/', body: null, timeoutMs: TIMEOUT_MS }])
  await one.ministry.ask(SALE)
  assert.deepEqual(one.dates, [
    ['01', date],
    ['01', date],
  ])
  assert.equal(one.exchanged.length, 1)
})
