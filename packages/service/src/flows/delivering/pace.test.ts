/** How often a mail is tried again, and for how long. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { delayAfter, GIVEN_UP_MS } from './pace.ts'

test('the pauses begin with a minute and double up to four hours, for two days', () => {
  const minutes = Array.from({ length: 10 }, (_, i) => delayAfter(i + 1) / MINUTE_MS)
  assert.deepEqual(minutes, [1, 2, 4, 8, 16, 32, 64, 128, 240, 240])
  assert.equal(delayAfter(5_000), 4 * HOUR_MS)
  assert.equal(GIVEN_UP_MS, 48 * HOUR_MS)
})
