/** What a company is told of its contingencies: the terms that run, which events, of how many periods and for how long. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  comeBack,
  contingencia,
  goAway,
  outage,
  rejectEvent,
  separate,
  work,
} from '../../../test/contingencies.ts'
import { type Company, createWorld, type World } from '../../../test/world.ts'
import { HOUR_MS } from '../../base/time/durations.ts'

let world: World
before(async () => {
  world = await createWorld({ silencesMax: 2, mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
})
after(() => world.close())

const close = (company: Company) => contingencia(world, company, 'POST')

/** Its newest period, with its term in hours from the ministry's return. */
async function periodOf(company: Company) {
  const { abierta, periodos } = (await contingencia(world, company, 'GET')).body
  const [{ desde, hasta, tipo, limiteEvento, documentos, sinEvento, eventos }] = periodos
  const [evento] = eventos
  assert.ok(hasta === null || desde < hasta)
  return {
    ...{ abierta, tipo, documentos, sinEvento },
    limite: limiteEvento && (Date.parse(limiteEvento) - Date.parse(hasta)) / HOUR_MS,
    evento: evento ? [evento.estado, evento.limiteDocumentos !== null] : null,
  }
}

test('a term runs from the ministry’s return until the event is sealed, and another from its seal', async () => {
  const company = await world.addCompany()
  await goAway(world, company)
  const period = { abierta: true, tipo: 1, documentos: 1, sinEvento: 1, limite: null, evento: null }
  assert.deepEqual(await periodOf(company), period)
  const { status, body } = await close(company)
  const message =
    'Hacienda todavía no responde: el evento se firma y se envía cuando vuelva. Siga emitiendo.'
  assert.deepEqual([status, body.error], [409, { code: 'contingency_open', message, details: {} }])

  await comeBack(world)
  const back = { ...period, abierta: false, limite: 24 }
  assert.deepEqual(await periodOf(company), back)
  await world.mh.fault({ service: 'contingencia', kind: 'status', times: 1 })
  assert.equal((await close(company)).status, 202)
  assert.deepEqual(await periodOf(company), { ...back, evento: ['firmado', false] })
  assert.equal((await close(company)).status, 200)
  const done = { sinEvento: 0, limite: null, evento: ['sellado', true] }
  assert.deepEqual(await periodOf(company), { ...back, ...done })
  await work(world)
})

test('an event that another process has in hand is left to it, and a rejected one is not told of', async () => {
  const company = await world.addCompany()
  await outage(world, company)
  await rejectEvent(world, company)
  await world.mh.fault({ service: 'contingencia', kind: 'status', times: 1 })
  assert.equal((await close(company)).status, 202)
  const hold = (until: string) =>
    world.deps.pool.many(
      `update events set lease_until = ${until}
        where kind = 'contingencia' and estado = 'firmado' returning 1`,
    )
  assert.equal((await hold(`'infinity'`)).length, 1)
  await world.mh.fault({ service: 'contingencia', kind: 'reject', times: 1 })
  assert.equal((await close(company)).status, 202)
  assert.equal((await world.mh.faults()).length, 1, 'nothing was sent')
  await world.mh.clearFaults()

  await hold('null')
  const { status, body } = await close(company)
  assert.equal(status, 200)
  assert.equal(body.eventos.length, 1)
  assert.match(body.eventos[0].selloRecibido, /^[0-9A-Z]{40}$/)
  assert.deepEqual([body.eventos[0].documentos, body.pendientes], [1, 1])
  await work(world)
})

test('an event is told of for 72 hours', async () => {
  const company = await world.addCompany()
  await outage(world, company)
  const told = async () => {
    const { status, body } = await close(company)
    assert.equal(status, 200)
    return body.eventos.map(({ documentos }: { documentos: number }) => documentos)
  }
  assert.deepEqual(await told(), [1])
  await work(world)
  await world.advance(71 * HOUR_MS)
  assert.deepEqual(await told(), [1])
  await world.advance(HOUR_MS)
  assert.deepEqual(await told(), [])
})

test('fifty periods are told, and what waits in them', async () => {
  const company = await world.addCompany()
  await outage(world, company, 51)
  await separate(world, company)
  assert.equal((await contingencia(world, company, 'GET')).body.periodos.length, 50)
  assert.equal((await close(company)).body.pendientes, 50)
})
