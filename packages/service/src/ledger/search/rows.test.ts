/** Customers and products: each call reads and changes those of one company and kind, with their words. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, watch, withRows } from '../../../test/neighbours.ts'
import { at, fillTwoCompanies, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { transaction } from '../../base/db/tx.ts'
import { listPage } from './list-page.ts'
import { rowsOf } from './rows.ts'
import { indexStale, type Kind, SOURCES } from './search-words.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

const [UNO, DOS] = [idOf('uno'), idOf('dos')]
const TEXT = { customer: 'nombre', product: 'descripcion' } as const
const CODE = { customer: 'external_id', product: 'codigo' } as const
const BYTES = { customer: { receptor: '' }, product: {} } as const
const KINDS = ['customer', 'product'] as const

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  changesOf = await watch(pool, [...['customers', 'products', 'search_words company_id kind word']])
})

const row = (kind: Kind, name: string, text: string, given: object = {}) => ({
  ...{ company_id: UNO, [SOURCES[kind].id]: idOf(name), [TEXT[kind]]: text, ...BYTES[kind] },
  ...{ activo: true, created_at: NOW, updated_at: NOW, [CODE[kind]]: null, ...given },
})
/** Both kinds have rows at the same positions. */
const ROWS = {
  customers: [
    ...[row('customer', 'doc', 'Ana Paz', { external_id: 'X-1' }), row('customer', 'eva', 'Eva')],
    row('customer', 'gone', 'Ana Rio', { activo: false }),
    ...[row('customer', 'doc', 'Ana Mar', { company_id: DOS }), row('customer', 'new', 'Ana Luz')],
  ],
  products: [
    ...[row('product', 'doc', 'Pan Sal', { codigo: 'X-1' }), row('product', 'ajo', 'Ajo')],
    row('product', 'gone', 'Pan Gris', { activo: false }),
    ...[row('product', 'doc', 'Pan Uva', { company_id: DOS }), row('product', 'new', 'Pan Col')],
  ],
}

async function withBoth(work: () => Promise<void>, isIndexed = true): Promise<void> {
  for (const table of Object.keys(ROWS)) {
    await pool.many(`alter table ${table} alter column position restart with 1`)
  }
  await withRows(pool, { ...ROWS, search_words: [] }, async () => {
    if (isIndexed) for (const kind of KINDS) await indexStale(pool, kind, 9)
    await work()
  })
}

test('rows without words get those of their own texts, so many at a time', async () => {
  await withBoth(async () => {
    const counts: number[] = []
    for (const limit of [2, 9, 9]) counts.push(await indexStale(pool, 'customer', limit))
    assert.deepEqual(counts, [2, 3, 0])
    const words = async () => {
      const rows = await pool.many<{ of: string }>(
        `select concat_ws(' ', company_id, kind, position, string_agg(word, ' ' order by word)) as of
           from search_words group by company_id, kind, position order by kind, position`,
      )
      return rows.map(({ of }) => namesIn(of))
    }
    const customers = [
      ...['uno customer 1 1 ana paz x x1', 'uno customer 2 eva', 'uno customer 3 ana rio'],
      ...['dos customer 4 ana mar', 'uno customer 5 ana luz'],
    ]
    assert.deepEqual(await words(), customers)
    assert.equal(await indexStale(pool, 'product', 9), 5)
    assert.deepEqual(await words(), [
      ...[...customers, 'uno product 1 1 pan sal x x1', 'uno product 2 ajo'],
      ...['uno product 3 gris pan', 'dos product 4 pan uva', 'uno product 5 col pan'],
    ])
  }, false)
})

/** In each kind: a word of most rows, the words of one, another's, one of the other kind, and one of `doc` alone. */
const ASKED = {
  customer: { most: 'ana', both: ['pa', 'an'], second: 'eva', none: 'pan', own: 'paz' },
  product: { most: 'pan', both: ['sa', 'pa'], second: 'ajo', none: 'ana', own: 'sal' },
} as const

