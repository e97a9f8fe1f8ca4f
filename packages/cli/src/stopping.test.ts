/** What a signal does, and what npm's end does, which forwards none. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ignoreSignals, listenForSignals, onRestartSignal } from './stopping.ts'

const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM', 'SIGUSR2'] as const
type Signal = (typeof SIGNALS)[number]

/** Its listeners alone are called, and are gone at the end of the test. */
function heardIn(t: TestContext) {
  const before = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]))
  const added = (signal: Signal) =>
    process.listeners(signal).filter((one) => !before.get(signal)?.includes(one))
  t.after(() => {
    for (const signal of SIGNALS)
      for (const one of added(signal)) process.removeListener(signal, one)
  })
  return {
    counts: () => SIGNALS.map((signal) => added(signal).length),
    send(signal: Signal) {
      for (const listener of added(signal)) listener(signal)
    },
  }
}

function listening(env: Readonly<Record<string, string>> = {}) {
  const [said, exits]: [string[], number[]] = [[], []]
  const stopping = listenForSignals({
    env,
    err: (text) => void said.push(text),
    exit: ((code: number) => void exits.push(code)) as never,
  })
  return { stopping, said, exits }
}

for (const [signal, code] of [
  ['SIGHUP', 129],
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  test(`${signal} asks once to stop; npm’s echo of it does nothing, and a second one exits with ${code}`, async (t) => {
    let now = 1_000
    t.mock.method(performance, 'now', () => now)
    const heard = heardIn(t)
    const { stopping, said, exits } = listening()
    assert.deepEqual(heard.counts(), [1, 1, 1, 0])
    assert.equal(stopping.isRequested(), false)
    heard.send(signal)
    await stopping.requested
    assert.equal(stopping.isRequested(), true)
    now += 500
    heard.send(signal)
    assert.deepEqual(exits, [])
    now += 1
    heard.send(signal)
    assert.deepEqual(exits, [code])
    assert.deepEqual(said, ['Deteniendo… (otra vez Ctrl-C para salir de inmediato)'])
  })
}

// biome-ignore format: a table
const STARTED: readonly (readonly [script: string | null, isWatched: boolean])[] = [
  ['demo', true], ['start', true], ['sello', true], ['npx', true], ['test', false], [null, false],
]
for (const [script, isWatched] of STARTED) {
  test(`a parent that vanishes ${isWatched ? 'stops' : 'does not stop'} what npm runs as ${script}`, (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] })
    let parent = 10
    const own = Object.getOwnPropertyDescriptor(process, 'ppid') ?? {}
    Object.defineProperty(process, 'ppid', { configurable: true, get: () => parent })
    t.after(() => Object.defineProperty(process, 'ppid', own))
    heardIn(t)
    const { stopping, said, exits } = listening(script ? { npm_lifecycle_event: script } : {})
    t.mock.timers.tick(500)
    assert.equal(stopping.isRequested(), false)
    parent = 1
    t.mock.timers.tick(499)
    assert.equal(stopping.isRequested(), false)
    t.mock.timers.tick(1)
    assert.equal(stopping.isRequested(), isWatched)
    t.mock.timers.tick(10_000)
    assert.deepEqual([said.length, exits], [isWatched ? 1 : 0, []], 'it counts once')
  })
}

test('one of several processes is stopped by none of them, and never asked', (t) => {
  const heard = heardIn(t)
  const { isRequested } = ignoreSignals()
  assert.deepEqual(heard.counts(), [1, 1, 1, 1])
  for (const signal of SIGNALS) heard.send(signal)
  assert.equal(isRequested(), false)
})

test('SIGUSR2 restarts', (t) => {
  const heard = heardIn(t)
  let restarts = 0
  onRestartSignal(() => {
    restarts += 1
  })
  assert.deepEqual(heard.counts(), [0, 0, 0, 1])
  heard.send('SIGUSR2')
  assert.equal(restarts, 1)
})
