/** Which vouchers are reported or voided already: by an event of the same company, environment and manner that counts. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { ago, companyRow, eventRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import type { Pool } from '../../base/db/pool.ts'
import {
  findRepeated,
  findUnreported,
  findVoidable,
  findVoiding,
  listOperaciones,
  type Reported,
} from './vouchers.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const of = { companyId: ONE, ambiente: '00' } as const

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(2), companyRow(1)])
})
after(() => database.drop())
beforeEach(() => clear())

async function clear(): Promise<void> {
  for (const table of ['reported_vouchers', 'operaciones', 'events']) {
    await pool.many(`delete from ${table}`)
  }
}

const event = (n: number, more: Readonly<Record<string, unknown>> = {}) =>
  eventRow({
    ...{ company_id: ONE, codigo_generacion: idOf(n), kind: 'operaciones', estado: 'sellado' },
    ...more,
  })

const numbersOf = (rows: readonly { codigoGeneracion: string }[]) =>
  rows.map((row) => Number(row.codigoGeneracion.slice(-12)))

/** A line of simplified invoices of the series `A`. */
const line = (desde: number, hasta = desde, anulaDe: string | null = null) =>
  ({
    ...{ tipoDocumento: '02', serie: 'A', desde, hasta, anulaDe },
    ...{ tipoVenta: 'gravada', venta: null },
  }) as unknown as Reported

async function voucher(
  n: number,
  more: Readonly<Record<string, unknown>>,
  rows: readonly object[],
) {
  const { company_id = ONE, ambiente = '00' } = more
  await insertRows(pool, 'events', [event(n, more)])
  const operacion = { company_id, codigo_generacion: idOf(n), ambiente }
  await insertRows(pool, 'operaciones', [operacion])
  const reported = rows.map((row, i) => ({
    ...{ company_id, evento: idOf(n), linea: i + 1, ambiente, tipo_documento: '02', serie: 'A' },
    ...{ anula_de: null, tipo_venta: 'gravada', venta: '3', ...row },
  }))
  await insertRows(pool, 'reported_vouchers', reported)
}

// biome-ignore format: a table
const STATES: readonly (readonly [estado: string, isAsked: boolean, counts: boolean])[] = [
  ['firmado',    false, true],
  ['firmado',    true,  true],
  ['sellado',    false, true],
  ['rechazado',  false, false],
  ['rechazado',  true,  true],
  ['abandonado', false, false],
  ['abandonado', true,  false],
  ['invalidado', false, false],
]

test('a voucher is reported or voided again if an event that counts has done it, in the same manner', async () => {
  for (const [estado, isAsked, counts] of STATES) {
    const state = { estado, retry_at: isAsked ? NOW : null }
    await clear()
    await voucher(61, { company_id: OTHER }, [{ desde: 1, hasta: 99 }])
    await voucher(62, { ambiente: '01' }, [{ desde: 1, hasta: 99 }])
    // Another company's under the same codes, of which one voids.
    await voucher(63, { company_id: OTHER }, [{ desde: 200, hasta: 200 }])
    await voucher(64, { company_id: OTHER }, [{ desde: 300, hasta: 300 }])
    await voucher(62, { company_id: OTHER }, [{ desde: 11, hasta: 11, anula_de: idOf(63) }])
    await voucher(63, state, [
      { desde: 10, hasta: 12 },
      { desde: 10, hasta: 12, serie: 'B' },
      { desde: 14, hasta: 14, tipo_documento: '03' },
    ])
    await voucher(64, state, [{ desde: 11, hasta: 11, anula_de: idOf(63), venta: '2' }])
    const name = `${estado} ${isAsked}`
    const asked = [
      line(9),
      line(10),
      line(12, 20),
      line(13),
      line(14),
      line(8, 30),
      { ...line(10), serie: 'C' },
    ]
    assert.deepEqual(
      (await findRepeated(pool, of, asked)).map(({ linea, evento, inDoubt }) => [
        ...[linea, evento, inDoubt],
      ]),
      counts ? [2, 3, 6].map((n) => [n, idOf(63), estado === 'rechazado']) : [],
      name,
    )
    const voids = [line(10, 10, idOf(63)), line(11, 11, idOf(63))]
    assert.deepEqual(
      (await findRepeated(pool, of, voids)).map(({ linea, evento }) => [linea, evento]),
      counts ? [[2, idOf(64)]] : [],
      name,
    )
    assert.deepEqual(await findVoiding(pool, ONE, idOf(63)), counts ? [idOf(64)] : [], name)
    assert.deepEqual(await findVoiding(pool, ONE, idOf(64)), [])
    assert.deepEqual(await findVoiding(pool, OTHER, idOf(63)), [idOf(62)])
    assert.deepEqual(
      (await findVoidable(pool, of, [line(12, 12, idOf(63))])).map(({ venta, anulado }) => [
        ...[Number(venta), Number(anulado)],
      ]),
      [[3, counts ? 2 : 0]],
      name,
    )
  }
})

