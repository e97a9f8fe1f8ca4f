/** Databases of a Citus cluster: one of the same name on each machine, joined (scripts/test-citus.ts). */
import pg from 'pg'
import type { Pool } from '../src/base/db/pool.ts'

/** Addresses of the workers, by commas; the coordinator's is that of the databases. Absent: one PostgreSQL. */
export const WORKERS_VARIABLE = 'SELLO_TEST_CITUS_WORKERS'

/** Empty: the databases are of one PostgreSQL. */
export function workersOf(env: NodeJS.ProcessEnv): readonly string[] {
  return (env[WORKERS_VARIABLE] ?? '').split(',').filter((url) => url !== '')
}

/** Whether the databases of this run are a cluster's. */
export const isCluster = workersOf(process.env).length > 0
/** Of a test on one PostgreSQL, and of one that needs a cluster. */
export const ON_ONE = { skip: isCluster && 'this is a cluster' }
export const ON_CLUSTER = { skip: !isCluster && 'needs a cluster: npm run test:citus' }

/** One PostgreSQL runs its own statements, and those for a cluster too: for a test of both. A cluster runs its own. */
export const WAYS = isCluster
  ? [{ way: 'on a cluster', pool: {} }]
  : [
      { way: 'on one PostgreSQL', pool: {} },
      { way: 'with the statements for a cluster', pool: { isCluster: true } },
    ]

/** For a test of what a cluster does not have: there it is skipped, and the reason is printed. */
export const onOnePostgreSQL = (reason: string) => ({
  skip: isCluster && `on a cluster: ${reason}`,
})

/** SQL: a row for each session that waits for a lock, here or on a machine of the cluster. */
export const LOCK_WAITS = isCluster
  ? 'select distinct waiting_gpid from citus_lock_waits'
  : `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/**
 * SQL: whether the session of this pid waits for a lock of another client; not of PostgreSQL's own vacuum, whose pace is
 * the machine's.
 */
export const WAITS_FOR_CLIENT = isCluster
  ? // A number of a session over all machines ends in its pid.
    'select exists (select from citus_lock_waits where waiting_gpid % 10000000000 = $1) as waits'
  : `select exists (select from unnest(pg_blocking_pids($1)) as b (pid)
                      join pg_stat_activity a on a.pid = b.pid
                     where a.backend_type = 'client backend') as waits`

/** Whether the planner knows rows of the table, on a cluster of one of its parts. */
export async function isAnalysed(pool: Pool, table: string): Promise<boolean> {
  const rows = await pool.many<{ n: string }>(
    isCluster
      ? `select result as n from run_command_on_shards($1::text::regclass,
                                                       $$select reltuples from pg_class where oid = '%s'::regclass$$)`
      : 'select reltuples::text as n from pg_class where oid = $1::text::regclass',
    [table],
  )
  return rows.some(({ n }) => Number(n) > 0)
}

/** Runs a statement of DDL that Citus does not pass on, here and on each machine of the cluster. */
export async function createOnMachines(pool: Pool, ddl: string): Promise<void> {
  await pool.many(ddl)
  if (isCluster) await pool.many('select run_command_on_workers($1)', [ddl])
}

/** Makes one cluster of databases that exist on each machine; the first is the coordinator's. */
export async function joinDatabases(
  coordinator: string,
  workers: readonly string[],
): Promise<void> {
  for (const url of [coordinator, ...workers]) await run(url, 'create extension citus')
  const { hostname, port } = new URL(coordinator)
  await run(coordinator, `select citus_set_coordinator_host('${hostname}', ${port})`)
  for (const worker of workers) await addNode(coordinator, worker)
}

/** Adds a machine without the extension to a cluster; no company is on it yet. */
export async function joinMachine(coordinator: string, machine: string): Promise<void> {
  await run(machine, 'create extension citus')
  await addNode(coordinator, machine)
}

async function addNode(coordinator: string, machine: string): Promise<void> {
  const { hostname, port } = new URL(machine)
  await run(coordinator, `select citus_add_node('${hostname}', ${port})`)
}

async function run(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'sello-test' })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
