/** A whole contingency: deferred documents, their event, their lots, their seals. */
import assert from 'node:assert/strict'
import { afterEach, beforeEach, test } from 'node:test'
import { assertRejectedEvent, giveBack } from '../../../test/corrections.ts'
import { createWorld, type Reply, SALE, type World } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { transaction } from '../../base/db/tx.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { diagnose } from '../../entrypoints/admin/doctor.ts'
import { transmitLots } from '../../entrypoints/jobs/lots.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { findPeriods } from '../../ledger/outages/periods.ts'
import { readDeadlines } from './periods.ts'

let world: World
beforeEach(async () => {
  world = await createWorld({ silencesMax: 2, mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
})
afterEach(() => world.close())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Makes the ministry fail until two calls have opened an outage: from then on documents are deferred. */
async function goAway(): Promise<void> {
  await world.mh.fault({ service: '*', kind: 'status' })
  await world.issue()
  await world.issue()
  assert.notEqual(world.deps.breaker.openIn('00'), null)
}

async function comeBack(): Promise<void> {
  await world.mh.clearFaults()
  await world.advance(13_000)
  await watchOutages(world.deps)
  assert.equal(world.deps.breaker.openIn('00'), null)
}

/** Runs the jobs of a process for some minutes. */
async function work(rounds = 6): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    await watchOutages(world.deps)
    await transmitDue(world.deps)
    await transmitLots(world.deps)
    await world.advance(70_000)
  }
}

function close(body: object = {}): Promise<Reply> {
  const { apiKey, signKey } = world.company.key
  return world.inject({
    method: 'POST',
    url: '/v1/contingencia',
    headers: {
      'content-type': 'application/json',
      'x-service-key': apiKey,
      'x-service-sign-key': signKey ?? '',
      'idempotency-key': systemRandom.uuid(),
    },
    payload: JSON.stringify(body),
  })
}

function periods(): Promise<Reply> {
  const headers = { 'x-service-key': world.company.key.apiKey }
  return world.inject({ method: 'GET', url: '/v1/contingencia', headers })
}

async function deferred(count: number): Promise<string[]> {
  const codes: string[] = []
  for (let i = 0; i < count; i++) {
    const { status, body } = await world.issue()
    assert.equal(status, 202)
    codes.push(body.codigoGeneracion)
  }
  return codes
}

async function ownerOf() {
  const { company_id: companyId } = await world.deps.pool.one<{ company_id: string }>(
    'select company_id from companies where nit = $1',
    [world.company.nit],
  )
  return { companyId, ambiente: '00' } as const
}

async function estados(codes: readonly string[]): Promise<string[]> {
  return Promise.all(codes.map(async (code) => (await world.query(code)).body.estado))
}

test('deferred documents are sealed after the next call that signs, and are not signed again', async () => {
  await goAway()
  const codes = await deferred(3)
  await comeBack()
  assert.equal((await world.issue()).status, 200)
  await work()

  assert.deepEqual(await estados(codes), ['sellado', 'sellado', 'sellado'])
  const { body } = await periods()
  assert.equal(body.abierta, false)
  const [period] = body.periodos
  assert.equal(period.documentos, 3)
  assert.equal(period.pendientes, 0)
  assert.deepEqual(
    period.eventos.map(({ estado, documentos }: { estado: string; documentos: number }) => [
      estado,
      documentos,
    ]),
    [['sellado', 3]],
  )
})

test('documents signed in the normal model are sent as they were signed', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  const normal = await deferred(2)
  const late = await deferred(1)
  await comeBack()
  await work()
  assert.deepEqual(await estados(normal), ['sellado', 'sellado'])
  assert.deepEqual(await estados(late), ['contingencia']) // its event is not signed yet
})

