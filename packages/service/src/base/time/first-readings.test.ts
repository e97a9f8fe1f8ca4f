/** A network or a machine that is slow at the start must not leave a wrong time for the life of the process. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Clock } from '../clock.ts'
import { createLog } from '../log.ts'
import { startSharedTime } from './shared-time.ts'

const DATABASE = new Date('2026-11-10T12:00:00Z').getTime()

/**
 * A database whose answers arrive `delaysMs` after it read its clock, one delay for each reading; the last repeats.
 * Each pause of the process resolves when the test calls `wake`.
 */
function slowDatabase(delaysMs: readonly number[]) {
  let elapsedMs = 0
  let readings = 0
  let wake: () => void = () => {}
  const pauses: number[] = []
  const machine: Clock = {
    now: () => new Date(DATABASE + elapsedMs),
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        pauses.push(ms)
        wake = () => {
          elapsedMs += ms
          resolve()
        }
        signal?.addEventListener('abort', () => resolve())
      }),
  }
  return {
    parts: {
      machine,
      monotonicMs: () => elapsedMs,
      log: createLog('silent'),
      async readDatabase() {
        const askedMs = elapsedMs
        const now = new Date(DATABASE + elapsedMs)
        elapsedMs += delaysMs[Math.min(readings, delaysMs.length - 1)] ?? 0
        readings += 1
        return { now, askedMs, answeredMs: elapsedMs }
      },
    },
    pauses,
    /** The next reading of the running process. */
    async readAgain() {
      wake()
      const before = pauses.length
      while (pauses.length === before) await new Promise(setImmediate)
    },
    right: () => new Date(DATABASE + elapsedMs),
  }
}

const wrongMs = (clock: Clock, right: Date) => Math.abs(clock.now().getTime() - right.getTime())

test('a first reading that took eight seconds is read again before the process starts', async () => {
  const database = slowDatabase([8_000, 2])
  const time = await startSharedTime(database.parts)
  assert.ok(wrongMs(time.clock, database.right()) <= 2)
  await time.stop()
})

test('an imprecise time is replaced as soon as a more precise reading contradicts it', async () => {
  const database = slowDatabase([8_000, 6_000, 6_000, 6_000, 6_000, 1_800, 2])
  const time = await startSharedTime(database.parts)
  assert.ok(wrongMs(time.clock, database.right()) <= 3_001, 'the best of the first readings')

  await database.readAgain()
  assert.ok(wrongMs(time.clock, database.right()) <= 901)
  await database.readAgain()
  assert.ok(wrongMs(time.clock, database.right()) <= 2)
  assert.deepEqual(database.pauses, [1_000, 1_000, 10_000], 'read again soon until it is precise')
  await time.stop()
})

test('a slow reading replaces no precise time', async () => {
  const database = slowDatabase([2, 1_800, 8_000])
  const time = await startSharedTime(database.parts)
  await database.readAgain()
  await database.readAgain()
  assert.ok(wrongMs(time.clock, database.right()) <= 2)
  await time.stop()
})
