/**
 * `npm run chaos`: three processes over one PostgreSQL with a synchronous standby, under load, while processes are
 * killed, the database is restarted, killed and frozen, and the ministry has faults. Then the invariants of every
 * history are checked from outside. CHAOS_SECONDS (300), CHAOS_SEED, and CHAOS_STORE=etcd3 for the setup that loses
 * acknowledged commits after a thaw (docs/reliability.md).
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '../../src/base/db/migrate.ts'
import { createPool, type Pool } from '../../src/base/db/pool.ts'
import { createDice, type Dice } from '../crash/dice.ts'
import { type Running, startProcess } from '../crash/process.ts'
import type { Fault } from '../simulator-control.ts'
import { createWorld, type World } from '../world.ts'
import { startCallers } from './callers.ts'
import { type Cluster, missingPrograms, NotWhole, type Store, startCluster } from './cluster.ts'
import { judge, settle } from './judge.ts'

const SECONDS = Number(process.env.CHAOS_SECONDS ?? 300)
const SEED = process.env.CHAOS_SEED ?? randomBytes(4).toString('hex')
const STORE = (process.env.CHAOS_STORE ?? 'etcd') as Store
/** The name of one act: no other is drawn. */
const ONLY = process.env.CHAOS_ONLY
const PROCESSES = 3
const CALLERS = 6

async function chaos(): Promise<number> {
  console.log(`CHAOS_SEED=${SEED} CHAOS_SECONDS=${SECONDS} CHAOS_STORE=${STORE}`)
  const folder = await mkdtemp(join(tmpdir(), 'sello-chaos-'))
  const cluster = await startCluster(folder, STORE)
  let holds = false
  try {
    holds = await run(cluster, folder)
  } finally {
    await cluster.stop()
  }
  if (holds) await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  return holds ? 0 : 1
}

async function run(cluster: Cluster, folder: string): Promise<boolean> {
  await migrate(cluster.url)
  const world = await createChaosWorld(cluster)
  const running = await startProcesses(world, folder)
  const acts = new Map<string, number>()
  const callers = startCallers(world, () => running.alive(), CALLERS)
  const dice = createDice(SEED)
  const end = Date.now() + SECONDS * 1_000
  const faults = async () => {
    while (Date.now() < end) {
      const act = dice.pick(ACTS)
      acts.set(act.name, (acts.get(act.name) ?? 0) + 1)
      await act({ cluster, world, running, dice })
      await sleep(dice.between(500, 4_000))
    }
    await cluster.whole()
  }
  const notWhole = await faults().catch((error: unknown) => {
    if (error instanceof NotWhole) return error
    throw error
  })
  await world.mh.clearFaults()
  const unanswered = await callers.finish()
  const gone = await running.countGone()
  await running.stop()
  const left = await settle(world)
  const verdict = await judge(world, callers.sales)
  const broken = [
    ...(notWhole ? [notWhole.message] : []),
    ...(unanswered === 0
      ? []
      : [`${unanswered} sales have no answer: ${await fenceReason(world)}`]),
    ...(left === 0 ? [] : [`${left} documents have no verdict`]),
    ...(gone === 0 ? [] : [`${gone} processes ended by themselves`]),
    ...verdict.broken,
  ]
  const answered = (status: number) =>
    callers.sales.filter(({ answer }) => answer?.status === status).length
  const { documents, sealed, rejected } = verdict
  const [ok, accepted, refused] = [200, 202, 422].map(answered)
  const tries = callers.sales.reduce((sum, one) => sum + one.tries, 0)
  console.log(
    JSON.stringify({
      ...{ acts: Object.fromEntries(acts), sales: callers.sales.length, tries },
      longestSilenceMs: Math.round(callers.longestSilenceMs()),
    }),
  )
  console.log(JSON.stringify({ 200: ok, 202: accepted, 422: refused, documents, sealed, rejected }))
  for (const sentence of broken.slice(0, 20)) console.log(`BROKEN: ${sentence}`)
  console.log(
    broken.length === 0 ? 'chaos: everything holds' : `chaos: ${broken.length} do not hold`,
  )
  await world.close()
  return broken.length === 0
}

