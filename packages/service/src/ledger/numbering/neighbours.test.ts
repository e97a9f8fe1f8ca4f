import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, oneApart, put, watch } from '../../../test/neighbours.ts'
import { at, DOCUMENT, fillTwoCompanies, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { statement, type Tx, transaction } from '../../base/db/tx.ts'
import type { Claimant } from '../claims/claims.ts'
import { takeClaimsAndNumbers } from '../claims/claims-and-numbers.ts'
import { setFirst } from './first.ts'
import { countGaps } from './gaps.ts'
import {
  listBeyond,
  listReleased,
  listSeries,
  openSeries,
  raiseSeries,
  recentInstants,
  skipNumbers,
} from './reconciled.ts'
import { returnNumbers, takeReleased } from './released.ts'
import type { Series } from './series.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

const UNO = idOf('uno')
const SERIES: Series = {
  ...{ companyId: UNO, ambiente: '00', tipoDte: '01' },
  ...{ codEstable: 'M001', codPuntoVenta: 'P001', year: 2026 },
}
const ROW = {
  ...{ company_id: UNO, ambiente: '00', tipo_dte: '01' },
  ...{ cod_estable: 'M001', cod_punto_venta: 'P001', year: 2026 },
}
/** The series, and those that differ in one thing. */
const ALL = oneApart(ROW, {
  ...{ company_id: idOf('dos'), ambiente: '01', tipo_dte: '03' },
  ...{ cod_estable: 'B001', cod_punto_venta: 'P002', year: 2025 },
})
const OWN = 'uno 00 01 M001 P001 2026'
const numeroOf = (n: number, series = 'M001P001') =>
  `DTE-01-${series}-${String(n).padStart(15, '0')}`

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  await put(
    pool,
    'series',
    ALL.map((row) => ({ ...row, first: 3, last: 9, released: 2 })),
  )
  const numbered = ALL.flatMap((row) => [5, 4].map((correlativo) => ({ ...row, correlativo })))
  await put(pool, 'released_numbers', numbered)
  await put(
    pool,
    'skipped_numbers',
    numbered.map((row) => ({ ...row, skipped_at: NOW })),
  )
  await put(
    pool,
    'documents',
    [
      ...oneApart(DOCUMENT, {
        ...{ company_id: idOf('dos'), ambiente: '01', year: 2025 },
        numero_control: numeroOf(9, 'M001P002'),
      }),
      { ...DOCUMENT, numero_control: numeroOf(9) },
      { ...DOCUMENT, numero_control: numeroOf(10) },
      { ...DOCUMENT, numero_control: numeroOf(11), estado: 'liberado', signature: null },
    ].map((row, n) => ({ ...row, codigo_generacion: idOf(`doc${n}`), created_at: at(n) })),
  )
  changesOf = await watch(pool, ['series', 'released_numbers', 'skipped_numbers', 'claims'])
})

const claimant = (idempotencyKey: string): Claimant => ({
  ...{ keyId: 'k1', idempotencyKey, bodyHash: Buffer.alloc(0), now: NOW, outcome: null },
  codigoGeneracion: idOf(idempotencyKey).toUpperCase(),
})

