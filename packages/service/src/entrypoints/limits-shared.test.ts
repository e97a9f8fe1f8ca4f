/** What several processes of one machine may do together is what one may. */
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { monthReadsOf } from '../papers/books/month-reads.ts'
import { createConsoleLimits, type Limited } from './console/limits.ts'
import { createPace } from './http/pace.ts'

/** Calls of one subject that `processes` admit together in an hour, asked every second at each of them. */
function admittedInAnHour(kind: Limited, processes: number): number {
  let ms = 0
  const limits = Array.from({ length: processes }, () =>
    createConsoleLimits({ now: () => new Date(ms) }, processes),
  )
  let admitted = 0
  for (; ms < 3_600_000; ms += 1_000) {
    for (const one of limits) {
      const response = new EventEmitter() as ServerResponse
      try {
        for (;;) {
          one.admit(kind, 'somebody', response)
          response.emit('finish')
          admitted += 1
        }
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'too_many_calls')
      }
    }
  }
  return admitted
}

test('signing in from an address has one rate over all processes, and a burst at each', () => {
  const alone = admittedInAnHour('anonymous', 1)
  const together = admittedInAnHour('anonymous', 4)
  assert.ok(Math.abs(alone - (120 + 7_200)) < 10, `${alone}`)
  assert.ok(Math.abs(together - (4 * 120 + 7_200)) < 10, `${together}`)
})

test('a person has the rate of each process', () => {
  assert.ok(admittedInAnHour('person', 2) > 1.9 * admittedInAnHour('person', 1))
})

test('strangers are answered at one pace over all processes', async () => {
  const sent = async (processes: number) => {
    let ms = 0
    let wake = () => {}
    const sleep = () =>
      new Promise<void>((resolve) => {
        wake = resolve
      })
    const pace = createPace({ now: () => new Date(ms), sleep }, processes)
    let count = 0
    for (let n = 0; n < 1_400; n++) pace.wait(`n${n}`, () => count++)
    const burst = count
    for (; ms < 1_000; ms += 10) {
      wake()
      await setImmediate()
    }
    return count - burst
  }
  const [alone, each] = [await sent(1), await sent(4)]
  assert.ok(alone >= 180 && alone <= 200, `${alone}`)
  assert.ok(each >= 45 && each <= 50, `${each}`)
})

test('months are read at once as by one process, and by each at least one', () => {
  assert.deepEqual(
    [1, 2, 4].map((processes) => monthReadsOf(processes).atOnce),
    [2, 1, 1],
  )
})
