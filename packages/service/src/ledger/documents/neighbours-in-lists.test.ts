import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, withRows } from '../../../test/neighbours.ts'
import {
  at,
  DAY_MS,
  documentRow,
  eventRow,
  fillTwoCompanies,
  NOW,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { findCompany } from '../companies/data-key.ts'
import { listSealedTypes } from '../companies/setup.ts'
import { findLateSeals } from './late-seals.ts'
import { listDocuments } from './list.ts'
import { sumOfNotes } from './related.ts'
import { findExpired } from './reservado.ts'
import { findRejected, SEARCHED, searchDocuments, sumDays, sumDocuments } from './search.ts'
import { countSeries } from './series.ts'
import { waitingDocuments } from './waiting.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

type Row = Readonly<Record<string, unknown>>

const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const OWNER = { companyId: UNO, ambiente: '00' } as const
const FAR = { company_id: DOS }
const LIVE = { ambiente: '01' }
const names = (codes: Iterable<string>) => [...codes].map((code) => namesIn(code.toLowerCase()))

before(() => fillTwoCompanies(pool, newSecrets()))

const on = (fec_emi: string) => ({ fec_emi })

test('the sum of notes is of the living ones of each document', async () => {
  const note = (nota: string, origen: string, given: Row = {}) => ({
    ...{ company_id: UNO, origen: idOf(origen), nota: idOf(nota), no_sujetas: '0.1' },
    ...{ exentas: '0.2', gravadas: '0.3', gravados: { '1': [0.5, 0.25] }, ...given },
  })
  const documents = [
    ...['doc', 'other', 'n1', 'n2', 'n3'].map((name) => documentRow(name)),
    ...[documentRow('dead', { estado: 'rechazado' })],
    ...[documentRow('doc', FAR), documentRow('n1', FAR)],
  ]
  const related_documents = [
    ...[note('n1', 'doc'), note('n2', 'doc'), note('n3', 'other'), note('dead', 'doc')],
    note('n1', 'doc', FAR),
  ].map((row) => ({ ...row, gravados: JSON.stringify(row.gravados) }))
  await withRows(pool, { documents, related_documents }, async () => {
    const sums = await sumOfNotes(pool, UNO, [idOf('doc')])
    const doubled = { valor: 10_000_000_000n, exceso: 5_000_000_000n }
    assert.deepEqual(
      [...sums],
      [
        [
          idOf('doc').toUpperCase(),
          {
            ventas: { noSujetas: 20_000_000n, exentas: 40_000_000n, gravadas: 60_000_000n },
            gravados: { '1': doubled },
          },
        ],
      ],
    )
  })
})

test('a certification counts documents of the test environment by series, and those of an outage apart', async () => {
  const of = (serie: string, given: Row = {}) => ({ referencia: `cert ${serie}`, ...given })
  const documents = [
    ...[documentRow('a1', of('1')), documentRow('a2', of('1 b')), documentRow('a3', of('2'))],
    ...[documentRow('b', of('3', { tipo_dte: '03' })), documentRow('c', of('4', FAR))],
    ...[documentRow('d', of('5', LIVE)), documentRow('e', of('6', { estado: 'rechazado' }))],
    ...[documentRow('f'), documentRow('g', of('1 c', { outage_id: idOf('out') }))],
    ...[documentRow('h', of('1 d', { estado: 'sellado' }))],
    documentRow('i', of('1 e', { estado: 'contingencia' })),
    documentRow('j', of('1 f', { estado: 'invalidado' })),
  ]
  const outage = { ambiente: '00', opened_at: NOW, probe_at: NOW }
  const ministry_outages = [{ outage_id: idOf('out'), ...outage }]
  await withRows(pool, { ministry_outages, documents }, async () => {
    const pattern = '^cert (\\d)'
    const counted = await countSeries(pool, { companyId: UNO, tipos: ['01'], pattern })
    assert.deepEqual(
      counted
        .map(({ tipoDte, estado, serie, diferido, n }) =>
          [tipoDte, estado, serie, diferido, n].join(' '),
        )
        .toSorted(),
      [
        '01 contingencia 1 false 1',
        '01 firmado  false 1',
        '01 firmado 1 false 2',
        '01 firmado 1 true 1',
        '01 firmado 2 false 1',
        '01 invalidado 1 false 1',
        '01 sellado 1 false 1',
      ],
    )
  })
})

test('what is due is listed by age, of no company and no environment that is left out', async () => {
  const due = (ms: number, given: Row = {}) => ({ lease_until: at(ms), ...given })
  const unsigned = (ms: number, given: Row = {}) => ({
    ...{ estado: 'reservado', vence_en: at(ms), ...given },
  })
  const documents = [
    ...[documentRow('now', due(0)), documentRow('old', due(-2)), documentRow('later', due(1))],
    ...[documentRow('far', due(-1, FAR)), documentRow('live', due(-1, LIVE))],
    ...[documentRow('rnow', unsigned(0)), documentRow('rold', unsigned(-2))],
    ...[documentRow('rlater', unsigned(1)), documentRow('rfar', unsigned(-1, FAR))],
    documentRow('gone', { ...unsigned(-3), estado: 'liberado' }),
  ]
  await withRows(pool, { documents }, async () => {
    const list = async (limit: number, away: readonly ('00' | '01')[], except: string[]) => {
      const asked = { now: NOW, limit, away, except }
      const found = await waitingDocuments.listDue(pool, asked, assert.fail)
      return names(found.map((one) => one.codigo_generacion))
    }
    assert.deepEqual(await list(9, ['01'], []), ['old', 'far', 'now'])
    assert.deepEqual(await list(9, ['01'], [DOS]), ['old', 'now'])
    assert.deepEqual(await list(1, [], []), ['old'])
    const expired = async (limit: number, except: string[]) => {
      const found = await findExpired(pool, { now: NOW, limit, except }, assert.fail)
      return names(found.map((one) => one.codigoGeneracion))
    }
    assert.deepEqual(await expired(9, []), ['rold', 'rfar', 'rnow'])
    assert.deepEqual(await expired(9, [DOS]), ['rold', 'rnow'])
    assert.deepEqual(await expired(1, []), ['rold'])
  })
})

test('a list, a search and its sums are of one company and environment', async () => {
  const unsealed = { estado: 'firmado', sello_recibido: null }
  const paid = (pagar: number, given: Row = {}) => ({
    ...{ totales: JSON.stringify([0, 1, 2, 0, 3, 4, pagar]), estado: 'sellado' },
    ...{ receptor_nombre: 'Eva', ...given },
  })
  const documents = [
    ...[documentRow('b', paid(10, on('2026-08-02'))), documentRow('a', paid(20, on('2026-08-02')))],
    ...[documentRow('c', paid(80, FAR)), documentRow('c', paid(40, on('2026-08-04')))],
    ...[documentRow('live', paid(160, LIVE)), documentRow('ccf', paid(320, { tipo_dte: '03' }))],
    documentRow('no', paid(640, { ...on('2026-08-05'), estado: 'rechazado' })),
    documentRow('no2', paid(640, { estado: 'rechazado', created_at: at(DAY_MS) })),
    ...[documentRow('nofar', paid(640, { ...FAR, estado: 'rechazado' }))],
    documentRow('open', paid(7, { tipo_dte: '05', estado: 'firmado', sello_recibido: null })),
    documentRow('nolive', paid(640, { ...LIVE, estado: 'rechazado' })),
    documentRow('waits', paid(3, { ...unsealed, tipo_dte: '05', estado: 'contingencia' })),
    documentRow('off', paid(9, { ...unsealed, tipo_dte: '05', position: -1 })),
  ]
  const back = (name: string, documento: string, given: Row = {}) =>
    eventRow(name, documento, { totales: JSON.stringify([0, 0, 0, 0, 0, 0, 5]), ...given })
  const events = [
    ...[back('e1', 'a'), back('e2', 'a', { estado: 'firmado' }), back('e3', 'c')],
    ...[back('e4', 'a', { estado: 'rechazado' }), back('e5', 'c', FAR), back('e6', 'ccf')],
  ]
  await withRows(pool, { documents, events }, async () => {
    const filters = { desde: '2026-08-02', hasta: '2026-08-04', estado: null, tipoDte: null }
    const listOf = async (more: object = {}) => {
      const asked = { filters: { ...filters, referencia: null, ...more }, tiposDte: ['01'] }
      const query = { ...OWNER, ...asked, after: null, limit: 9 }
      const { rows } = await listDocuments(pool, query as Parameters<typeof listDocuments>[1])
      return names(rows.map((row) => row.codigoGeneracion))
    }
    assert.deepEqual(await listOf(), ['c', 'a', 'b'])
    assert.deepEqual(await listOf({ desde: '2026-08-03' }), ['c'])
    assert.deepEqual(await listOf({ hasta: '2026-08-03' }), ['a', 'b'])
    assert.deepEqual(await listOf({ tipoDte: '03' }), ['ccf'])
    const search = { q: null, tipos: ['01'], estados: SEARCHED, receptor: 'eva' } as const
    const { desde, hasta } = filters
    const of = { ...OWNER, filters: { ...search, desde, hasta } }
    const { rows } = await searchDocuments(pool, of, { after: null, limit: 9 })
    assert.deepEqual(
      rows.map((row) => [...names([row.codigoGeneracion]), row.devuelto, row.corregirHasta]),
      [
        ['c', 5, null],
        ['no2', null, at(DAY_MS)],
        ['a', 10, null],
        ['b', null, null],
      ],
    )
    const sums = await sumDocuments(pool, of)
    const sum = (estado: string, documentos: number, totalPagar: number, devuelto: number) => ({
      ...{ tipoDte: '01', estado, documentos, totalNoSuj: 0, totalExenta: documentos },
      ...{ totalGravada: 2 * documentos, totalIva: 3 * documentos, totalPagar, devuelto },
    })
    assert.deepEqual(sums, [sum('rechazado', 1, 640, 0), sum('sellado', 3, 70, 15)])
    const ofTwo = { ...of, filters: { ...of.filters, tipos: ['01', '03'] as const } }
    assert.deepEqual(
      (await sumDocuments(pool, ofTwo)).map(({ tipoDte, estado }) => [tipoDte, estado].join(' ')),
      ['01 rechazado', '01 sellado', '03 sellado'],
    )
    const since = { since: new Date(NOW.getTime() - 1), limit: 9 }
    const rejected = async (given: object) =>
      names(
        (await findRejected(pool, OWNER, { ...since, ...given })).map((r) => r.codigoGeneracion),
      )
    assert.deepEqual(await rejected({}), ['no2', 'no'])
    assert.deepEqual(await rejected({ limit: 1 }), ['no2'])
    assert.deepEqual(await rejected({ since: NOW }), ['no2'])
    const days = { desde: '2026-08-02', hasta: '2026-08-03', tipos: ['01', '03', '05'] } as const
    const each = [OWNER, { companyId: DOS, ambiente: '00' }, { companyId: UNO, ambiente: '01' }]
    const shown = (all: Awaited<ReturnType<typeof sumDays>>) =>
      all.map((own) =>
        own.map(({ fecha, tipoDte, documentos, sinSello, monto, iva, pagar }) =>
          [fecha, tipoDte, documentos, sinSello, monto, iva, pagar].join(' '),
        ),
      )
    const ofUno = [
      ...['2026-08-02 01 2 0 8 6 30', '2026-08-03 03 1 0 4 3 320', '2026-08-03 05 2 2 8 6 10'],
    ]
    assert.deepEqual(shown(await sumDays(pool, each as (typeof OWNER)[], days)), [
      ...[ofUno, ['2026-08-03 01 1 0 4 3 80'], ['2026-08-03 01 1 0 4 3 160']],
    ])
    assert.deepEqual(shown(await sumDays(pool, [OWNER], days)), [ofUno])
    assert.deepEqual(await listSealedTypes(pool, OWNER, ['01', '03', '05']), ['01', '03'])
    assert.deepEqual(await listSealedTypes(pool, { ...OWNER, companyId: DOS }, ['01', '03']), [
      '01',
    ])
  })
})

test('a company prepares once it has a reservation, and no other with it', async () => {
  for (const estado of ['reservado', 'liberado']) {
    await withRows(pool, { documents: [documentRow('doc', { estado })] }, async () => {
      assert.equal((await findCompany(pool, UNO)).prepares, true, estado)
      assert.equal((await findCompany(pool, DOS)).prepares, false, estado)
    })
  }
})

test('a late seal is told with the other living documents of its sale, of one company and environment', async () => {
  const late = (given: Row = {}) => ({ estado: 'sellado', dudoso: true, ...given })
  const newer = { created_at: at(3) }
  const documents = [
    ...[documentRow('late', late()), documentRow('new', { sustituye: idOf('late') })],
    documentRow('dead', { sustituye: idOf('late'), estado: 'rechazado' }),
    ...[
      documentRow('late2', late({ created_at: at(2) })),
      documentRow('sure', { estado: 'sellado', ...newer }),
    ],
    documentRow('still', late({ estado: 'rechazado', sello_recibido: null, ...newer })),
    documentRow('lfar', late({ ...FAR, ...newer })),
    documentRow('llive', late({ ...LIVE, ...newer })),
    ...[documentRow('late2', FAR), documentRow('sure', { ...FAR, sustituye: idOf('late2') })],
  ]
  await withRows(pool, { documents }, async () => {
    const find = async (since: Date) =>
      (await findLateSeals(pool, OWNER, since)).map(({ codigoGeneracion, otros }) => [
        ...[names([codigoGeneracion]), names(otros)],
      ])
    assert.deepEqual(await find(at(1)), [
      [['late2'], []],
      [['late'], ['new']],
    ])
    assert.deepEqual(await find(at(2)), [[['late'], ['new']]])
  })
})

test('a sale that was sealed late several times is told once, by the earliest, with the others in their order', async () => {
  const of = (name: string, ms: number, given: Row = {}) =>
    documentRow(name, { created_at: at(ms), ...given })
  const late = { estado: 'sellado', dudoso: true }
  const documents = [
    // Under the same codes another company's, of which none is of this sale.
    ...[of('a2', 2, FAR), of('a4', 8, { ...FAR, estado: 'rechazado' })],
    ...[of('a1', 5, late), of('a2', 2, { sustituye: idOf('a1'), estado: 'rechazado' })],
    ...[of('a3', 6, { ...late, sustituye: idOf('a2') }), of('a4', 8, { sustituye: idOf('a3') })],
    of('a5', 7, { sustituye: idOf('a1'), estado: 'contingencia' }),
    ...[of('b0', 1, { estado: 'rechazado' }), of('b1', 9, { ...late, sustituye: idOf('b0') })],
    ...[of('c2', 10, { ...late, sustituye: idOf('c1') }), of('c1', 10, late)],
  ]
  await withRows(pool, { documents }, async () => {
    const told = await findLateSeals(pool, OWNER, at(0))
    assert.deepEqual(
      told.map(({ codigoGeneracion, otros }) => names([codigoGeneracion, ...otros]).join(' ')),
      ['c1 c2', 'b1', 'a1 a3 a5 a4'],
    )
  })
})
