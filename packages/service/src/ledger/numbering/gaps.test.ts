/** The count of the start page against the comparison of every number. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { credito } from '../../../test/notas.ts'
import { prepare } from '../../../test/prepared.ts'
import { createWorld } from '../../../test/world.ts'
import { transaction } from '../../base/db/tx.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { releaseExpired } from '../../entrypoints/jobs/reservations.ts'
import { recordRecovered } from '../../ledger/marks/found.ts'
import { setFirst } from '../../ledger/numbering/first.ts'
import { raiseSeries, skipNumbers } from '../../ledger/numbering/reconciled.ts'
import { COMPARED_MAX, countGaps, findGaps, type Gap, readGaps } from './gaps.ts'

test('the count finds the numbers without a document that the comparison of every number finds', async () => {
  const world = await createWorld()
  try {
    const { deps } = world
    const { company_id: companyId } = await deps.pool.one<{ company_id: string }>(
      'select company_id from companies',
    )
    const year = civilTime(deps.clock.now()).year
    const of = { companyId, ambiente: '00', year } as const
    const both = async () => {
      const series = await findGaps(deps.pool, of)
      const gaps = series.flatMap((one) => one.gaps).filter(({ estado }) => estado === null)
      return [await countGaps(deps.pool, of), gaps.length]
    }
    await world.issue()
    assert.deepEqual(await both(), [0, 0])
    for (let n = 0; n < 3; n++) await prepare(world)
    await world.issue()
    assert.deepEqual(await both(), [0, 0], 'a reserved number has its document')

    await world.advance(15 * 60_000)
    await releaseExpired(deps)
    assert.deepEqual(await both(), [3, 3], 'numbers 2, 3 and 4')
    await world.issue()
    assert.deepEqual(await both(), [2, 2], 'number 2 was issued again')

    const now = deps.clock.now()
    const series = { ...of, tipoDte: '01', codEstable: 'M001', codPuntoVenta: 'P001' } as const
    await transaction(deps.pool, async (tx) => {
      await raiseSeries(tx, series, 9n)
      await skipNumbers(tx, series, { skipped: [2n, 3n, 4n, 6n, 7n, 8n], now })
    })
    await recordRecovered(
      deps.pool,
      {
        ...{ companyId, ambiente: '00', year, tipoDte: '01' },
        numeroControl: 'DTE-01-M001P001-000000000000009',
        codigoGeneracion: deps.random.uuid(),
      },
      {
        held: { kind: 'sealed', selloRecibido: 'S', fhProcesamiento: null, observaciones: [] },
        now,
      },
    )
    assert.deepEqual(await both(), [6, 6], 'all but number 2, which a document has')

    await world.issue({ ...credito() })
    const whole = await findGaps(deps.pool, of)
    assert.equal(whole.length, 2)
    for (const compared of [1, 2, 3, 9, 10]) {
      const gaps: Gap[] = []
      let [desde, pages]: [string | null, number] = [null, 0]
      do {
        const page = await readGaps(deps.pool, of, { desde, compared })
        gaps.push(...page.series.flatMap((one) => one.gaps))
        desde = page.siguiente
        pages += 1
      } while (desde !== null)
      assert.deepEqual(
        gaps,
        whole.flatMap((one) => one.gaps),
        `pages of ${compared}`,
      )
      assert.equal(pages, Math.ceil(10 / compared))
    }

    const long = { ...series, codEstable: 'M002' }
    await transaction(deps.pool, (tx) => raiseSeries(tx, long, BigInt(COMPARED_MAX) + 5n))
    const found = await findGaps(deps.pool, of)
    assert.deepEqual(
      found.map(({ codEstable, tipoDte, last, gaps }) => [codEstable, tipoDte, last, gaps.length]),
      [
        ['M001', '01', 9, 6],
        ['M002', '01', COMPARED_MAX + 5, COMPARED_MAX + 5],
        ['M001', '03', 1, 0],
      ],
    )
    const numbers = found[1]?.gaps.map(({ numeroControl }) => Number(numeroControl.slice(-15)))
    assert.deepEqual(
      numbers,
      Array.from({ length: COMPARED_MAX + 5 }, (_, at) => at + 1),
    )
  } finally {
    await world.close()
  }
})

test('of the numbers below the first of a series its own documents without a seal are listed, and no others', async () => {
  const world = await createWorld()
  try {
    const { deps } = world
    const { company_id: companyId } = await deps.pool.one<{ company_id: string }>(
      'select company_id from companies',
    )
    const year = civilTime(deps.clock.now()).year
    const rejected = async (body?: object) => {
      await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1 })
      const { body: answer } = await world.issue(body)
      return answer.error.details.codigoGeneracion
    }
    assert.equal((await world.issue()).status, 200)
    const own = await rejected()
    const another = await rejected(credito())
    const series = { companyId, ambiente: '00', year, codEstable: 'M001', codPuntoVenta: 'P001' }
    const begun = await transaction(deps.pool, (tx) =>
      setFirst(tx, { ...series, ambiente: '00', tipoDte: '01' }, 100n),
    )
    assert.equal(begun, null)
    const found = await findGaps(deps.pool, { companyId, ambiente: '00', year })
    assert.deepEqual(
      found.map(({ tipoDte, gaps }) => [tipoDte, gaps.map((gap) => gap.codigoGeneracion)]),
      [
        ['01', [own]],
        ['03', [another]],
      ],
    )
  } finally {
    await world.close()
  }
})
