import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { nota, outcomeOf, sealed, secondPointOfSale } from '../../../test/notas.ts'
import { prepare, sign } from '../../../test/prepared.ts'
import { atOnce } from '../../../test/races/numbers.ts'
import { createWorld, type Reply, SALE, type World } from '../../../test/world.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'
import { toOutcome } from '../../ledger/transmission/outcome.ts'
import { recordVerdicts } from './record-verdicts.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const REFUSED = '422 validation_failed corrige'

let world: World
before(async () => {
  world = await createWorld({ mh: { timeoutMs: 1_000, budgetMs: 4_000 } })
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const reject = (codigoMsg = '020', times = 1) =>
  world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg, times })

/** A sale that the ministry rejected. */
async function rejected(body: object = SALE, idempotencyKey = world.deps.random.uuid()) {
  await reject()
  const reply = await world.issue(body, { idempotencyKey })
  assert.equal(outcomeOf(reply), '422 mh_rejected')
  return { reply, idempotencyKey, corrige: reply.body.error.details.codigoGeneracion as string }
}

const correcting = (corrige: string, changes: object = {}) => ({
  ...SALE,
  observaciones: 'corregida',
  corrige,
  ...changes,
})
const estadosOf = ({ body }: Reply) => body.historial.map((h: { estado: string }) => h.estado)

test('a corrected document takes over code and number, spends no new number, and keeps the history of both', async () => {
  const { reply, corrige } = await rejected()
  const spent = await world.numbersSpent()

  const corrected = await world.issue(correcting(corrige.toLowerCase()))

  assert.equal(corrected.status, 200, corrected.text)
  const { numeroControl } = reply.body.error.details
  assert.deepEqual(
    [corrected.body.codigoGeneracion, corrected.body.numeroControl],
    [corrige, numeroControl],
  )
  assert.equal(corrected.body.documento.identificacion.numeroControl, numeroControl)
  assert.equal(await world.numbersSpent(), spent)
  const query = await world.query(corrige)
  assert.equal(query.body.estado, 'sellado')
  assert.equal(query.body.motivo, null)
  assert.equal(query.body.jws, corrected.body.jws)
  assert.deepEqual(estadosOf(query), ['firmado', 'rechazado', 'firmado', 'sellado'])
  assert.ok(query.body.historial[1].motivo)
  const attempts = (await world.mh.ledger()).filter((row) => row.codigoGeneracion === corrige)
  assert.deepEqual(
    attempts.map(({ estado }) => estado),
    ['RECHAZADO', 'PROCESADO'],
  )
  assert.equal((await world.issue()).status, 200, 'the series goes on')
})

test('each repeat gets its call’s first answer: the rejection, or the seal', async () => {
  const first = await rejected()
  const options = { idempotencyKey: 'correction' }
  const corrected = await world.issue(correcting(first.corrige), options)

  const again = await world.issue(SALE, { idempotencyKey: first.idempotencyKey })
  assert.equal(again.text, first.reply.text)
  assert.equal(again.status, 422)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  const sealedAgain = await world.issue(correcting(first.corrige), options)
  assert.equal(sealedAgain.text, corrected.text)
})

test('a correction’s repeat gets it also where the process of the rejected attempt was ahead of it', async () => {
  const { corrige } = await rejected()
  const options = { idempotencyKey: 'behind its attempt' }
  const corrected = await world.issue(correcting(corrige), options)
  const moved = await world.deps.pool.many(
    `update rejected_documents set created_at = created_at + interval '1 minute'
      where codigo_generacion = $1 returning 1`,
    [corrige],
  )
  assert.equal(moved.length, 1)
  assert.equal((await world.issue(correcting(corrige), options)).text, corrected.text)
})

test('a call that was answered 202 gets the same bytes after its document was rejected and corrected', async () => {
  const options = { idempotencyKey: 'contingency first' }
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const first = await world.issue(SALE, options)
  assert.equal(first.status, 202)
  await world.mh.clearFaults()
  await reject()
  await world.advance(60_000)
  await transmitDue(world.deps)

  const corrected = await world.issue(correcting(first.body.codigoGeneracion))

  assert.equal(corrected.status, 200, corrected.text)
  const again = await world.issue(SALE, options)
  assert.equal(again.status, 202)
  assert.equal(again.text, first.text)
})

test('a correction that is rejected too is corrected again, and each call keeps its answer', async () => {
  const first = await rejected()
  const second = await rejected(correcting(first.corrige))
  assert.equal(second.corrige, first.corrige)
  const third = await world.issue(correcting(first.corrige, { observaciones: 'otra vez' }))

  assert.equal(third.status, 200, third.text)
  const query = await world.query(first.corrige)
  const estados = ['firmado', 'rechazado', 'firmado', 'rechazado', 'firmado', 'sellado']
  assert.deepEqual(estadosOf(query), estados)
  for (const [body, { reply, idempotencyKey }] of [
    [SALE, first],
    [correcting(first.corrige), second],
  ] as const) {
    assert.equal((await world.issue(body, { idempotencyKey })).text, reply.text)
  }
})