/** What each call changes, of all rows of series that differ in one thing. */
const CALLS: Readonly<Record<string, readonly [(tx: Tx) => Promise<unknown>, readonly string[]]>> =
  {
    'returnNumbers, none below the first': [
      (tx) => returnNumbers(tx, SERIES, [2n, 3n, 7n]),
      [`+ released_numbers ${OWN} 3`, `+ released_numbers ${OWN} 7`, `series ${OWN}: released`],
    ],
    'takeReleased, the lowest first': [
      async (tx) => assert.deepEqual(await takeReleased(tx, SERIES, 1), [4n]),
      [`- released_numbers ${OWN} 4`, `series ${OWN}: last released`],
    ],
    'takeReleased, in order': [
      async (tx) => assert.deepEqual(await takeReleased(tx, SERIES, 9), [4n, 5n]),
      [
        `- released_numbers ${OWN} 4`,
        `- released_numbers ${OWN} 5`,
        `series ${OWN}: last released`,
      ],
    ],
    'takeClaimsAndNumbers, first what came back': [
      async (tx) => {
        const claimants = ['a', 'b', 'c'].map(claimant)
        const taken = await takeClaimsAndNumbers(tx, SERIES, claimants)
        assert.deepEqual(
          [...taken.values()],
          [
            { correlativo: 4n, cameBack: true },
            { correlativo: 5n, cameBack: true },
            { correlativo: 10n, cameBack: false },
          ],
        )
      },
      [
        ...['a', 'b', 'c'].map((key) => `+ claims uno k1 issue ${key}`),
        ...[`- released_numbers ${OWN} 4`, `- released_numbers ${OWN} 5`],
        `series ${OWN}: last released`,
      ],
    ],
    'openSeries of one that is there': [(tx) => openSeries(tx, SERIES), []],
    'raiseSeries, which forgets what came back': [
      (tx) => raiseSeries(tx, SERIES, 12n),
      [
        `- released_numbers ${OWN} 4`,
        `- released_numbers ${OWN} 5`,
        `series ${OWN}: last released`,
      ],
    ],
    'raiseSeries, never down': [
      (tx) => raiseSeries(tx, SERIES, 8n),
      [`- released_numbers ${OWN} 4`, `- released_numbers ${OWN} 5`, `series ${OWN}: released`],
    ],
    'raiseSeries to nothing': [(tx) => raiseSeries(tx, SERIES, 0n), []],
    'skipNumbers, once each': [
      (tx) => skipNumbers(tx, SERIES, { skipped: [5n, 6n], now: NOW }),
      [`+ skipped_numbers ${OWN} 6`],
    ],
    'setFirst above the last number': [
      async (tx) => assert.equal(await setFirst(tx, SERIES, 20n), null),
      [
        `- released_numbers ${OWN} 4`,
        `- released_numbers ${OWN} 5`,
        `series ${OWN}: first last released`,
      ],
    ],
    'setFirst at the last number': [
      async (tx) => assert.equal(await setFirst(tx, SERIES, 9n), 9n),
      [],
    ],
    'setFirst just above the last number': [
      async (tx) => assert.equal(await setFirst(tx, SERIES, 10n), null),
      [
        `- released_numbers ${OWN} 4`,
        `- released_numbers ${OWN} 5`,
        `series ${OWN}: first released`,
      ],
    ],
  }

for (const [call, [act, changes]] of Object.entries(CALLS)) {
  test(`${call}: no neighbour’s row changes`, async () => {
    assert.deepEqual(await changesOf(() => transaction(pool, act)), changes)
  })
}

test('a series that has issued nothing begins above the highest number of its own documents', async () => {
  const series = { ...SERIES, codPuntoVenta: 'P009' }
  const numero_control = numeroOf(4, 'M001P009')
  const apart = oneApart(
    { ...DOCUMENT, numero_control },
    {
      ...{ company_id: idOf('dos'), ambiente: '01', year: 2025, estado: 'liberado' },
      numero_control: numeroOf(4, 'M001P008'),
    },
  )
  const rows = apart.map((row, n) => ({
    ...row,
    signature: row.estado === 'liberado' ? null : 'x',
    numero_control: n === 0 ? numero_control : row.numero_control.replace(/4$/, '8'),
    codigo_generacion: idOf(`high${n}`),
  }))
  await put(pool, 'documents', rows)
  await transaction(pool, async (tx) => {
    assert.equal(await setFirst(tx, series, 4n), 4n)
    assert.equal(await setFirst(tx, series, 5n), null)
  })
})

test('the series of a reconciliation are those of each account, type, point of sale and year', async () => {
  const accounts = [
    { company_id: UNO, ambiente: '00', usuario: 'x', password: '' },
    { company_id: idOf('dos'), ambiente: '01', usuario: 'x', password: '' },
  ]
  await put(pool, 'ministry_accounts', accounts)
  const all = await listSeries(pool, [2025, 2026])
  const shown = all.map((one) =>
    [one.companyId, one.ambiente, one.tipoDte, one.codPuntoVenta, one.year, one.last].join(' '),
  )
  const [DOS, lines] = [idOf('dos'), [] as string[]]
  for (const [company, ambiente, tipos] of [
    [DOS, '01', ['01']],
    [UNO, '00', ['01', '03']],
  ] as const) {
    for (const tipo of tipos) {
      for (const point of ['P001', 'P002']) {
        for (const year of [2025, 2026]) {
          const row = {
            company_id: company,
            ambiente,
            tipo_dte: tipo,
            cod_punto_venta: point,
            year,
          }
          const key = JSON.stringify({ ...ROW, ...row })
          const isKnown = ALL.some((one) => JSON.stringify(one) === key)
          lines.push([company, ambiente, tipo, point, year, isKnown ? 9 : 0].join(' '))
        }
      }
    }
  }
  assert.deepEqual(shown, lines)
})

