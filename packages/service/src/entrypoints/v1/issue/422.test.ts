import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { withoutWarnings } from '../../../../test/warnings.ts'
import { createWorld, SALE, type World } from '../../../../test/world.ts'
import { connectManagedFolder } from '../../../admin.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let world: World
before(async () => {
  world = await createWorld()
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

test('a rejection is answered with the ministry’s words and what to do, and spends the number', async () => {
  const spent = await world.numbersSpent()
  await world.mh.fault({
    service: 'recepciondte',
    kind: 'reject',
    codigoMsg: '020',
    clasificaMsg: '16',
    descripcionMsg: '[resumen.totalIva] CALCULO INCORRECTO',
    observaciones: ['totalIva: 1.30', 'esperado: 1.29'],
    times: 1,
  })
  const reply = await world.issue()

  assert.equal(reply.status, 422)
  assert.equal(reply.body.error.code, 'mh_rejected')
  const { codigoGeneracion, numeroControl, ayuda, ...said } = reply.body.error.details
  assert.deepEqual(said, {
    estado: 'RECHAZADO',
    codigoMsg: '020',
    clasificaMsg: '16',
    descripcionMsg: '[resumen.totalIva] CALCULO INCORRECTO',
    observaciones: ['totalIva: 1.30', 'esperado: 1.29'],
  })
  assert.match(codigoGeneracion, /^[0-9A-F-]{36}$/)
  assert.match(numeroControl, /^DTE-01-M001P001-\d{15}$/)
  assert.ok(ayuda.causa.length > 10 && ayuda.queHacer.length > 10)
  assert.equal(await world.numbersSpent(), spent + 1)
})

test('a rejected document is found by its code, with its state, its reason and its bytes', async () => {
  await world.mh.fault({
    service: 'recepciondte',
    kind: 'reject',
    codigoMsg: '010',
    descripcionMsg: 'CONTRIBUYENTE NO ACTIVO',
    times: 1,
  })
  const { details } = (await world.issue()).body.error
  const { status, body } = await world.query(details.codigoGeneracion)

  assert.equal(status, 200)
  assert.equal(body.estado, 'rechazado')
  assert.equal(body.motivo, 'CONTRIBUYENTE NO ACTIVO')
  assert.equal(body.numeroControl, details.numeroControl)
  assert.equal(body.selloRecibido, null)
  assert.equal(body.historial.at(-1).motivo, 'CONTRIBUYENTE NO ACTIVO')
  assert.equal(body.documento.identificacion.numeroControl, details.numeroControl)
})

test('words of the ministry that end in a full stop get no second one', async () => {
  const words = { codigoMsg: '099', descripcionMsg: 'NO PROCEDE.' }
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', times: 1, ...words })
  const { body } = await world.issue()
  assert.match(body.error.message, /^Hacienda rechazó el documento: NO PROCEDE\. \w/)
  assert.equal(body.error.details.descripcionMsg, 'NO PROCEDE.')
})

test('a repeat of a rejected call gets the same bytes and sends nothing', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '099', times: 1 })
  const options = { idempotencyKey: 'rejected' }
  const first = await world.issue(undefined, options)
  const received = (await world.mh.ledger()).length
  const again = await world.issue(undefined, options)

  assert.equal(first.status, 422)
  assert.equal(first.headers['idempotency-replayed'], undefined)
  assert.equal(again.text, first.text)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal((await world.mh.ledger()).length, received)
})

test('a rejection with an unlisted code, or with none, is still answered as a rejection', async () => {
  for (const codigoMsg of ['777', '']) {
    await world.mh.fault({
      service: 'recepciondte',
      kind: 'reject',
      codigoMsg,
      descripcionMsg: '',
      times: 1,
    })
    const { body, status } = await world.issue()

    assert.equal(status, 422)
    assert.equal(body.error.details.codigoMsg, codigoMsg === '' ? null : codigoMsg)
    assert.equal(body.error.details.descripcionMsg, null)
    assert.ok(body.error.details.ayuda.queHacer.length > 10)
  }
})

test('one Idempotency-Key is one body: another is refused, and member order does not matter', async () => {
  const options = { idempotencyKey: 'one body' }
  const first = await world.issue(SALE, options)
  const spent = await world.numbersSpent()
  const other = await world.issue({ ...SALE, observaciones: 'otra' }, options)
  const { tipoDte, items } = SALE
  const turned = await world.issue(
    {
      items: items.map(({ descripcion, cantidad, precioUni }) => ({
        precioUni,
        cantidad,
        descripcion,
      })),
      tipoDte,
    },
    options,
  )

  assert.equal(other.status, 422)
  assert.equal(other.body.error.code, 'idempotency_key_reuse')
  assert.equal(turned.text, first.text)
  assert.equal(await world.numbersSpent(), spent)
})

test('an Idempotency-Key belongs to its key, and is free again after 24 hours', async () => {
  const options = { idempotencyKey: 'mine' }
  const { key } = await world.addCompany()
  const first = await world.issue(undefined, options)
  const theirs = await world.issue(undefined, { ...options, key })
  await world.advance(DAY_MS - 60_000)
  const replay = await world.issue(undefined, options)
  await world.advance(60_000)
  const fresh = await world.issue(undefined, options)
  await world.advance(-DAY_MS)

  assert.equal(theirs.headers['idempotency-replayed'], undefined)
  assert.notEqual(theirs.body.codigoGeneracion, first.body.codigoGeneracion)
  assert.equal(withoutWarnings(replay.text), withoutWarnings(first.text))
  assert.equal(fresh.headers['idempotency-replayed'], undefined)
  assert.notEqual(fresh.body.codigoGeneracion, first.body.codigoGeneracion)
})

test('nothing is issued without a storage destination verified within 30 days', async () => {
  const { nit, key } = await world.addCompany()
  await world.advance(30 * DAY_MS - 60_000)
  const inTime = await world.issue(undefined, { key })
  await world.advance(2 * DAY_MS)
  const spent = await world.numbersSpent()
  const late = await world.issue(undefined, { key })
  const [{ location }] = (await world.deps.pool.many<{ location: string }>(
    `delete from storage_destinations where location like '%' || $1 returning location`,
    [nit],
  )) as [{ location: string }]
  const none = await world.issue(undefined, { key })

  assert.equal(inTime.status, 200, inTime.text)
  for (const reply of [late, none]) {
    assert.equal(reply.status, 422)
    assert.equal(reply.body.error.code, 'no_storage_destination')
  }
  assert.equal(await world.numbersSpent(), spent)
  await connectManagedFolder(world.admin, nit, location)
  assert.equal((await world.issue(undefined, { key })).status, 200)
  await world.advance(-32 * DAY_MS)
})
