/** `npm run bench [-- --json] [--seconds N] [--documents N] [--only PART] [--into folder|s3|s3-memory|nowhere] [--warm-up N] [--pace N] [--rows N] [--rounds N] [--callers N] [--waves N] [--data DIR]`: what a sealed document costs, as ratios in one run. */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { COLLECTING } from './attacks/machine.ts'
import { type Books, measureBooks } from './books.ts'
import { type Country, measureCountry } from './country/country.ts'
import { type Growth, measureFirstMinutes, measureGrowth } from './growth.ts'
import { type Large, measureLarge } from './large.ts'
import { arrive, load, loadPaced, percentile } from './load.ts'
import { callDirectly, type Ministry } from './ministry.ts'
import { forgetPeakMemory, memoryMiB, peakMemoryMiB } from './process.ts'
import { print, type Rated, type Report } from './report.ts'
import { measureRows, type Rows } from './rows.ts'
import { signaturesPerSecond } from './signatures.ts'
import { measureSpreadsheet, type Spreadsheet } from './spreadsheet.ts'
import { measureTiming } from './timing.ts'
import { type Cpu, INTO, type Into, machine, startWorld, type World } from './world.ts'

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '10' },
    only: { type: 'string' },
    into: { type: 'string', default: 'folder' },
    'warm-up': { type: 'string', default: '8000' },
    documents: { type: 'string', default: '100000' },
    rows: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '6' },
    callers: { type: 'string', default: '8' },
    pace: { type: 'string' },
    waves: { type: 'string', default: '1' },
    data: { type: 'string' },
  },
})
const seconds = Number(values.seconds)
if (!(seconds > 0)) throw new Error('--seconds takes a number of seconds')
const perSecond = values.pace === undefined ? null : Number(values.pace)
const into = intoOf(values.into)
const documents = Number(values.documents)
if (!(documents >= 1_000)) throw new Error('--documents takes a number of documents, from 1000 on')

function intoOf(value: string): Into {
  const found = INTO.find((one) => one === value)
  if (!found) throw new Error(`--into takes ${INTO.join(', ')}`)
  return found
}

/** Slower than an instant ministry and faster than the real one, so that the machine is not the limit. */
const MINISTRY_MS = 100
/** Until the JIT has settled: the first thousands of documents cost half as much again. A ratio needs fewer. */
const warmUpDocuments = Number(values['warm-up'])
/** Enough to keep both cores busy: concurrent calls share commits, so fewer callers get less throughput. */
const THROUGHPUT_CALLERS = 64
const WAITING_CALLS = 2_000
/** The login takes this long, and then each call: for some seconds all have arrived and none is answered. */
const WAITING_MS = 20_000
const ARRIVAL_MS = 8

async function throughput(): Promise<Report['throughput']> {
  const world = await startWorld(0, { into })
  try {
    await warmUp(world)
    return await withRate(async () => {
      const copiedBefore = await countCopied(world)
      const before = world.cpu()
      const pace = { callers: THROUGHPUT_CALLERS, seconds }
      const { sealed, seconds: took } =
        perSecond === null
          ? await load(world, pace)
          : await loadPaced(world, { ...pace, perSecond })
      const cpuMs = each(before, world.cpu(), sealed)
      const copied = (await countCopied(world)) - copiedBefore
      return { into, perSecond: sealed / took, copiedPerSecond: copied / took, cpuMs }
    })
  } finally {
    await world.stop()
  }
}

/** Without a warm-up: the statements are planned while the tables are empty. */
async function growth(): Promise<readonly Growth[]> {
  const world = await startWorld(0, { into })
  try {
    return await measureGrowth(world, [1_000, 30_000, 60_000])
  } finally {
    await world.stop()
  }
}

/** Nothing was called before, so the first ten seconds also compile what they run. */
async function firstMinutes(): Promise<readonly number[]> {
  const world = await startWorld(0, { into })
  try {
    return await measureFirstMinutes(world)
  } finally {
    await world.stop()
  }
}

async function warmUp(world: World): Promise<void> {
  for (let sealed = 0; sealed < warmUpDocuments; ) {
    sealed += (await load(world, { callers: 64, seconds: 5 })).sealed
  }
}

/** The number of documents whose files are in the company's folder. */
async function countCopied(world: World): Promise<number> {
  const count = 'select count(*) as n from copies'
  return Number((await world.administer(({ pool }) => pool.one<{ n: bigint }>(count))).n)
}

/**
 * With the signature rate around the run, since the machine's speed drifts within minutes: the better of before and
 * after, because the service may still be copying files in both.
 */
