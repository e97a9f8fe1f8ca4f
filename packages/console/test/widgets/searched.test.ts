/** Lists that are searched while somebody types, and the products that a document takes from them. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, mock, test } from 'node:test'
import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type FunctionComponent, createElement as h } from 'react'
import { lineaVacia } from '../../src/emitir/lineas/linea.ts'
import { change, draw } from './dom.ts'

const { WorkspaceContext } = await import('../../src/app/workspace.ts')
const { findByCode, lineOf, productQuery, useProductos, useProductosDe } = await import(
  '../../src/emitir/productos.ts'
)
const { toQuery } = await import('../../src/ui/use-searched.ts')

notifyManager.setScheduler(queueMicrotask)

const NIT = '06140101900001'
const WORKSPACE = { personaId: 'p', empresa: { nit: NIT }, ambiente: '00' } as never
const API = `/${NIT}/00`
const URL_OF = `/console/api${API}/v1/products`
const PRODUCT = {
  ...{ productId: 'a', codigo: 'CAF', descripcion: 'Café', precioUni: 10, precioConIva: 11.3 },
  ...{ uniMedida: null, tipoItem: null, tipoVenta: null, tributos: null, activo: true },
  ...{ createdAt: '', updatedAt: '' },
}
const named = (productId: string, descripcion: string, codigo: string | null = null) => ({
  ...{ ...PRODUCT, productId, descripcion, codigo },
})

/** Calls wait here until they are answered. */
let asked: { readonly url: string; readonly answer: (response: Response) => void }[] = []
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const answer = (response: Response) =>
  change(async () => {
    const call = asked.shift() ?? assert.fail('nobody asks')
    call.answer(response)
    await new Promise((resolve) => setImmediate(resolve))
  })
const urls = () => asked.map(({ url }) => url.replace(URL_OF, ''))

let client = new QueryClient()
beforeEach(() => {
  asked = []
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  Object.assign(globalThis, {
    fetch: (url: string) => new Promise((resolve) => asked.push({ url, answer: resolve })),
  })
})
afterEach(async () => {
  await draw(null)
  client.clear()
})

const inPlace = (node: ReturnType<typeof h>) =>
  h(
    QueryClientProvider as FunctionComponent<{ client: QueryClient }>,
    { client },
    h(WorkspaceContext.Provider, { value: WORKSPACE }, node),
  )

describe('a list that is searched', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }))
  afterEach(() => mock.timers.reset())
  const settle = () => change(() => mock.timers.tick(150))

  let seen: { names: readonly string[] | null; isAnswered: boolean }
  function List({ text, enabled = true }: { text: string; enabled?: boolean }) {
    const { data, isAnswered } = useProductos(text, { limit: 7, enabled })
    seen = { names: data?.products.map(({ descripcion }) => descripcion) ?? null, isAnswered }
    return null
  }
  const list = (text: string, enabled = true) => inPlace(h(List, { text, enabled }))

  test('asks for the newest, then for the words once nobody types, and shows what matches meanwhile', async () => {
    const redraw = await draw(list(''))
    assert.deepEqual(urls(), ['?limit=7'])
    assert.deepEqual(seen, { names: null, isAnswered: false })
    await answer(json({ products: [named('a', 'Café Ñandú', 'C1'), named('b', 'Té')] }))
    assert.deepEqual(seen, { names: ['Café Ñandú', 'Té'], isAnswered: true })

    await redraw(list(' cafe nan '))
    assert.deepEqual(seen, { names: ['Café Ñandú'], isAnswered: false })
    assert.deepEqual(urls(), [])
    await redraw(list('c1'))
    assert.deepEqual(seen, { names: ['Café Ñandú'], isAnswered: false }, 'by its code')
    await redraw(list(' cafe '))
    await settle()
    assert.deepEqual(urls(), ['?limit=7&buscar=cafe'])
    assert.deepEqual(seen, { names: ['Café Ñandú'], isAnswered: false })
    await answer(json({ products: [named('c', 'Cafetera')] }))
    assert.deepEqual(seen, { names: ['Cafetera'], isAnswered: true })
  })

  test('says that no answer comes, and what is not asked for stays as it is', async () => {
    const redraw = await draw(list('x', false))
    assert.deepEqual([urls(), seen], [[], { names: null, isAnswered: true }])
    await redraw(list('x'))
    assert.deepEqual(urls(), ['?limit=7&buscar=x'])
    await answer(json({}, 500))
    assert.deepEqual(seen, { names: null, isAnswered: true })
  })
})

