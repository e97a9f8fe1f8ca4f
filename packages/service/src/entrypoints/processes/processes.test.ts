/** How the first process starts, replaces, restarts and ends the others, which are real processes without a service. */
import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { makeFolder } from '../../../test/folder.ts'
import { nodeArgs } from '../../../test/programs.ts'
import { until } from '../../../test/until.ts'
import { createLog } from '../../base/log.ts'
import { ProcessEnded } from './member.ts'
import { startProcesses } from './processes.ts'

const MINUTE_MS = 60_000
const NO_PLACE = { ending: 'failed', message: 'Error: no place' }

let folder: string
before(async () => {
  folder = await makeFolder('processes')
  const command = nodeArgs('packages/service/test/serving-child.ts')
  cluster.setupPrimary({ exec: String(command.at(-1)), execArgv: command.slice(0, -1) })
  cluster.schedulingPolicy = cluster.SCHED_NONE
})
after(() => rm(folder, { recursive: true }))

/** What the processes do from now on; `serve alone`: the first one serves, and those after it fail. */
const tell = (what: 'serve' | 'serve alone' | 'fail' | 'say nothing' | 'stay') =>
  writeFile(join(folder, 'told'), what)

interface Line {
  readonly msg: string
  readonly process?: number
}

/** How many processes there are, whether they serve or not. */
const alive = () => Object.values(cluster.workers ?? {}).filter((one) => !one?.isDead()).length

/** Pauses end at once, but those as long as this last until they are called off. */
async function start(t: TestContext, count: number, { longMs = MINUTE_MS } = {}) {
  await tell('serve')
  const lines: Line[] = []
  const time = { ms: 0 }
  const paused: number[] = []
  const pausing = new Set<object>()
  const processes = await startProcesses({
    ...{ count, args: [join(folder, 'told')], env: {} },
    log: createLog('info', {
      write(line) {
        const { time: _, ...said } = JSON.parse(line)
        lines.push(said)
      },
    }),
    clock: {
      now: () => new Date(time.ms),
      async sleep(ms, signal) {
        paused.push(ms)
        if (ms < longMs || signal?.aborted) return
        const pause = {}
        pausing.add(pause)
        await once(signal as AbortSignal, 'abort')
        pausing.delete(pause)
      },
    },
  })
  t.after(async () => {
    await tell('serve')
    await processes.stop()
  })
  const said = (msg: string) => lines.filter((line) => line.msg === msg)
  const pids = () => said('a process serves').map(({ process }) => Number(process))
  return {
    ...{ processes, time, paused, pausing, said, pids },
    /** Ends the newest process; when this resolves `next` processes have served in all. */
    async lose(next = pids().length + 1) {
      process.kill(Number(pids().at(-1)), 'SIGKILL')
      await until('the next one serves', () => pids().length === next)
    },
  }
}

test('a process that ends is replaced: at once if it served for a minute, else later each time and at most five times', async (t) => {
  const { processes, time, paused, said, pids, lose } = await start(t, 1)
  time.ms += MINUTE_MS - 1
  await lose()
  time.ms += MINUTE_MS
  await lose()
  assert.deepEqual(paused, [1_000, 0])
  for (let losses = 1; losses < 5; losses++) await lose()
  assert.deepEqual(await processes.readiness(), { isReady: true, problemas: [] })
  const last = Number(pids().at(-1))
  process.kill(last, 'SIGKILL')
  await assert.rejects(processes.failed, new ProcessEnded('signal SIGKILL', null))
  assert.deepEqual(paused, [1_000, 0, 1_000, 2_000, 5_000, 10_000])
  const ended = { level: 50, how: 'signal SIGKILL', msg: 'a process ended' }
  const told = pids().map((process) => ({ ...ended, process }))
  assert.deepEqual(said('a process ended'), told)
  const problemas = ['sirven 0 de 1 procesos']
  assert.deepEqual(processes.readiness(), { isReady: false, problemas })
})

test('one that cannot start in its place is tried again as often, and its reason is told', async (t) => {
  const { processes, paused, said, pids } = await start(t, 2)
  assert.equal(cluster.schedulingPolicy, cluster.SCHED_RR, 'they are called in turn')
  await tell('fail')
  process.kill(Number(pids()[0]), 'SIGKILL')
  await until('it is given up', () => said('a process could not start').length === 4)
  await new Promise(setImmediate) // whoever asks later is told too
  await assert.rejects(processes.failed, new ProcessEnded('code 0', NO_PLACE))
  assert.deepEqual(paused, [1_000, 2_000, 5_000, 10_000])
  const msg = 'a process could not start'
  const told = { level: 50, how: 'code 0', why: NO_PLACE.message, msg }
  assert.deepEqual(said(msg), Array(4).fill(told))
  const problemas = ['sirven 1 de 2 procesos']
  assert.deepEqual(processes.readiness(), { isReady: true, problemas })
})

test('where the first cannot start none is started, and its reason is told', async () => {
  await tell('fail')
  const lines: string[] = []
  const starting = startProcesses({
    ...{ count: 2, args: [join(folder, 'told')], env: {} },
    log: createLog('info', { write: (line) => lines.push(line) }),
    clock: { now: () => new Date(0), sleep: async () => {} },
  })
  await assert.rejects(starting, new ProcessEnded('code 0', NO_PLACE))
  assert.deepEqual(lines, [])
  const { message } = new ProcessEnded('code 0', NO_PLACE)
  assert.equal(message, 'a process ended: code 0')
})

