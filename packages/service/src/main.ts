/** Composes the service: what exists once per process is created here and passed down. */
import { join } from 'node:path'
import type { Clock } from './base/clock.ts'
import { systemClock, systemMonotonicMs, systemRandom } from './base/clock.ts'
import type { Config } from './base/config.ts'
import { isCoordinator } from './base/db/cluster.ts'
import { startEmbedded } from './base/db/embedded.ts'
import { migrate } from './base/db/migrate.ts'
import { readDatabaseTime } from './base/db/now.ts'
import { createPool, type Pool } from './base/db/pool.ts'
import { assertPoolerFits } from './base/db/pooler.ts'
import { admissionsOf, createShares, readsOf } from './base/db/shares.ts'
import { type Waiting, whenStarted } from './base/db/starting.ts'
import { createLog, describeError } from './base/log.ts'
import type { SmallServer } from './base/net/small-server.ts'
import { readSecrets } from './base/secrets/secret-files.ts'
import type { Secrets } from './base/secrets/secrets.ts'
import { shareOf } from './base/share.ts'
import type { Figures } from './base/telemetry/figures.ts'
import { createMetrics, type Exchanged, type Metrics } from './base/telemetry/metrics.ts'
import { createStep, type Step } from './base/telemetry/steps.ts'
import { NO_TRACING, startTracing, type Tracing } from './base/telemetry/tracing.ts'
import { type SharedTime, startSharedTime, type TimeParts } from './base/time/shared-time.ts'
import { watchStalls } from './base/time/stalls.ts'
import { createApp } from './entrypoints/app.ts'
import { startClockHelper } from './entrypoints/clock/server.ts'
import { BUILD_COMMAND, readBuiltConsole, UNBUILT_CONSOLE } from './entrypoints/console/files.ts'
import { startJobs } from './entrypoints/jobs/index.ts'
import { type Facts, factsOf } from './entrypoints/operator/facts.ts'
import { type Operator, startOperator } from './entrypoints/operator/server.ts'
import { CONSOLE_CONNECTIONS, connectionsFor, quarterOf } from './entrypoints/processes/count.ts'
import { assertKnownSecrets } from './flows/admin/known-secrets.ts'
import { connectMinistry } from './flows/contingency/connect.ts'
import { createCommits } from './flows/issuing/commits.ts'
import type { IssuingDeps } from './flows/issuing/context.ts'
import { measured } from './flows/issuing/measured.ts'
import { createMemory } from './flows/recovering/memory.ts'
import { createSecurityEvents } from './ledger/audit/security.ts'
import { createAccounts } from './ledger/companies/ministry-account.ts'
import { createDaySums } from './ledger/documents/day-sums.ts'
import { createFeedWaits, feedWaitsOf } from './ledger/feed/waits.ts'
import { createStorageNotices } from './ledger/holding/notices.ts'
import { createKeyCompanies } from './ledger/keys/key-companies.ts'
import { keepPartitions } from './ledger/keys/request-log.ts'
import { createFence } from './ledger/marks/fence.ts'
import { openMail } from './outside/mail/open.ts'
import { createRecorder } from './outside/recording/recorder.ts'
import { createWebhookSender } from './outside/webhooks/sender.ts'
import { createMonthReads, monthReadsOf } from './papers/books/month-reads.ts'
import { createPrinter } from './papers/printing/printer.ts'

export interface Service {
  readonly url: string
  /** The time helper's address; null when it is disabled. */
  readonly clockUrl: string | null
  /** The operator's address; null when it is disabled. */
  readonly operatorUrl: string | null
  readonly databaseUrl: string
  /** Whether people have their pages: a clone without the development packages has not built them. */
  readonly console: 'served' | 'off' | 'unbuilt'
  /** What an operator asks of this process, where it has no operator's port of its own. */
  readonly facts: Facts
  /** What it has counted, also once it has stopped. */
  counted(): Promise<Figures>
  /**
   * Accepts no more work, finishes running work, and releases the database. `lingerMs`: where another process goes on
   * listening, how long callers have to end their connections themselves.
   */
  stop(lingerMs?: number): Promise<void>
}

/** A verdict waits longer for a connection than a new call; with the ministry's budget, less than a lease. */
const OUTCOME_WAIT_MS = 30_000
const CONSOLE_WAIT_MS = 2_000

/**
 * Opens and migrates the configured database, and finds out whether it is a cluster; starts the embedded one if none is
 * configured. Waits for a database that is still starting.
 */
export async function openDatabase(
  config: Config,
  log: (line: string) => void,
  onWait: Waiting['onWait'] = () => log(WAITING),
) {
  const { databaseUrl: url, dataDir, preparedStatements } = config
  const database =
    url === null ? await startEmbedded({ dataDir, log }) : { url, stop: async () => {} }
  try {
    const isCluster = await whenStarted(waitingOf(config, onWait), async () => {
      if (url !== null) await assertPoolerFits({ url, preparedStatements })
      await migrate(database.url)
      return isCoordinator({ url: database.url, preparedStatements, onError: () => {} })
    })
    return { ...database, isCluster }
  } catch (error) {
    await database.stop()
    throw error
  }
}

