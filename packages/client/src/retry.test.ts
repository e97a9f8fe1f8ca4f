import assert from 'node:assert/strict'
import { test } from 'node:test'
import { REFUSALS } from './generated/wire.ts'
import { DEFAULT_RETRY, nextDelayMs } from './retry.ts'

const first = { attempts: 1, elapsedMs: 10 }
const refused = (code: string, retryAfterSeconds: number | null = null) =>
  ({ kind: 'refused', code, retryAfterSeconds }) as const

test('a failed connection is retried three times, with growing delays', () => {
  const delays = [1, 2, 3, 4].map((attempts) =>
    nextDelayMs(DEFAULT_RETRY, { kind: 'unanswered' }, { attempts, elapsedMs: 0 }),
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

test('a first attempt in flight is awaited by time, not by attempts', () => {
  const flying = refused('idempotency_in_flight', 2)
  assert.equal(nextDelayMs(DEFAULT_RETRY, flying, { attempts: 9, elapsedMs: 100_000 }), 2_000)
  assert.equal(nextDelayMs(DEFAULT_RETRY, flying, { attempts: 1, elapsedMs: 119_000 }), null)
})
