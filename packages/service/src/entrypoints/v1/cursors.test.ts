/** The "siguiente" of a page leads on in its own list alone: of one kind, one company, one environment, and its filters. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { mintLiveKey } from '../../../test/live-key.ts'
import { facturas, report } from '../../../test/operaciones.ts'
import { propose } from '../../../test/proposals.ts'
import { callWebhooks, createHook } from '../../../test/webhooks.ts'
import { createWorld, type World } from '../../../test/world.ts'
import type { MintedKey } from '../../admin.ts'
import { createWebhookSender } from '../../outside/webhooks/sender.ts'

let world: World
/** Of another company, and of the other environment. */
let other: MintedKey
let live: MintedKey
/** Two of everything that is listed. */
before(async () => {
  world = await createWorld({ webhooks: createWebhookSender({ innerNetwork: false }) })
  const { nit, key } = world.company
  const headers = { 'x-service-key': key.apiKey }
  const hooks = [await createHook(world, 'https://erp.example.com/a')]
  hooks.push(await createHook(world, 'https://erp.example.com/b'))
  for (const n of [1, 2]) {
    await world.issue()
    await report(world, [facturas(`A${n}`)])
    await propose(world)
    for (const { id } of hooks) await callWebhooks(world, 'POST', `/${id}/test`)
    const payload = {
      ...{ codigo: `C${n}`, descripcion: `Café ${n}`, precioConIva: n },
      ...{ tipoItem: 1, uniMedida: 59 },
    }
    await world.inject({ method: 'POST', url: '/v1/products', headers, payload })
    const customer = { nombre: `Ana ${n}`, numDocumento: `A${n}`, tipoDocumento: '37' }
    await world.inject({ method: 'POST', url: '/v1/customers', headers, payload: customer })
  }
  other = (await world.addCompany()).key
  live = await mintLiveKey(world, nit)
  const [one, two] = hooks.map(({ id }) => `webhooks/${id}/deliveries`)
  assert.ok(one && two)
  LISTS.push([one, 'both'], [two, 'both'], [`${one}?estado=pendiente`, 'both'])
})
after(() => world.close())

/** Each list, and what is another one under the same address: another environment's too, or only another company's. */
// biome-ignore format: a table
const LISTS: (readonly [list: string, of: 'company' | 'both'])[] = [
  ['dte',                      'both'],
  ['dte?include=documento',    'both'],
  ['dte?estado=sellado',       'both'],
  ['dte/holding',              'both'],
  ['operaciones-especiales',   'both'],
  ['propuestas',               'both'],
  ['propuestas?estado=pendiente', 'both'],
  ['customers',                'company'],
  ['customers?buscar=ana',     'company'],
  ['products',                 'company'],
  ['products?buscar=caf%C3%A9', 'company'],
]

const ask = (list: string, more: string, { apiKey }: MintedKey = world.company.key) =>
  world.inject({
    method: 'GET',
    url: `/v1/${list}${list.includes('?') ? '&' : '?'}${more}`,
    headers: { 'x-service-key': apiKey },
  })

test('a cursor of any other list is refused', async () => {
  for (const [list, of] of LISTS) {
    const { status, text, body } = await ask(list, 'limit=1')
    assert.equal(status, 200, text)
    assert.equal(typeof body.siguiente, 'string', list)
    const cursor = `cursor=${encodeURIComponent(body.siguiente)}`
    for (const [at] of LISTS) {
      const reply = await ask(at, cursor)
      assert.equal(reply.status, at === list ? 200 : 400, `of ${list} at ${at}: ${reply.text}`)
      if (at !== list) assert.equal(reply.body.error.details.field, 'cursor', `${list} at ${at}`)
    }
    const statuses = [
      (await ask(list, cursor, other)).status,
      (await ask(list, cursor, live)).status,
    ]
    assert.deepEqual(statuses, [400, of === 'both' ? 400 : 200], list)
  }
})
