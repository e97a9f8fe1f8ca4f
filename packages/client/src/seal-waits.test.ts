/** Each wait for a seal, to the millisecond: when the next query is sent, and with which error it ends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { failureOf, START } from '../test/scripted.ts'
import type { Answered } from './answer.ts'
import type { CallOptions } from './caller.ts'
import { SelloError, type SelloErrorCode } from './error.ts'
import type { Query } from './generated/wire.ts'
import { type Platform, runtime } from './platform.ts'
import type { RateLimit } from './rate-limit.ts'
import { isForNow, nextQueryMs, type WaitOptions, waitForSeal } from './seal.ts'

type Found = Pick<Query, 'estado'> & { readonly contingencia?: { readonly queHacer: string } }

const OPEN: Found = { estado: 'contingencia', contingencia: { queHacer: 'Nada: Sello transmite.' } }
const SEALED: Found = { estado: 'sellado' }
const errorOf = (code: string, status: number | null, retryAfterSeconds: number | null = null) =>
  new SelloError(code as SelloErrorCode, `Por ${code}.`, {
    details: {} as never,
    facts: { status, retryAfterSeconds },
  })

/** What each query finds; the last one again and again. `waits` and the queries’ own limits are what it took. */
function waiting(
  found: readonly (Found | SelloError)[],
  options: WaitOptions = {},
  platform: Partial<Platform> = {},
) {
  let now = START
  const left = [...found]
  const waits: number[] = []
  const asked: CallOptions[] = []
  const after: Platform['after'] = (ms, work) => {
    waits.push(ms)
    now += ms
    queueMicrotask(work)
    return () => {}
  }
  const own = { ...runtime, now: () => now, random: () => 0, after, ...platform }
  const query = async (how: CallOptions) => {
    asked.push(how)
    const next = left.length > 1 ? left.shift() : left[0]
    if (next instanceof SelloError) throw next
    return next as unknown as Answered<Query>
  }
  const waited = waitForSeal({ platform: own, query, rateLimit: () => null }, 'A', options)
  return { waited, waits, asked }
}

const PENDING =
  'Hacienda todavía no respondió (contingencia). El documento está guardado: no lo emita de nuevo.'

test('the wait ends before a query that would be sent at its end, and says what stands', async () => {
  const { waited, waits, asked } = waiting([OPEN], { deadlineMs: 30_000, timeoutMs: 7 })
  const failed = await failureOf(waited)

  assert.deepEqual(waits, [2_000, 4_000, 8_000], 'sixteen more would end with the thirty')
  const limits = [30_000, 28_000, 24_000, 16_000]
  assert.deepEqual(
    asked,
    limits.map((deadlineMs) => ({ signal: undefined, timeoutMs: 7, deadlineMs })),
  )
  assert.deepEqual([failed.code, failed.outcome], ['seal_pending', 'refused'])
  assert.equal(failed.message, `${PENDING} Nada: Sello transmite.`)
  assert.deepEqual(failed.details, {
    codigoGeneracion: 'A',
    estado: 'contingencia',
    queHacer: 'Nada: Sello transmite.',
    deadlineMs: 30_000,
  })
})

test('a wait says nothing of what to do where nobody has to do anything', async () => {
  const failed = await failureOf(waiting([{ estado: 'contingencia' }], { deadlineMs: 1 }).waited)
  assert.equal(failed.message, PENDING)
  assert.equal((failed.details as { queHacer: unknown }).queHacer, null)
})

test('an open state is asked for again, and every other is the verdict', async () => {
  for (const estado of ['reservado', 'firmado', 'contingencia'] as const) {
    const seen: string[] = []
    const onQuery = (one: Query) => void seen.push(one.estado)
    const { waited } = waiting([{ estado }, SEALED], { onQuery })
    assert.equal((await waited).estado, 'sellado')
    assert.deepEqual(seen, [estado, 'sellado'])
  }
  for (const estado of ['sellado', 'rechazado', 'invalidado', 'liberado', 'descartado'] as const) {
    const { waited, asked } = waiting([{ estado }, OPEN])
    assert.deepEqual([(await waited).estado, asked.length], [estado, 1])
  }
})

test('five minutes are waited if nothing else is said, and without a limit as long as it takes', async () => {
  const usual = waiting([OPEN])
  const { deadlineMs } = (await failureOf(usual.waited)).details as { deadlineMs: number }
  const steady = [60_000, 60_000, 60_000]
  const waits = [2_000, 4_000, 8_000, 16_000, 32_000, ...steady]
  assert.deepEqual([deadlineMs, usual.waits], [300_000, waits])

  const endless = waiting([...Array<Found>(12).fill(OPEN), SEALED], { deadlineMs: Infinity })
  assert.equal((await endless.waited).estado, 'sellado')
  assert.deepEqual(endless.waits, [...waits, 60_000, 60_000, 60_000, 60_000])
  assert.deepEqual(endless.asked[12], { signal: undefined, timeoutMs: undefined })
})

