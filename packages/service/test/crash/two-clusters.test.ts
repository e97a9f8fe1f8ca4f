/**
 * A database server's files, copied and started on another port beside the original, with two processes of the
 * service over each: as after a cloned machine, or a staging copy that still reaches the ministry (ADR 0094).
 */
import assert from 'node:assert/strict'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { migrate } from '../../src/base/db/migrate.ts'
import { createPool } from '../../src/base/db/pool.ts'
import { reconcile } from '../../src/flows/recovering/reconcile.ts'
import { isFenced } from '../../src/ledger/marks/marks.ts'
import type { TestDatabase } from '../database.ts'
import { folders, later, poolOf, start } from '../embedded.ts'
import { atOnce } from '../races/numbers.ts'
import { createPeer } from '../races/peer.ts'
import { createWorld, SALE, type World } from '../world.ts'
import { type Answer, post, startProcess } from './process.ts'

const SALES = 8

/** As a world's database; its server is the test's. */
const databaseAt = (url: string): TestDatabase => {
  const pools: ReturnType<typeof createPool>[] = []
  return {
    url,
    createPool(options = {}) {
      const pool = createPool({ url, max: 8, onError: () => {}, ...options })
      pools.push(pool)
      return pool
    },
    drop: async () => void (await Promise.all(pools.map((pool) => pool.close()))),
  }
}

async function assertOwnSeals(world: World, answers: readonly (Answer | null)[]): Promise<number> {
  const sealed = (await world.mh.ledger()).filter(({ estado }) => estado === 'PROCESADO')
  const told = answers.filter((answer) => answer?.status === 200)
  for (const answer of told) {
    const { selloRecibido, jws } = JSON.parse(answer?.text ?? '')
    assert.equal(sealed.find((row) => row.selloRecibido === selloRecibido)?.jws, jws)
  }
  return told.length
}

test('two servers with one database: eight sales each are told only their own seals', async (t) => {
  const original = await folders(t)
  const first = await start(t, original)
  await migrate(first.url)
  const world = await createWorld({ database: databaseAt(first.url) })
  later(t, () => world.close())
  await world.deps.fence.check()
  assert.equal((await world.issue()).status, 200)

  await first.stop()
  const copied = await folders(t)
  const [from, to] = [original, copied].map(({ dataDir }) => dataDir)
  await cp(from ?? '', to ?? '', { recursive: true, preserveTimestamps: true })
  const again = await start(t, { ...original, port: first.port })
  const other = await start(t, copied)
  assert.notEqual(again.port, other.port)

  // A staging copy has its own data folder, so only the ministry can tell.
  const run = (url: string, name: string) =>
    startProcess(world, {
      DATABASE_URL: url,
      SELLO_DATA_DIR: join(copied.dataDir, '..', name),
      SELLO_MH_TIMEOUT_MS: '8000',
    })
  const ours = [await run(first.url, 'a'), await run(first.url, 'a')]
  const theirs = [await run(other.url, 'b'), await run(other.url, 'b')]
  const running = [...ours, ...theirs]
  later(t, () => Promise.all(running.map((one) => one.kill())))

  // With other texts, or the two would sign the same bytes within a second.
  const sellAt = (set: typeof ours, observaciones: string) =>
    atOnce(SALES, (n) => {
      const process = set[n % set.length]
      assert.ok(process)
      const body = { ...SALE, observaciones }
      return post(process, world.company, world.deps.random.uuid(), { path: '/v1/dte', body })
    })
  const answers = (await Promise.all([sellAt(ours, 'original'), sellAt(theirs, 'copia')])).flat()
  assert.ok((await assertOwnSeals(world, answers)) >= 1)
  for (const answer of answers)
    assert.ok([200, 422, 503].includes(answer?.status ?? 0), answer?.text)
  const pools = [first.url, other.url].map((url) => poolOf(t, url))
  const fenced = await Promise.all(pools.map(isFenced))
  assert.ok(fenced.includes(true), 'whoever collided stops')

  // The copy is shut down, and what is left of the original reconciles.
  await Promise.all(theirs.map((one) => one.kill()))
  const peer = createPeer(world, first.url)
  later(t, () => peer.close())
  await reconcile(peer.deps, { margin: 3, withoutStorage: true })
  await peer.deps.fence.check()
  const next = await peer.issue(SALE)
  assert.equal(next.status, 200, next.text)
  assert.equal(await assertOwnSeals(world, [{ ...next, replayed: false }]), 1)
})