test('of two events that have a voucher the one that is not in doubt is told', async () => {
  await voucher(63, { estado: 'rechazado', retry_at: NOW }, [{ desde: 1, hasta: 9 }])
  await voucher(64, { estado: 'firmado' }, [{ desde: 1, hasta: 9 }])
  await voucher(65, { estado: 'rechazado', retry_at: NOW }, [{ desde: 1, hasta: 9 }])
  assert.deepEqual(await findRepeated(pool, of, [line(3)]), [
    { linea: 1, evento: idOf(64), inDoubt: false },
  ])
})

test('a line voids in vain what was not reported, is not sealed, or is being cancelled', async () => {
  const inVain = async (line: Reported) =>
    (await findUnreported(pool, of, [line])).map(({ invalidacion }) => invalidacion)
  const cancels = (n: number, more: Readonly<Record<string, unknown>>) =>
    event(n, { kind: 'invalidacion', evento: idOf(63), totales: null, created_at: ago(1), ...more })
  // biome-ignore format: a table
  const cancelling: readonly (readonly [estado: string, isAsked: boolean, cancels: boolean])[] = [
    ['firmado',    false, true],
    ['firmado',    true,  true],
    ['rechazado',  false, false],
    ['rechazado',  true,  true],
    ['abandonado', false, false],
    ['abandonado', true,  true],
    ['sellado',    false, false],
  ]
  for (const [estado, isAsked, is] of cancelling) {
    await clear()
    await voucher(63, {}, [{ desde: 10, hasta: 12 }])
    await voucher(65, {}, [{ desde: 20, hasta: 22 }])
    await voucher(63, { company_id: OTHER }, [{ desde: 10, hasta: 12 }])
    const state = { estado, retry_at: isAsked ? NOW : null }
    await insertRows(
      pool,
      'events',
      [
        cancels(70, { estado: 'firmado', company_id: OTHER, created_at: NOW }),
        cancels(71, state),
        cancels(72, {
          ...state,
          estado: estado === 'firmado' ? 'rechazado' : estado,
          created_at: ago(2),
        }),
      ].slice(0, estado === 'sellado' ? 2 : 3),
    )
    const name = `${estado} ${isAsked}`
    assert.deepEqual(await inVain(line(11, 11, idOf(63))), is ? [idOf(71)] : [], name)
    assert.deepEqual(await inVain(line(21, 21, idOf(65))), [], name)
    assert.deepEqual(await inVain(line(11)), [], 'it reports')
  }
  for (const [estado, isAsked] of STATES) {
    await clear()
    await voucher(63, { company_id: OTHER }, [{ desde: 1, hasta: 99 }])
    await voucher(63, { estado, retry_at: isAsked ? NOW : null }, [{ desde: 10, hasta: 12 }])
    await voucher(64, {}, [{ desde: 30, hasta: 30 }])
    const isSealed = estado === 'sellado'
    assert.deepEqual(await inVain(line(10, 12, idOf(63))), isSealed ? [] : [null], estado)
    assert.deepEqual(await inVain(line(9, 10, idOf(63))), [null])
    assert.deepEqual(await inVain(line(12, 13, idOf(63))), [null])
    assert.deepEqual(await inVain(line(30, 30, idOf(63))), [null], 'of another event')
  }
  await voucher(66, {}, [{ desde: 10, hasta: 10, anula_de: idOf(63) }])
  assert.deepEqual(await inVain(line(10, 10, idOf(66))), [null], 'it voids, and reports nothing')
  const both = await findUnreported(pool, of, [
    line(40, 40, idOf(64)),
    line(41),
    line(9, 9, idOf(64)),
  ])
  assert.deepEqual(
    both.map(({ linea }) => linea),
    [1, 3],
  )
})

