/** A document is sent again, to whom the call says, if it is somebody's. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../test/world.ts'

const ABSENT = '00000000-0000-4000-8000-000000000000'

let world: World
let code: string
before(async () => {
  world = await createWorld()
  code = (await world.issue()).body.codigoGeneracion
})
after(() => world.close())

interface Asked {
  readonly of?: string
  readonly key?: World['company']['key']
  readonly idempotencyKey?: string
}

const send = (correo: readonly string[], { of = code, key, idempotencyKey }: Asked = {}) =>
  world.inject({
    method: 'POST',
    url: `/v1/dte/${of}/entregas`,
    headers: {
      'x-service-key': (key ?? world.company.key).apiKey,
      'content-type': 'application/json',
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    payload: JSON.stringify({ correo }),
  })

const revoke = (of: string, key = world.company.key) =>
  world.inject({
    method: 'DELETE',
    url: `/v1/dte/${of}/pagina`,
    headers: { 'x-service-key': key.apiKey },
  })

test('the answer has the mails that the call asked for alone, each of which waits', async () => {
  const first = await send(['ana@example.com'])
  const second = await send(['eva@example.com', 'ana@example.com', 'eva@example.com'])
  const said = ({ body }: Awaited<ReturnType<typeof send>>) =>
    body.entregas.map(({ estado, motivo }: Record<string, unknown>) => [estado, motivo])
  assert.deepEqual([first.status, said(first)], [201, [['pendiente', null]]])
  assert.deepEqual([second.status, said(second)], [201, Array(2).fill(['pendiente', null])])
  const { entregas } = (await world.query(code)).body
  assert.deepEqual(entregas, [...first.body.entregas, ...second.body.entregas])
})

test('a repeat with its Idempotency-Key sends nothing, and of another document or to others it is refused', async () => {
  const { body } = await world.issue()
  const of = body.codigoGeneracion
  const idempotencyKey = 'otra vez'
  const first = await send(['ana@example.com'], { of, idempotencyKey })
  const repeat = await send(['ana@example.com'], { of, idempotencyKey })
  assert.deepEqual([repeat.status, repeat.text], [201, first.text])
  assert.equal(repeat.headers['idempotency-replayed'], 'true')
  for (const reply of [
    await send(['eva@example.com'], { of, idempotencyKey }),
    await send(['ana@example.com'], { idempotencyKey }),
  ]) {
    assert.deepEqual([reply.status, reply.body.error.code], [422, 'idempotency_key_reuse'])
  }
  assert.deepEqual((await world.query(of)).body.entregas, first.body.entregas)
})

// biome-ignore format: a table
const STATES = [
  ['invalidado',   true],
  ['sellado',      true],
  ['contingencia', true],
  ['firmado',      false],
  ['rechazado',    false],
] as const

test('what is sealed, in contingency or cancelled is sent, and what is nobody’s is not', async () => {
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const unsealed = (await world.issue()).body.codigoGeneracion
  await world.mh.clearFaults()
  for (const [estado, isSent] of STATES) {
    const of = estado === 'sellado' || estado === 'invalidado' ? code : unsealed
    await world.deps.pool.many('update documents set estado = $2 where codigo_generacion = $1', [
      ...[of, estado],
    ])
    const reply = await send(['ana@example.com'], { of })
    if (isSent) assert.equal(reply.status, 201, reply.text)
    else {
      const message = `El documento está ${estado}: no hay nada que enviar todavía. Espere a que Hacienda responda.`
      const error = { code: 'not_sealed', message, details: { estado } }
      assert.deepEqual([reply.status, reply.body], [409, { error }])
    }
  }
})

test('an address to which nothing can be sent is named, and nothing is sent to the others', async () => {
  const before = (await world.query(code)).body.entregas
  const reply = await send(['ana@example.com', 'ana@localhost', 'eva@local'])
  const message = 'No es una dirección de correo a la que se pueda enviar: corríjala.'
  const issues = ['correo[1]', 'correo[2]'].map((field) => ({ field, rule: 'correo', message }))
  assert.deepEqual(
    [reply.status, reply.body.error],
    [
      422,
      {
        ...{ code: 'validation_failed', message: `No se envió nada. ${message}` },
        details: { issues },
      },
    ],
  )
  assert.deepEqual((await world.query(code)).body.entregas, before)
})

test('another company’s document is none: it is not sent, and its page is not taken back', async () => {
  const { key } = await world.addCompany()
  const to = ['ana@example.com']
  const [absent, foreign] = [await send(to, { of: ABSENT }), await send(to, { key })]
  assert.deepEqual([foreign.status, foreign.text], [404, absent.text])
  const [none, others] = [await revoke(ABSENT), await revoke(code, key)]
  assert.deepEqual([others.status, others.text], [404, none.text])
})
