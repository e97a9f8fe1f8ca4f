/** The machines of the cluster that a world's companies are on. */
import type { Pool } from '../src/base/db/pool.ts'
import type { Company, World } from './world.ts'

/** Nobody listens there. */
const DEAD_PORT = 1
/** One in a thousand runs finds as many companies on one machine. */
const COMPANIES_MAX = 10

/** A company on another machine than the first one of `world`. */
export async function companyElsewhere(world: World): Promise<Company> {
  const { pool } = world.deps
  const { machine } = await machineOf(pool, world.company.nit)
  for (let i = 0; i < COMPANIES_MAX; i++) {
    const company = await world.addCompany({ nit: `0614010190050${i}` })
    if ((await machineOf(pool, company.nit)).machine !== machine) return company
  }
  throw new Error(`${COMPANIES_MAX} companies are on one machine`)
}

/** A company on each of two machines, by the machine's host; the world's is one of them. */
export async function companiesByHost(world: World): Promise<ReadonlyMap<string, Company>> {
  const companies = new Map<string, Company>()
  for (const company of [world.company, await companyElsewhere(world)]) {
    companies.set((await machineOf(world.deps.pool, company.nit)).host, company)
  }
  return companies
}

export interface Machine {
  /** Its group in pg_dist_node. */
  readonly machine: number
  /** Where the coordinator reaches it: `127.0.0.1:5432`. */
  readonly host: string
}

/** The machine that holds a company. */
export const machineOf = (pool: Pool, nit: string): Promise<Machine> =>
  pool.one<Machine>(
    `select n.groupid as machine, n.nodename || ':' || n.nodeport as host
       from company_nits c
       join pg_dist_placement p
         on p.shardid = get_shard_id_for_distribution_column('companies', c.company_id)
       join pg_dist_node n on n.groupid = p.groupid
      where c.nit = $1`,
    [nit],
  )

/** While `work` runs, the machine does not answer. */
export async function withoutMachine<T>(
  pool: Pool,
  machine: number,
  work: () => Promise<T>,
): Promise<T> {
  const { port } = await pool.one<{ port: number }>(
    'select nodeport as port from pg_dist_node where groupid = $1',
    [machine],
  )
  const leadTo = (to: number) =>
    pool.many('update pg_dist_node set nodeport = $2 where groupid = $1', [machine, to])
  await leadTo(DEAD_PORT)
  try {
    return await work()
  } finally {
    await leadTo(port)
  }
}

/** The same of the machine that holds a company. */
export async function whileAway<T>(
  pool: Pool,
  { nit }: Pick<Company, 'nit'>,
  work: (machine: number) => Promise<T>,
): Promise<T> {
  const { machine } = await machineOf(pool, nit)
  return withoutMachine(pool, machine, () => work(machine))
}
