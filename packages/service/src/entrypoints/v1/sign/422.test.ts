import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { bodyOf, prepare, sign, signBody } from '../../../../test/prepared.ts'
import { createWorld, type Reply, SALE, type World } from '../../../../test/world.ts'
import { releaseExpired } from '../../jobs/reservations.ts'

const SECOND_MS = 1_000
const FIFTEEN_MINUTES_MS = 15 * 60 * SECOND_MS

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const SENTENCES = {
  desconocido:
    'El prepareToken no es uno que este servicio haya dado a esta empresa. Envíelo tal como lo respondió prepare.',
  de_otra_llave: 'El prepareToken es de otra llave: firme con la llave que preparó el documento.',
  vencido:
    'El prepareToken venció: vale 15 minutos y el número vuelve a su serie. Prepare el documento otra vez.',
  documento_cambiado:
    'El documento no es el que se preparó: algún valor cambió. Envíelo tal como lo respondió prepare; la reserva sigue en pie.',
  ya_firmado:
    'Este documento ya se firmó. No lo repita: consúltelo por su codigoGeneracion, o repita sign con la misma Idempotency-Key.',
}
type Motivo = keyof typeof SENTENCES
/** What cannot be signed any more is told before the vault is opened. */
const WITHOUT_SIGN_KEY = { headers: { 'x-service-sign-key': '' } }

/** Asserts the refusal with that reason. Only a token that is one of the caller's names its document. */
function assertTold(reply: Reply, motivo: Motivo, prepared: Reply): void {
  assert.equal(reply.status, 422, reply.text)
  const { code, message, details } = reply.body.error
  assert.deepEqual([code, message], ['prepare_token_invalid', SENTENCES[motivo]])
  const { codigoGeneracion } = prepared.body
  const isNamed = motivo !== 'desconocido' && motivo !== 'de_otra_llave'
  assert.deepEqual(details, isNamed ? { motivo, codigoGeneracion } : { motivo })
}

/** The same, and that nothing changed. */
async function assertRefused(reply: Reply, motivo: Motivo, prepared: Reply): Promise<void> {
  assertTold(reply, motivo, prepared)
  const { codigoGeneracion } = prepared.body
  const { body } = await world.query(codigoGeneracion)
  assert.equal(body.estado, 'reservado')
  const rows = await world.deps.pool.many(
    `select 1 from claims where room = 'sign' and codigo_generacion = $1`,
    [codigoGeneracion],
  )
  assert.deepEqual(rows, [], 'no claim is taken')
  const ledger = await world.mh.ledger()
  assert.ok(ledger.every((row) => row.codigoGeneracion !== codigoGeneracion))
}

test('a token is valid for fifteen minutes', async () => {
  const prepared = await prepare(world)
  await world.advance(FIFTEEN_MINUTES_MS - 10 * SECOND_MS)

  assert.equal((await sign(world, prepared)).status, 200)
})

test('an expired token is refused, before the job has released the number and after that', async () => {
  const prepared = await prepare(world)
  await world.advance(FIFTEEN_MINUTES_MS)

  await assertRefused(await sign(world, prepared), 'vencido', prepared)
  await releaseExpired(world.deps)
  assertTold(await sign(world, prepared), 'vencido', prepared)
  const { body } = await world.query(prepared.body.codigoGeneracion)
  assert.equal(body.estado, 'liberado')
})

test('a number that another process released early is reported as expired, whatever the token states', async () => {
  const prepared = await prepare(world)
  const late = new Date(world.deps.clock.now().getTime() + FIFTEEN_MINUTES_MS)
  const ahead = { ...world.deps, clock: { ...world.deps.clock, now: () => late } }
  await releaseExpired(ahead)

  assertTold(await sign(world, prepared), 'vencido', prepared)
  assertTold(await sign(world, prepared, WITHOUT_SIGN_KEY), 'vencido', prepared)
})

test('a token of another key of the company is refused', async () => {
  const prepared = await prepare(world)
  const key = await world.mintKey(world.company.nit)

  await assertRefused(await sign(world, prepared, { key }), 'de_otra_llave', prepared)
})

test('a token of another company is refused like one of another key, and its document stays', async () => {
  const prepared = await prepare(world)
  const { key } = await world.addCompany()

  await assertRefused(await sign(world, prepared, { key }), 'de_otra_llave', prepared)
})

test('a token that names the caller’s key under another company’s MAC is unknown', async () => {
  const prepared = await prepare(world)
  const { key } = await world.addCompany()
  const own = prepared.body.prepareToken.split('.')[0]
  const [foreign] = (await prepare(world, SALE, { key })).body.prepareToken.split('.')
  assert.ok(key.apiKey.includes(foreign))
  const prepareToken = prepared.body.prepareToken.replace(own, foreign)

  const reply = await signBody(world, { ...bodyOf(prepared), prepareToken }, { key })

  await assertRefused(reply, 'desconocido', prepared)
})

