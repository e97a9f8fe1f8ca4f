/**
 * `npm run bench -- cluster`: sales of several companies on one PostgreSQL, and on a coordinator and two workers of
 * Citus, on this machine. Both are of the PostgreSQL that this machine has installed, with the same settings.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findCitus, type Machine, startMachine } from '../../packages/service/test/citus-cluster.ts'
import { startOwnCluster } from '../../packages/service/test/cluster/own.ts'
import { type LoadOptions, load } from './load.ts'
import { signaturesPerSecond } from './signatures.ts'
import { type Database, machine, startWorld } from './world.ts'

const KINDS = ['postgres', 'citus'] as const
type Kind = (typeof KINDS)[number]

/** As an installation has them, unlike those of tests. */
const DURABLE = `
fsync = on
synchronous_commit = on
full_page_writes = on
shared_buffers = 256MB
`

interface Plan extends LoadOptions {
  readonly companies: number
  readonly warmUpSeconds: number
}

interface Measured {
  readonly perSecond: number
  /** CPU milliseconds of a sale. */
  readonly service: number
  readonly database: number
}

/**
 * One kind after the other; in each second round the other way round, so that drift is on both sides. `--set name=value`
 * tries a setting of every PostgreSQL.
 */
export async function measureCluster(args: readonly string[]): Promise<number> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      kinds: { type: 'string', default: KINDS.join() },
      companies: { type: 'string', default: '8' },
      callers: { type: 'string', default: '64' },
      seconds: { type: 'string', default: '20' },
      'warm-up': { type: 'string', default: '30' },
      rounds: { type: 'string', default: '2' },
      set: { type: 'string', multiple: true, default: [] },
    },
  })
  const bin = await findCitus()
  if (bin === null) {
    process.stderr.write('no PostgreSQL below /usr/lib/postgresql has the Citus extension\n')
    return 1
  }
  const kinds = KINDS.filter((kind) => values.kinds.split(',').includes(kind))
  const plan = {
    companies: Number(values.companies),
    callers: Number(values.callers),
    seconds: Number(values.seconds),
    warmUpSeconds: Number(values['warm-up']),
  }
  const tried = values.set.map((setting) => `${setting}\n`).join('')
  process.stdout.write(
    `${await machine()}, Node ${process.version}; ${plan.companies} companies, ${plan.callers} callers\n${tried}`,
  )
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const kind of round % 2 === 0 ? kinds : kinds.toReversed()) {
      const measured = await withDatabase({ bin, kind, settings: DURABLE + tried }, (database) =>
        measure(database, plan),
      )
      process.stdout.write(
        `${lineOf(kind, measured)}, ${signaturesPerSecond().toFixed(0)} signatures a second\n`,
      )
    }
  }
  return 0
}

const lineOf = (kind: Kind, { perSecond, service, database }: Measured) =>
  `${kind.padEnd(8)} ${perSecond.toFixed(0)} a second; service ${service.toFixed(2)}, database ${database.toFixed(2)} ms of processor a sale`

async function measure(database: Database, plan: Plan): Promise<Measured> {
  const world = await startWorld(0, { into: 'nowhere', database })
  try {
    const keys = [world.key]
    for (let n = 1; n < plan.companies; n++) {
      keys.push(
        await world.addSeller({ nit: `0614010190${String(100 + n)}9`, nombre: `Empresa ${n}` }),
      )
    }
    await load(world, { ...plan, keys, seconds: plan.warmUpSeconds })
    const before = world.cpu()
    const { sealed, seconds } = await load(world, { ...plan, keys })
    const now = world.cpu()
    return {
      perSecond: sealed / seconds,
      service: (now.service - before.service) / sealed,
      database: (now.database - before.database) / sealed,
    }
  } finally {
    await world.stop()
  }
}

interface Chosen {
  readonly bin: string
  readonly kind: Kind
  /** Lines of each machine's postgresql.conf. */
  readonly settings: string
}

async function withDatabase<T>(
  { bin, kind, settings }: Chosen,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const start = kind === 'citus' ? startOwnCluster(settings) : startOne(bin, settings)
  const { machines, stop } = await start
  try {
    const [{ url } = { url: '' }] = machines
    return await work({ url, pids: await Promise.all(machines.map(pidOf)) })
  } finally {
    await stop()
  }
}

interface Running {
  /** The service connects to the first. */
  readonly machines: readonly Machine[]
  stop(): Promise<void>
}

async function startOne(bin: string, settings: string): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-bench-database-'))
  await chmod(folder, 0o711) // root's PostgreSQL runs as another user, who must pass through
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
  try {
    const one = await startMachine(bin, join(folder, 'postgres'), settings)
    return { machines: [one], stop: () => one.stop().then(remove) }
  } catch (error) {
    await remove()
    throw error
  }
}

async function pidOf({ data }: Machine): Promise<number> {
  const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
  return Number(pid)
}
