import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestOf, delayOf, offsetOf, readClock } from './clock.ts'
import { isSelloError } from './error.ts'
import type { Platform } from './platform.ts'

const at = (t0: number, t1: number, t2: number, t3: number) => ({ t0, t1, t2, t3, precisionMs: 1 })

test('the offset is exact when both ways take equally long', () => {
  // The server is 1,000 ms ahead, each way takes 40 ms, the server 10 ms.
  const sample = at(0, 1_040, 1_050, 90)
  assert.equal(delayOf(sample), 80)
  assert.equal(offsetOf(sample), 1_000)
})

test('the sample with the smallest delay is used, and one above 3 s is discarded', () => {
  const [slow, quick] = [at(0, 500, 500, 900), at(0, 20, 20, 40)]
  assert.equal(bestOf([slow, quick]), quick)
  assert.equal(bestOf([quick, slow]), quick)
  const [slowest, instant] = [at(0, 10, 10, 3_000), at(0, 500, 510, 10)]
  assert.equal(bestOf([slowest]), slowest)
  assert.equal(bestOf([instant]), instant)
  assert.equal(bestOf([at(0, 10, 10, 3_001)]), null)
  assert.equal(bestOf([at(100, 10, 10, 90)]), null, 'an answer before its question')
  assert.equal(bestOf([at(0, 500, 511, 10)]), null, 'the server took longer than the whole')
})

const AHEAD_MS = 1_000

interface Answered {
  readonly delayMs: number
  /** Changes the helper's answer. */
  readonly members?: object
}

/** A helper that is a second ahead, over a network whose ways take half of each delay; null: no answer. */
function helper(answers: readonly (Answered | null)[]) {
  let now = 50_000
  const asked: string[] = []
  const timers: number[] = []
  const left = [...answers]
  const platform: Partial<Platform> = {
    now: () => now,
    uuid: () => `id-${asked.length}`,
    after(ms, work) {
      timers.push(ms)
      if (ms < 1_000) {
        now += ms // a pause
        queueMicrotask(work)
      }
      return () => {}
    },
    async fetch(url) {
      asked.push(url)
      const answer = left.shift()
      if (!answer) throw new TypeError('fetch failed')
      const { searchParams } = new URL(url)
      const t1 = now + answer.delayMs / 2 + AHEAD_MS
      now += answer.delayMs
      const echoed = { t0: Number(searchParams.get('t0')), id: searchParams.get('id') }
      const times = { t1, t2: t1, precisionMs: 2, nextSyncAfterMs: 900_000 }
      return Response.json({ ...echoed, ...times, ...answer.members })
    },
  }
  return { platform, asked, timers }
}

test('three samples are taken 300 ms apart, and the uncertainty is half the delay and the precision', async () => {
  const { platform, asked, timers } = helper([{ delayMs: 80 }, { delayMs: 20 }, { delayMs: 40 }])
  const reading = await readClock('http://clock.example.com//', { platform })

  assert.deepEqual(reading, {
    offsetMs: AHEAD_MS,
    uncertaintyMs: 10 + 2,
    readAt: 50_000 + 80 + 300 + 20,
    nextSyncAfterMs: 900_000,
  })
  assert.deepEqual(asked, [
    'http://clock.example.com/?t0=50000&id=id-0',
    'http://clock.example.com/?t0=50380&id=id-1',
    'http://clock.example.com/?t0=50700&id=id-2',
  ])
  assert.deepEqual(timers, [5_000, 300, 5_000, 300, 5_000])
})

// biome-ignore format: a table
const NOT_OURS: readonly (readonly [what: string, members: object])[] = [
  ['of another question',  { id: 'id-9' }],
  ['of another moment',    { t0: 1 }],
  ['without an arrival',   { t1: null }],
  ['without a departure',  { t2: undefined }],
  ['without a precision',  { precisionMs: '2' }],
]

for (const [what, members] of NOT_OURS) {
  test(`an answer ${what} is no sample, however quick it is`, async () => {
    const { platform } = helper([{ delayMs: 2, members }, { delayMs: 60 }, null])
    const { uncertaintyMs } = await readClock('http://clock.example.com', { platform })

    assert.equal(uncertaintyMs, 30 + 2)
  })
}

test('without one good sample the clock is not read', async () => {
  const { platform, asked } = helper([null, { delayMs: 3_001 }, null])
  const failed = await readClock('http://clock.example.com', { platform }).catch((error) => error)

  assert.ok(isSelloError(failed, 'network'), String(failed))
  assert.match(failed.message, /no dio ninguna lectura buena/)
  assert.deepEqual(failed.details, { cause: 'clock' })
  assert.equal(asked.length, 3)
})

test('an abort between two samples ends the reading, and says that something was sent', async () => {
  const { platform, asked } = helper([{ delayMs: 20 }, { delayMs: 20 }])
  const controller = new AbortController()
  const after: Platform['after'] = (ms) => {
    if (ms === 300) queueMicrotask(() => controller.abort())
    return () => {}
  }
  const given = { platform: { ...platform, after }, signal: controller.signal }
  const failed = await readClock('http://clock.example.com', given).catch((error) => error)

  assert.ok(isSelloError(failed, 'aborted'), String(failed))
  assert.match(failed.message, /se canceló/)
  assert.deepEqual(failed.details, { sent: true })
  assert.equal(asked.length, 1)
})