for (const kind of KINDS) {
  const { table, id } = SOURCES[kind]
  const columns = `${id} as id, ${TEXT[kind]} as texto, activo, updated_at as "updatedAt"`
  interface Shown {
    readonly id: string
    readonly texto: string
    readonly activo: boolean
    readonly updatedAt: Date
  }
  const said =
    kind === 'customer' ? ['nombre', 'receptor', 'external_id'] : ['descripcion', 'codigo']
  const valuesOf = (text: string, code: string | null = null) =>
    kind === 'customer' ? [text, '', code] : [text, code]
  const rows = rowsOf<Shown>(kind, columns, said)
  const of = (name: string, companyId = UNO) => ({ companyId, id: idOf(name) })

  test(`a page of a ${kind}’s list or search is of one company and kind, active or not`, async () => {
    await withBoth(async () => {
      const list = async (buscar: readonly string[] | null, more: object = {}) => {
        const query = { companyId: UNO, filters: { activo: true }, buscar, below: null, limit: 9 }
        const listed = { kind, table, columns, where: '$5::text is not null', values: [''] }
        const page = await listPage<Shown>(pool, listed, { ...query, ...more })
        return [page.rows.map((one) => namesIn(one.id)).join(' '), page.last]
      }
      const { most, both, second, none } = ASKED[kind]
      assert.deepEqual(await list(null), [`new ${second} doc`, null])
      assert.deepEqual(await list(null, { limit: 2 }), [`new ${second}`, 2n])
      assert.deepEqual(await list(null, { below: 2n }), ['doc', null])
      assert.deepEqual(await list(null, { filters: { activo: false } }), ['gone', null])
      assert.deepEqual(await list(null, { companyId: DOS }), ['doc', null])
      assert.deepEqual(await list([most]), ['new doc', null])
      assert.deepEqual(await list([most], { limit: 1 }), ['new', 5n])
      assert.deepEqual(await list([most], { below: 5n, limit: 1 }), ['doc', null])
      assert.deepEqual(await list([most], { filters: { activo: false } }), ['gone', null])
      assert.deepEqual(await list([most], { companyId: DOS }), ['doc', null])
      assert.deepEqual(await list(both), ['doc', null])
      assert.deepEqual(await list([second]), [second, null])
      assert.deepEqual(
        [await list([none]), await list([most, none])],
        [
          ...[
            ['', null],
            ['', null],
          ],
        ],
      )
    })
  })

  test(`a call changes its own ${kind}, with its words`, async () => {
    await withBoth(async () => {
      const act = (work: Parameters<typeof transaction<unknown>>[1]) =>
        changesOf(() => transaction(pool, work))
      const word = (sign: '+' | '-', text: string) => `${sign} search_words uno ${kind} ${text}`
      const added = (text: string) => ({ id: idOf('added'), texto: text, activo: true })
      assert.deepEqual(
        await act(async (tx) => {
          const stored = await rows.insert(tx, of('added'), valuesOf('Tul', 'Y'), at(1))
          assert.deepEqual(stored, { ...added('Tul'), updatedAt: at(1) })
        }),
        [`+ ${table} uno added`, word('+', 'tul'), word('+', 'y')],
      )
      assert.deepEqual(
        await act(async (tx) =>
          assert.equal(await rows.insert(tx, of('added'), valuesOf('Tul', 'X-1'), at(1)), null),
        ),
        [],
        'an active one has its code',
      )
      const texto = `${ASKED[kind].most} Azul`
      const change = { said: valuesOf(texto, 'X-1'), activo: false, now: at(1) }
      assert.deepEqual(
        await act(async (tx) => {
          const updated = await rows.update(tx, of('doc'), change)
          const { said: _, now, ...is } = change
          assert.deepEqual(updated, { id: idOf('doc'), texto, ...is, updatedAt: now })
        }),
        [
          ...[word('+', 'azul'), word('-', ASKED[kind].own)],
          `${table} uno doc: activo ${TEXT[kind]} searched updated_at`,
        ],
      )
      assert.deepEqual(
        await changesOf(async () => {
          const off = await rows.deactivate(pool, of('doc'), at(1))
          assert.deepEqual([off?.activo, off?.updatedAt], [false, at(1)])
          assert.deepEqual((await rows.deactivate(pool, of('doc'), at(2)))?.updatedAt, at(1))
          assert.equal(await rows.deactivate(pool, of('new', DOS), at(1)), null)
        }),
        [`${table} uno doc: activo updated_at`],
      )
      const find = async (name: string, companyId = UNO) =>
        (await rows.find(pool, of(name, companyId)))?.activo ?? null
      const found = [
        await find('doc'),
        await find('gone'),
        await find('none'),
        await find('new', DOS),
      ]
      assert.deepEqual(found, [true, false, null, null])
    })
  })
}