/** A world whose own statements wait for the database to come back. */
async function createChaosWorld({ url }: Cluster): Promise<World> {
  const pools: Pool[] = []
  return createWorld({
    silencesMax: 2,
    mh: { timeoutMs: 1_000, budgetMs: 4_000 },
    simulator: { latencyMs: 20 },
    database: {
      url,
      createPool(given = {}) {
        const pool = createPool({ url, max: 6, onError: () => {}, ...given })
        pools.push(pool)
        return pool
      },
      drop: async () => {
        await Promise.all(pools.map((pool) => pool.close()))
      },
    },
  })
}

/** Why nothing is issued any more, if the service says so. */
async function fenceReason(world: World): Promise<string> {
  const { reason } = await world.deps.pool.one<{ reason: string | null }>(
    'select reason from database_marks',
  )
  return reason ?? 'the database is not known to have lost anything'
}

interface Processes {
  alive(): readonly Running[]
  /** Sends SIGKILL to one of them; another replaces it after a while. */
  killOne(dice: Dice): Promise<void>
  /** Processes that nobody killed and that do not answer. */
  countGone(): Promise<number>
  stop(): Promise<void>
}

async function startProcesses(world: World, folder: string): Promise<Processes> {
  const start = (i: number) =>
    startProcess(world, {
      SELLO_DATA_DIR: join(folder, `process-${i}`),
      SELLO_DATABASE_CONNECTIONS: '12',
    })
  const slots: (Running | null)[] = []
  for (let i = 0; i < PROCESSES; i++) slots.push(await start(i))
  const coming = new Set<Promise<void>>()
  /** One that does not find its database tries again, as under a supervisor. */
  const come = async (i: number) => {
    for (;;) {
      const next = await start(i).catch(() => null)
      if (next) {
        slots[i] = next
        return
      }
      await sleep(500)
    }
  }
  return {
    alive: () => slots.filter((one) => one !== null),
    async killOne(dice) {
      const i = dice.between(0, PROCESSES - 1)
      const one = slots[i]
      if (!one) return
      slots[i] = null
      await one.kill()
      const back = come(i).finally(() => coming.delete(back))
      coming.add(back)
    },
    async countGone() {
      await Promise.all(coming)
      const answers = slots.map((one) => one && fetch(one.url).catch(() => null))
      return (await Promise.all(answers)).filter((answer) => answer === null).length
    },
    async stop() {
      await Promise.all(coming)
      await Promise.all(slots.map((one) => one?.stop()))
    },
  }
}

interface Stage {
  readonly cluster: Cluster
  readonly world: World
  readonly running: Processes
  readonly dice: Dice
}

const KINDS: readonly Fault['kind'][] = ['silence', 'delay', 'status', 'html', 'no_seal', 'drop_answer', 'expired_token', 'reject'] // biome-ignore format: a list
const SERVICES: readonly Fault['service'][] = ['recepciondte', 'consultadte', 'contingencia', 'recepcionlote', 'consultadtelote', '*'] // biome-ignore format: a list

async function kill({ running, dice }: Stage) {
  await running.killOne(dice)
}
async function fault({ world, dice }: Stage) {
  const kind = dice.pick(KINDS)
  const service = kind === 'reject' ? 'recepciondte' : dice.pick(SERVICES)
  const delay = kind === 'delay' ? { delayMs: dice.between(100, 2_000) } : {}
  await world.mh.fault({ service, kind, times: dice.between(1, 12), ...delay })
}
async function mend({ world }: Stage) {
  await world.mh.clearFaults()
}
async function restart({ cluster }: Stage) {
  await cluster.restartLeader()
}
async function killDatabase({ cluster, dice }: Stage) {
  await cluster.killLeader(dice.between(2_000, 6_000))
  await cluster.whole()
}
async function freezeDatabase({ cluster, dice }: Stage) {
  await cluster.freezeLeader(dice.between(2_000, 16_000))
  await cluster.whole()
}

// biome-ignore format: a list
const ACTS = [
  kill, kill, kill, fault, fault, fault, fault, mend, mend, restart, killDatabase, freezeDatabase,
].filter((act) => ONLY === undefined || act.name === ONLY)

const missing = missingPrograms()
if (missing.length > 0) {
  console.log(
    `chaos skipped: ${missing.join(', ')} are not here (Debian: patroni, etcd-server, postgresql-15)`,
  )
} else {
  process.exitCode = await chaos()
}