test('only a rejected document is corrected, by one of its type and series', async () => {
  const { corrige, reply } = await rejected()
  const { body } = await world.issue()
  const other = await secondPointOfSale(world)
  const spent = await world.numbersSpent()

  assertRefused(
    await world.issue(correcting(body.codigoGeneracion)),
    `El documento ${body.codigoGeneracion} está sellado: solo se corrige uno rechazado por Hacienda.`,
  )
  const credit = { tipoDte: '14', receptor: VENDEDORA }
  assertRefused(
    await world.issue(correcting(corrige, credit)),
    'El documento rechazado es del tipo 01; corríjalo con uno del mismo tipo, o emita uno nuevo sin corrige.',
  )
  const { numeroControl } = reply.body.error.details
  const ofAnotherSeries = `El número ${numeroControl} es de otra serie (punto de venta o año); emita uno nuevo sin corrige.`
  assertRefused(await world.issue(correcting(corrige), { key: other }), ofAnotherSeries)
  await world.deps.pool.many(
    `update documents set fec_emi = fec_emi - 366 where codigo_generacion = $1`,
    [corrige],
  )
  assertRefused(await world.issue(correcting(corrige)), ofAnotherSeries)
  assert.equal(await world.numbersSpent(), spent)
})

/** For that reason alone. */
function assertRefused({ status, body, text }: Reply, message: string): void {
  assert.equal(status, 422, text)
  assert.deepEqual(body.error.details.issues, [{ field: 'corrige', rule: 'N2-10', message }])
  assert.ok(body.error.message.includes(message), body.error.message)
}

const VENDEDORA = {
  nombre: 'Ana Ficticia',
  numDocumento: '00016297-5',
  direccion: { departamento: '06', municipio: '23', distrito: '14', complemento: 'Calle 1' },
}

test('a code that this company does not have is 404 and named', async () => {
  const { key } = await world.addCompany()
  const { corrige } = await rejected()

  const code = 'aaaaaaaa-1111-4111-8111-111111111111'
  const unknown = await world.issue(correcting(code))
  assert.equal(outcomeOf(unknown), '404 not_found corrige')
  assert.equal(
    unknown.body.error.message,
    `corrige: esta empresa no tiene el documento ${code.toUpperCase()} en este ambiente; corrija el código.`,
  )
  assert.equal(outcomeOf(await world.issue(correcting(corrige), { key })), '404 not_found corrige')
})

test('a document rejected because its code or number exists is not sent under them again', async () => {
  await reject('004')
  const { body } = await world.issue()
  const { codigoGeneracion } = body.error.details
  assertRefused(
    await world.issue(correcting(codigoGeneracion)),
    'Hacienda lo rechazó porque su código o su número ya existe; emita uno nuevo sin corrige.',
  )
})

test('of concurrent corrections one wins, and no number is spent', async () => {
  const { corrige } = await rejected()
  const spent = await world.numbersSpent()

  const replies = await atOnce(10, (at) =>
    world.issue(correcting(corrige, { observaciones: `número ${at}` })),
  )

  assert.deepEqual(replies.map(outcomeOf).sort(), ['200', ...Array(9).fill(REFUSED)])
  const told = replies.flatMap(({ body }) => body.error?.details.issues[0].message ?? [])
  const reasons = [
    `El documento ${corrige} ya se está corrigiendo con otra petición; consúltelo.`,
    `El documento ${corrige} está sellado: solo se corrige uno rechazado por Hacienda.`,
    `El documento ${corrige} está firmado: solo se corrige uno rechazado por Hacienda.`,
  ]
  for (const message of told) assert.ok(reasons.includes(message), message)
  assert.equal(await world.numbersSpent(), spent)
})

test('one correction sent many times at once is issued once', async () => {
  const { corrige } = await rejected()

  const replies = await atOnce(10, () =>
    world.issue(correcting(corrige), { idempotencyKey: 'one correction' }),
  )

  for (const { status, body } of replies) {
    if (status !== 200) assert.equal(body.error.code, 'idempotency_in_flight')
  }
  assert.deepEqual(estadosOf(await world.query(corrige)).slice(2), ['firmado', 'sellado'])
})

/** A worker that was suspended during the correction must not reject a document sealed since. */
test('a late answer to the rejected attempt does not move the corrected document', async () => {
  const { corrige } = await rejected()
  const { deps } = world
  const { companyId, signature } = await deps.pool.one<{ companyId: string; signature: Buffer }>(
    `select company_id as "companyId", signature from documents where codigo_generacion = $1`,
    [corrige],
  )
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  assert.equal((await world.issue(correcting(corrige))).status, 202)
  const answer = {
    kind: 'rejected',
    codigoMsg: '020',
    clasificaMsg: null,
    descripcionMsg: null,
    fhProcesamiento: null,
    observaciones: [],
  } as const

  const moved = await recordVerdicts([
    {
      pool: deps.outcomePool,
      which: { companyId, codigoGeneracion: corrige, signature },
      move: {
        trigger: 'rejected',
        outcome: toOutcome(answer),
        now: deps.clock.now(),
        leaseUntil: null,
        unlessTaken: false,
      },
    },
  ])

  assert.deepEqual(moved, [null])
  assert.equal((await world.query(corrige)).body.estado, 'contingencia')
})

