/** A pause of the real clock ends with its signal, and leaves nothing behind. */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { test } from 'node:test'
import { systemClock } from './clock.ts'

const LONG_MS = 600_000

test('a pause ends as soon as its signal fires, or at once if it has fired before', async () => {
  const stopping = new AbortController()
  const { signal } = stopping
  const pauses = [systemClock.sleep(LONG_MS, signal), systemClock.sleep(LONG_MS, signal)]
  assert.equal(getEventListeners(signal, 'abort').length, 2)
  await systemClock.sleep(1, signal)
  assert.equal(getEventListeners(signal, 'abort').length, 2, 'one that ended listens no more')
  stopping.abort()
  await Promise.all(pauses)
  await systemClock.sleep(LONG_MS, signal)
})
