/** The jobs that a process runs are those of docs/architecture.md, as often, each by itself. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { isFull } from '../../base/telemetry/full-disk.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/time/durations.ts'
import { REFUSE_MS } from '../../base/time/shared-time.ts'
import { startJobs } from './index.ts'

interface Told {
  readonly name: string
  readonly everyMs: number
  readonly isEverywhere: boolean
}

let told: readonly Told[]
/** Without a database, and with a ministry whose clock is off and does not answer: each job fails, and says so. */
let world: World
/** The job that last said so, and how long each paused then. */
let failed: string | null = null
let paused = new Map<string, number>()
before(async () => {
  told = await readTold()
  const log = createLog('error', {
    write(line) {
      const { job, msg } = JSON.parse(line)
      if (msg === 'a job failed') failed = job
    },
  })
  world = await createWorld({
    log,
    async sleep(ms, signal) {
      if (failed !== null) paused.set(failed, ms)
      failed = null
      if (!signal?.aborted) await once(signal as AbortSignal, 'abort')
    },
  })
  const { security } = world.deps
  await world.close()
  security.note({ kind: 'entrada_fallida', person: null, peer: '192.0.2.1' })
})

const UNITS = { ms: 1, s: SECOND_MS, min: MINUTE_MS, h: HOUR_MS } as const

async function readTold(): Promise<readonly Told[]> {
  const url = new URL('../../../../../docs/architecture.md', import.meta.url)
  const text = await readFile(url, 'utf8')
  const [, section = ''] = /^## The jobs$(.*?)^## /ms.exec(text) ?? []
  return [...section.matchAll(/^\| (`.+?) \| (\d.*?) \| (.+) \|$/gm)].flatMap((row) => {
    const [, names = '', every = '', what = ''] = row
    const pauses = every.split(', ').map((one) => {
      const [n, unit] = one.split(' ')
      return Number(n) * UNITS[unit as keyof typeof UNITS]
    })
    const isEverywhere = what.endsWith('In every process')
    return [...names.matchAll(/`(\w+)`/g)].map(([, name = ''], at) => ({
      ...{ name, everyMs: pauses[at] ?? Number.NaN, isEverywhere },
    }))
  })
}

/** Runs each job once, against no database. */
async function runAll(deps: Partial<World['deps']>, which?: 'all' | 'own') {
  paused = new Map()
  const time = { ...world.deps.time, ministryDifferenceMs: () => REFUSE_MS }
  const mh = { ...world.deps.mh, askDate: () => Promise.reject(new Error('no answer')) }
  const jobs = startJobs({ ...world.deps, time, mh, ...deps }, which)
  await jobs.stop()
  return Object.fromEntries([...paused].toSorted())
}

const toldOf = (isMeant: (one: Told) => boolean) =>
  Object.fromEntries(
    told
      .filter(isMeant)
      .map(({ name, everyMs }) => [name, everyMs] as const)
      .toSorted(),
  )

test('a process alone runs each job that the documentation tells, and one that fails is tried again as often', async () => {
  assert.ok(told.length > 20)
  assert.deepEqual(
    await runAll({}),
    toldOf(() => true),
  )
})

test('a process that leaves the work to others runs those of every process alone', async () => {
  assert.deepEqual(
    await runAll({}, 'own'),
    toldOf(({ isEverywhere }) => isEverywhere),
  )
})

test('while a restored database is not reconciled, only what changes no document runs', async () => {
  const fence = { ...world.deps.fence, isOpen: false }
  assert.deepEqual(Object.keys(await runAll({ fence })), [
    ...['deadlines', 'fence', 'ministry_date', 'outages', 'request_log', 'security_events'],
  ])
})

test('a process whose clock is a minute off runs none, and warns of none that waits', async () => {
  const off = (ms: number) => ({ ...world.deps.time, ownDifferenceMs: () => ms })
  const warned: string[] = []
  const note = ({ message }: Error) => void warned.push(message)
  process.on('warning', note)
  assert.deepEqual(await runAll({ time: off(-REFUSE_MS) }), {})
  await new Promise(setImmediate)
  process.off('warning', note)
  assert.deepEqual(warned, [])
  assert.notDeepEqual(await runAll({ time: off(REFUSE_MS - 1) }), {})
})

test('a job that fails because a disk is full says so where an operator looks', async () => {
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  assert.equal(isFull(world.deps, 'folder'), false)
  await runAll({ fence: { ...world.deps.fence, check: () => Promise.reject(full) } }, 'own')
  assert.equal(isFull(world.deps, 'folder'), true)
})
