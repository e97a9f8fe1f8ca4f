import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { callWebhooks, createHook } from '../../../../test/webhooks.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { createWebhookSender } from '../../../outside/webhooks/sender.ts'

const URL_OF = 'https://erp.example.com/sello'

let world: World
before(async () => {
  world = await createWorld({ webhooks: createWebhookSender({ innerNetwork: false }) })
})
after(() => world.close())

async function fresh() {
  return (await world.addCompany()).key
}

test('a webhook is created, listed without its secret, changed and deleted', async () => {
  const key = await fresh()
  const made = await callWebhooks(world, 'POST', '', { body: { url: URL_OF }, key })
  assert.equal(made.status, 201, made.text)
  const { secreto, ...webhook } = made.body
  assert.match(secreto, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual((await callWebhooks(world, 'GET', '', { key })).body, { webhooks: [webhook] })

  const body = { tipos: ['dte.sellado'], descripcion: 'ERP', activo: false }
  const changed = await callWebhooks(world, 'PATCH', `/${webhook.id}`, { body, key })
  const off = { desde: changed.body.apagado?.desde, por: 'manual' }
  assert.deepEqual(
    { ...changed.body, updatedAt: null },
    { ...webhook, ...body, apagado: off, updatedAt: null },
  )
  const retry = '/deliveries/nv_4f0b7c1d2e3a49586776859403b2a1c0/retry'
  const message = 'el webhook está apagado: enciéndalo antes con activo en true.'
  const issues = [{ field: 'activo', rule: 'webhook.activo', message }]
  for (const path of ['/test', retry]) {
    const idle = await callWebhooks(world, 'POST', `/${webhook.id}${path}`, { key })
    const error = { code: 'validation_failed', message: `activo: ${message}`, details: { issues } }
    assert.deepEqual([idle.status, idle.body], [422, { error }], path)
  }
  const on = { tipos: null, descripcion: null, activo: true }
  const again = await callWebhooks(world, 'PATCH', `/${webhook.id}`, { body: on, key })
  assert.deepEqual({ ...again.body, updatedAt: null }, { ...webhook, updatedAt: null })

  const unsent = await callWebhooks(world, 'POST', `/${webhook.id}${retry}`, { key })
  assert.deepEqual(unsent.body.error, {
    ...{ code: 'not_found', details: { field: 'entrega' } },
    message: 'No hay una entrega con ese id en ese webhook en esta empresa y este ambiente.',
  })

  const gone = await callWebhooks(world, 'DELETE', `/${webhook.id}`, { key })
  assert.deepEqual(gone.body, { id: webhook.id, eliminado: true })
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/rotate'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
    ['POST', retry],
  ] as const) {
    const { status } = await callWebhooks(world, method, `/${webhook.id}${path}`, { key })
    assert.equal(status, 404, `${method} ${path}`)
  }
})

test('the secret is not in the database as it is', async () => {
  const key = await fresh()
  const { secreto } = await createHook(world, URL_OF, {}, key)
  const bytes = Buffer.from(secreto.slice(6), 'base64')
  const rows = await world.deps.pool.many<{ secret: Buffer }>('select secret from webhooks')
  assert.ok(rows.every(({ secret }) => !secret.includes(bytes)))
})

test('an address that nothing may be sent to is refused, saying why', async () => {
  const key = await fresh()
  for (const [url, why] of [
    ['http://erp.example.com/', 'https'],
    ['https://127.0.0.1/', 'interna'],
    ['https://[::ffff:10.0.0.1]/', 'interna'],
    ['https://erp.example.com:25/', 'puerto'],
    ['https://ana:clave@erp.example.com/', 'usuario'],
    ['erp.example.com', 'dirección'],
  ] as const) {
    const { status, body } = await callWebhooks(world, 'POST', '', { body: { url }, key })
    assert.deepEqual([status, body.error.details.issues[0].rule], [422, 'webhook.url'])
    assert.match(body.error.message, new RegExp(why))
  }
  const { id } = await createHook(world, URL_OF, {}, key)
  const body = { url: 'https://169.254.169.254/latest' }
  assert.equal((await callWebhooks(world, 'PATCH', `/${id}`, { body, key })).status, 422)
  for (const wrong of [{}, { url: 5 }, { url: URL_OF, tipos: [] }, { url: URL_OF, tipos: ['x'] }]) {
    assert.equal((await callWebhooks(world, 'POST', '', { body: wrong, key })).status, 400)
  }
})

test('an address is called as it was given, letter by letter', async () => {
  const key = await fresh()
  const url = `${URL_OF}/cafe\u0301` // as another text would be composed: \u00e9
  const made = await callWebhooks(world, 'POST', '', { body: { url }, key })
  assert.equal(made.body.url, url)
  const body = { url: `${url}/2` }
  const changed = await callWebhooks(world, 'PATCH', `/${made.body.id}`, { body, key })
  assert.equal(changed.body.url, body.url)
})

test('a company has eight, also of twenty that come at once', async () => {
  const key = await fresh()
  const replies = await Promise.all(
    Array.from({ length: 20 }, () =>
      callWebhooks(world, 'POST', '', { body: { url: URL_OF }, key }),
    ),
  )
  const statuses = replies.map(({ status }) => status).toSorted()
  assert.deepEqual(statuses, [...Array(8).fill(201), ...Array(12).fill(422)])
  const refused = replies.find(({ status }) => status === 422)
  assert.equal(refused?.body.error.details.issues[0].rule, 'webhook.maximo')
})