test('what was voided of a line is the sum of what is within it, of its event, series and kind', async () => {
  const voids = { anula_de: idOf(63) }
  await voucher(63, {}, [
    { desde: 10, hasta: 20, venta: '100' },
    { desde: 10, hasta: 20, serie: 'B' },
    { desde: 10, hasta: 20, tipo_documento: '03' },
    ...[
      { desde: 1, hasta: 9 },
      { desde: 21, hasta: 30 },
      { desde: 40, hasta: 50, tipo_venta: null, venta: null },
    ],
  ])
  await voucher(65, {}, [{ desde: 10, hasta: 20, serie: 'C' }])
  await voucher(64, { created_at: ago(2) }, [
    { ...voids, desde: 10, hasta: 10, venta: '0.01' },
    { ...voids, desde: 20, hasta: 20, venta: '0.02' },
    { ...voids, desde: 12, hasta: 13, venta: '0.04' },
    ...[
      { ...voids, desde: 11, hasta: 11, serie: 'B' },
      { ...voids, desde: 9, hasta: 9 },
    ],
    { ...voids, desde: 11, hasta: 11, tipo_documento: '03' },
    ...[
      { ...voids, desde: 21, hasta: 21 },
      { desde: 15, hasta: 15, anula_de: idOf(65) },
    ],
  ])
  const found = async (n: number, anulaDe: string) =>
    (await findVoidable(pool, of, [line(n, n, anulaDe)])).map(({ reportada, venta, anulado }) => [
      ...[reportada, Number(venta), Number(anulado)],
    ])
  assert.deepEqual(await found(14, idOf(63)), [[1, 100, 0.07]])
  assert.deepEqual(await found(45, idOf(63)), [], 'reported without amounts')
  assert.deepEqual(await found(20, idOf(64)), [], 'it voids, and reports nothing')
  await voucher(66, { created_at: ago(1) }, [{ ...voids, desde: 11, hasta: 11 }])
  assert.deepEqual(await findVoiding(pool, ONE, idOf(63)), [idOf(66), idOf(64)], 'the newest first')
})

test('operations are listed of a company and an environment, newest first, a page at a time', async () => {
  const one = [{ desde: 1, hasta: 1 }]
  await voucher(61, { company_id: OTHER }, one)
  for (const n of [61, 63, 62]) await voucher(n, { fec_emi: `2026-10-${n - 50}` }, one)
  await voucher(64, { ambiente: '01' }, one)
  const list = (limit: number, below: bigint | null = null) =>
    listOperaciones(pool, { companyId: ONE, ambiente: '00', below, limit })
  const { rows, last } = await list(3)
  assert.deepEqual([numbersOf(rows), last], [[62, 63, 61], null])
  assert.deepEqual(
    rows.map(({ fecEmi }) => fecEmi),
    ['2026-10-12', '2026-10-13', '2026-10-11'],
  )
  assert.deepEqual(rows[0], {
    ...{ codigoGeneracion: idOf(62), ambiente: '00', estado: 'sellado', totales: {} },
    ...{ fecEmi: '2026-10-12', horEmi: '06:00:00', selloRecibido: 'sello', rechazo: null },
  })
  const page = await list(2)
  assert.deepEqual(numbersOf(page.rows), [62, 63])
  const next = await list(2, page.last)
  assert.deepEqual([numbersOf(next.rows), next.last], [[61], null])
})
