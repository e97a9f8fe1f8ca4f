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
import { OF_SERIES, type Series, valuesOf } from './series.ts'

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
  await put(pool, 'claims', CLAIMS)
  changesOf = await watch(pool, ['series', 'released_numbers', 'skipped_numbers', 'claims'])
})

const claimant = (idempotencyKey: string, keyId = 'k1'): Claimant => ({
  ...{ keyId, idempotencyKey, bodyHash: Buffer.alloc(0), now: NOW, outcome: null },
  codigoGeneracion: idOf(idempotencyKey).toUpperCase(),
})

/** One that another call has, and neighbours of one that is free, with the code that is proposed for it. */
const CLAIM = {
  ...{ company_id: UNO, key_id: 'k1', room: 'issue', idempotency_key: 'a', body_hash: '' },
  ...{ claimed_at: NOW, codigo_generacion: idOf('a'), outcome: null },
}
const CLAIMS = [
  { ...CLAIM, idempotency_key: 'held', codigo_generacion: idOf('mine') },
  ...oneApart(CLAIM, {
    ...{ company_id: idOf('dos'), key_id: 'k2', room: 'sign', idempotency_key: 'z' },
  }).slice(1),
]

const NEW = { ...SERIES, year: 2021 }
const counterOf = (tx: Tx, series: Series) =>
  tx.one(`select first, last from series where ${OF_SERIES}`, valuesOf(series))

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
    'takeClaimsAndNumbers, first what came back, of those that have their claim': [
      async (tx) => {
        const [c, a, held] = [claimant('c'), claimant('a'), claimant('held')]
        const b = claimant('b', 'k0')
        const taken = await takeClaimsAndNumbers(tx, SERIES, [c, a, held, b])
        assert.deepEqual(
          [...taken],
          [
            [c.codigoGeneracion, { correlativo: 4n, cameBack: true }],
            [a.codigoGeneracion, { correlativo: 5n, cameBack: true }],
            [b.codigoGeneracion, { correlativo: 10n, cameBack: false }],
          ],
        )
        const inOrder = await tx.many<{ key: string }>(
          `select idempotency_key as key from claims
            where codigo_generacion = any ($1) and company_id = $2 and key_id <> 'k2' and room = 'issue'
              and idempotency_key <> 'z' and outcome is null
            order by ctid`,
          [[a, b, c].map((one) => one.codigoGeneracion), UNO],
        )
        assert.equal(inOrder.map(({ key }) => key).join(), 'b,a,c', 'no two callers deadlock')
      },
      [
        ...['k0 issue b', 'k1 issue a', 'k1 issue c'].map((key) => `+ claims uno ${key}`),
        ...[`- released_numbers ${OWN} 4`, `- released_numbers ${OWN} 5`],
        `series ${OWN}: last released`,
      ],
    ],
    'openSeries of one that is there': [(tx) => openSeries(tx, SERIES), []],
    'openSeries of a new one': [
      async (tx) => {
        await openSeries(tx, NEW)
        assert.deepEqual(await counterOf(tx, NEW), { first: 1n, last: 0n })
      },
      [`+ series ${OWN.replace('2026', '2021')}`],
    ],
    'raiseSeries of a new one': [
      async (tx) => {
        await raiseSeries(tx, NEW, 7n)
        assert.deepEqual(await counterOf(tx, NEW), { first: 1n, last: 7n })
      },
      [`+ series ${OWN.replace('2026', '2021')}`],
    ],
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
      async (tx) => {
        assert.equal(await setFirst(tx, SERIES, 20n), null)
        assert.deepEqual(await counterOf(tx, SERIES), { first: 20n, last: 19n })
      },
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
    const counted = async (tx: Tx) => {
      await act(tx)
      const { told, there } = await tx.one<Readonly<Record<string, bigint>>>(
        `select released::bigint as told, (select count(*) from released_numbers where ${OF_SERIES}) as there
           from series where ${OF_SERIES}`,
        valuesOf(SERIES),
      )
      assert.equal(told, there, 'the counter says how many came back')
    }
    assert.deepEqual(await changesOf(() => transaction(pool, counted)), changes)
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
  const DOS = idOf('dos')
  const account = (company_id: string, ambiente: string) => ({
    ...{ company_id, ambiente, usuario: 'x', password: '' },
  })
  await put(pool, 'ministry_accounts', [
    ...[account(UNO, '01'), account(UNO, '00'), account(DOS, '01')],
  ])
  const point = { company_id: DOS, point_of_sale_id: idOf('B001'), created_at: NOW }
  await put(pool, 'points_of_sale', [{ ...point, cod_estable: 'B001', cod_punto_venta: 'P001' }])
  const elsewhere = [
    { ...ROW, ambiente: '01', tipo_dte: '05' },
    { ...ROW, company_id: DOS, tipo_dte: '06' },
  ]
  await put(
    pool,
    'series',
    elsewhere.map((row) => ({ ...row, first: 3, last: 9, released: 0 })),
  )
  const known = new Set([...ALL, ...elsewhere].map((row) => Object.values(row).join(' ')))
  const points = ['M001 P001', 'M001 P002']
  // biome-ignore format: a table
  const owners: readonly (readonly [companyId: string, ambiente: string, tipos: readonly string[], points: readonly string[]])[] = [
    [DOS, '01', ['01'],       ['B001 P001', ...points]],
    [UNO, '00', ['01', '03'], points],
    [UNO, '01', ['01', '05'], points],
  ]
  const lines = owners.flatMap(([companyId, ambiente, tipos, ofCompany]) =>
    tipos.flatMap((tipo) =>
      ofCompany.flatMap((one) =>
        [2025, 2026].map((year) => [companyId, ambiente, tipo, one, year].join(' ')),
      ),
    ),
  )
  const all = await listSeries(pool, [2025, 2026])
  assert.deepEqual(
    all.map(({ last, ...one }) => [...valuesOf(one), last].join(' ')),
    lines.map((line) => `${line} ${known.has(line) ? 9 : 0}`),
  )
})

test('a series that gave its first number alone has spent it, though that came back', async () => {
  const series = { ...SERIES, codPuntoVenta: 'P010' }
  await put(pool, 'series', [{ ...ROW, cod_punto_venta: 'P010', first: 5, last: 5, released: 0 }])
  const numero_control = numeroOf(5, 'M001P010')
  await put(pool, 'documents', [
    {
      ...{ ...DOCUMENT, codigo_generacion: idOf('gone'), numero_control },
      ...{ estado: 'liberado', signature: null },
    },
  ])
  await transaction(pool, async (tx) => assert.equal(await setFirst(tx, series, 5n), 5n))
})

test('who takes a number looks for those that came back only where the counter says so', async () => {
  const asked: string[] = []
  const changes = await changesOf(() =>
    transaction(pool, async (tx) => {
      const many = (sql: string, values?: readonly unknown[]) => {
        asked.push(sql)
        return tx.many(sql, values)
      }
      const watched = { ...tx, many } as unknown as Tx
      const taken = await takeClaimsAndNumbers(watched, { ...SERIES, year: 2022 }, [claimant('e')])
      assert.deepEqual([...taken.values()], [{ correlativo: 1n, cameBack: false }])
    }),
  )
  assert.deepEqual(changes, ['+ claims uno k1 issue e', `+ series ${OWN.replace('2026', '2022')}`])
  assert.equal(asked.length, 1, 'the claims')
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