test('no more letters are searched than the service takes', () => {
  assert.equal(String(toQuery('', 5)), 'limit=5')
  assert.equal(toQuery('x'.repeat(101), 5).get('buscar'), 'x'.repeat(100))
})

describe('a product', () => {
  const find = (code: string) => {
    const found = findByCode(client, API, code)
    found.catch(() => {})
    return found
  }

  test('is found by its whole code, in either case, and not asked for again within a minute', async () => {
    const found = find(' Caf ')
    await change(() => {})
    assert.deepEqual(urls(), ['?limit=100&buscar=caf'])
    await answer(json({ products: [named('b', 'Otro', 'CAF2'), named('c', 'Sin'), PRODUCT] }))
    assert.equal((await found)?.productId, 'a')
    assert.equal((await find('CAF'))?.productId, 'a')
    assert.deepEqual(urls(), [])
    mock.timers.enable({ apis: ['Date'], now: Date.now() + 60_001 })
    const again = find('CAF')
    await change(() => {})
    mock.timers.reset()
    assert.equal(asked.length, 1)
    await answer(json({ products: [named('b', 'Otro', 'CAF2')] }))
    assert.equal(await again, null)
  })

  test('has no code that is longer than a document takes', async () => {
    assert.equal(await find('x'.repeat(26)), null)
    assert.deepEqual(urls(), [])
    const longest = find('x'.repeat(25))
    await change(() => {})
    await answer(json({ products: [] }))
    assert.equal(await longest, null)
  })

  test('fills in a line, with the price that the type takes', () => {
    const { precioUni: _, ...values } = { ...PRODUCT, uniMedida: 59, tipoItem: 2, tributos: ['C5'] }
    const line = {
      ...{ productId: 'a', codigo: 'CAF', descripcion: 'Café', uniMedida: 59, tipoItem: 2 },
      ...{ venta: 'gravada', tributos: ['C5'] },
    }
    const product = { ...values, precioUni: 10 }
    assert.deepEqual(lineOf(product, '01'), { ...line, precio: '11.3' })
    assert.deepEqual(lineOf(product, '03'), { ...line, precio: '10' })
    const bare = { ...PRODUCT, codigo: null, precioUni: null, precioConIva: null }
    assert.deepEqual(lineOf({ ...bare, tipoVenta: 'exenta' } as never, '03'), {
      ...{ productId: 'a', codigo: '', descripcion: 'Café', precio: '', venta: 'exenta' },
      ...{ uniMedida: null, tipoItem: null, tributos: [] },
    })
  })
})

describe('the products of the lines', () => {
  let products: readonly string[] | undefined
  function Lines({ ids }: { ids: readonly (string | null)[] }) {
    const lineas = ids.map((productId) => ({ ...lineaVacia(), productId }))
    products = useProductosDe(lineas)?.map(({ productId }) => productId)
    return null
  }
  const lines = (...ids: readonly (string | null)[]) => inPlace(h(Lines, { ids }))

  test('are read once each, and one that no longer exists is left out', async () => {
    await draw(lines('a', null, 'b', 'a'))
    assert.deepEqual([urls(), products], [['/a', '/b'], undefined])
    await answer(json(PRODUCT))
    await answer(json({ error: { code: 'not_found', message: '' } }, 404))
    assert.deepEqual(products, ['a'])
    assert.deepEqual(client.getQueryData(productQuery(API, 'a').queryKey), PRODUCT)
  })

  test('are none where no line has one, or where they cannot be read', async () => {
    const redraw = await draw(lines(null))
    assert.deepEqual([urls(), products], [[], []])
    await redraw(lines('a'))
    assert.equal(products, undefined)
    await answer(json({}, 500))
    assert.deepEqual(products, [])
  })
})