test('a repeated creation or rotation gets the same secret, and rotates once', async () => {
  const key = await fresh()
  const create = () =>
    callWebhooks(world, 'POST', '', { body: { url: URL_OF }, key, idempotencyKey: 'crear' })
  const [first, again] = [await create(), await create()]
  assert.equal(first.text, again.text)
  const { id, secreto } = first.body
  const other = await createHook(world, URL_OF, {}, key)
  const rotate = (of: string) =>
    callWebhooks(world, 'POST', `/${of}/rotate`, { key, idempotencyKey: 'cambiar' })
  const [one, two] = [await rotate(id), await rotate(id)]
  assert.equal(one.text, two.text)
  assert.notEqual(one.body.secreto, secreto)
  assert.equal((await rotate(other.id)).body.error?.code, 'idempotency_key_reuse')
})

test('another company’s webhook and another environment’s are answered like none, byte for byte', async () => {
  const [owner, other] = [await world.addCompany(), await world.addCompany()]
  const { id } = await createHook(world, URL_OF, {}, owner.key)
  const sent = await callWebhooks(world, 'POST', `/${id}/test`, { key: owner.key })
  const absent = '0f0f0f0f-0000-4000-8000-000000000000'
  const ask = async (of: string, n: number) => {
    const [method, path, body] = ASKED[n] ?? ['GET', '']
    const entrega = path.replace('{entrega}', sent.body.id)
    const given = { key: other.key, ...(body ? { body } : {}) }
    const { status, text } = await callWebhooks(world, method, `/${of}${entrega}`, given)
    return [status, text]
  }
  for (const [n, [method, path]] of ASKED.entries()) {
    assert.deepEqual(await ask(id, n), await ask(absent, n), `${method} ${path}`)
    assert.equal((await ask(id, n))[0], 404)
  }
  assert.deepEqual((await callWebhooks(world, 'GET', '', { key: other.key })).body, {
    webhooks: [],
  })
  // Of the company's other environment: the row alone says which.
  await world.deps.pool.many(`update webhooks set ambiente = '01' where webhook_id = $1`, [id])
  for (const [method, path, body] of ASKED) {
    const entrega = path.replace('{entrega}', sent.body.id)
    const given = { key: owner.key, ...(body ? { body } : {}) }
    const { status } = await callWebhooks(world, method, `/${id}${entrega}`, given)
    assert.equal(status, 404, `${method} ${path}`)
  }
})

const ASKED: readonly (readonly ['GET' | 'POST' | 'PATCH' | 'DELETE', string, object?])[] = [
  ['PATCH', '', { activo: false }],
  ['POST', '/rotate'],
  ['POST', '/test'],
  ['GET', '/deliveries'],
  ['POST', '/deliveries/{entrega}/retry'],
  ['DELETE', ''],
]

test('a key needs the scope', async () => {
  const reader = await world.mintKey(world.company.nit, { scopes: ['query', 'issue'] })
  const refused = await callWebhooks(world, 'GET', '', { key: reader })
  assert.deepEqual([refused.status, refused.body.error.details.required], [403, 'webhooks'])
})

test('the pages of what was sent have each once, newest first, and by its state', async () => {
  const key = await fresh()
  const { id } = await createHook(world, URL_OF, {}, key)
  const sent: string[] = []
  for (let n = 0; n < 7; n += 1) {
    sent.unshift((await callWebhooks(world, 'POST', `/${id}/test`, { key })).body.id)
  }
  const listed: string[] = []
  for (let cursor = ''; ; ) {
    const reply = await callWebhooks(world, 'GET', `/${id}/deliveries?limit=3${cursor}`, { key })
    listed.push(...reply.body.entregas.map((one: { id: string }) => one.id))
    if (reply.body.siguiente === null) break
    cursor = `&cursor=${encodeURIComponent(reply.body.siguiente)}`
  }
  assert.deepEqual(listed, sent)
  const failed = await callWebhooks(world, 'GET', `/${id}/deliveries?estado=fallida`, { key })
  assert.deepEqual(failed.body, { entregas: [], siguiente: null })
  const waiting = await callWebhooks(world, 'GET', `/${id}/deliveries?estado=pendiente`, { key })
  assert.equal(waiting.body.entregas.length, 7)
})

test('what a filter passes over is passed five thousand at a time, and a page without any leads on', async () => {
  const key = await fresh()
  const { id } = await createHook(world, URL_OF, {}, key)
  await world.deps.pool.many(
    `insert into webhook_deliveries
       (company_id, webhook_id, ordinal, novedad, tipo, attempts, last_at, codigo, created_at)
     select company_id, webhook_id, n, gen_random_uuid(), 'webhook.prueba', 1, now(),
            case when n in (1, 2, 5001) then 500 else 200 end, now()
       from webhooks cross join generate_series(1, 10001) n where webhook_id = $1`,
    [id],
  )
  const lengths: number[] = []
  for (let cursor = ''; ; ) {
    const asked = `/${id}/deliveries?estado=fallida&limit=2${cursor}`
    const { entregas, siguiente } = (await callWebhooks(world, 'GET', asked, { key })).body
    lengths.push(entregas.length)
    if (siguiente === null) break
    cursor = `&cursor=${encodeURIComponent(siguiente)}`
  }
  assert.deepEqual(lengths, [0, 2, 1])
})
