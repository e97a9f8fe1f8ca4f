/** `npm run bench -- processes`: the CPU of a document with 1, 2 and 4 processes on one port, over one database. */
import { parseArgs } from 'node:util'
import { loadCount } from '../load.ts'
import { signaturesPerSecond } from '../signatures.ts'
import { INTO, type Into, machine, startWorld, type World } from '../world.ts'

interface Measured {
  readonly processes: number
  readonly service: number
  readonly database: number
  readonly perSecond: number
  readonly signaturesPerSecond: number
}

/** One count after the other, in each round; a round turned round follows, so that drift is on both sides. */
export async function measureProcesses(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      counts: { type: 'string', default: '1,2,4' },
      documents: { type: 'string', default: '4000' },
      'warm-up': { type: 'string', default: '3000' },
      rounds: { type: 'string', default: '2' },
      into: { type: 'string', default: 'folder' },
      callers: { type: 'string', default: '64' },
      each: { type: 'boolean', default: false },
    },
  })
  const counts = values.counts.split(',').map(Number)
  const into = INTO.find((one) => one === values.into)
  if (!into) throw new Error(`--into takes ${INTO.join(', ')}`)
  const plan = {
    into,
    documents: Number(values.documents),
    warmUp: Number(values['warm-up']),
    callers: Number(values.callers),
    each: values.each,
  }
  const runs: Measured[] = []
  process.stdout.write(`${await machine()}, Node ${process.version}; CPU of a document in ms\n`)
  for (let round = 0; round < Number(values.rounds); round++) {
    for (const count of round % 2 === 0 ? counts : counts.toReversed()) {
      const run = await measure(count, plan)
      runs.push(run)
      process.stdout.write(`${lineOf(run)}\n`)
    }
  }
  const [first = 1] = counts
  const alone = meanOf(runs, first)
  for (const count of counts) {
    const share = (meanOf(runs, count) / alone - 1) * 100
    process.stdout.write(
      `${count} processes: ${meanOf(runs, count).toFixed(2)} ms of service and database, ${share >= 0 ? '+' : ''}${share.toFixed(1)} % of ${first}\n`,
    )
  }
}

interface Plan {
  readonly into: Into
  readonly documents: number
  /** For each process, since each compiles for itself. */
  readonly warmUp: number
  readonly callers: number
  /** As many callers for each process, in place of for all: concurrent calls of a process share commits. */
  readonly each: boolean
}

async function measure(processes: number, plan: Plan): Promise<Measured> {
  const { into, documents, warmUp } = plan
  const callers = plan.each ? plan.callers * processes : plan.callers
  const world = await startWorld(0, { into, together: processes })
  try {
    await loadCount(world, { callers, count: warmUp * processes })
    return { processes, ...(await loaded(world, { callers, count: documents })) }
  } finally {
    await world.stop()
  }
}

async function loaded(
  world: World,
  wanted: { readonly callers: number; readonly count: number },
): Promise<Omit<Measured, 'processes'>> {
  const rate = signaturesPerSecond()
  const before = world.cpu()
  const { sealed, seconds } = await loadCount(world, wanted)
  const now = world.cpu()
  return {
    service: (now.service - before.service) / sealed,
    database: (now.database - before.database) / sealed,
    perSecond: sealed / seconds,
    signaturesPerSecond: Math.max(rate, signaturesPerSecond()),
  }
}

const lineOf = ({ processes, service, database, perSecond, signaturesPerSecond: rate }: Measured) =>
  `${processes} processes: service ${service.toFixed(2)}, database ${database.toFixed(2)}; ${perSecond.toFixed(0)} a second, ${rate.toFixed(0)} signatures a second on one core`

function meanOf(runs: readonly Measured[], processes: number): number {
  const own = runs.filter((run) => run.processes === processes)
  return own.reduce((sum, { service, database }) => sum + service + database, 0) / own.length
}
