/**
 * A worker of a cluster that dies under load stops its own companies alone; a coordinator that dies stops all. Once it
 * is back, or its standby is in its place, what was under way is sealed without a hand, and nothing is lost, doubled or
 * skipped. The cluster is this test's own.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '../../src/base/db/pool.ts'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { ON_CLUSTER } from '../citus.ts'
import { type Machine, startCopy } from '../citus-cluster.ts'
import { companiesByHost } from '../machines.ts'
import { assertConsecutive } from '../races/numbers.ts'
import { until } from '../until.ts'
import { type Company, createWorld, type World } from '../world.ts'
import { backUp, type OwnCluster, startOwnCluster } from './own.ts'

/** What is committed survives a killed process; recovery of prepared transactions each minute would be long to wait for. */
const SETTINGS = `
synchronous_commit = on
citus.recover_2pc_interval = '2s'
`
const CALLERS_OF_ONE = 3
const BEFORE_MS = 4_000
const DEAD_MS = 8_000
const AFTER_MS = 4_000
const ANSWER_MS = 5_000
/** Of the answers of companies elsewhere: one whose connection to the coordinator breaks as well. */
const MISSED_MAX = 0.01
/** A busy machine must not look like a series that somebody holds. */
const LOCK_MS = ANSWER_MS
/** After the lease of a call that died, and the job's next attempts. */
const PAST_LEASE_MS = 100_000

async function onOwnCluster(work: (world: World, cluster: OwnCluster) => Promise<void>) {
  const cluster = await startOwnCluster(SETTINGS)
  try {
    const world = await createWorld({
      database: cluster.database,
      pool: { lockTimeoutMs: LOCK_MS },
    })
    try {
      await work(world, cluster)
    } finally {
      await world.close()
    }
  } finally {
    await cluster.stop()
  }
}

interface Answered {
  readonly company: Company
  readonly status: number
  readonly ms: number
  /** When it ended, from the beginning of the load. */
  readonly at: number
  readonly text: string
  readonly codigoGeneracion: string | undefined
}

/** Each caller sells without a pause, under a new Idempotency-Key each time. */
function sell(world: World, companies: readonly Company[], signal: AbortSignal) {
  const answers: Answered[] = []
  const begun = performance.now()
  async function call(company: Company): Promise<void> {
    while (!signal.aborted) {
      const since = performance.now()
      const { status, body, text } = await world.issue(undefined, { key: company.key })
      const now = performance.now()
      answers.push({
        company,
        status,
        ms: now - since,
        at: now - begun,
        text,
        codigoGeneracion: body.codigoGeneracion,
      })
      if (status !== 200) await sleep(50)
    }
  }
  const callers = companies.flatMap((company) => Array(CALLERS_OF_ONE).fill(company) as Company[])
  return Promise.all(callers.map(call)).then(() => answers)
}

const countUnsealed = async ({ deps: { pool } }: World): Promise<number> =>
  (
    await pool.one<{ n: number }>(
      `select count(*)::integer as n from documents where estado <> 'sellado'`,
    )
  ).n

/** What callers were answered, what is stored and what the ministry holds agree. */
async function assertSound(world: World, company: Company, answers: readonly Answered[]) {
  const stored = await world.deps.pool.many<{ codigo: string; numero: string }>(
    `select upper(d.codigo_generacion::text) as codigo, d.numero_control as numero
       from documents d join companies c on c.company_id = d.company_id where c.nit = $1`,
    [company.nit],
  )
  assertConsecutive(stored.map(({ numero }) => numero))
  const codes = new Set(stored.map(({ codigo }) => codigo))
  const own = answers.filter((one) => one.company === company && one.status === 200)
  assert.equal(new Set(own.map(({ codigoGeneracion }) => codigoGeneracion)).size, own.length)
  for (const { codigoGeneracion = '' } of own) assert.ok(codes.has(codigoGeneracion))
  const held = (await world.mh.ledger()).filter(
    ({ estado, nit }) => estado === 'PROCESADO' && nit === company.nit,
  )
  assert.deepEqual(
    held.map(({ codigoGeneracion }) => codigoGeneracion).toSorted(),
    [...codes].toSorted(),
  )
}

/** Companies sell while the machine is killed, is dead and is back, or what takes its place is there. */
async function sellThrough(
  world: World,
  companies: readonly Company[],
  machine: Pick<Machine, 'kill' | 'start'>,
): Promise<readonly Answered[]> {
  for (const { key } of companies) await world.issue(undefined, { key }) // opens the sessions
  const ending = new AbortController()
  const selling = sell(world, companies, ending.signal)
  await sleep(BEFORE_MS)
  await machine.kill()
  await sleep(DEAD_MS)
  await machine.start()
  await sleep(AFTER_MS)
  ending.abort()
  return selling
}

