import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failed, openLoop, percentilesOf, together } from './open-loop.ts'

test('a call that waits behind a busy caller counts from its planned moment', async () => {
  const { ms, planned } = await openLoop({ ...LOOP, seconds: 0.2, perSecond: 50 }, async (n) => {
    if (n === 0) blockFor(300) // the nine after it are planned meanwhile
  })

  assert.equal(planned, 10)
  assert.ok((ms.at(0) ?? 0) >= 100, `the last was planned at 180 ms, and took ${ms.at(0)}`)
  assert.ok((ms.at(-1) ?? 0) >= 280, `the first or second took ${ms.at(-1)}`)
})

test('calls are sent at their rate, whether or not the earlier ones are answered', async () => {
  let running = 0
  let most = 0
  await openLoop({ ...LOOP, seconds: 0.2, perSecond: 50 }, async () => {
    most = Math.max(most, ++running)
    await sleep(400)
    running -= 1
  })

  assert.equal(most, 10)
})

test('a failed call counts by its reason, and as long as the deadline', async () => {
  const times = await openLoop({ ...LOOP, seconds: 0.1, perSecond: 40 }, async (n) => {
    if (n % 2 === 0) throw new Failed('503')
  })

  assert.deepEqual(times.failures, { '503': 2 })
  assert.equal(times.answered, 2)
  assert.equal(percentilesOf(times).p95, LOOP.deadlineMs)
})

test('any other error ends the measurement', async () => {
  const broken = openLoop({ ...LOOP, seconds: 0.1, perSecond: 10 }, async () => {
    throw new Error('bug: of the bench')
  })

  await assert.rejects(broken, /bug: of the bench/)
})

test('two measurements add up', () => {
  const both = together(
    { planned: 3, answered: 2, failures: { '503': 1 }, ms: [1, 4, 9_000] },
    { planned: 2, answered: 0, failures: { '503': 1, ECONNRESET: 1 }, ms: [9_000, 9_000] },
  )

  assert.deepEqual(both, {
    planned: 5,
    answered: 2,
    failures: { '503': 2, ECONNRESET: 1 },
    ms: [1, 4, 9_000, 9_000, 9_000],
  })
})

const LOOP = { deadlineMs: 9_000 }

function blockFor(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}