test('POST /v1/contingencia signs and sends the event now, and a repeat signs no other', async () => {
  await goAway()
  await deferred(2)
  const early = await close()
  assert.equal(early.status, 409)
  assert.equal(early.body.error.code, 'contingency_open')
  await comeBack()

  const first = await close({
    responsable: { nombre: 'Ana López', tipoDocumento: '13', numDocumento: '123' },
  })
  assert.equal(first.status, 422, first.text)
  assert.equal(first.body.error.details.issues[0].field, 'responsable.numDocumento')
  const done = await close({ responsable: { nombre: 'Ana López', numDocumento: '04182944-7' } })
  assert.equal(done.status, 200, done.text)
  assert.equal(done.body.eventos.length, 1)
  assert.equal(done.body.eventos[0].documentos, 2)
  assert.match(done.body.eventos[0].selloRecibido, /^[0-9A-Z]{40}$/)
  assert.equal((await close()).body.eventos.length, 1)
  await work()
  assert.equal((await close()).body.pendientes, 0)
})

test('a document shows both deadlines: 24 hours for the event, 72 from its seal', async () => {
  await goAway()
  const [code = ''] = await deferred(1)
  const contingencia = async () => (await world.query(code)).body.contingencia
  const { queHacer: _, ...limits } = await contingencia()
  assert.deepEqual(limits, { tipo: 1, limiteEvento: null, limiteDocumento: null })

  await comeBack()
  const hoursUntil = (instant: string) =>
    Math.round((Date.parse(instant) - world.deps.clock.now().getTime()) / HOUR_MS)
  assert.equal(hoursUntil((await contingencia()).limiteEvento), 24)

  await close()
  const after = await contingencia()
  assert.equal(after.limiteEvento, null)
  assert.equal(hoursUntil(after.limiteDocumento), 72)
})

test('an event whose answer was lost is not signed twice, and its documents are sealed', async () => {
  await goAway()
  const codes = await deferred(2)
  await comeBack()
  await world.mh.fault({ service: 'contingencia', kind: 'drop_answer', times: 1 })
  assert.equal((await world.issue()).status, 200)
  await work(8)
  assert.deepEqual(await estados(codes), ['sellado', 'sellado'])
  const events = await world.deps.pool.many(`select 1 from events where kind = 'contingencia'`)
  assert.equal(events.length, 1)
})

test('the 72 hours of an event whose answer was lost for good begin with its signature', async () => {
  await goAway()
  const [code = ''] = await deferred(1)
  await comeBack()
  await world.mh.fault({ service: 'contingencia', kind: 'drop_answer', times: 1 })
  await world.mh.fault({ service: 'contingencia', kind: 'status', times: 2 })
  const signed = world.deps.clock.now().getTime()
  assert.equal((await close()).status, 202)
  await world.advance(5 * HOUR_MS)
  for (let i = 0; i < 3; i++) {
    await watchOutages(world.deps)
    await transmitDue(world.deps) // the ministry has one under that code
    await world.advance(70_000)
  }

  const { limiteEvento, limiteDocumento } = (await world.query(code)).body.contingencia
  assert.equal(limiteEvento, null)
  assert.equal(Math.round((Date.parse(limiteDocumento) - signed) / HOUR_MS), 72)
})

test('the deadline is that of documents which wait, and not of an event that is done with', async () => {
  await goAway()
  const [first = '', second = ''] = await deferred(2)
  await comeBack()
  await transaction(world.deps.pool, async (tx) => {
    const { companyId } = await ownerOf()
    const held =
      'select 1 from documents where company_id = $1 and codigo_generacion = $2 for update'
    await tx.many(held, [companyId, second])
    assert.equal((await close()).status, 200) // what another process holds is left to it
  })
  await work()
  assert.deepEqual(await estados([first, second]), ['sellado', 'contingencia'])
  await world.advance(10 * HOUR_MS)
  assert.equal((await close()).status, 200)
  const now = world.deps.clock.now().getTime()

  const told = await readDeadlines(world.deps, await ownerOf(), 1)
  assert.equal(told.limiteEvento, null)
  assert.equal(Math.round(((told.limiteDocumentos?.getTime() ?? 0) - now) / HOUR_MS), 72)
})

