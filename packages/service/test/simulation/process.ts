/** One simulated process of the service, with its own connections, session, breaker and randomness. */
import { seededRandom } from '@sello/mh-simulator'
import type { Clock, Random } from '../../src/base/clock.ts'
import type { Pool } from '../../src/base/db/pool.ts'
import { admissionsOf, createShares, readsOf } from '../../src/base/db/shares.ts'
import { createLog } from '../../src/base/log.ts'
import type { Secrets } from '../../src/base/secrets/secrets.ts'
import { createMetrics } from '../../src/base/telemetry/metrics.ts'
import { createDates } from '../../src/base/time/ministry-dates.ts'
import type { SharedTime } from '../../src/base/time/shared-time.ts'
import { watchStalls } from '../../src/base/time/stalls.ts'
import { createApp } from '../../src/entrypoints/app.ts'
import { connectMinistry } from '../../src/flows/contingency/connect.ts'
import { createCommits } from '../../src/flows/issuing/commits.ts'
import type { IssuingDeps } from '../../src/flows/issuing/context.ts'
import { createSecurityEvents } from '../../src/ledger/audit/security.ts'
import { createAccounts } from '../../src/ledger/companies/ministry-account.ts'
import { createDaySums } from '../../src/ledger/documents/day-sums.ts'
import { createFeedWaits, FEED_WAITS } from '../../src/ledger/feed/waits.ts'
import { createStorageNotices } from '../../src/ledger/holding/notices.ts'
import { createKeyCompanies } from '../../src/ledger/keys/key-companies.ts'
import { createFence } from '../../src/ledger/marks/fence.ts'
import { NO_MAIL } from '../../src/outside/mail/open.ts'
import { createWebhookSender } from '../../src/outside/webhooks/sender.ts'
import { createMonthReads, MONTH_READS } from '../../src/papers/books/month-reads.ts'
import { createPrinter } from '../../src/papers/printing/printer.ts'
import { timeOf } from '../world.ts'
import { createSteppedExchange, type Network } from './network.ts'
import type { Owner } from './schedule.ts'
import { createSteppedPool, type Stepping } from './stepped-pool.ts'

export interface Process extends Owner {
  readonly deps: IssuingDeps
  readonly app: ReturnType<typeof createApp>
  /** Jobs under way: each runs alone in its process. */
  readonly jobs: Set<string>
  /** Ends each running call and job, for the caller's count. */
  readonly calls: Set<() => void>
  /** The clock of its machine, which no process goes by, minus the shared time. */
  readonly machine: { aheadMs: number }
}

export interface ProcessParts {
  readonly name: string
  readonly seed: string
  /** The real connections. */
  readonly inner: Pool
  readonly secrets: Secrets
  readonly network: Network
  readonly stepping: Omit<Stepping, 'owner'>
  /** How far its reading of the shared time is ahead of the true time. */
  readonly aheadMs?: number
}

const log = createLog('silent')
const metrics = createMetrics()
/** Nothing is left to another thread, whose pace is the machine's. */
const NO_THREAD = { run: async () => null, close: async () => {} }
/** With a beat no history would come to rest; each mark and each look at one notices a stall as well. */
const NO_BEAT = () => new Promise<void>(() => {})
/** The ministry's own policy: time is simulated, so it costs nothing. */
const SETTINGS = {
  hosts: { '00': 'http://hacienda', '01': 'http://hacienda' },
  timeoutMs: 8_000,
  budgetMs: 40_000,
  connections: 256,
}

export function startProcess(parts: ProcessParts): Process {
  const { name, secrets, network, stepping } = parts
  const { schedule } = stepping
  const owner: Owner = { name, alive: true }
  const random = randomOf(`${parts.seed}/${name}`)
  const { aheadMs = 0 } = parts
  const clock: Clock = {
    now: () => new Date(schedule.now().getTime() + aheadMs),
    sleep: (ms) => schedule.sleep(owner, ms),
  }
  const machine = { aheadMs: 0 }
  const pool = createSteppedPool(parts.inner, { ...stepping, owner })
  const dates = createDates()
  const time: SharedTime = {
    ...timeOf(clock),
    ownDifferenceMs: () => machine.aheadMs,
    ministryDifferenceMs: dates.differenceMs,
    noteDate: dates.note,
  }
  const fence = createFence({ pool, log })
  const { mh, breaker } = connectMinistry({
    pool,
    random,
    metrics,
    settings: SETTINGS,
    clock,
    stalls: watchStalls({ sleep: NO_BEAT, clocks: [() => schedule.frozenMs(owner)] }),
    accounts: createAccounts(pool, secrets, random),
    log,
    noteDate: time.noteDate,
    openExchange: () => createSteppedExchange(owner, network),
  })
  const deps: IssuingDeps = {
    pool,
    outcomePool: pool,
    logPool: pool,
    consolePool: pool,
    companyReads: createShares(pool, clock, readsOf(pool)),
    readingLog: createShares(pool, clock, admissionsOf(pool)),
    keyCompanies: createKeyCompanies(),
    commits: createCommits(),
    mh,
    breaker,
    fence,
    clock,
    time,
    random,
    secrets,
    mail: NO_MAIL,
    printer: createPrinter(log, undefined, NO_THREAD),
    storageNotices: createStorageNotices({ pool, clock, log }),
    monthReads: createMonthReads(MONTH_READS),
    daySums: createDaySums(() => schedule.now().getTime()),
    feedWaits: createFeedWaits({ pool, clock, log }, FEED_WAITS),
    webhooks: createWebhookSender({ innerNetwork: true }),
    metrics,
    security: createSecurityEvents({ clock, random, secrets, metrics }),
    log,
    keyPrefix: 'sello',
  }
  const app = createApp(deps, { basePath: '' })
  const running = { jobs: new Set<string>(), calls: new Set<() => void>() }
  return Object.assign(owner, { deps, app, machine, ...running })
}

/** The same seed gives the same randomness, in order of use. */
export function randomOf(seed: string): Random {
  const draw = seededRandom(seed)
  const bytes = (size: number) => Buffer.from(draw(size))
  return {
    bytes,
    uuid() {
      const drawn = bytes(16)
      drawn.writeUInt8((drawn.readUInt8(6) & 0x0f) | 0x40, 6)
      drawn.writeUInt8((drawn.readUInt8(8) & 0x3f) | 0x80, 8)
      const hex = drawn.toString('hex')
      return [
        [0, 8],
        [8, 12],
        [12, 16],
        [16, 20],
        [20, 32],
      ]
        .map(([a, b]) => hex.slice(a, b))
        .join('-')
    },
  }
}
