/**
 * A machine of a cluster that dies under load stops its own companies alone. Once it is back, what was under way is
 * sealed without a hand, and nothing is lost, doubled or skipped. The cluster is this test's own.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { ON_CLUSTER } from '../citus.ts'
import type { CitusCluster } from '../citus-cluster.ts'
import { companiesByHost } from '../machines.ts'
import { assertConsecutive } from '../races/numbers.ts'
import { until } from '../until.ts'
import { type Company, createWorld, type World } from '../world.ts'
import { startOwnCluster } from './own.ts'

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
/** A busy machine must not look like a series that somebody holds. */
const LOCK_MS = ANSWER_MS
/** After the lease of a call that died, and the job's next attempts. */
const PAST_LEASE_MS = 100_000

async function onOwnCluster(work: (world: World, cluster: CitusCluster) => Promise<void>) {
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

test(
  'a worker killed under load stops its own companies alone, and nothing is lost',
  ON_CLUSTER,
  (t) =>
    onOwnCluster(async (world, cluster) => {
      const companies = await companiesByHost(world)
      const [[machine, stopped] = assert.fail('no company')] = companies
      const worker = cluster.machines.find(({ url }) => new URL(url).host === machine)
      assert.ok(worker !== undefined)

      for (const { key } of companies.values()) await world.issue(undefined, { key }) // opens the sessions

      const ending = new AbortController()
      const selling = sell(world, [...companies.values()], ending.signal)
      await sleep(BEFORE_MS)
      await worker.kill()
      await sleep(DEAD_MS)
      await worker.start()
      await sleep(AFTER_MS)
      ending.abort()
      const answers = await selling

      const elsewhere = answers.filter(({ company }) => company !== stopped)
      assert.deepEqual([...new Set(elsewhere.map(({ status }) => status))], [200])
      const late = elsewhere.filter(({ ms }) => ms > ANSWER_MS)
      const slow = late.map(({ ms, at }) => `${Math.round(ms)} ms at ${Math.round(at)}`)
      assert.ok(
        late.length <= elsewhere.length * 0.01,
        `of ${elsewhere.length}: ${slow.join(', ')}`,
      )
      const own = answers.filter(({ company }) => company === stopped)
      const others = own.filter(({ status }) => status !== 200 && status !== 503)
      assert.deepEqual(
        others.map(({ text }) => text),
        [],
      )
      assert.ok(own.some(({ status }) => status === 503))
      t.diagnostic(
        `${elsewhere.length} answers elsewhere, the slowest after ${Math.round(Math.max(...elsewhere.map(({ ms }) => ms)))} ms; ` +
          `${own.length} of its own, ${own.filter(({ status }) => status === 503).length} of them 503`,
      )

      await world.advance(PAST_LEASE_MS)
      await until('everything is sealed', async () => {
        await transmitDue(world.deps)
        return (await countUnsealed(world)) === 0
      })
      for (const company of companies.values()) await assertSound(world, company, answers)
    }),
)
