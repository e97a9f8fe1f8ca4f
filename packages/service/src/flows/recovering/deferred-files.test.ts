/** Deferred documents that, after a restore, only their caller has: the ministry never received their numbers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyDatabase } from '../../../test/database.ts'
import { createPeer } from '../../../test/races/peer.ts'
import { createWorld } from '../../../test/world.ts'
import { reconcile } from './reconcile.ts'

test('the numbers of deferred documents imported from files are not issued again', async (t) => {
  const world = await createWorld({ silencesMax: 1, mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
  t.after(() => world.close())
  await world.deps.fence.check()
  const backup = await copyDatabase(world.databaseUrl) // before the series' first number
  t.after(() => backup.drop())
  await world.mh.fault({ service: '*', kind: 'status' })
  await world.issue() // signed in the normal model; the ministry does not answer
  const lost = []
  for (let n = 0; n < 6; n++) {
    const { status, body } = await world.issue()
    assert.equal(status, 202)
    assert.equal(body.documento.identificacion.tipoModelo, 2)
    lost.push(body)
  }
  await world.mh.clearFaults()

  const restored = createPeer(world, backup.url)
  t.after(() => restored.close())
  const kept = lost.slice(3).map((body) => Buffer.from(JSON.stringify(body)))
  const files = (async function* () {
    yield* kept
  })()
  const report = await reconcile(restored.deps, { files, margin: 1 })
  assert.deepEqual(report.files, { imported: 0, known: 0, deferred: 3, foreign: 0 })

  await restored.deps.fence.check()
  const { status, body, text } = await restored.issue()
  assert.equal(status, 200, text)
  for (const { numeroControl, codigoGeneracion } of lost) {
    assert.ok(body.numeroControl > numeroControl, `${body.numeroControl} after ${numeroControl}`)
    assert.notEqual(body.codigoGeneracion, codigoGeneracion)
  }
})
