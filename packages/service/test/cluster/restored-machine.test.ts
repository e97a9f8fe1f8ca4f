/**
 * A machine of a cluster that is restored alone to an earlier moment: nothing is issued until a reconciliation, and no
 * number is given out twice. Its cluster is its own, since it stops machines.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import type { Pool } from '../../src/base/db/pool.ts'
import { toText } from '../../src/base/telemetry/figures.ts'
import { factsOf } from '../../src/entrypoints/operator/facts.ts'
import { reconcile } from '../../src/flows/recovering/reconcile.ts'
import { readMark } from '../../src/ledger/marks/marks.ts'
import { ON_CLUSTER } from '../citus.ts'
import type { Machine } from '../citus-cluster.ts'
import { companiesByHost } from '../machines.ts'
import { until } from '../until.ts'
import { type Company, createWorld, type Reply, SALE, type World } from '../world.ts'
import { type OwnCluster, startOwnCluster } from './own.ts'

/** With their owner: PostgreSQL starts on nothing else. */
const copy = async (from: string, to: string): Promise<void> => {
  await promisify(execFile)('cp', ['-a', from, to])
}

describe('one machine of a cluster', ON_CLUSTER, () => {
  let cluster: OwnCluster
  let pool: Pool
  let world: World
  let companies: ReadonlyMap<string, Company>
  before(async () => {
    cluster = await startOwnCluster('synchronous_commit = on\n')
    pool = cluster.database.createPool({ max: 2 })
    world = await createWorld({ database: cluster.database })
    companies = await companiesByHost(world)
  })
  after(async () => {
    await world?.close() // its pools, and ours
    await cluster?.stop()
  })

  /** The first machine with a company, and that company. */
  function choose(): { machine: Machine; company: Company } {
    for (const machine of cluster.machines) {
      const company = companies.get(new URL(machine.url).host)
      if (company) return { machine, company }
    }
    throw new Error('no company is on a worker')
  }

  const sell = ({ key }: Company) => world.issue(SALE, { key })
  async function sold(company: Company): Promise<Reply> {
    const reply = await sell(company)
    assert.equal(reply.status, 200, reply.text)
    return reply
  }
  async function restart(machine: Machine, meanwhile: () => Promise<void> = async () => {}) {
    await machine.stop()
    await meanwhile()
    await machine.start()
    // The coordinator's connections of before are broken: each is found so by one statement.
    await until('every machine answers', () =>
      pool.many('select count(*) from companies').catch(() => null),
    )
  }

  test('issues on after a restart, and where it was away', async () => {
    const { machine, company } = choose()
    await world.deps.fence.check()
    await world.deps.fence.check()
    const answers = () => world.deps.fence.machines.get(new URL(machine.url).host)
    assert.equal(answers(), true)
    await restart(machine, async () => {
      await world.deps.fence.check()
      assert.equal(answers(), false)
      const { figures } = factsOf(world.deps)
      const series = `sello_machine_up{machine="${new URL(machine.url).host}"} 0`
      assert.ok((await toText([await figures()])).includes(series))
    })
    await world.deps.fence.check()
    assert.equal(answers(), true)
    assert.equal(world.deps.fence.isOpen, true)
    await until('it sells', async () => (await sell(company)).status === 200)
  })

  test('that cannot keep its mark is an error, since a restore of it would not be noticed', async () => {
    const rename = (from: string, to: string) =>
      pool.many(`select run_command_on_workers('alter table machine_mark rename ${from} to ${to}')`)
    await world.deps.fence.check()
    await rename('beats', 'other')
    await assert.rejects(world.deps.fence.check(), /cannot keep its mark: .*beats/s)
    await rename('other', 'beats')
    await world.deps.fence.check()
    assert.equal(world.deps.fence.isOpen, true)
  })

  test('that was restored stops everybody until a reconciliation, and gives no number twice', async () => {
    const { machine, company } = choose()
    const kept = `${machine.data}.kept`
    await sold(company)
    await world.deps.fence.check()
    const { at } = await pool.one<{ at: Date }>('select clock_timestamp() as at')
    await restart(machine, () => copy(machine.data, kept))
    await world.deps.fence.check()
    const lost = [await sold(company), await sold(company)]
    await world.deps.fence.check()
    const later = await pool.one<{ at: Date }>('select clock_timestamp() as at')
    await restart(machine, async () => {
      await rm(machine.data, { recursive: true })
      await copy(kept, machine.data)
    })

    await world.deps.fence.check()
    assert.equal(world.deps.fence.isOpen, false)
    for (const one of companies.values()) assert.equal((await sell(one)).status, 503)
    const mark = await readMark(pool)
    assert.match(mark?.reason ?? '', /Una máquina del clúster está en un momento anterior/)
    // A reconciliation looks from when the machine knows nothing more, and not from when it was noticed.
    assert.ok(mark && mark.aliveAt <= at && mark.aliveAt < later.at)
    await world.deps.fence.check()
    assert.deepEqual(await readMark(pool), mark)
    assert.equal(world.deps.fence.machines.size, 0, 'none was asked')

    await reconcile(world.deps, { margin: 5 })
    await world.deps.fence.check()
    await world.deps.fence.check()
    assert.equal(world.deps.fence.isOpen, true)
    const next = await sold(company)
    const numbers = lost.map(({ body }) => body.numeroControl)
    assert.equal(numbers.includes(next.body.numeroControl), false, next.body.numeroControl)
    for (const one of companies.values()) await sold(one)
  })

  test('that has nothing of what it had stops everybody too', async () => {
    await pool.many(`select run_command_on_workers('drop table machine_mark')`)
    await world.deps.fence.check()
    assert.equal(world.deps.fence.isOpen, false)
    const mark = await readMark(pool)
    const { since } = await pool.one<{ since: Date }>(
      'select min(since) as since from machine_marks',
    )
    assert.deepEqual(mark?.aliveAt, since)
  })
})
