import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TurnsTaken } from '../../base/db/turns.ts'
import { createSignInDelays } from './delays.ts'

function start() {
  const slept: number[] = []
  const time = { ms: 0, release: () => {} }
  const delays = createSignInDelays({
    now: () => new Date(time.ms),
    sleep(ms) {
      slept.push(ms)
      return new Promise((resolve) => {
        const before = time.release
        time.release = () => {
          before()
          resolve()
        }
      })
    },
  })
  const waitFor = async (network: string) => {
    const waited = delays.wait(network)
    time.release()
    await waited
    return slept.splice(0)
  }
  return { delays, time, slept, waitFor }
}

test('a network waits from its twenty-first failure on, longer each time, five seconds at most; another does not', async () => {
  const { delays, waitFor } = start()
  for (let i = 0; i < 20; i += 1) delays.failed('office')
  assert.deepEqual(await waitFor('office'), [])
  delays.failed('office')
  assert.deepEqual(await waitFor('office'), [250])
  delays.failed('office')
  assert.deepEqual(await waitFor('office'), [500])
  for (let i = 0; i < 1_000; i += 1) delays.failed('office')
  assert.deepEqual(await waitFor('office'), [5_000])
  assert.deepEqual(await waitFor('elsewhere'), [])
})

test('the delay ends some minutes after the last failure, however many there were', async () => {
  const { delays, time, waitFor } = start()
  for (let i = 0; i < 10_000; i += 1) delays.failed('office')
  time.ms += 14 * 60_000
  assert.deepEqual(await waitFor('office'), [])
})

test('at most sixty-four wait at once; the next is told to come again, and each that ends makes room', async () => {
  const { delays, time } = start()
  for (let i = 0; i < 40; i += 1) delays.failed('office')
  const waiting = Array.from({ length: 64 }, () => delays.wait('office'))
  await assert.rejects(delays.wait('office'), TurnsTaken)
  time.release()
  await Promise.all(waiting)
  const next = delays.wait('office')
  time.release()
  await next
})