test('what is read of a series is of its own documents and numbers', async () => {
  const state = { ...SERIES, last: 9n }
  const instants = await recentInstants(pool, state)
  assert.deepEqual(instants.map((one) => one.getTime() - NOW.getTime()).toSorted(), [0, 5])
  // Of the latest two thousand numbers: the ninth is not among them.
  const far = await recentInstants(pool, { ...SERIES, last: 2_010n })
  assert.deepEqual(
    far.map((one) => one.getTime() - NOW.getTime()),
    [6],
  )
  assert.deepEqual(
    await listBeyond(pool, state),
    new Map([[numeroOf(10), idOf('doc6').toUpperCase()]]),
  )
  const none = { ...SERIES, last: 0n }
  const all = [1, 9, 10].map((n, at) => [numeroOf(n), idOf(`doc${[0, 5, 6][at]}`).toUpperCase()])
  assert.deepEqual(await listBeyond(pool, none), new Map(all as [string, string][]))
  assert.deepEqual(await recentInstants(pool, none), [])
  assert.deepEqual(await listReleased(pool, SERIES), [4n, 5n])
})

test('the gaps that are counted are those of one company, environment and year', async () => {
  const count = (year: number) => countGaps(pool, { companyId: UNO, ambiente: '00', year })
  // Of each series two that came back and two that were skipped.
  assert.deepEqual([await count(2026), await count(2025)], [16, 4])
  const recovered = {
    ...{ company_id: UNO, ambiente: '00', tipo_dte: '01', year: 2026, sello_recibido: 'x' },
    ...{ numero_control: numeroOf(7), found_at: NOW },
  }
  const apart = oneApart(recovered, { company_id: idOf('dos'), ambiente: '01', year: 2027 })
  await put(
    pool,
    'recovered_documents',
    apart.map((row, n) => ({ ...row, codigo_generacion: idOf(`rec${n}`) })),
  )
  assert.equal(await count(2026), 17)
  const filling = oneApart(
    { ...DOCUMENT, numero_control: numeroOf(7) },
    { company_id: idOf('dos'), ambiente: '01', year: 2027, estado: 'liberado' },
  )
  const [own, ...others] = filling.map((row, n) => ({
    ...row,
    codigo_generacion: idOf(`fill${n}`),
    signature: row.estado === 'liberado' ? null : 'x',
  }))
  await put(pool, 'documents', others)
  assert.equal(await count(2026), 17)
  assert.ok(own)
  await put(pool, 'documents', [own])
  assert.equal(await count(2026), 16)
})

test('gaps are counted one by one up to a thousand', async () => {
  const of = { companyId: UNO, ambiente: '00', year: 2024 } as const
  const skip = (from: number, to: number) =>
    statement(
      pool,
      `insert into skipped_numbers
         (company_id, ambiente, tipo_dte, cod_estable, cod_punto_venta, year, correlativo, skipped_at)
       select $1, '00', '01', 'M001', 'P001', 2024, n, $2 from generate_series($3::int, $4::int) n
       returning 1`,
      [UNO, NOW, from, to],
    )
  await skip(1, 999)
  assert.equal(await countGaps(pool, of), 999)
  await skip(1_000, 1_000)
  assert.equal(await countGaps(pool, of), 1_000)
  await skip(1_001, 1_001)
  assert.equal(await countGaps(pool, of), 1_000)
  await put(pool, 'series', [{ ...ROW, year: 2023, first: 1, last: 2_000, released: 1_001 }])
  assert.equal(await countGaps(pool, { ...of, year: 2023 }), 1_000)
})