const UNBUILT = 'the console is not built: its addresses say so'
const WAITING = 'the database does not answer yet: waiting for it'

/** How a process that opens the database waits for it; each step until it serves has its own patience. */
export const waitingOf = (
  { databaseWaitMs: patienceMs }: Config,
  onWait: Waiting['onWait'],
): Waiting => ({ clock: systemClock, patienceMs, onWait })

/** The time of the database, over `timePool`, once the process's secrets are known to match it. */
export function startTime(
  waiting: Waiting,
  {
    pool,
    timePool,
    secrets,
    machine,
    log,
  }: Pick<TimeParts, 'machine' | 'log'> & { pool: Pool; timePool: Pool; secrets: Secrets },
): Promise<SharedTime> {
  const monotonicMs = systemMonotonicMs
  const readDatabase = () => readDatabaseTime(timePool, monotonicMs)
  return whenStarted(waiting, async () => {
    await assertKnownSecrets(pool, secrets)
    return startSharedTime({ machine, monotonicMs, readDatabase, log })
  })
}

/** The parts that the service and a worker share, ready to run. */
interface Process {
  readonly deps: IssuingDeps
  readonly tracing: Tracing
  readonly step: Step
  readonly waiting: Waiting
  readonly databaseUrl: string
  /** Releases everything, the database last. */
  close(): Promise<void>
}

async function assemble(
  config: Config,
  adapt: (deps: IssuingDeps) => IssuingDeps,
  machine: Clock,
): Promise<Process> {
  const { sharedBy } = config
  const log = createLog(config.logLevel, undefined, sharedBy > 1 ? { pid: process.pid } : null)
  const random = systemRandom
  const secrets = await readSecrets(config)
  const mail = await openMail(config.mail)
  const database = await openDatabase(config, (line) => log.info(line))

  const onError = (error: Error) => log.warn({ error: describeError(error) }, 'a connection broke')
  const { preparedStatements } = config
  const max = config.databaseConnections ?? connectionsFor(sharedBy)
  const waiting = waitingOf(config, (error) => log.info({ error: describeError(error) }, WAITING))
  const { url, isCluster } = database
  const common = { url, isCluster, preparedStatements, onError }
  const few = quarterOf(max)
  const pool = createPool({ ...common, max: Math.max(2, max - 2 * few) })
  const outcomePool = createPool({ ...common, max: few, acquireTimeoutMs: OUTCOME_WAIT_MS })
  const logPool = createPool({ ...common, max: few, synchronousCommit: 'off' })
  const consolePool = createPool({
    ...common,
    max: CONSOLE_CONNECTIONS,
    acquireTimeoutMs: CONSOLE_WAIT_MS,
  })
  const readPool = createPool({ ...common, max: few })

  const pools = { pool, outcomePool, logPool, consolePool }
  const closePools = () =>
    Promise.all([...Object.values(pools), readPool].map((each) => each.close()))

  const time = await startTime(waiting, {
    ...{ pool, secrets, machine, log },
    timePool: logPool,
  }).catch(async (error: unknown) => {
    await closePools()
    await database.stop()
    throw error
  })
  const { clock } = time
  const metrics = createMetrics()
  const security = createSecurityEvents({ clock, random, secrets, metrics, processes: sharedBy })
  const { otlpEndpoint: endpoint } = config
  const tracing =
    endpoint === null ? NO_TRACING : await startTracing({ endpoint, now: systemClock.now }, log)
  const step = createStep(metrics, tracing, systemMonotonicMs)
  const stalls = watchStalls({
    sleep: machine.sleep,
    clocks: [systemMonotonicMs, () => machine.now().getTime()],
  })
  const memory = createMemory(config.dataDir)
  const fence = createFence({ pool, log, memory })
  const { recordDir: folder } = config
  const recorder =
    folder === null ? null : createRecorder({ folder, secret: secrets.pepper, clock, random, log })
  const { mh, breaker } = connectMinistry({
    ...(recorder === null ? {} : { keepTests: recorder.keep }),
    pool: outcomePool,
    random,
    metrics: traced(metrics, tracing),
    settings: { ...config.mh, connections: shareOf(config.mh.connections, sharedBy) },
    clock,
    stalls,
    accounts: createAccounts(outcomePool, secrets, random),
    log,
    noteDate: time.noteDate,
  })
  const printer = createPrinter(log, { pool: pools.pool, monotonicMs: systemMonotonicMs })
  const storageNotices = createStorageNotices({ pool: pools.pool, clock, log })
  const monthReads = createMonthReads(monthReadsOf(sharedBy))
  const webhooks = createWebhookSender({ innerNetwork: config.innerWebhooks })
  const parts = {
    ...pools,
    companyReads: createShares(readPool, systemClock, readsOf(readPool)),
    readingLog: createShares(logPool, systemClock, admissionsOf(logPool)),
    keyCompanies: createKeyCompanies(),
    commits: createCommits(),
    mh,
    breaker,
    fence,
    clock,
    time,
    random,
    secrets,
    printer,
    mail,
    storageNotices,
    monthReads,
    daySums: createDaySums(systemMonotonicMs),
    feedWaits: createFeedWaits({ pool: readPool, clock: systemClock, log }, feedWaitsOf(sharedBy)),
    webhooks,
    metrics,
    security,
    log,
    keyPrefix: config.keyPrefix,
  }
  return {
    deps: adapt(measured(parts, step)),
    tracing,
    step,
    waiting,
    databaseUrl: database.url,
    async close() {
      await time.stop()
      stalls.stop()
      await tracing.stop()
      await mh.close()
      await recorder?.close()
      await webhooks.close()
      await printer.close()
      await closePools()
      await database.stop()
    },
  }
}