test('the waits grow by up to a quarter, so that programs do not ask together', async () => {
  const { waited, waits } = waiting([OPEN, OPEN, SEALED], {}, { random: () => 0.5 })
  await waited
  assert.deepEqual(waits, [2_250, 4_500])
})

test('an impossible deadline is refused, and nothing is asked', async () => {
  for (const deadlineMs of [0, -1, Number.NaN]) {
    const { waited, asked } = waiting([SEALED], { deadlineMs })
    const failed = await failureOf(waited)
    assert.deepEqual([failed.code, asked.length], ['invalid_option', 0])
    assert.deepEqual(failed.details, { field: 'deadlineMs' })
    assert.equal(failed.message, 'deadlineMs: es mayor que 0.')
  }
})

test('a refusal for now is waited for as long as it asks, and the last one is told if nothing else is known', async () => {
  const full = errorOf('rate_limited', 429, 40)
  const { waited, waits } = waiting([full, errorOf('network', null), SEALED])
  assert.equal((await waited).estado, 'sellado')
  assert.deepEqual(waits, [40_000, 4_000])

  const alone = waiting([full], { deadlineMs: 40_000 })
  assert.equal(await failureOf(alone.waited), full)
  const over = waiting(
    [errorOf('timeout', null), full],
    { deadlineMs: 2_000.5 },
    { random: () => 0 },
  )
  assert.deepEqual([await failureOf(over.waited), over.asked[1]?.deadlineMs], [full, 1])
  const known = await failureOf(waiting([OPEN, full], { deadlineMs: 42_000 }).waited)
  assert.deepEqual([known.code, known.message.startsWith(PENDING)], ['seal_pending', true])
})

test('a wait that is aborted between two queries says that the document stands', async () => {
  const controller = new AbortController()
  const after: Platform['after'] = () => {
    queueMicrotask(() => controller.abort())
    return () => {}
  }
  const { waited, asked } = waiting([OPEN], { signal: controller.signal }, { after })
  const failed = await failureOf(waited)

  assert.deepEqual([failed.code, failed.details], ['aborted', { sent: true }])
  assert.equal(
    failed.message,
    'Se dejó de esperar el sello. El documento está guardado: no lo emita de nuevo.',
  )
  assert.equal(asked.length, 1)
})

// biome-ignore format: a table
const FAILURES: readonly (readonly [code: string, status: number | null, isForNow: boolean])[] = [
  ['rate_limited',          429,  true],
  ['network',               null, true],
  ['timeout',               null, true],
  ['service_unavailable',   503,  true],
  ['idempotency_in_flight', 409,  true],
  ['unreadable_answer',     500,  true],
  ['unreadable_answer',     499,  false],
  ['unreadable_answer',     null, false],
  ['aborted',               null, false],
  ['not_found',             404,  false],
  ['internal_error',        500,  false],
  ['a_code_of_tomorrow',    503,  false],
]

test('a lost connection, a full window and a service that is away pass; anything else ends the wait', async () => {
  for (const [code, status, passes] of FAILURES) {
    const error = errorOf(code, status)
    assert.equal(isForNow(error), passes, `${code} ${status}`)
    const { waited } = waiting([error, SEALED])
    if (passes) assert.equal((await waited).estado, 'sellado')
    else assert.equal(await failureOf(waited), error)
  }
})

// biome-ignore format: a table
const PACES: readonly (readonly [policy: string | null, remaining: number, resetSeconds: number, ms: number])[] = [
  [null,                       60, 0,     60_000],
  ['60;w=3600, 300;w=86400',   60, 0,     1_152_000],
  ['60;w=3600, 300;w=86400',   16, 9_999, 1_152_000],
  ['60;w=3600, 300;w=86400',   15, 9_999, 9_999_000],
  ['60;w=3600, 300;w=86400',   15, 1,     1_152_000],
  ['60;w=3600',                60, 0,     240_000],
  ['0;w=3600, 60;w=0',         60, 0,     60_000],
  ['9999;w=3600',              60, 0,     60_000],
]

test('a steady wait takes a quarter of the slowest window, and once a quarter is left the rest is for sales', () => {
  for (const [policy, remaining, resetSeconds, ms] of PACES) {
    const limit: RateLimit = { limit: 60, remaining, resetSeconds, policy, at: 0 }
    assert.equal(nextQueryMs(99, limit), ms, `${policy}, ${remaining}`)
  }
  const first = [1, 2, 3, 4, 5, 6, 7].map((asked) => nextQueryMs(asked, null))
  assert.deepEqual(first, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000])
})
