import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRateLimit } from './rate-limit.ts'
import { createReplayGuard } from './repeated.ts'

const HEADERS = {
  'ratelimit-limit': '60',
  'ratelimit-remaining': '0',
  'ratelimit-reset': '999999999999999',
  'ratelimit-policy': '60;w=3600, 300;w=86400',
}
const read = (headers: Readonly<Record<string, string>>) =>
  readRateLimit((name) => headers[name] ?? null, 7)

test('the quota is that of the answer, and none where a number is missing', () => {
  const policy = HEADERS['ratelimit-policy']
  const quota = { limit: 60, remaining: 0, resetSeconds: 999_999_999_999_999, policy, at: 7 }
  assert.deepEqual(read(HEADERS), quota)
  for (const name of ['limit', 'remaining', 'reset']) {
    for (const text of ['', '-1', '1.5', '1 s', 'x1', '1'.repeat(16)]) {
      assert.equal(read({ ...HEADERS, [`ratelimit-${name}`]: text }), null, `${name} ${text}`)
    }
    const { [`ratelimit-${name}` as keyof typeof HEADERS]: _, ...others } = HEADERS
    assert.equal(read(others), null, name)
  }
})

test('an answer is known again among the latest 2,000, and one without an id never', () => {
  const isRepeated = createReplayGuard()
  for (let n = 0; n < 2_000; n += 1) assert.equal(isRepeated(`r-${n}`), false)
  assert.equal(isRepeated('r-0'), true, 'all of them are remembered')
  assert.equal(isRepeated('r-2000'), false)
  assert.equal(isRepeated('r-1'), true)
  assert.equal(isRepeated('r-0'), false, 'the oldest is forgotten')
  assert.deepEqual([isRepeated(null), isRepeated(null)], [false, false])
})
