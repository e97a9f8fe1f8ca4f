/** Deferred documents that, after a restore, only their caller has: the ministry never received their numbers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyDatabase } from '../../../test/database.ts'
import { credito, secondPointOfSale } from '../../../test/notas.ts'
import { createPeer } from '../../../test/races/peer.ts'
import { createWorld, SALE } from '../../../test/world.ts'
import { readMark } from '../../ledger/marks/marks.ts'
import type { SpentNumber } from './import.ts'
import { isIn, reconcile } from './reconcile.ts'

test('the numbers of deferred documents imported from files are not issued again', async (t) => {
  const world = await createWorld({ silencesMax: 1, mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
  t.after(() => world.close())
  const other = await world.addCompany()
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
  const second = await secondPointOfSale(world)
  const elsewhere = [
    await world.issue(credito()),
    await world.issue(SALE, { key: second }),
    await world.issue(SALE, { key: other.key }),
  ]
  await world.mh.clearFaults()

  const restored = createPeer(world, backup.url)
  t.after(() => restored.close())
  const bodies = [...lost.slice(3), ...elsewhere.map(({ body }) => body)]
  const files = async function* () {
    yield* bodies.map((body) => Buffer.from(JSON.stringify(body)))
  }
  await world.mh.fault({ service: 'consultadte', kind: 'status' })
  await assert.rejects(reconcile(restored.deps, { files: files(), margin: 1 }), {
    name: 'MinistrySilent',
  })
  await world.mh.clearFaults()
  await restored.deps.fence.check()
  assert.equal((await restored.issue()).status, 503)
  const mark = await readMark(restored.deps.pool)
  assert.equal(mark?.reason, 'Se está conciliando con Hacienda (sello reconcile).')

  const report = await reconcile(restored.deps, { files: files(), margin: 1 })
  assert.deepEqual(report.files, { imported: 0, known: 0, deferred: 6, foreign: 0 })
  assert.deepEqual(
    report.series
      .filter(({ after }) => after > 0)
      .map((one) => [one.nit, one.codPuntoVenta, one.tipoDte, one.after].join(' '))
      .toSorted(),
    [
      `${world.company.nit} P001 01 8`,
      `${world.company.nit} P001 03 2`,
      `${world.company.nit} P002 01 2`,
      `${other.nit} P001 01 2`,
    ],
  )

  await restored.deps.fence.check()
  const { status, body, text } = await restored.issue()
  assert.equal(status, 200, text)
  for (const { numeroControl, codigoGeneracion } of lost) {
    assert.ok(body.numeroControl > numeroControl, `${body.numeroControl} after ${numeroControl}`)
    assert.notEqual(body.codigoGeneracion, codigoGeneracion)
  }
})

test('a number counts in its own series alone', () => {
  const one: SpentNumber = {
    ...{ companyId: 'a', ambiente: '00', tipoDte: '01', year: 2026 },
    ...{ codEstable: 'M001', codPuntoVenta: 'P001', correlativo: 7n },
  }
  const series = { ...one, last: 3n }
  assert.equal(isIn(series)(one), true)
  for (const other of [
    ...[{ companyId: 'b' }, { ambiente: '01' }, { tipoDte: '03' }, { year: 2027 }],
    ...[{ codEstable: 'M002' }, { codPuntoVenta: 'P002' }],
  ]) {
    assert.equal(isIn(series)({ ...one, ...(other as object) }), false, JSON.stringify(other))
  }
})