test('a correction whose answer was lost is finished by the job, under its own claim', async () => {
  const { corrige } = await rejected()
  const options = { idempotencyKey: 'lost correction' }
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  const first = await world.issue(correcting(corrige), options)
  assert.equal(first.status, 202)
  await world.mh.clearFaults()
  await world.advance(60_000)
  await transmitDue(world.deps)

  assert.equal((await world.query(corrige)).body.estado, 'sellado')
  assert.equal((await world.issue(correcting(corrige), options)).text, first.text)
})

test('a corrected credit note takes its new amount, and the reference moves to the correction', async () => {
  const origen = await sealed(world)
  await reject()
  const first = await world.issue(nota(origen, 100, { referencia: 'nota 1' }))
  const corrige = first.body.error.details.codigoGeneracion
  const corrected = await world.issue(nota(origen, 30, { corrige, referencia: 'nota 1' }))

  assert.equal(corrected.status, 200, corrected.text)
  assert.equal((await world.query(corrige)).body.referencia, 'nota 1')
  const above = '422 validation_failed documentosRelacionados[0].codigoGeneracion'
  assert.equal(outcomeOf(await world.issue(nota(origen, 70.01))), above)
  assert.equal((await world.issue(nota(origen, 70))).status, 200)
})

test('a correction that names no reference keeps that of the attempt, so that the sale is not issued twice', async () => {
  const sale = (more: object) => ({ ...SALE, ...more })
  const rejected = async (referencia: string) => {
    await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
    const { body } = await world.issue(sale({ referencia }))
    return body.error.details.codigoGeneracion as string
  }
  const corrige = await rejected('venta corregida')
  assert.equal((await world.issue(sale({ corrige }))).status, 200)
  assert.equal((await world.query(corrige)).body.referencia, 'venta corregida')
  const beside = await world.issue(sale({ referencia: 'venta corregida' }))
  assert.equal(outcomeOf(beside), '409 reference_in_use')

  const other = await rejected('venta repetida')
  assert.equal((await world.issue(sale({ referencia: 'venta repetida' }))).status, 200)
  const items = [{ ...SALE.items[0], montoDescu: 999 }] // which is told afterwards
  for (const more of [{}, { items }]) {
    const taken = await world.issue(sale({ corrige: other, ...more }))
    assert.equal(outcomeOf(taken), '409 reference_in_use')
  }
})

test('a prepared document that was rejected is corrected, and its preparation is repeated as it was', async () => {
  const options = { idempotencyKey: 'prepared first' }
  const prepared = await prepare(world, SALE, options)
  await reject()
  const signed = await sign(world, prepared)
  assert.equal(outcomeOf(signed), '422 mh_rejected')
  const { codigoGeneracion } = prepared.body
  const spent = await world.numbersSpent()

  const corrected = await world.issue(correcting(codigoGeneracion))
  assert.equal(corrected.status, 200, corrected.text)
  assert.equal(corrected.body.numeroControl, prepared.body.numeroControl)
  assert.equal(await world.numbersSpent(), spent)
  assert.equal((await prepare(world, SALE, options)).text, prepared.text)
  const estados = ['reservado', 'firmado', 'rechazado', 'firmado', 'sellado']
  assert.deepEqual(estadosOf(await world.query(codigoGeneracion)), estados)
})

test('a crash in commit 1 of a correction leaves the rejected document unchanged and correctable', async () => {
  const { corrige, reply, idempotencyKey } = await rejected()
  const before = await world.query(corrige)
  const { pool } = world.deps
  await pool.many('alter table documents add constraint dead check (false) not valid')
  const dead = await world.issue(correcting(corrige))
  await pool.many('alter table documents drop constraint dead')

  assert.equal(dead.status, 500)
  assert.equal((await world.query(corrige)).text, before.text)
  assert.equal((await world.issue(SALE, { idempotencyKey })).text, reply.text)
  assert.equal((await world.issue(correcting(corrige))).status, 200)
})

test('a rejection can be corrected for 24 hours', async () => {
  const [intime, late] = [await rejected(), await rejected()]
  await world.advance(DAY_MS - 60_000)
  const first = await world.issue(correcting(intime.corrige))
  await world.advance(60_000)
  const second = await world.issue(correcting(late.corrige))

  assert.equal(first.status, 200, first.text)
  assertRefused(second, 'Pasaron más de 24 horas desde el rechazo; emita uno nuevo sin corrige.')
})
