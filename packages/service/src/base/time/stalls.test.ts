import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STALL_MS, type Stalls, watchStalls } from './stalls.ts'

/** Clocks that a test moves, and a timer that it fires. */
function scripted() {
  const clock = { monotonic: 0, wall: 1_000_000 }
  let fire = () => {}
  const pauses: number[] = []
  const stalls: Stalls = watchStalls({
    clocks: [() => clock.monotonic, () => clock.wall],
    sleep: (ms) =>
      new Promise((resolve) => {
        pauses.push(ms)
        fire = resolve
      }),
  })
  const pass = (ms: number) => {
    clock.monotonic += ms
    clock.wall += ms
  }
  const beat = async () => {
    fire()
    await new Promise(setImmediate)
  }
  return { clock, stalls, pass, beat, pauses }
}

test('a process whose timers fire in time never stalls', async () => {
  const { stalls, pass, beat, pauses } = scripted()
  const hasStalled = stalls.mark()
  for (let i = 0; i < 20; i++) {
    pass(500)
    await beat()
  }
  pass(STALL_MS)
  assert.equal(hasStalled(), false)
  assert.deepEqual(pauses, Array(21).fill(500), 'it looks twice a second')
  stalls.stop()
})

test('a stall is noticed before any timer fires, by everything that was marked before it', () => {
  const { stalls, pass } = scripted()
  const hasStalled = stalls.mark()
  pass(110_000)
  assert.equal(hasStalled(), true)
  assert.equal(hasStalled(), true, 'it stays true')
  assert.equal(stalls.mark()(), false, 'what begins later is not concerned')
  stalls.stop()
})

test('a stall in the middle is noticed although the end is in time', async () => {
  const { stalls, pass, beat } = scripted()
  const hasStalled = stalls.mark()
  pass(STALL_MS + 1)
  await beat()
  pass(500)
  assert.equal(hasStalled(), true)
  stalls.stop()
})

test('a suspended machine whose counter paused shows by its wall clock', () => {
  const { clock, stalls } = scripted()
  const hasStalled = stalls.mark()
  clock.wall += 60_000
  assert.equal(hasStalled(), true)
  stalls.stop()
})
