import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REFUSALS } from './generated/wire.ts'
import { DEFAULT_RETRY, nextDelayMs } from './retry.ts'

const first = 1
const refused = (code: string, retryAfterSeconds: number | null = null) =>
  ({ kind: 'refused', code, retryAfterSeconds }) as const

test('a failed connection is retried three times, with growing delays', () => {
  const delays = [1, 2, 3, 4].map((tried) =>
    nextDelayMs(DEFAULT_RETRY, { kind: 'unanswered' }, tried),
  )
  assert.deepEqual(delays, [500, 2_000, 8_000, null])
})

test('only codes that the contract marks safe are retried', () => {
  for (const [code, { retry }] of Object.entries(REFUSALS)) {
    const delay = nextDelayMs(DEFAULT_RETRY, refused(code), first)
    assert.equal(delay !== null, retry === 'safe', code)
  }
  assert.equal(nextDelayMs(DEFAULT_RETRY, refused('a_code_of_tomorrow'), first), null)
})

test('Retry-After is honoured, unless it exceeds a minute', () => {
  assert.equal(nextDelayMs(DEFAULT_RETRY, refused('service_unavailable', 20), first), 20_000)
  assert.equal(nextDelayMs(DEFAULT_RETRY, refused('service_unavailable', 61), first), null)
})

test('maxRetries limits the repeats, and the last delay repeats', () => {
  const often = { delaysMs: [5, 10], maxRetries: 4 }
  const delays = [1, 2, 3, 4, 5].map((tried) => nextDelayMs(often, { kind: 'unanswered' }, tried))

  assert.deepEqual(delays, [5, 10, 10, 10, null])
  for (const failure of [{ kind: 'unanswered' } as const, refused('idempotency_in_flight')]) {
    assert.equal(nextDelayMs({ ...often, maxRetries: 0 }, failure, 1), null)
  }
})

test('a first attempt in flight is awaited by the call’s deadline, not by attempts', () => {
  const flying = refused('idempotency_in_flight', 2)
  assert.equal(nextDelayMs(DEFAULT_RETRY, flying, 9), 2_000)
})

test('Retry-After never shortens a wait, and a first attempt in flight is given a second', () => {
  const waits = (code: string, seconds: number | null) =>
    nextDelayMs(DEFAULT_RETRY, refused(code, seconds), 2)

  assert.equal(waits('service_unavailable', 1), 2_000)
  assert.equal(waits('service_unavailable', 60), 60_000)
  assert.equal(waits('idempotency_in_flight', null), 1_000)
  assert.equal(waits('idempotency_in_flight', 60), 60_000)
  assert.equal(waits('idempotency_in_flight', 61), null)
})

test('a refusal that may pass is repeated as often as a failed connection', () => {
  const delays = [1, 2, 3, 4].map((tried) =>
    nextDelayMs(DEFAULT_RETRY, refused('service_unavailable', 1), tried),
  )
  assert.deepEqual(delays, [1_000, 2_000, 8_000, null])
})

test('without delays a repeat is sent at once', () => {
  const eager = { delaysMs: [], maxRetries: 1 }

  assert.equal(nextDelayMs(eager, { kind: 'unanswered' }, 1), 0)
  assert.equal(nextDelayMs(eager, { kind: 'unanswered' }, 2), null)
})
