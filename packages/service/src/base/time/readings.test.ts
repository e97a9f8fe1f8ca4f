/** Which readings of the database's clock a process believes, by how long each took and how far they are apart. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../log.ts'
import { startSharedTime } from './shared-time.ts'

const BASE = Date.UTC(2026, 10, 10, 12)

/** How far the database's clock is ahead of the counter, and how long the reading takes: half of it, and 1 ms, is its doubt. */
type Reading = readonly [aheadMs: number, tookMs: number]

/** A process that starts with the first readings, and reads the others one after the other. */
async function play(first: readonly Reading[], ...others: readonly Reading[]) {
  const left = [...first]
  const pauses: number[] = []
  let counter = 0
  let readings = 0
  let wake = () => {}
  const time = await startSharedTime({
    machine: {
      now: () => new Date(BASE),
      sleep: (ms, signal) =>
        new Promise((resolve) => {
          pauses.push(ms)
          wake = resolve
          signal?.addEventListener('abort', () => resolve())
        }),
    },
    monotonicMs: () => counter,
    async readDatabase() {
      readings += 1
      const [aheadMs, tookMs] = left.shift() ?? assert.fail('no reading is left')
      const askedMs = counter
      counter += tookMs
      const now = new Date(BASE + aheadMs + (askedMs + counter) / 2)
      return { now, askedMs, answeredMs: counter }
    },
    log: createLog('silent'),
  })
  const aheadMs = () => time.clock.now().getTime() - counter - BASE
  const seen = [aheadMs()]
  const atStart = readings
  for (const reading of others) {
    left.push(reading)
    const before = pauses.length
    wake()
    while (pauses.length === before) await new Promise(setImmediate)
    seen.push(aheadMs())
  }
  await time.stop()
  assert.equal(readings, atStart + others.length, 'who has stopped reads no more')
  return { seen, pauses, readings: atStart }
}

const times = (n: number, reading: Reading) => Array.from({ length: n }, () => reading)
const [SOON, LATER] = [1_000, 10_000]

test('at the start it is read until once in less doubt than a tenth of a second, five times at most', async () => {
  // biome-ignore format: a table
  const rows: readonly (readonly [first: readonly Reading[], aheadMs: number, readings: number, pauseMs: number])[] = [
    [[[5, 198]],                                                5, 1, LATER],
    [[[5, 200], [7, 198]],                                      7, 2, LATER],
    [[[1, 1_000], [2, 900], [3, 800], [4, 802], [5, 950]],      3, 5, SOON],
    [[[1, 900], [2, 900], [3, 900], [4, 900], [5, 900]],        1, 5, SOON],
  ]
  for (const [first, aheadMs, readings, pauseMs] of rows)
    assert.deepEqual(await play(first), { seen: [aheadMs], pauses: [pauseMs], readings })
})

// biome-ignore format: a table
const ROWS: readonly (readonly [what: string, first: readonly Reading[], others: readonly Reading[], seen: readonly number[]])[] = [
  ['clocks that may agree stay',                  [[0, 2]],              [[4, 2], [-4, 2]],        [0, 0, 0]],
  ['clocks that have moved apart are followed',   [[0, 2]],              [[5, 2]],                 [0, 5]],
  ['and so backwards',                            [[0, 2]],              [[-5, 2]],                [0, -5]],
  ['in doubt what a better reading allows stays', times(5, [0, 398]),    [[150, 298]],             [0, 0]],
  ['and what it does not allow is replaced',      times(5, [0, 398]),    [[151, 298]],             [0, 151]],
  ['not by a reading as doubtful',                times(5, [0, 398]),    [[201, 398]],             [0, 0]],
  ['what is precise is not replaced',             [[0, 198]],            [[60, 98]],               [0, 0]],
  ['what is just not precise is',                 times(5, [0, 200]),    [[60, 98]],               [0, 60]],
  ['what agrees makes more precise',              times(5, [0, 398]),    [[10, 38], [32, 2]],      [0, 0, 0]],
  ['and then less is a move',                     times(5, [0, 398]),    [[10, 38], [33, 2]],      [0, 0, 33]],
  ['a reading in doubt of a second is used',      [[0, 2]],              [[10_000, 1_998]],        [0, 10_000]],
  ['one in more doubt is not',                    [[0, 2]],              [[10_000, 2_000]],        [0, 0]],
  ['unless nothing better is known',              times(5, [0, 4_000]),  [[5_000, 2_000]],         [0, 5_000]],
  ['nor one in as much doubt',                    times(5, [0, 2_000]),  [[5_000, 2_000]],         [0, 0]],
]

for (const [what, first, others, seen] of ROWS) {
  test(`of later readings: ${what}`, async () => {
    assert.deepEqual((await play(first, ...others)).seen, seen)
  })
}

test('it is read again soon while it is in doubt, and then every ten seconds', async () => {
  const { pauses } = await play(times(5, [0, 398]), [50, 100], [0, 98])
  assert.deepEqual(pauses, [SOON, SOON, LATER])
})
