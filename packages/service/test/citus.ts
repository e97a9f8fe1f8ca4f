/** Databases of a Citus cluster: one of the same name on each machine, joined (scripts/test-citus.ts). */
import pg from 'pg'

/** Addresses of the workers, by commas; the coordinator's is that of the databases. Absent: one PostgreSQL. */
export const WORKERS_VARIABLE = 'SELLO_TEST_CITUS_WORKERS'

/** Empty: the databases are of one PostgreSQL. */
export function workersOf(env: NodeJS.ProcessEnv): readonly string[] {
  return (env[WORKERS_VARIABLE] ?? '').split(',').filter((url) => url !== '')
}

const isCluster = workersOf(process.env).length > 0
/** Of a test on one PostgreSQL, and of one that needs a cluster. */
export const ON_ONE = { skip: isCluster && 'this is a cluster' }
export const ON_CLUSTER = { skip: !isCluster && 'needs a cluster: npm run test:citus' }

/** For a test of what a cluster does not have: there it is skipped, and the reason is printed. */
export const onOnePostgreSQL = (reason: string) => ({
  skip: isCluster && `on a cluster: ${reason}`,
})

/** SQL: a row for each session that waits for a lock, here or on a machine of the cluster. */
export const LOCK_WAITS = isCluster
  ? 'select distinct waiting_gpid from citus_lock_waits'
  : `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

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
