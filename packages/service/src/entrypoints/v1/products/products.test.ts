import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../test/world.ts'

const CAFE = {
  codigo: 'CAFE-1',
  descripcion: 'Café de altura, 1 lb',
  precioUni: 5,
  precioConIva: 5.65,
}

let world: World

before(async () => {
  world = await createWorld()
})
after(() => world.close())

const ask = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  { apiKey } = world.company.key,
) =>
  world.inject({
    method,
    url: `/v1/products${path}`,
    headers: {
      'x-service-key': apiKey,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })

test('a product is stored once: a repeat finds it, another one with its code is refused and names the field', async () => {
  const made = await ask('POST', '', CAFE)
  assert.equal(made.status, 201)
  const again = await ask('POST', '', CAFE)
  assert.deepEqual([again.status, again.body.productId], [200, made.body.productId])
  const other = await ask('POST', '', { ...CAFE, precioUni: 6 })
  const taken =
    'ya hay un producto activo con el código CAFE-1. Cámbielo con PATCH, o use otro código.'
  const refusal = {
    ...{ code: 'validation_failed', message: `El producto no se guardó. codigo: ${taken}` },
    details: { issues: [{ field: 'codigo', rule: 'product.codigo', message: taken }] },
  }
  const refusalOf = ({ body }: typeof other) => {
    const { code, message, details } = body.error
    return { code, message, details }
  }
  assert.deepEqual([other.status, refusalOf(other)], [422, refusal])
  const moved = await ask('POST', '', { codigo: 'CAFE-2', descripcion: 'Otro', precioUni: 1 })
  const clash = await ask('PATCH', `/${moved.body.productId}`, { codigo: 'CAFE-1' })
  assert.deepEqual([clash.status, refusalOf(clash)], [422, refusal])
  await ask('DELETE', `/${made.body.productId}`)
  assert.equal((await ask('POST', '', { ...CAFE, precioUni: 6 })).status, 201, 'its code is free')
  const back = await ask('PATCH', `/${made.body.productId}`, { activo: true })
  assert.deepEqual([back.status, refusalOf(back)], [422, refusal])
})

test('twenty at once with one code store one product', async () => {
  const product = { codigo: 'UNO', descripcion: 'Uno', precioUni: 1 }
  const replies = await Promise.all(Array.from({ length: 20 }, () => ask('POST', '', product)))
  assert.equal(replies.filter(({ status }) => status === 201).length, 1)
  assert.equal(new Set(replies.map(({ body }) => body.productId)).size, 1)
})

test('changes of one product at once are all kept', async () => {
  const { body: made } = await ask('POST', '', { descripcion: 'Varios', precioUni: 1 })
  const changes = [
    { codigo: 'VARIOS' },
    { descripcion: 'De todo' },
    { precioUni: 2 },
    { precioConIva: 2.26 },
    { tipoItem: 2 },
    { uniMedida: 99 },
    { tipoVenta: 'gravada' },
    { tributos: ['20'] },
  ]
  const replies = await Promise.all(
    changes.map((change) => ask('PATCH', `/${made.productId}`, change)),
  )
  assert.deepEqual(
    replies.map(({ status }) => status),
    changes.map(() => 200),
  )
  const { body } = await ask('GET', `/${made.productId}`)
  for (const [member, value] of changes.flatMap(Object.entries)) {
    assert.deepEqual(body[member], value, member)
  }
})

test('a product that no document could contain is refused with its field', async () => {
  const all = { descripcion: 'X', uniMedida: 98, tributos: ['20', 'ZZ', 'ZY'] }
  const none = await ask('POST', '', all)
  const issue = (field: string, message: string) => ({ field, rule: `product.${field}`, message })
  assert.deepEqual(none.body.error.details.issues, [
    issue('precioUni', 'falta: diga precioUni (sin IVA), precioConIva o ambos.'),
    issue('uniMedida', 'no está en el catálogo CAT-014.'),
    issue('tributos', 'no están en el catálogo CAT-015: ZZ, ZY.'),
  ])
  const bad: readonly (readonly [object, number, string])[] = [
    [{ descripcion: 'Sin precio' }, 422, 'precioUni'],
    [{ descripcion: 'X', precioUni: 1, uniMedida: 98 }, 422, 'uniMedida'],
    [{ descripcion: 'X', precioUni: 1, tributos: ['ZZ'] }, 422, 'tributos'],
    [{ descripcion: '', precioUni: 1 }, 400, 'descripcion'],
    [{ descripcion: 'X', precioUni: -1 }, 400, 'precioUni'],
    [{ descripcion: 'X', precioUni: 1, precio: 2 }, 400, 'precio'],
  ]
  for (const [body, status, field] of bad) {
    const reply = await ask('POST', '', body)
    assert.equal(reply.status, status, JSON.stringify(body))
    const [issue] = reply.body.error.details.issues
    assert.equal(issue.field, field)
    if (status === 400) continue
    assert.equal(issue.rule, `product.${field}`)
    assert.equal(reply.body.error.message, `El producto no se guardó. ${field}: ${issue.message}`)
  }
})

test('a list is paged by its cursor, and another company sees none of it', async () => {
  for (let at = 0; at < 5; at++)
    await ask('POST', '', { descripcion: `Pan ${at}`, precioConIva: 1.13 })
  const seen = []
  for (let cursor = ''; ; ) {
    const { body } = await ask('GET', `?descripcion=PAN&limit=2${cursor}`)
    seen.push(...body.products.map(({ descripcion }: { descripcion: string }) => descripcion))
    if (body.siguiente === null) break
    cursor = `&cursor=${body.siguiente}`
  }
  assert.deepEqual(seen, ['Pan 4', 'Pan 3', 'Pan 2', 'Pan 1', 'Pan 0'])
  const other = await world.addCompany()
  assert.deepEqual((await ask('GET', '', undefined, other.key)).body.products, [])
  const { productId } = (await ask('GET', '')).body.products[0]
  for (const method of ['GET', 'DELETE'] as const) {
    assert.equal((await ask(method, `/${productId}`, undefined, other.key)).status, 404)
  }
  assert.equal((await ask('PATCH', `/${productId}`, { descripcion: 'x' }, other.key)).status, 404)
})

test('null removes a member of a patch, and is refused of what a product cannot lack', async () => {
  const made = await ask('POST', '', { descripcion: 'Sin código', codigo: 'QUITAR', precioUni: 1 })
  const path = `/${made.body.productId}`
  for (const field of ['descripcion', 'activo']) {
    const refused = await ask('PATCH', path, { [field]: null })
    assert.deepEqual([refused.status, refused.body.error?.details.field], [400, field])
  }
  const patched = await ask('PATCH', path, { codigo: null })
  assert.deepEqual([patched.status, patched.body.codigo], [200, null], patched.text)
})

test('a change after which no document could contain the product is refused, and nothing of it is stored', async () => {
  const made = await ask('POST', '', { descripcion: 'Entera', precioUni: 1, tributos: ['20'] })
  const path = `/${made.body.productId}`
  const message = 'falta: diga precioUni (sin IVA), precioConIva o ambos.'
  const { status, body } = await ask('PATCH', path, { precioUni: null, descripcion: 'Otra' })
  assert.deepEqual(
    [status, body.error],
    [
      422,
      {
        code: 'validation_failed',
        message: `El producto no se guardó. precioUni: ${message}`,
        details: { issues: [{ field: 'precioUni', rule: 'product.precioUni', message }] },
      },
    ],
  )
  assert.deepEqual((await ask('GET', path)).body, made.body)
})

test('the scope catalog writes products, and reads none', async () => {
  const key = await world.mintKey(world.company.nit, { scopes: ['catalog'] })
  const made = await ask('POST', '', { descripcion: 'Del inventario', precioUni: 1 }, key)
  assert.equal(made.status, 201)
  const path = `/${made.body.productId}`
  assert.equal((await ask('PATCH', path, { precioUni: 2 }, key)).status, 200)
  assert.equal((await ask('DELETE', path, undefined, key)).status, 200)
  const { details } = (await ask('GET', path, undefined, key)).body.error
  assert.deepEqual(details, { required: 'query', granted: ['catalog'] })
})
