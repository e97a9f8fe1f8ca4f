/** The list with each row's document. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type Reply, SALE, type World } from '../../../../test/world.ts'
import type { MintedKey } from '../../../admin.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

interface Row {
  readonly codigoGeneracion: string
  readonly documento?: object
}

function list(search: string, { apiKey }: MintedKey): Promise<Reply> {
  return world.inject({
    method: 'GET',
    url: `/v1/dte?${search}`,
    headers: { 'x-service-key': apiKey },
  })
}

/** Every page until the last one. */
async function walk(search: string, key: MintedKey): Promise<Row[][]> {
  const pages: Row[][] = []
  let cursor = ''
  for (;;) {
    const { status, body, text } = await list(`${search}${cursor}`, key)
    assert.equal(status, 200, text.slice(0, 500))
    pages.push(body.documentos)
    if (body.siguiente === null) return pages
    cursor = `&cursor=${body.siguiente}`
  }
}

test('with include=documento each row has the document that its own query answers, byte for byte', async () => {
  const { key } = await world.addCompany()
  const sales = [SALE, { ...SALE, observaciones: 'Entrega \u2028 «mañana»' }, SALE]
  for (const sale of sales) await world.issue(sale, { key })
  const reply = await list('include=documento', key)
  const plain = (await list('', key)).body.documentos as Row[]

  const rows = reply.body.documentos as Row[]
  assert.deepEqual(
    rows.map(({ documento: _, ...row }) => row),
    plain,
    'the other members are those of the list',
  )
  for (const { codigoGeneracion, documento } of rows) {
    const { body, text } = await world.inject({
      method: 'GET',
      url: `/v1/dte/${codigoGeneracion}`,
      headers: { 'x-service-key': key.apiKey },
    })
    assert.deepEqual(documento, body.documento)
    const [, signed = 'none'] = /"documento":(\{.*\}),"jws"/s.exec(text) ?? []
    assert.ok(reply.text.includes(`"documento":${signed}}`))
  }
})

test('a page with documents has 25 rows at most, and the pages have each document once', async () => {
  const { key } = await world.addCompany()
  const codes: string[] = []
  for (let n = 0; n < 27; n += 1) {
    codes.unshift((await world.issue(SALE, { key })).body.codigoGeneracion)
  }
  for (const search of ['include=documento', 'include=documento&limit=100']) {
    const pages = await walk(search, key)
    assert.deepEqual(
      pages.map(({ length }) => length),
      [25, 2],
    )
    assert.deepEqual(
      pages.flat().map(({ codigoGeneracion }) => codigoGeneracion),
      codes,
    )
  }
  assert.equal(
    (await list('', key)).body.documentos.length,
    27,
    'without documents nothing changed',
  )
})

test('large documents come on smaller pages, and none is left out', async () => {
  const { key } = await world.addCompany()
  const { items } = SALE
  const large = {
    ...SALE,
    items: Array.from({ length: 600 }, () => ({
      ...items[0],
      precioUni: 0.1,
      descripcion: 'x'.repeat(1_400),
    })),
  }
  const codes: string[] = []
  for (let n = 0; n < 6; n += 1) {
    const { status, body, text } = await world.issue(n === 3 ? SALE : large, { key })
    assert.equal(status, 200, text.slice(0, 500))
    codes.unshift(body.codigoGeneracion)
  }
  const pages = await walk('include=documento', key)
  assert.ok(pages.length > 1, 'more than 4 MB of text')
  assert.ok(pages.every((rows) => JSON.stringify(rows).length < 5 * 1024 * 1024))
  assert.deepEqual(
    pages.flat().map(({ codigoGeneracion }) => codigoGeneracion),
    codes,
  )
})

test('documents are included for the scope query, and only for it', async () => {
  for (const scopes of [['issue'], ['download'], ['catalog']] as const) {
    const key = await world.mintKey(world.company.nit, { scopes: [...scopes] })
    const { status, body } = await list('include=documento', key)
    assert.deepEqual([status, body.error.details.required], [403, 'query'])
  }
  const key = await world.mintKey(world.company.nit, { scopes: ['query'] })
  assert.equal((await list('include=documento', key)).status, 200)
})
