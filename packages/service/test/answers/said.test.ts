/** Details of answers: file names, advice by state, the route that used a key, one and several problems. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { outcomeOf } from '../notas.ts'
import { prepare } from '../prepared.ts'
import { createWorld, SALE, type World } from '../world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const get = (url: string) =>
  world.inject({ method: 'GET', url, headers: { 'x-service-key': world.company.key.apiKey } })

test('the file of a ticket is named as one', async () => {
  const { body } = await world.issue()
  const names = async (search: string) =>
    (await get(`/v1/dte/${body.codigoGeneracion}/file${search}`)).headers['content-disposition']
  assert.equal(
    await names('?kind=ticket'),
    `attachment; filename="${body.codigoGeneracion}-ticket.pdf"`,
  )
  assert.equal(await names('?kind=pdf'), `attachment; filename="${body.codigoGeneracion}.pdf"`)
  assert.equal(await names('?raw=true'), `attachment; filename="${body.codigoGeneracion}.json"`)
})

test('a known type that is never issued is an empty list, and an unknown one is 400', async () => {
  const known = await get('/v1/dte?tipoDte=07')
  assert.equal(known.status, 200, known.text)
  assert.deepEqual(known.body.documentos, [])
  assert.equal((await get('/v1/dte?tipoDte=02')).body.error.details.field, 'tipoDte')
})

test('a missing file is explained by the state: nothing is signed, a seal may come, or none ever will', async () => {
  const reserved = (await prepare(world)).body.codigoGeneracion
  assert.equal((await get(`/v1/dte/${reserved}/file`)).status, 404)

  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const waiting = (await world.issue()).body.codigoGeneracion
  await world.mh.clearFaults()
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const rejected = (await world.issue()).body.error.details.codigoGeneracion
  const advice = async (code: string) => {
    const { status, body } = await get(`/v1/dte/${code}/file`)
    assert.deepEqual([status, body.error.code], [409, 'not_sealed'])
    return body.error.message as string
  }
  assert.match(await advice(waiting), /Espere a que sea sellado/)
  assert.match(await advice(rejected), /no lo sellará/)
})

test('a key that prepare used is refused, naming that route', async () => {
  const idempotencyKey = 'una para las dos'
  assert.equal((await prepare(world, SALE, { idempotencyKey })).status, 200)
  const reply = await world.issue(SALE, { idempotencyKey })
  assert.equal(outcomeOf(reply), '422 idempotency_key_reuse')
  assert.match(reply.body.error.message, /otra ruta, POST \/v1\/dte\/prepare/)
})

test('one problem is one, and several are counted', async () => {
  const [item] = SALE.items
  const wrong = { ...item, uniMedida: 98 }
  const said = async (items: readonly object[]) =>
    (await world.issue({ ...SALE, items })).body.error.message as string
  assert.match(await said([wrong]), /^El documento tiene un problema; no se gastó número\./)
  assert.match(await said([wrong, wrong]), /^El documento tiene 2 problemas; no se gastó número\./)
})