async function withRate<T>(measure: () => Promise<T>): Promise<T & Rated> {
  const before = signaturesPerSecond()
  const measured = await measure()
  return { ...measured, signaturesPerSecond: Math.max(before, signaturesPerSecond()) }
}

function each(before: Cpu, now: Cpu, documents: number): Cpu {
  return {
    service: (now.service - before.service) / documents,
    database: (now.database - before.database) / documents,
    simulator: (now.simulator - before.simulator) / documents,
    callers: (now.callers - before.callers) / documents,
    store:
      now.store === null || before.store === null ? null : (now.store - before.store) / documents,
  }
}

async function latency(): Promise<Report['latency']> {
  const world = await startWorld(MINISTRY_MS)
  try {
    await warmUp(world)
    const ministry = await callDirectly(world)
    const rows = []
    for (const callers of [1, 16, 64]) {
      rows.push(await withRate(() => latencyOf(world, ministry, callers)))
    }
    return { waitMs: MINISTRY_MS, rows }
  } finally {
    await world.stop()
  }
}

async function latencyOf(world: World, ministry: Ministry, callers: number) {
  const own = await ministry.latencyMs({ callers, seconds })
  const { latencies, sealed, seconds: took } = await load(world, { callers, seconds })
  const added = (share: number) => percentile(latencies, share) - own
  return {
    callers,
    ministryMs: own,
    perSecond: sealed / took,
    p50: added(0.5),
    p95: added(0.95),
    p99: added(0.99),
  }
}

async function waiting(): Promise<Report['waiting']> {
  const world = await startWorld(WAITING_MS)
  try {
    const { pid } = world.service
    const atRestMiB = memoryMiB(pid)
    const startMiB = peakMemoryMiB(pid)
    const peaksMiB: number[] = []
    for (let wave = 0; wave < Number(values.waves); wave++) {
      forgetPeakMemory(pid)
      const refused = await arrive(world, { calls: WAITING_CALLS, everyMs: ARRIVAL_MS })
      peaksMiB.push(peakMemoryMiB(pid))
      const after = `${memoryMiB(pid).toFixed(0)} MiB after it`
      process.stderr.write(`waiting: wave ${wave + 1}, ${after}, ${refused} calls refused\n`)
    }
    const afterMiB = memoryMiB(pid)
    return { calls: WAITING_CALLS, ministryMs: WAITING_MS, startMiB, atRestMiB, peaksMiB, afterMiB }
  } finally {
    await world.stop()
  }
}

async function timing(): Promise<Report['timing']> {
  const world = await startWorld(0)
  try {
    return await measureTiming(world)
  } finally {
    await world.stop()
  }
}

async function rows(): Promise<Rows> {
  const world = await startWorld(0)
  try {
    return await measureRows(world, documents)
  } finally {
    await world.stop()
  }
}

async function books(): Promise<Books> {
  const world = await startWorld(0, { flags: COLLECTING })
  try {
    return await measureBooks(world, documents)
  } finally {
    await world.stop()
  }
}

function country(): Promise<Country> {
  const dataDir = values.data === undefined ? null : resolve(values.data)
  const tell = (line: string) => void process.stderr.write(`country: ${line}\n`)
  return measureCountry({ documents, dataDir, tell })
}

async function large(): Promise<Large> {
  const world = await startWorld(0)
  try {
    return await measureLarge(world, seconds)
  } finally {
    await world.stop()
  }
}

async function spreadsheet(): Promise<Spreadsheet> {
  const world = await startWorld(0, { into })
  try {
    await warmUp(world)
    return await measureSpreadsheet(world, {
      rows: Number(values.rows),
      rounds: Number(values.rounds),
      callers: Number(values.callers),
    })
  } finally {
    await world.stop()
  }
}

const wanted = (part: string) => values.only === undefined || values.only === part
const report: Report = {
  machine: await machine(),
  node: process.version,
  signaturesPerSecond: signaturesPerSecond(),
  throughput: wanted('throughput') ? await throughput() : null,
  latency: wanted('latency') ? await latency() : null,
  waiting: wanted('waiting') ? await waiting() : null,
  timing: wanted('timing') ? await timing() : null,
  large: wanted('large') ? await large() : null,
  // Only on request, since it issues 50,000 documents.
  growth: values.only === 'growth' ? await growth() : null,
  firstMinutes: values.only === 'first-minutes' ? await firstMinutes() : null,
  // Only on request, since it waits for every copy.
  rows: values.only === 'rows' ? await rows() : null,
  // Only on request, since they fill a database.
  books: values.only === 'books' ? await books() : null,
  country: values.only === 'country' ? await country() : null,
  // Only on request, since it starts a command for each round.
  spreadsheet: values.only === 'spreadsheet' ? await spreadsheet() : null,
}
print(report, values.json)
