/**
 * Operating a cluster, as docs/operations-citus.md tells it: a backup of every machine, a restore of all to one moment,
 * a machine more and companies that move to it while they sell. Its cluster is its own, since it stops machines.
 */
import assert from 'node:assert/strict'
import { appendFile, chown, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { createPool, type Pool } from '../../src/base/db/pool.ts'
import { reconcile } from '../../src/flows/recovering/reconcile.ts'
import { settle } from '../chaos/judge.ts'
import { joinMachine, ON_CLUSTER } from '../citus.ts'
import { type Machine, startMachine } from '../citus-cluster.ts'
import { machineOf } from '../machines.ts'
import { until } from '../until.ts'
import { type Company, createWorld, type Reply, SALE, type World } from '../world.ts'
import { backUp, makeFolder, type OwnCluster, startOwnCluster } from './own.ts'

/** PostgreSQL runs the commands in its data folder. Logical decoding moves companies without stopping them. */
const SETTINGS = `
wal_level = logical
archive_mode = on
archive_command = 'cp %p "$PWD.archive/%f"'
`

describe('a cluster', ON_CLUSTER, () => {
  let cluster: OwnCluster
  let pool: Pool
  let world: World
  const companies: Company[] = []
  const more: Machine[] = []
  before(async () => {
    cluster = await startOwnCluster(SETTINGS)
    for (const { data } of cluster.machines) await makeFolder(`${data}.archive`, data)
    pool = cluster.database.createPool({ max: 2, statementTimeoutMs: 60_000 })
    world = await createWorld({ database: cluster.database })
    companies.push(world.company)
    for (let n = 1; n < COMPANIES; n++) companies.push(await world.addCompany())
  })
  after(async () => {
    await world?.close() // its pools, and ours
    for (const machine of more) await machine.stop()
    await cluster?.stop()
  })

  test('all machines are restored to one moment, and after a reconciliation companies sell on', async () => {
    await world.deps.fence.check()
    await sellOnce()
    for (const machine of cluster.machines) {
      await backUp(cluster.bin, machine, `${machine.data}.backup`, ['--wal-method=none'])
    }
    await sellOnce() // is in the archived log alone
    await pool.many(`select citus_create_restore_point('anoche')`)
    const lost = await sellOnce()
    await world.deps.fence.check()
    for (const { url } of cluster.machines) await archiveAll(url)
    for (const machine of cluster.machines) await machine.stop()
    for (const machine of cluster.machines) await restore(machine)
    await until('the coordinator reaches every machine', () =>
      pool.one('select recover_prepared_transactions()').catch(() => null),
    )

    await world.deps.fence.check()
    assert.equal((await world.issue()).status, 503)
    await reconcile(world.deps, { margin: 5 })
    await world.deps.fence.check()
    const sold = await sellOnce()

    const numbersOf = (replies: readonly Reply[]) =>
      replies.map(({ body }, at) => `${companies[at]?.nit} ${body.numeroControl}`)
    const twice = numbersOf(sold).filter((number) => numbersOf(lost).includes(number))
    assert.deepEqual(twice, [])
    const found = await pool.many<{ code: string }>(
      'select upper(codigo_generacion::text) as code from recovered_documents',
    )
    // Their companies' storage did not have them yet, so that their bytes are lost and not their numbers.
    assert.deepEqual(
      found.map(({ code }) => code).toSorted(),
      lost.map(({ body }) => body.codigoGeneracion).toSorted(),
    )
  })

  test('companies move to a new machine while they sell, and nothing is lost or doubled', async () => {
    const earlier = new Set(
      (await world.mh.ledger()).map(({ codigoGeneracion }) => codigoGeneracion),
    )
    const machine = await startMachine(cluster.bin, join(cluster.folder, 'citus-new'), SETTINGS)
    more.push(machine)
    await makeFolder(`${machine.data}.archive`, machine.data)
    await joinMachine(cluster.coordinator, machine.url)
    let isMoving = true
    const selling = Promise.all(
      companies.map(async ({ key }) => {
        const replies: Reply[] = []
        while (isMoving) replies.push(await sellUntilAnswered(key))
        return replies
      }),
    )
    try {
      await rebalance(pool)
    } finally {
      isMoving = false
      await selling
    }
    const sold = await selling
    const hosts = await Promise.all(companies.map(({ nit }) => machineOf(pool, nit)))
    const moved = hosts.filter(({ host }) => host === new URL(machine.url).host)
    assert.ok(moved.length > 0 && moved.length < COMPANIES, `${moved.length} companies moved`)
    assert.equal(await settle(world), 0)

    const isNew = ({ codigoGeneracion: code }: { codigoGeneracion: string }) => !earlier.has(code)
    const answered = sold.flat().map(({ body }) => body.codigoGeneracion as string)
    const sealed = (await world.mh.ledger()).filter((row) => row.selloRecibido && isNew(row))
    const documents = await pool.many<Issued>(
      `select upper(codigo_generacion::text) as "codigoGeneracion", sello_recibido as "selloRecibido",
              company_id || ' ' || numero_control as number from documents`,
    )
    const sealOf = (row: Pick<Issued, 'codigoGeneracion' | 'selloRecibido'>) =>
      `${row.codigoGeneracion} ${row.selloRecibido}`
    assert.ok(answered.length > COMPANIES)
    assert.deepEqual(documents.filter(isNew).map(sealOf).toSorted(), sealed.map(sealOf).toSorted())
    assert.deepEqual(
      sealed.map(({ codigoGeneracion }) => codigoGeneracion).toSorted(),
      answered.toSorted(),
    )
    assert.equal(new Set(documents.map(({ number }) => number)).size, documents.length)
  })

  test('what an operator is told to look at is there', async () => {
    const page = await readFile(
      new URL('../../../../docs/operations-citus.md', import.meta.url),
      'utf8',
    )
    const [, watched = ''] = page.split('## What to watch')
    const statements = [...watched.matchAll(/`(select [^`]+)`/g)].map(([, sql = '']) => sql)
    assert.equal(statements.length, 3)
    for (const sql of statements) assert.ok((await pool.many(sql)).length > 0, sql)
  })

  test('a machine is emptied and taken away, and its companies sell on', async () => {
    const [, leaving] = cluster.machines
    assert.ok(leaving)
    const { hostname, port } = new URL(leaving.url)
    const patient = cluster.database.createPool({ max: 1, statementTimeoutMs: 300_000 })
    await patient.many(`select citus_drain_node($1, $2, shard_transfer_mode => 'force_logical')`, [
      hostname,
      Number(port),
    ])
    await patient.many('select citus_remove_node($1, $2)', [hostname, Number(port)])
    await leaving.stop()
    await world.deps.fence.check()
    assert.equal(world.deps.fence.isOpen, true)
    const numbers = (await sellOnce()).map(({ body }) => body.numeroControl)
    assert.equal(numbers.length, COMPANIES)
  })

  /** One sale of each company. */
  async function sellOnce(): Promise<readonly Reply[]> {
    const replies = await Promise.all(companies.map(({ key }) => world.issue(SALE, { key })))
    for (const { status, text } of replies) assert.equal(status, 200, text)
    return replies
  }

  /** As a client does: the same key until there is a verdict, while its company is on the move. */
  async function sellUntilAnswered(key: Company['key']): Promise<Reply> {
    const idempotencyKey = crypto.randomUUID()
    return until('the sale is answered', async () => {
      const reply = await world.issue(SALE, { key, idempotencyKey })
      if (reply.status === 200 || reply.status === 202) return reply
      assert.ok([409, 503].includes(reply.status), reply.text)
      return null
    })
  }
})

const COMPANIES = 6

interface Issued {
  readonly codigoGeneracion: string
  readonly selloRecibido: string | null
  /** With its company. */
  readonly number: string
}

/** Everything until now is in the archive. */
async function archiveAll(url: string): Promise<void> {
  const pool = createPool({ url, max: 1, onError: () => {} })
  try {
    const { file } = await pool.one<{ file: string }>(
      'select pg_walfile_name(pg_switch_wal()) as file',
    )
    await until('the log is archived', async () => {
      const { done } = await pool.one<{ done: boolean }>(
        'select last_archived_wal >= $1 as done from pg_stat_archiver',
        [file],
      )
      return done
    })
  } finally {
    await pool.close()
  }
}

/** The backup, with the archived log until the restore point. */
async function restore({ data, url, start }: Machine): Promise<void> {
  const { uid, gid } = await stat(data)
  await rename(data, `${data}.broken`)
  await rename(`${data}.backup`, data)
  await appendFile(
    join(data, 'postgresql.conf'),
    `restore_command = 'cp "$PWD.archive/%f" %p'
     recovery_target_name = 'anoche'
     recovery_target_action = promote\n`,
  )
  await writeFile(join(data, 'recovery.signal'), '')
  await chown(join(data, 'recovery.signal'), uid, gid)
  await start()
  const pool = createPool({ url, max: 1, onError: () => {} })
  try {
    await until('it is restored', async () => {
      const { busy } = await pool.one<{ busy: boolean }>('select pg_is_in_recovery() as busy')
      return !busy
    })
  } finally {
    await pool.close()
  }
}

/** Not `auto`: the log of requests has no key, which logical decoding of changes and deletions needs; it is only added to. */
async function rebalance(pool: Pool): Promise<void> {
  await pool.many(`select citus_rebalance_start(shard_transfer_mode => 'force_logical')`)
  await until(
    'the companies have moved',
    async () => {
      const [job] = await pool.many<{ state: string }>(
        'select state::text from citus_rebalance_status()',
      )
      assert.notEqual(job?.state, 'failed')
      return job?.state === 'finished'
    },
    240_000,
  )
}
