import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { factura, MALFORMED, type Sent } from '../../../../test/malformed.ts'
import { createWorld, type Reply, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

function send({ search = '', headers, payload }: Sent, idempotencyKey: string): Promise<Reply> {
  const { apiKey, signKey } = world.company.key
  const all = {
    'content-type': 'application/json',
    'x-service-key': apiKey,
    'x-service-sign-key': signKey,
    'idempotency-key': idempotencyKey,
    ...headers,
  }
  const sent = Object.entries(all).filter(([, value]) => value !== undefined)
  return world.inject({
    method: 'POST',
    url: `/v1/dte${search}`,
    headers: Object.fromEntries(sent) as Record<string, string>,
    payload,
  })
}

function answerOf({ status, body }: Reply): string {
  if (!body.error) return `${status} ${body.estado}`
  const { code, details } = body.error
  const [first] = details.issues ?? []
  return `${status} ${code} ${status === 422 ? first?.field : details.field}`
}

test('every malformed request is refused with its code and field, and spends nothing', async (t) => {
  const wrong: string[] = []
  for (const [i, [what, sent, expected]] of MALFORMED.entries()) {
    const answer = answerOf(await send(sent, `malformed ${i}`))
    if (answer !== expected)
      wrong.push(`${what}\n      is      ${answer}\n      must be ${expected}`)
  }

  t.diagnostic(`${MALFORMED.length} malformed requests`)
  assert.deepEqual(wrong, [])
  assert.equal(await world.numbersSpent(), 0)
  assert.deepEqual(await world.deps.pool.many('select idempotency_key from claims'), [])
  assert.deepEqual(await world.deps.pool.many('select codigo_generacion from documents'), [])
  assert.deepEqual(await world.mh.ledger(), [])
})

test('a refused request leaves its Idempotency-Key free: the corrected one is issued under it', async () => {
  const key = 'mended'
  const refused = await send(factura({ 'items[0].montoDescu': 100 }), key)
  const mended = await send(factura({ 'items[0].montoDescu': 1 }), key)

  assert.equal(answerOf(refused), '422 validation_failed items[0].montoDescu')
  assert.equal(answerOf(mended), '200 sellado')
  assert.equal(mended.headers['idempotency-replayed'], undefined)
})

test('every problem of a request is reported at once, each with its field and what to do', async () => {
  const shape = await send(factura({ total: 1, tipoDte: undefined, 'items[0].cantidad': -1 }), 'a')
  const rules = await send(
    factura({ formaPago: '77', 'items[0].uniMedida': 98, receptor: { correo: 'ana@casa' } }),
    'b',
  )

  const fieldsOf = ({ body }: Reply) =>
    body.error.details.issues.map((issue: { field: string }) => issue.field).sort()
  assert.deepEqual(fieldsOf(shape), ['items[0].cantidad', 'tipoDte', 'total'])
  assert.deepEqual(fieldsOf(rules), ['formaPago', 'items[0].uniMedida', 'receptor.correo'])
  for (const { rule, message } of rules.body.error.details.issues) {
    assert.ok(rule.length > 0 && message.endsWith('.'))
  }
})

test('the answer to a body with a hundred thousand mistakes is no larger than the body', async () => {
  const members = Array.from({ length: 100_000 }, (_, i) => `"m${i}":0`)
  const payload = `{${members.join(',')}}`

  const reply = await send({ payload }, 'many')

  assert.equal(reply.status, 400)
  assert.ok(reply.text.length < payload.length / 10, `${reply.text.length} characters`)
})

test('the answer to a member with an endless name does not repeat the name', async () => {
  const name = 'n'.repeat(500_000)

  const reply = await send(factura({ [name]: 1 }), 'endless')

  assert.equal(reply.status, 400)
  assert.ok(reply.text.length < 2_000, `${reply.text.length} characters`)
})
