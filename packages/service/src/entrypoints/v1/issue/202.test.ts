import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { createMinistryProxy, type MinistryProxy } from '../../../../test/ministry-proxy.ts'
import type { Fault } from '../../../../test/simulator-control.ts'
import { createWorld, MH_PASSWORD, type Reply, type World } from '../../../../test/world.ts'
import { setMinistryPassword } from '../../../admin.ts'
import { transmitDue } from '../../jobs/transmit.ts'

/** After the transmission job's first delay following an unanswered call. */
const NEXT_TRY_MS = 16_000

let proxy: MinistryProxy
let world: World
before(async () => {
  proxy = await createMinistryProxy()
  world = await createWorld({
    mh: { hosts: { '00': proxy.url, '01': proxy.url }, timeoutMs: 1_000, budgetMs: 4_000 },
  })
  proxy.leadTo(world.mh.url)
})
afterEach(() => world.mh.clearFaults())
after(async () => {
  await world.close()
  await proxy.close()
})

async function timesReceived({ body }: Reply): Promise<number> {
  const rows = await world.mh.ledger()
  return rows.find((row) => row.codigoGeneracion === body.codigoGeneracion)?.timesReceived ?? 0
}

const estadosOf = ({ body }: Reply) => body.historial.map((h: { estado: string }) => h.estado)

// biome-ignore format: a table
const SILENCES: readonly (readonly [what: string, fault: Fault, detalle: RegExp])[] = [
  ['silence',                      { service: 'recepciondte', kind: 'silence' },              /no respondió a tiempo/],
  ['a 500',                        { service: 'recepciondte', kind: 'status', status: 500 },  /no es una respuesta suya/],
  ['a 503',                        { service: 'recepciondte', kind: 'status', status: 503 },  /no es una respuesta suya/],
  ['a page of HTML with 200',      { service: 'recepciondte', kind: 'html' },                 /no es una respuesta suya/],
  ['a page of HTML with 503',      { service: 'recepciondte', kind: 'html', status: 503 },    /no es una respuesta suya/],
  ['a 404 that is no verdict',     { service: 'recepciondte', kind: 'status', status: 404 },  /no es una respuesta suya/],
  ['"processed" without a seal',   { service: 'recepciondte', kind: 'no_seal' },              /no dio el sello/],
  ['silence of every service',     { service: '*', kind: 'silence' },                         /no respondió a tiempo/],
  ['HTML from every service',      { service: '*', kind: 'html' },                            /no es una respuesta suya/],
]

for (const [what, fault, detalle] of SILENCES) {
  test(`${what} ends in contingency, and the job seals the same document once it is over`, async () => {
    const key = `after ${what}`
    await world.mh.fault(fault)
    const first = await world.issue(undefined, { idempotencyKey: key })
    const waiting = await world.query(first.body.codigoGeneracion)
    await world.mh.clearFaults()
    await world.advance(NEXT_TRY_MS)

    assert.equal(first.status, 202, first.text)
    assert.match(first.body.detalle, detalle)
    assert.equal(waiting.body.estado, 'contingencia')
    assert.equal(waiting.body.motivo, null)
    const { queHacer, ...limits } = waiting.body.contingencia
    assert.deepEqual(limits, first.body.contingencia)
    assert.match(queHacer, /en cuanto Hacienda responda/)
    assert.equal(await transmitDue(world.deps), 1)

    const sealed = await world.query(first.body.codigoGeneracion)
    assert.equal(sealed.body.estado, 'sellado')
    assert.equal(sealed.body.contingencia, null)
    assert.equal(sealed.body.jws, first.body.jws, 'the very bytes that were signed')
    assert.deepEqual(estadosOf(sealed), ['firmado', 'contingencia', 'sellado'])
    const replay = await world.issue(undefined, { idempotencyKey: key })
    assert.equal(replay.status, 202)
    assert.equal(replay.text, first.text)
    assert.equal(replay.headers['idempotency-replayed'], 'true')
  })
}