async function sealAll(world: World): Promise<void> {
  await world.advance(PAST_LEASE_MS)
  await until('everything is sealed', async () => {
    await transmitDue(world.deps)
    return (await countUnsealed(world)) === 0
  })
}

/** Its companies are answered, or told to repeat. */
function assertOnlyUnavailable(t: TestContext, answers: readonly Answered[]): void {
  const others = answers.filter(({ status }) => status !== 200 && status !== 503)
  assert.deepEqual(
    others.map(({ text }) => text),
    [],
  )
  const unavailable = answers.filter(({ status }) => status === 503)
  assert.ok(unavailable.length > 0)
  assert.ok((answers.at(-1)?.status ?? 0) === 200, 'it is answered again')
  t.diagnostic(`${answers.length} answers of its own, ${unavailable.length} of them 503`)
}

/** What a worker's death may do: companies elsewhere are answered, its own are until it is back told to repeat. */
async function assertStopsItsOwn(
  t: TestContext,
  { world, cluster }: { world: World; cluster: OwnCluster },
  standIn: (worker: Machine) => Promise<Pick<Machine, 'kill' | 'start'>>,
): Promise<void> {
  const companies = await companiesByHost(world)
  const [[host, stopped] = assert.fail('no company')] = companies
  const worker = cluster.machines.find(({ url }) => new URL(url).host === host)
  assert.ok(worker !== undefined)

  const answers = await sellThrough(world, [...companies.values()], await standIn(worker))

  const elsewhere = answers.filter(({ company }) => company !== stopped)
  const missed = elsewhere.filter(({ status, ms }) => status !== 200 || ms > ANSWER_MS)
  const which = missed.map(
    ({ status, ms, at }) => `${status} after ${Math.round(ms)} ms at ${Math.round(at)}`,
  )
  assert.ok(
    missed.length <= elsewhere.length * MISSED_MAX,
    `of ${elsewhere.length}: ${which.join(', ')}`,
  )
  t.diagnostic(
    `${elsewhere.length} answers elsewhere, the slowest after ${Math.round(Math.max(...elsewhere.map(({ ms }) => ms)))} ms`,
  )
  assertOnlyUnavailable(
    t,
    answers.filter(({ company }) => company === stopped),
  )
  await sealAll(world)
  for (const company of companies.values()) await assertSound(world, company, answers)
}

test(
  'a worker killed under load stops its own companies alone, and nothing is lost',
  ON_CLUSTER,
  (t) =>
    onOwnCluster((world, cluster) =>
      assertStopsItsOwn(t, { world, cluster }, async (worker) => worker),
    ),
)

test('its standby takes its place at another address, and nothing is lost', ON_CLUSTER, (t) =>
  onOwnCluster(async (world, cluster) => {
    let standby: Machine | undefined
    try {
      await assertStopsItsOwn(t, { world, cluster }, async (worker) => {
        const follower = await follow(cluster.bin, worker)
        standby = follower
        return { kill: worker.kill, start: () => takePlace(world.deps.pool, worker, follower) }
      })
      await world.deps.fence.check()
      assert.equal(world.deps.fence.isOpen, true, 'it knows what was seen of the machine')
    } finally {
      await standby?.stop()
    }
  }),
)

/** A standby that has every commit before the machine answers it. */
async function follow(bin: string, machine: Machine): Promise<Machine> {
  const data = `${machine.data}.standby`
  await backUp(bin, machine, data, ['--wal-method=stream', '--write-recovery-conf'])
  const standby = await startCopy(bin, data)
  const pool = createPool({ url: machine.url, max: 1, onError: () => {} })
  try {
    await pool.many(`alter system set synchronous_standby_names = '*'`)
    await pool.many('select pg_reload_conf()')
    await until('commits wait for the standby', async () => {
      const rows = await pool.many(`select from pg_stat_replication where sync_state = 'sync'`)
      return rows.length > 0
    })
  } finally {
    await pool.close()
  }
  return standby
}

/** As docs/operations-citus.md tells it. */
async function takePlace(coordinator: Pool, gone: Machine, standby: Machine): Promise<void> {
  const [old, at] = [new URL(gone.url), new URL(standby.url)]
  const pool = createPool({ url: standby.url, max: 1, onError: () => {} })
  try {
    await pool.one('select pg_promote()')
  } finally {
    await pool.close()
  }
  await coordinator.one(
    `select citus_update_node(nodeid, $2, $3) from pg_dist_node where nodeport = $1`,
    [Number(old.port), at.hostname, Number(at.port)],
  )
}

test('a coordinator killed under load stops all companies, and nothing is lost', ON_CLUSTER, (t) =>
  onOwnCluster(async (world, cluster) => {
    const [coordinator = assert.fail('no machine')] = cluster.machines
    const companies = [...(await companiesByHost(world)).values()]

    const answers = await sellThrough(world, companies, coordinator)

    assertOnlyUnavailable(t, answers)
    await sealAll(world)
    for (const company of companies) await assertSound(world, company, answers)
  }),
)
