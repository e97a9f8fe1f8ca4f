/** What each method of a client asks: its route, its path, its query and its body; and a list, page after page. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Asked, SALE, scripted } from '../test/scripted.ts'
import type { Sello } from './index.ts'

const BODY = { a: 1 } as never
const CODE = 'A6C1B7F2-3D54-4E0B-9A77-2C5D8E9F0A11'
const PREPARED = { prepareToken: 't', documento: { identificacion: { codigoGeneracion: CODE } } }

// biome-ignore format: a table
const METHODS: readonly (readonly [call: (client: Sello) => unknown, asks: string, body?: object])[] = [
  [(c) => c.issue(SALE),                                    'POST /v1/dte', SALE],
  [(c) => c.prepare(SALE),                                  'POST /v1/dte/prepare', SALE],
  [(c) => c.sign({ ...PREPARED, estado: 'reservado' } as never), 'POST /v1/dte/sign', PREPARED],
  [(c) => c.query('A', { explica: 'totales' }),             'GET /v1/dte/A?explica=totales'],
  [(c) => c.listPage({ limit: 1 }),                         'GET /v1/dte?limit=1'],
  [(c) => c.deliver('A', BODY),                             'POST /v1/dte/A/entregas', BODY],
  [(c) => c.revokePage('A'),                                'DELETE /v1/dte/A/pagina'],
  [(c) => c.file('A', { kind: 'pdf' }),                     'GET /v1/dte/A/file?kind=pdf'],
  [(c) => c.invalidate('A', BODY),                          'POST /v1/dte/A/invalidate', BODY],
  [(c) => c.return('A', BODY),                              'POST /v1/dte/A/return', BODY],
  [(c) => c.returnAbandon('A', 'E'),                        'DELETE /v1/dte/A/return/E'],
  [(c) => c.contingencies(),                                'GET /v1/contingencia'],
  [(c) => c.closeContingency(),                             'POST /v1/contingencia', {}],
  [(c) => c.closeContingency(BODY),                         'POST /v1/contingencia', BODY],
  [(c) => c.holding({ desde: '2026-10-01' } as never),      'GET /v1/dte/holding?desde=2026-10-01'],
  [(c) => c.books('2026-10'),                               'GET /v1/books/2026-10'],
  [(c) => c.booksFile('2026-10', { archivo: 'anexo1' } as never), 'GET /v1/books/2026-10/file?archivo=anexo1'],
  [(c) => c.status(),                                       'GET /v1/status'],
  [(c) => c.certificates('1'),                              'GET /v1/certificates/1'],
  [(c) => c.openapi(),                                      'GET /v1/openapi.json'],
  [(c) => c.customers.page({ limit: 2 }),                   'GET /v1/customers?limit=2'],
  [(c) => c.customers.create(BODY),                         'POST /v1/customers', BODY],
  [(c) => c.customers.read('x'),                            'GET /v1/customers/x'],
  [(c) => c.customers.update('x', BODY),                    'PATCH /v1/customers/x', BODY],
  [(c) => c.customers.delete('x'),                          'DELETE /v1/customers/x'],
  [(c) => c.products.page({ limit: 2 }),                    'GET /v1/products?limit=2'],
  [(c) => c.products.create(BODY),                          'POST /v1/products', BODY],
  [(c) => c.products.read('x'),                             'GET /v1/products/x'],
  [(c) => c.products.update('x', BODY),                     'PATCH /v1/products/x', BODY],
  [(c) => c.products.delete('x'),                           'DELETE /v1/products/x'],
  [(c) => c.operaciones.report(BODY),                       'POST /v1/operaciones-especiales', BODY],
  [(c) => c.operaciones.page({ limit: 2 } as never),        'GET /v1/operaciones-especiales?limit=2'],
  [(c) => c.operaciones.read('A'),                          'GET /v1/operaciones-especiales/A'],
  [(c) => c.proposals.validate(SALE),                       'POST /v1/dte/validate', SALE],
  [(c) => c.proposals.create(SALE),                         'POST /v1/propuestas', SALE],
  [(c) => c.proposals.page({ limit: 2 } as never),          'GET /v1/propuestas?limit=2'],
  [(c) => c.proposals.read('x'),                            'GET /v1/propuestas/x'],
  [(c) => c.proposals.discard('x'),                         'DELETE /v1/propuestas/x'],
  [(c) => c.storage.destinations(),                         'GET /v1/storage/destinations'],
  [(c) => c.storage.status(),                               'GET /v1/storage/status'],
  [(c) => c.storage.put('x', BODY),                         'PUT /v1/storage/destinations/x', BODY],
  [(c) => c.storage.end('x'),                               'DELETE /v1/storage/destinations/x'],
  [(c) => c.storage.verify('x', 3),                         'POST /v1/storage/destinations/x/verification', { revision: 3, writtenBy: 'sdk' }],
  [(c) => c.storage.report('A', BODY),                      'POST /v1/storage/copies/A/byos', BODY],
  [(c) => c.webhooks.list(),                                'GET /v1/webhooks'],
  [(c) => c.webhooks.create(BODY),                          'POST /v1/webhooks', BODY],
  [(c) => c.webhooks.update('x', BODY),                     'PATCH /v1/webhooks/x', BODY],
  [(c) => c.webhooks.delete('x'),                           'DELETE /v1/webhooks/x'],
  [(c) => c.webhooks.rotate('x'),                           'POST /v1/webhooks/x/rotate'],
  [(c) => c.webhooks.test('x'),                             'POST /v1/webhooks/x/test'],
  [(c) => c.webhooks.deliveriesPage('x', { estado: 'fallida' } as never), 'GET /v1/webhooks/x/deliveries?estado=fallida'],
  [(c) => c.webhooks.retry('x', 'nv'),                      'POST /v1/webhooks/x/deliveries/nv/retry'],
]

const lineOf = ({ method, url }: Asked) =>
  `${method} ${url.replace('https://sello.example.com/api', '')}`

for (const [call, asks, body] of METHODS) {
  test(`a client asks ${asks}`, async () => {
    const { client, asked } = scripted(() => ({}))
    await call(client)

    assert.deepEqual(asked.map(lineOf), [asks])
    assert.deepEqual(JSON.parse(String(asked[0]?.body ?? 'null')), body ?? null)
  })
}

test('a signal ends each call before it is sent', async () => {
  const { client, asked } = scripted(() => ({}))
  const signal = AbortSignal.abort()
  // biome-ignore format: a table
  const calls: readonly Promise<unknown>[] = [
    client.status({ signal }), client.query('A', {}, { signal }), client.prepare(SALE, { signal }),
    client.file('A', {}, { signal }), client.customers.read('x', { signal }), client.webhooks.rotate('x', { signal }),
    client.proposals.create(SALE, { signal }), client.storage.verify('x', 1, { signal }), client.products.delete('x', { signal }),
  ]
  for (const call of calls) {
    await assert.rejects(call, { code: 'aborted' })
  }
  assert.equal(asked.length, 0)
})

// biome-ignore format: a table
const LISTS: readonly (readonly [rows: string, list: (client: Sello) => AsyncIterable<unknown>])[] = [
  ['documentos',  (c) => c.list({ limit: 2 })],
  ['customers',   (c) => c.customers.list({ limit: 2 })],
  ['products',    (c) => c.products.list({ limit: 2 })],
  ['operaciones', (c) => c.operaciones.list({ limit: 2 } as never)],
  ['propuestas',  (c) => c.proposals.list({ limit: 2 } as never)],
  ['entregas',    (c) => c.webhooks.deliveries('x', { limit: 2 } as never)],
]

for (const [rows, list] of LISTS) {
  test(`a list of ${rows} is read page after page, with its query on each`, async () => {
    const { client, asked } = scripted(({ url }) => {
      const isLast = url.includes('cursor=')
      return { body: { [rows]: isLast ? [3] : [1, 2], siguiente: isLast ? null : 'c/1' } }
    })
    const all: unknown[] = []
    for await (const row of list(client)) all.push(row)

    assert.deepEqual(all, [1, 2, 3])
    assert.deepEqual(
      asked.map(({ url }) => url.replace(/^[^?]*/, '')),
      ['?limit=2', '?limit=2&cursor=c%2F1'],
    )
  })
}

test('a file has its bytes, its kind, its name and where it came from', async () => {
  const headers = {
    ...{ 'content-type': 'application/pdf', 'x-service-storage-source': 'managed' },
    'content-disposition': 'attachment; filename="DTE-01.pdf"',
  }
  const { client } = scripted(() => ({ body: '%PDF-', headers }))
  const named = await client.file('A')
  assert.equal(Buffer.from(named.bytes).toString(), '%PDF-')
  assert.deepEqual(
    [named.contentType, named.name, named.source],
    ['application/pdf', 'DTE-01.pdf', 'managed'],
  )
  const bare = await scripted(() => ({ body: 'x' })).client.file('A')
  assert.deepEqual([bare.name, bare.source], ['A', null])
  const book = await scripted(() => ({ body: 'x' })).client.booksFile('2026-10', {} as never)
  assert.equal(book.name, '2026-10')
})
