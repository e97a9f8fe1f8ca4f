/** After a restore the feed begins again, and a reader of what is lost hears what is true now. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { copyDatabase } from '../../../test/database.ts'
import { listTold, toldBy } from '../../../test/feed.ts'
import { createPeer, type Peer } from '../../../test/races/peer.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { copyDue } from '../../flows/keeping/copy.ts'
import { reconcile } from '../../flows/recovering/reconcile.ts'
import { resumeAt } from '../feed/cursor.ts'
import { readFeed, readFeedState } from '../feed/read.ts'
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