test('where another one cannot start the first does not stay', async () => {
  await tell('serve alone')
  const starting = startProcesses({
    ...{ count: 2, args: [join(folder, 'told')], env: {} },
    log: createLog('silent'),
    clock: { now: () => new Date(0), sleep: async () => {} },
  })
  await assert.rejects(starting, new ProcessEnded('code 0', NO_PLACE))
  assert.equal(alive(), 0)
})

test('where none can even be started the reason is told', async () => {
  cluster.setupPrimary({ cwd: join(folder, 'nowhere') })
  const starting = startProcesses({
    ...{ count: 1, args: [], env: {} },
    log: createLog('silent'),
    clock: { now: () => new Date(0), sleep: async () => {} },
  })
  await assert.rejects(starting, /^ProcessEnded: a process ended: spawn .* ENOENT$/)
  cluster.setupPrimary({ cwd: process.cwd() })
})

test('a stop calls off what waits to be replaced, and what starts or restarts meanwhile ends too', {
  timeout: 60_000,
}, async (t) => {
  const waits = await start(t, 1, { longMs: 1 })
  process.kill(Number(waits.pids()[0]), 'SIGKILL')
  await until('it waits', () => waits.pausing.size === 1)
  await waits.processes.stop()
  await new Promise(setImmediate)
  assert.deepEqual([alive(), waits.pids().length], [0, 1])

  const fails = await start(t, 1)
  await tell('fail')
  process.kill(Number(fails.pids()[0]), 'SIGKILL')
  await until('the next one starts', () => fails.paused.length === 1 && alive() === 1)
  await fails.processes.stop()
  await new Promise(setImmediate)
  assert.deepEqual([alive(), fails.said('a process could not start')], [0, []])

  const restarts = await start(t, 2)
  const restarting = restarts.processes.restart()
  await restarts.processes.stop()
  await restarting
  assert.equal(alive(), 0)
  assert.deepEqual(restarts.said('every process was restarted'), [])
  assert.deepEqual(restarts.said('a process ended'), [])
})

test('a restart replaces each once, however often it is asked for, and what they counted stays counted', async (t) => {
  const { processes, said, pids, pausing } = await start(t, 2)
  const before = pids()
  await Promise.all([processes.restart(), processes.restart()])
  assert.equal(new Set(pids()).size, 4)
  assert.deepEqual(said('every process was restarted').length, 1)
  const told = await Promise.all(processes.processes().map((one) => one.readiness()))
  const serving = told.flatMap(({ problemas }) => problemas.map(Number))
  assert.deepEqual(serving, pids().slice(2))
  assert.ok(!serving.some((pid) => before.includes(pid)))
  const [calls] = await processes.past()
  assert.equal(calls?.values[0]?.value, 2)
  const lingered = async () => {
    const stops = (await processes.past()).find(({ name }) => name === 'stops')
    return stops?.values.map(({ labels, value }) => [labels.lingerMs, value])
  }
  assert.deepEqual(await lingered(), [[5_000, 2]])
  assert.equal(pausing.size, 0, 'none is waited for any more')
  assert.deepEqual(said('a process ended'), [], 'none was lost')
  await processes.restart()
  assert.equal(new Set(pids()).size, 6)
  await processes.stop()
  assert.deepEqual(await lingered(), [
    [5_000, 4],
    [0, 2],
  ])
  assert.deepEqual(said('a process ended'), [], 'nor when they were stopped')
})

test('a restart ends where a new process cannot start, and the old one is replaced again if it ends', async (t) => {
  const { processes, said, pids, lose } = await start(t, 2)
  await tell('fail')
  await processes.restart()
  const [line, ...others] = said('the restart ends here: a process could not start')
  assert.deepEqual([(line as unknown as { level: number }).level, others], [50, []])
  assert.deepEqual(said('every process was restarted'), [])
  assert.deepEqual(processes.readiness(), { isReady: true, problemas: [] })
  assert.equal(pids().length, 2)
  await tell('serve')
  await lose()
  process.kill(Number(pids()[0]), 'SIGKILL')
  await until('both were replaced', () => pids().length === 4)
})

test('one that ends while its place is given to one that cannot start is replaced all the same', async (t) => {
  const { processes, paused, pids } = await start(t, 1)
  await tell('fail')
  const restarting = processes.restart()
  process.kill(Number(pids()[0]), 'SIGKILL')
  await restarting
  await tell('serve')
  await until('the next one serves', () => pids().length === 2)
  assert.equal(paused[0], 0)
})

test('a process that does not leave is ended after a minute, and those that do not stop when they are told', {
  timeout: 60_000,
}, async (t) => {
  const { processes, paused, said } = await start(t, 1, { longMs: MINUTE_MS + 1 })
  await tell('stay')
  await processes.restart()
  assert.deepEqual(paused, [MINUTE_MS])
  assert.equal(said('every process was restarted').length, 1)
  const stopped = processes.stop()
  processes.kill()
  await stopped
  assert.equal(processes.processes().length, 0)
})

test('a process is asked for its facts: what it cannot answer is an error, but figures are those of before', async (t) => {
  const { processes, pids } = await start(t, 1)
  const [facts] = processes.processes()
  assert.ok(facts)
  await assert.rejects(facts.ministry(), { message: 'Error: no ministry' })
  const figures = await facts.figures()
  assert.equal(figures[0]?.values[0]?.value, 1)
  const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length
  const none = timers()
  const [ready, counted] = await Promise.all([facts.readiness(), facts.figures()])
  assert.deepEqual([ready.isReady, counted], [true, figures])
  assert.equal(timers(), none, 'what is answered is waited for no more')
  await tell('say nothing')
  assert.deepEqual(await facts.figures(), figures)
  process.kill(Number(pids()[0]), 'SIGKILL')
  await assert.rejects(facts.readiness(), new ProcessEnded('signal SIGKILL', null))
})
