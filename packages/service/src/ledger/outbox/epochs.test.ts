/** After a restore the feed begins again, and a reader of what is lost hears what is true now. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { copyDatabase, createTestDatabase } from '../../../test/database.ts'
import { listTold, toldBy } from '../../../test/feed.ts'
import { createPeer, type Peer } from '../../../test/races/peer.ts'
import { ago, companyRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { transaction } from '../../base/db/tx.ts'
import { copyDue } from '../../flows/keeping/copy.ts'
import { reconcile } from '../../flows/recovering/reconcile.ts'
import { resumeAt } from '../feed/cursor.ts'
import { readFeed, readFeedState } from '../feed/read.ts'
import { beginEpoch } from './epochs.ts'
import { relay } from './relay.ts'

let world: World
let restored: Peer
let drop: () => Promise<void>
before(async () => {
  world = await createWorld()
  await world.deps.fence.check()
})
after(async () => {
  await restored.close()
  await drop()
  await world.close()
})

const sell = async (): Promise<string> => (await world.issue()).body.codigoGeneracion

test('the first thing that is told after a restore is the restore, then what was found again', async () => {
  const kept = [await sell(), await sell()]
  await toldBy(world)
  const unnumbered = await sell() // in the backup without a position
  const backup = await copyDatabase(world.databaseUrl)
  drop = backup.drop
  const lost = [await sell(), await sell()]
  await copyDue(world.deps)
  const heard = await toldBy(world)
  assert.equal(heard.at(-1)?.position, 5n)

  restored = createPeer(world, backup.url)
  const { desde } = await reconcile(restored.deps, {})
  await restored.deps.fence.check()
  await relay(restored.deps)

  const [{ company_id: companyId } = { company_id: '' }] = heard
  const all = (await listTold(restored.deps.pool)).filter(
    (row) => row.company_id === companyId && row.ambiente === '00',
  )
  assert.deepEqual(
    all.slice(0, 4).map(({ tipo, about }) => [tipo, about]),
    [
      ...kept.map((code) => ['dte.sellado', code]),
      ['feed.restaurado', null],
      ['dte.sellado', unnumbered],
    ],
  )
  assert.deepEqual(new Set(all.slice(4).map(({ about }) => about)), new Set(lost))

  // A reader that had heard all five of the lost time goes on with the restore.
  const of = { companyId, ambiente: '00' } as const
  const { epochs } = await readFeedState(restored.deps.pool, of)
  const after = resumeAt(epochs, { epoch: 0n, position: 5n })
  const page = { ...of, after, limit: 100, tipo: null, epochs }
  const { told } = await readFeed(restored.deps.pool, page)
  const novedades = told.map(({ novedad }) => novedad)
  assert.deepEqual(
    [novedades[0]?.tipo, novedades[0]?.datos],
    ['feed.restaurado', { desde: desde.toISOString() }],
  )
  assert.equal(novedades.length, 4)

  // The same position is not the same thing any more, so it has another id.
  const before = await readFeedState(world.deps.pool, of)
  const old = await readFeed(world.deps.pool, { ...of, after: 2n, limit: 3, tipo: null, ...before })
  assert.equal(new Set([...told, ...old.told].map(({ novedad }) => novedad.id)).size, 7)
})

test('after a restore each feed of each company begins anew behind what it had told', async () => {
  const database = await createTestDatabase()
  const pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(1), companyRow(2)])
  await insertRows(pool, 'feeds', [
    { company_id: idOf(1), ambiente: '00', last: 7, forgotten: 3 },
    { company_id: idOf(1), ambiente: '01', last: 2, forgotten: 0 },
  ])
  const mark = { only_one: true, identity: 'x', alive_at: ago(2), fenced_since: null, reason: null }
  await insertRows(pool, 'database_marks', [mark])
  const began = Date.now()
  await transaction(pool, (tx) => beginEpoch(tx, NOW))

  const rows = (columns: string, table: string) =>
    pool.many(
      `select right(company_id::text, 1) as c, ambiente as a, ${columns} from ${table} order by company_id, ambiente`,
    )
  const each = [
    ...[
      { c: '1', a: '00', last: 8n },
      { c: '1', a: '01', last: 3n },
    ],
    ...['00', '01'].map((a) => ({ c: '2', a, last: 1n })),
  ]
  const forgotten = [3n, 0n, 0n, 0n]
  assert.deepEqual(
    await rows('last, forgotten', 'feeds'),
    each.map((feed, n) => ({ ...feed, forgotten: forgotten[n] })),
  )
  assert.deepEqual(
    await rows('position, tipo, about, datos, at', 'feed'),
    each.map(({ last, ...feed }) => ({
      ...{ ...feed, position: last, tipo: 'feed.restaurado', about: null, datos: null, at: NOW },
    })),
  )
  const epochs = await pool.many<{ epoch: bigint }>('select epoch from feed_epochs')
  const [epoch = 0n] = new Set(epochs.map((one) => one.epoch))
  // The clock of the database may be another machine's.
  assert.ok(Math.abs(Number(epoch) - began) < 3_600_000)
  assert.deepEqual(
    await rows('epoch, after, desde', 'feed_epochs'),
    each.map(({ last, ...feed }) => ({ ...feed, epoch, after: last - 1n, desde: ago(2) })),
  )
  await database.drop()
})