test('an event that is rejected releases its documents to the next one', async () => {
  await goAway()
  const codes = await deferred(2)
  await comeBack()
  await world.mh.fault({ service: 'contingencia', kind: 'reject', times: 1, codigoMsg: '017' })
  const rejected = await close()
  const [evento] = await world.deps.pool.many<{ code: string }>(
    `select upper(codigo_generacion::text) as code from events
      where kind = 'contingencia' and estado = 'rechazado'`,
  )
  assertRejectedEvent(rejected, evento?.code ?? '')
  assert.equal((await close()).status, 200)
  await work()
  assert.deepEqual(await estados(codes), ['sellado', 'sellado'])
})

test('an event whose period ended too long ago is refused with the reason: only a letter to the ministry helps', async () => {
  await goAway()
  await deferred(1)
  await comeBack()
  const answer = 'contingencia_fuera_de_plazo'
  await world.mh.fault({ service: 'contingencia', kind: 'reject', times: 1, answer })
  const { message, details } = (await close()).body.error
  const { codigoMsg, observaciones, ayuda } = details
  assert.equal(codigoMsg, null, 'this service gives no codes')
  assert.equal(
    `${observaciones}: ${ayuda.causa} ${message}`,
    'FECHA/HORA TRANSMISION FUERA DE PLAZO PERMITIDO: El período de la contingencia terminó hace más de lo que Hacienda permite. Hacienda rechazó el evento de contingencia: Validaciones no superadas. Sus documentos esperan otro; hay 24 horas para corregirlo. Presente a Hacienda la justificación por escrito: el plazo del evento ya venció.',
  )
})

test('documents in time do not wait for events that are too late', async () => {
  await goAway()
  const [late = ''] = await deferred(1)
  await comeBack()
  await world.advance(25 * HOUR_MS)
  const answer = 'contingencia_fuera_de_plazo'
  await world.mh.fault({ service: 'contingencia', kind: 'reject', times: 1, answer })
  assert.equal((await close()).status, 422)
  await goAway()
  const fresh = await deferred(1)
  await comeBack()
  await world.advance(16 * MINUTE_MS)
  assert.equal((await world.issue()).status, 200) // it signs the owed events too
  await work()
  assert.deepEqual(await estados(fresh), ['sellado'])
  const events = await world.deps.pool.many<{ estado: string }>(
    `select estado from events where kind = 'contingencia' order by created_at`,
  )
  assert.deepEqual(
    events.map(({ estado }) => estado),
    ['rechazado', 'sellado'],
    'the late one is not tried again so soon',
  )
  assert.deepEqual(await estados([late]), ['contingencia'])

  const [told] = await findPeriods(world.deps.pool, { ...(await ownerOf()), limit: 1 })
  assert.equal(told?.pendientes, 1, 'of more periods than are told, the one that is late')
})

test('a company’s events do not list another company’s documents', async () => {
  const other = await world.addCompany()
  await goAway()
  const mine = await deferred(1)
  const theirs = await world.issue(SALE, { key: other.key })
  assert.equal(theirs.status, 202)
  await comeBack()
  await close()
  await work()
  assert.deepEqual(await estados(mine), ['sellado'])
  const { body } = await world.query(theirs.body.codigoGeneracion, other.key)
  assert.equal(body.estado, 'contingencia')
  await world.issue(SALE, { key: other.key })
  await work()
  assert.equal((await world.query(theirs.body.codigoGeneracion, other.key)).body.estado, 'sellado')
})

test('of two outages each lists only its own event', async () => {
  const codes: string[] = []
  for (let outage = 0; outage < 2; outage++) {
    await goAway()
    await deferred(outage + 1)
    await comeBack()
    const { status, body } = await close()
    assert.equal(status, 200)
    codes.push(body.eventos.at(-1).codigoGeneracion)
    await work(1)
  }
  const { body } = await periods()
  const listed = body.periodos.map(
    ({ eventos }: { eventos: { codigoGeneracion: string; documentos: number }[] }) =>
      eventos.map(({ codigoGeneracion, documentos }) => [codigoGeneracion, documentos]),
  )
  assert.deepEqual(listed, [[[codes[1], 2]], [[codes[0], 1]]]) // newest first
})

