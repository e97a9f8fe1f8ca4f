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
  const first = await machineOf(pool, world.company.nit)
  for (let i = 0; i < COMPANIES_MAX; i++) {
    const company = await world.addCompany({ nit: `0614010190050${i}` })
    if ((await machineOf(pool, company.nit)) !== first) return company
  }
  throw new Error(`${COMPANIES_MAX} companies are on one machine`)
}

export async function machineOf(pool: Pool, nit: string): Promise<number> {
  const { machine } = await pool.one<{ machine: number }>(
    `select p.groupid as machine
       from company_nits c
       join pg_dist_placement p
         on p.shardid = get_shard_id_for_distribution_column('companies', c.company_id)
      where c.nit = $1`,
    [nit],
  )
  return machine
}

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
