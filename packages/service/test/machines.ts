/** The machines of a cluster that a test runs on (test/citus.ts), and which company is on which. */
import { workersOf } from './citus.ts'
import type { Company, World } from './world.ts'

const isCluster = workersOf(process.env).length > 0
/** Options of a test. */
export const ON_ONE = { skip: isCluster && 'this is a cluster' }
export const ON_CLUSTER = { skip: !isCluster && 'needs a cluster: npm run test:citus' }

/** Nobody listens there. */
const DEAD_PORT = 1
/** One in a thousand runs finds as many companies on one machine. */
const COMPANIES_MAX = 10

/** Makes a company on another machine than that of the world's. */
export async function companyElsewhere(world: World): Promise<Company> {
  const first = await machineOf(world, world.company)
  for (let i = 0; i < COMPANIES_MAX; i++) {
    const company = await world.addCompany({ nit: `0614010190050${i}` })
    if ((await machineOf(world, company)) !== first) return company
  }
  throw new Error(`${COMPANIES_MAX} companies are on one machine`)
}

/** What `work` gives while the machine that has the company does not answer. */
export async function whileAway<T>(
  world: World,
  company: Pick<Company, 'nit'>,
  work: (machine: number) => Promise<T>,
): Promise<T> {
  const { pool } = world.deps
  const machine = await machineOf(world, company)
  const { port } = await pool.one<{ port: number }>(
    'select nodeport as port from pg_dist_node where groupid = $1',
    [machine],
  )
  const leadTo = (port: number) =>
    pool.many('update pg_dist_node set nodeport = $2 where groupid = $1', [machine, port])
  await leadTo(DEAD_PORT)
  try {
    return await work(machine)
  } finally {
    await leadTo(port)
  }
}

async function machineOf(world: World, { nit }: Pick<Company, 'nit'>): Promise<number> {
  const { machine } = await world.deps.pool.one<{ machine: number }>(
    `select p.groupid as machine
       from company_nits c
       join pg_dist_placement p
         on p.shardid = get_shard_id_for_distribution_column('companies', c.company_id)
      where c.nit = $1`,
    [nit],
  )
  return machine
}