test('a token with any one character changed is refused', async () => {
  const prepared = await prepare(world)
  const body = bodyOf(prepared)
  const { prepareToken } = body
  const accepted: string[] = []
  for (let at = 0; at < prepareToken.length; at++) {
    const other = prepareToken[at] === '1' ? '2' : '1'
    const changed = prepareToken.slice(0, at) + other + prepareToken.slice(at + 1)
    const reply = await signBody(world, { ...body, prepareToken: changed })
    if (reply.body.error?.code !== 'prepare_token_invalid') accepted.push(changed)
  }

  assert.deepEqual(accepted, [])
  for (const longer of [`${prepareToken}A`, `A${prepareToken}`]) {
    const reply = await signBody(world, { ...body, prepareToken: longer })
    await assertRefused(reply, 'desconocido', prepared)
  }
  assert.equal((await sign(world, prepared)).status, 200)
})

test('a caller cannot extend a token’s expiry', async () => {
  const prepared = await prepare(world)
  const [keyId, codigo, venceEn, ...rest] = prepared.body.prepareToken.split('.')
  const prepareToken = [keyId, codigo, Number(venceEn) + FIFTEEN_MINUTES_MS, ...rest].join('.')

  const reply = await signBody(world, { ...bodyOf(prepared), prepareToken })

  await assertRefused(reply, 'desconocido', prepared)
})

// biome-ignore lint/suspicious/noExplicitAny: tests change arbitrary members
type Change = (documento: any) => void

// biome-ignore format: a table
const CHANGES: readonly (readonly [what: string, change: Change])[] = [
  ['a cent more',               (d) => { d.resumen.totalPagar += 0.01 }],
  ['a number as text',          (d) => { d.resumen.totalPagar = '11.3' }],
  ['another quantity',          (d) => { d.cuerpoDocumento[0].cantidad = 3 }],
  ['another description',       (d) => { d.cuerpoDocumento[0].descripcion += ' ' }],
  ['an accent written in two',  (d) => { d.cuerpoDocumento[0].descripcion = d.cuerpoDocumento[0].descripcion.normalize('NFD') }],
  ['a line twice',              (d) => { d.cuerpoDocumento.push(d.cuerpoDocumento[0]) }],
  ['no line',                   (d) => { d.cuerpoDocumento = [] }],
  ['another number',            (d) => { d.identificacion.numeroControl = d.identificacion.numeroControl.replace(/.$/, '9') }],
  ['another code',              (d) => { d.identificacion.codigoGeneracion = '00000000-0000-4000-8000-000000000000' }],
  ['another date',              (d) => { d.identificacion.fecEmi = '2026-01-01' }],
  ['another environment',       (d) => { d.identificacion.ambiente = '01' }],
  ['another issuer',            (d) => { d.emisor.nit = '06140101900027' }],
  ['a member more',             (d) => { d.nota = null }],
  ['a member more, inside',     (d) => { d.emisor.nota = null }],
  ['a member less',             (d) => { delete d.apendice }],
  ['null in place of a value',  (d) => { d.resumen.totalIva = null }],
  ['zero in place of null',     (d) => { d.apendice = 0 }],
  ['a list in place of an object', (d) => { d.emisor = Object.values(d.emisor) }],
  ['nothing at all',            (d) => { for (const name of Object.keys(d)) delete d[name] }],
]

test('a document with any changed value is refused, and the reservation can still be signed', async () => {
  const prepared = await prepare(world)
  for (const [what, change] of CHANGES) {
    const body = structuredClone(bodyOf(prepared))
    change(body.documento)

    const reply = await signBody(world, body)

    assert.equal(reply.body.error?.details.motivo, 'documento_cambiado', `${what}: ${reply.text}`)
  }
  const rows = await world.deps.pool.many(
    `select 1 from claims where room = 'sign'
    and codigo_generacion = $1`,
    [prepared.body.codigoGeneracion],
  )
  assert.deepEqual(rows, [])
  assert.equal((await sign(world, prepared)).status, 200)
})

test('another document with a valid token is refused', async () => {
  const one = await prepare(world)
  const other = await prepare(world)
  const crossed = { ...bodyOf(one), documento: other.body.documento }

  await assertRefused(await signBody(world, crossed), 'documento_cambiado', one)
})

test('a signed document is not signed again under another Idempotency-Key', async () => {
  const prepared = await prepare(world)
  const first = await sign(world, prepared)

  const second = await sign(world, prepared)

  assert.equal(first.status, 200)
  assertTold(second, 'ya_firmado', prepared)
  assertTold(await sign(world, prepared, WITHOUT_SIGN_KEY), 'ya_firmado', prepared)
  const { body } = await world.query(prepared.body.codigoGeneracion)
  assert.equal(body.jws, first.body.jws)
})

test('a rejected document is answered with the ministry’s words, and a repeat gets the same', async () => {
  await world.mh.fault({
    service: 'recepciondte',
    kind: 'reject',
    codigoMsg: '020',
    clasificaMsg: '16',
    descripcionMsg: 'CALCULO INCORRECTO',
    times: 1,
  })
  const prepared = await prepare(world)
  const options = { idempotencyKey: 'rechazado' }

  const reply = await sign(world, prepared, options)

  assert.equal(reply.status, 422)
  assert.equal(reply.body.error.code, 'mh_rejected')
  assert.equal(reply.body.error.details.numeroControl, prepared.body.numeroControl)
  const again = await sign(world, prepared, options)
  assert.equal(again.text, reply.text)
  assert.equal(again.headers['idempotency-replayed'], 'true')
  assert.equal((await world.query(prepared.body.codigoGeneracion)).body.estado, 'rechazado')
})