test('a ministry that refuses connections ends in contingency, and gets the document later', async () => {
  await proxy.down()
  const first = await world.issue()
  const { codigoGeneracion } = first.body
  await proxy.up()
  await world.advance(NEXT_TRY_MS)
  await transmitDue(world.deps)

  assert.equal(first.status, 202, first.text)
  assert.match(first.body.detalle, /No fue posible conectarse/)
  assert.equal((await world.query(codigoGeneracion)).body.estado, 'sellado')
})

test('a document sealed after its call ended is queried, never sent again', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'drop_answer', times: 1 })
  await world.mh.fault({ service: 'consultadte', kind: 'silence' })
  await world.mh.fault({ service: 'recepciondte', kind: 'silence' })
  const first = await world.issue()
  const received = await timesReceived(first)
  await world.mh.clearFaults()
  await world.advance(NEXT_TRY_MS)
  proxy.forget()
  await transmitDue(world.deps)

  assert.equal(first.status, 202, first.text)
  assert.deepEqual(proxy.asked, ['consultadte'])
  assert.equal(await timesReceived(first), received)
  const [row] = (await world.mh.ledger()).filter(
    (d) => d.codigoGeneracion === first.body.codigoGeneracion,
  )
  const sealed = await world.query(first.body.codigoGeneracion)
  assert.equal(sealed.body.selloRecibido, row?.selloRecibido)
})

test('a refused login ends in contingency without a second attempt, and a new password takes effect at once', async () => {
  const { nit } = world.company
  await world.mh.fault({ service: 'recepciondte', kind: 'expired_token', times: 1 })
  await world.mh.fault({ service: 'auth', kind: 'reject' })
  proxy.forget()
  const first = await world.issue()
  const second = await world.issue()
  const asked = [...proxy.asked]
  await world.mh.clearFaults()
  await setMinistryPassword(world.admin, nit, { ambiente: '00', password: MH_PASSWORD })
  await world.advance(NEXT_TRY_MS)
  await transmitDue(world.deps)

  for (const reply of [first, second]) {
    assert.equal(reply.status, 202, reply.text)
    assert.match(reply.body.detalle, /no aceptó la sesión/)
  }
  assert.deepEqual(
    asked,
    ['recepciondte', 'auth'],
    'refused credentials are not tried again and again',
  )
  assert.equal((await world.query(first.body.codigoGeneracion)).body.estado, 'sellado')
})

test('a company without a password for the ministry still gets its signed document', async () => {
  const { nit, key } = await world.addCompany({ nit: '06140101900400' })
  await world.deps.pool.many('delete from ministry_accounts where usuario = $1 returning 1', [nit])

  const reply = await world.issue(undefined, { key })

  assert.equal(reply.status, 202, reply.text)
  assert.match(reply.body.detalle, /no aceptó la sesión/)
})

test('a contingency that the ministry then rejects is rejected, with its words, and a repeat still gets the 202', async () => {
  const key = 'rejected later'
  await world.mh.fault({ service: 'recepciondte', kind: 'silence' })
  const first = await world.issue(undefined, { idempotencyKey: key })
  await world.mh.clearFaults()
  await world.mh.fault({
    service: 'recepciondte',
    kind: 'reject',
    codigoMsg: '020',
    descripcionMsg: '[resumen.totalPagar] CALCULO INCORRECTO',
    observaciones: ['el total no cuadra'],
  })
  await world.advance(NEXT_TRY_MS)
  await transmitDue(world.deps)

  const rejected = await world.query(first.body.codigoGeneracion)
  assert.equal(rejected.body.estado, 'rechazado')
  assert.equal(rejected.body.motivo, '[resumen.totalPagar] CALCULO INCORRECTO')
  assert.deepEqual(rejected.body.observaciones, ['el total no cuadra'])
  assert.deepEqual(estadosOf(rejected), ['firmado', 'contingencia', 'rechazado'])
  assert.equal(await transmitDue(world.deps), 0, 'a verdict ends the tries')
  const replay = await world.issue(undefined, { idempotencyKey: key })
  assert.equal(replay.text, first.text)
})
