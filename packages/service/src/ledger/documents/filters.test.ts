/** Each filter of the list of documents and of the console's search, alone and page by page, among neighbours. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { TIPOS_DTE } from '@sello/contract'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, put } from '../../../test/neighbours.ts'
import { documentRow, fillTwoCompanies, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { listDocuments } from './list.ts'
import { SEARCHED, searchDocuments, sumDocuments } from './search.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

type Row = Readonly<Record<string, unknown>>

const OWNER = { companyId: idOf('uno'), ambiente: '00' } as const
const sealed = { estado: 'sellado', sello_recibido: 'SELLO-A' }
const voided = { estado: 'invalidado', referencia: 'r' }
const NUMERO = 'DTE-01-M009P008-000000000000077'

const row = (name: string, day: number, given: Row) =>
  documentRow(name, {
    ...{ fec_emi: `2026-08-0${day}`, totales: JSON.stringify([1, 2, 3, 4, 5, 6, day]), ...given },
  })
const WHEN = NOW.toISOString()
const DOCUMENTS = [
  // Another company's under the same code.
  row('a', 1, { ...sealed, company_id: idOf('dos'), receptor_nombre: 'Otra' }),
  row('a', 1, {
    ...{ ...sealed, numero_control: NUMERO, referencia: 'Ref-1' },
    ...{ receptor_nombre: 'Eva Sol', receptor_documento: '0614' },
  }),
  ...[
    ...[row('v0', 1, voided), row('v1', 1, voided)],
    row('v2', 1, voided),
    row('b', 2, { ...voided, receptor_nombre: 'Ana' }),
  ],
  row('c', 2, { tipo_dte: '03', estado: 'contingencia', receptor_documento: 'EVA-9' }),
  row('d', 3, { estado: 'firmado' }),
  row('e', 4, {
    estado: 'rechazado',
    referencia: 'r',
    historial: JSON.stringify([`firmado ${WHEN}`, `rechazado ${WHEN} No`]),
  }),
  ...[
    row('far', 2, { ...voided, company_id: idOf('dos') }),
    row('live', 2, { ...voided, ambiente: '01' }),
  ],
  row('none', 2, { ...sealed, tipo_dte: '14', position: -1 }),
]

before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  await put(pool, 'documents', DOCUMENTS)
})

const nameOf = ({ codigoGeneracion }: { readonly codigoGeneracion: string }) =>
  namesIn(codigoGeneracion.toLowerCase())
const TIPOS = ['01', '03'] as const

async function listed(filters: object, { tiposDte = TIPOS as readonly string[], limit = 9 } = {}) {
  const all = {
    desde: null,
    hasta: null,
    estado: null,
    tipoDte: null,
    referencia: null,
    ...filters,
  }
  const pages: string[] = []
  let after: unknown = null
  do {
    const query = { ...OWNER, filters: all, tiposDte, after, limit }
    const page = await listDocuments(pool, query as Parameters<typeof listDocuments>[1])
    pages.push(page.rows.map(nameOf).join(' '))
    after = page.last
  } while (after !== null)
  return pages.join(' | ')
}

// biome-ignore format: a table
const LISTS: readonly (readonly [filters: object, found: string])[] = [
  [{},                                             'd c b v2 v1 v0 a'],
  [{ estado: 'sellado' },                          'a'],
  [{ estado: 'firmado' },                          'd'],
  [{ estado: 'contingencia' },                     'c'],
  [{ estado: 'invalidado' },                       'b v2 v1 v0'],
  [{ estado: 'rechazado' },                        ''],
  [{ tipoDte: '03' },                              'c'],
  [{ tipoDte: '05' },                              ''],
  [{ desde: '2026-08-02' },                        'd c b'],
  [{ hasta: '2026-08-02' },                        'c b v2 v1 v0 a'],
  [{ desde: '2026-08-02', hasta: '2026-08-02' },   'c b'],
  [{ referencia: 'r' },                            'b v2 v1 v0'],
  [{ referencia: 'Ref-1' },                        'a'],
  [{ referencia: 'R' },                            ''],
  [{ referencia: 'r', estado: 'invalidado' },      'b v2 v1 v0'],
  [{ referencia: 'r', estado: 'sellado' },         ''],
  [{ referencia: 'r', tipoDte: '03' },             ''],
  [{ referencia: 'r', desde: '2026-08-02' },       'b'],
  [{ referencia: 'r', hasta: '2026-08-01' },       'v2 v1 v0'],
]

test('a list has what each filter asks for, of its company and environment, newest first', async () => {
  for (const [filters, found] of LISTS) {
    assert.equal(await listed(filters), found, JSON.stringify(filters))
  }
  assert.equal(await listed({}, { tiposDte: ['03'] }), 'c')
  assert.equal(await listed({}, { limit: 2 }), 'd c | b v2 | v1 v0 | a')
  assert.equal(await listed({}, { limit: 5 }), 'd c b v2 v1 | v0 a')
  const pages = 'b | v2 | v1 | v0'
  assert.equal(await listed({}, { limit: 1 }), `d | c | ${pages} | a`)
  assert.equal(await listed({ estado: 'invalidado' }, { limit: 1 }), pages)
  assert.equal(await listed({ referencia: 'r' }, { limit: 1 }), pages)
  const filters = { desde: null, hasta: null, estado: 'sellado', tipoDte: null, referencia: null }
  const query = { ...OWNER, filters, tiposDte: TIPOS, after: null, limit: 1 } as const
  const { rows } = await listDocuments(pool, query as Parameters<typeof listDocuments>[1])
  assert.deepEqual(rows, [
    {
      ...{ estado: 'sellado', codigoGeneracion: idOf('a').toUpperCase(), numeroControl: NUMERO },
      ...{ tipoDte: '01', fecEmi: '2026-08-01', horEmi: '09:00:00', selloRecibido: 'SELLO-A' },
      ...{ receptor: { nombre: 'Eva Sol', numDocumento: '0614' }, referencia: 'Ref-1' },
      totales: { totalGravada: 3, totalIva: 5, totalPagar: 1 },
    },
  ])
})

const ALL = {
  q: null,
  desde: null,
  hasta: null,
  receptor: null,
  tipos: TIPOS_DTE,
  estados: SEARCHED,
}
const searchOf = (filters: object) =>
  ({ ...OWNER, filters: { ...ALL, ...filters } }) as Parameters<typeof searchDocuments>[1]

async function searched(filters: object, limit = 9): Promise<string> {
  const pages: string[] = []
  let after: Parameters<typeof searchDocuments>[2]['after'] = null
  do {
    const page = await searchDocuments(pool, searchOf(filters), { after, limit })
    pages.push(page.rows.map(nameOf).join(' '))
    after = page.last
  } while (after !== null)
  return pages.join(' | ')
}

// biome-ignore format: a table
const SEARCHES: readonly (readonly [filters: object, found: string])[] = [
  [{},                                             'e d c b v2 v1 v0 a'],
  [{ q: 'dte' },                                   'e d c b v2 v1 v0 a'],
  [{ q: 'm009P008-0' },                            'a'],
  [{ q: idOf('c').slice(20).toUpperCase() },       'c'],
  [{ q: 'sello-a' },                               'a'],
  [{ q: 'EVA' },                                   'c a'],
  [{ q: '0614' },                                  'a'],
  [{ q: 'ref-1' },                                 'a'],
  [{ q: 'nobody' },                                ''],
  [{ receptor: 'eva' },                            'c a'],
  [{ receptor: 'SOL' },                            'a'],
  [{ receptor: 'a-9' },                            'c'],
  [{ receptor: 'ref-1' },                          ''],
  [{ receptor: 'eva', q: 'sol' },                  'a'],
  [{ tipos: ['03'] },                              'c'],
  [{ estados: ['rechazado'] },                     'e'],
  [{ estados: ['invalidado', 'firmado'] },         'd b v2 v1 v0'],
  [{ desde: '2026-08-02' },                        'e d c b'],
  [{ hasta: '2026-08-02' },                        'c b v2 v1 v0 a'],
  [{ desde: '2026-08-02', hasta: '2026-08-02' },   'c b'],
]

test('a search has what each filter asks for, of its company and environment, newest first', async () => {
  for (const [filters, found] of SEARCHES) {
    assert.equal(await searched(filters), found, JSON.stringify(filters))
    const groups = await sumDocuments(pool, searchOf(filters))
    const count = groups.reduce((n, { documentos }) => n + documentos, 0)
    assert.equal(count, found.split(' ').filter(Boolean).length, JSON.stringify(filters))
  }
  assert.equal(await searched({}, 3), 'e d c | b v2 v1 | v0 a')
  assert.equal(await searched({ q: 'eva' }, 1), 'c | a')
  assert.equal(await searched({ q: 'eva' }, 2), 'c a')
})

test('a row of a search has the point of sale, and of a rejected one what the ministry said', async () => {
  const { rows } = await searchDocuments(pool, searchOf({ q: 'Sol' }), { after: null, limit: 9 })
  const shown = {
    ...{ codigoGeneracion: idOf('a').toUpperCase(), numeroControl: NUMERO, estado: 'sellado' },
    ...{ tipoDte: '01', fecEmi: '2026-08-01', horEmi: '09:00:00', selloRecibido: 'SELLO-A' },
    ...{ receptor: { nombre: 'Eva Sol', numDocumento: '0614' }, referencia: 'Ref-1' },
    ...{ puntoDeVenta: 'M009P008', corregirHasta: null, motivo: null, devuelto: null },
    totales: {
      ...{ totalNoSuj: 1, totalExenta: 2, totalGravada: 3, totalDescu: 4, totalIva: 5 },
      ...{ montoTotalOperacion: 6, totalPagar: 1 },
    },
  }
  assert.deepEqual(rows, [shown])
  const rejected = searchOf({ estados: ['rechazado'] })
  const [one] = (await searchDocuments(pool, rejected, { after: null, limit: 9 })).rows
  assert.deepEqual([one?.motivo, one?.receptor], ['No', null])
})