test('every page says who must sign the contingency event until when, and none that it sends itself', async () => {
  const { apiKey } = world.company.key
  const statusOf = async () =>
    (await world.inject({ method: 'GET', url: '/v1/status', headers: { 'x-service-key': apiKey } }))
      .body
  const doctorSays = async () =>
    (await diagnose(world.admin, { folders: [] })).filter(
      ({ codigo }) => codigo === 'evento_por_firmar',
    )
  assert.equal((await statusOf()).contingencia.queHacer, null)

  await goAway()
  const { body: deferredBody } = await world.issue()
  const code = deferredBody.codigoGeneracion
  const queHacer = async () => (await world.query(code)).body.contingencia.queHacer
  assert.match(deferredBody.detalle, /la empresa debe firmar el evento .* dentro de 24 horas/)
  assert.match(await queHacer(), /^Hacienda no responde\. Cuando vuelva, la empresa tiene 24 horas/)
  assert.deepEqual(
    (await doctorSays()).map(({ gravedad, mensaje }) => [gravedad, mensaje]),
    [['aviso', '1 documento firmado en contingencia que espera que se firme su evento.']],
    'no term runs while the outage goes on',
  )

  await comeBack()
  const { limiteEvento } = (await world.query(code)).body.contingencia
  const { fecEmi, horEmi } = civilTime(new Date(limiteEvento))
  const due = `El plazo vence el ${fecEmi} a las ${horEmi}.`
  const toSign = await queHacer()
  assert.match(
    toSign,
    /^Falta que la empresa firme el evento de contingencia: lo firma la siguiente/,
  )
  assert.ok(toSign.includes(due), toSign)
  const status = await statusOf()
  assert.equal(status.contingencia.queHacer, toSign)
  assert.ok(status.advertencias.some(({ mensaje }: { mensaje: string }) => mensaje === toSign))
  assert.deepEqual(
    (await doctorSays()).map((finding) => [finding.gravedad, finding.queHacer]),
    [['aviso', toSign]],
  )

  await world.mh.fault({ service: 'contingencia', kind: 'silence', times: 1 })
  assert.equal((await close()).status, 202)
  assert.match(await queHacer(), /^El evento de contingencia está firmado y espera el sello/)
  assert.deepEqual(await doctorSays(), [], 'nobody has to sign any more')

  await world.advance(MINUTE_MS)
  assert.equal((await close()).status, 200)
  assert.match(await queHacer(), /^El evento de contingencia está sellado y Sello transmite/)
})

test('an event that nobody signed in time is grave, and is to be justified in writing', async () => {
  await goAway()
  const [code = ''] = await deferred(2)
  await comeBack()
  await world.advance(25 * HOUR_MS)
  const { queHacer } = (await world.query(code)).body.contingencia
  assert.match(queHacer, /El plazo venció el .*: justifíquelo por escrito ante Hacienda\./)
  const found = await diagnose(world.admin, { folders: [] })
  const mensaje = '2 documentos firmados en contingencia que esperan que se firme su evento.'
  const about = { nit: world.company.nit, ambiente: '00', mensaje, queHacer }
  const [unsigned] = found.filter(({ codigo }) => codigo === 'evento_por_firmar')
  assert.deepEqual(unsigned, { gravedad: 'grave', codigo: 'evento_por_firmar', ...about })
})

test('a document signed in the normal model is sent without anybody’s signature, and its page says so', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  const { body } = await world.issue()
  const { contingencia } = (await world.query(body.codigoGeneracion)).body
  assert.match(contingencia.queHacer, /en cuanto Hacienda responda\. Nadie tiene que hacer nada/)
})

test('a return signed during an outage is in the previous model, and is sent when the ministry is back', async () => {
  const sale = await world.issue()
  await goAway()
  const back = [{ linea: 1, cantidad: 1 }]
  const { status, body } = await giveBack(world, sale.body.codigoGeneracion, back)
  assert.equal(status, 202)
  const { tipoModelo, tipoOperacion, tipoContingencia } = body.documento.identificacion
  assert.deepEqual([tipoModelo, tipoOperacion, tipoContingencia], [1, 1, null])
  await comeBack()
  await work()
  const { retornos } = (await world.query(sale.body.codigoGeneracion)).body
  assert.equal(retornos[0].estado, 'sellado')
})