/**
 * `adapt` may replace parts before anything runs; crash tests put their exit in. `machine` is the machine's clock,
 * which tests of a wrong clock shift.
 */
export async function startService(
  config: Config,
  adapt: (deps: IssuingDeps) => IssuingDeps = (deps) => deps,
  machine: Clock = systemClock,
): Promise<Service> {
  const { deps, tracing, step, waiting, databaseUrl, close } = await assemble(
    config,
    adapt,
    machine,
  )
  const { log } = deps

  const { basePath, trustedProxies, connectionsMax, connectionsPerAddress, sharedBy } = config
  const { consoleDir } = config
  const files = consoleDir === null ? null : await readBuiltConsole(consoleDir, basePath)
  const console = consoleDir === null ? 'off' : files === null ? 'unbuilt' : 'served'
  if (console === 'unbuilt') log.warn({ consoleDir, command: BUILD_COMMAND }, UNBUILT)
  const app = createApp(deps, {
    basePath,
    trustedProxies,
    connections: {
      total: shareOf(connectionsMax, sharedBy),
      perAddress: shareOf(connectionsPerAddress, sharedBy),
    },
    sharedBy,
    tracing,
    step,
    console: {
      storageDir: join(config.dataDir, 'documentos'),
      innerStorage: config.innerStorage,
      publicOrigin: config.publicOrigin,
      isDemonstration: config.isDemonstration,
      files: console === 'unbuilt' ? UNBUILT_CONSOLE : files,
    },
  })
  let helper: SmallServer | null = null
  let operator: Operator | null = null
  const release = async () => {
    await helper?.close()
    await operator?.close()
    await close()
  }

  const started = async () => {
    await whenStarted(waiting, () => prepare(deps))
    const address = await app.listen({ host: config.host, port: config.port })
    if (config.clock) helper = await startClockHelper(deps.clock, config.clock)
    if (config.operator) operator = await startOperator(deps, config.operator)
    return { address, clockUrl: helper?.url ?? null, operatorUrl: operator?.url ?? null }
  }
  const { address, clockUrl, operatorUrl } = await started().catch(async (error: unknown) => {
    await app.close()
    await release()
    throw error
  })
  const jobs = startJobs(deps, config.jobs === 'here' ? 'all' : 'own')
  log.info({ url: address, clockUrl, operatorUrl }, 'listening')
  return {
    url: address + config.basePath,
    clockUrl,
    operatorUrl,
    databaseUrl,
    console,
    facts: factsOf(deps),
    counted: deps.metrics.counted,
    async stop(lingerMs = 0) {
      operator?.drain()
      if (lingerMs > 0) await app.retire(lingerMs)
      await app.close() // finishes running calls first
      await jobs.stop()
      await deps.security.record(deps.consolePool, 'all').catch(lost(log))
      await release()
      log.info('stopped')
    },
  }
}

/** Puts each exchange with the ministry into its caller's trace. */
const traced = (metrics: Metrics, tracing: Tracing): Metrics => ({
  ...metrics,
  exchange(seen: Exchanged) {
    metrics.exchange(seen)
    const { service, outcome, ambiente } = seen
    tracing.past('ministry exchange', seen.seconds, { service, outcome, ambiente })
  },
})

const lost = (log: IssuingDeps['log']) => (error: unknown) =>
  log.error({ error: describeError(error) }, 'security events are not in the audit log')

/** The background jobs in their own process, which only serves the operator's port. */
export async function startWorker(config: Config): Promise<Pick<Service, 'operatorUrl' | 'stop'>> {
  const { deps, waiting, close } = await assemble(config, (given) => given, systemClock)
  let operator: Operator | null = null
  try {
    await whenStarted(waiting, () => prepare(deps))
    if (config.operator) operator = await startOperator(deps, config.operator)
  } catch (error) {
    await close()
    throw error
  }
  const jobs = startJobs(deps)
  deps.log.info({ operatorUrl: operator?.url ?? null }, 'working')
  return {
    operatorUrl: operator?.url ?? null,
    async stop() {
      operator?.drain()
      await jobs.stop()
      await operator?.close()
      await close()
      deps.log.info('stopped')
    },
  }
}

/** What the database needs before the process serves. */
async function prepare(deps: IssuingDeps): Promise<void> {
  await keepPartitions(deps)
  await deps.fence.check()
}
