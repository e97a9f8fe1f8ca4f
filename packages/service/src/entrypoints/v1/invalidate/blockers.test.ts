/** What must be invalidated first (docs/sources.md#invalidacion): live notes over a 03, returns of a 01, 11 or 14. */
import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { abandon, giveBack, invalidate } from '../../../../test/corrections.ts'
import { nota, outcomeOf } from '../../../../test/notas.ts'
import { sealedBody, sealedOf } from '../../../../test/originals.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
afterEach(() => world.mh.clearFaults())
after(() => world.close())

const ITEMS = [{ linea: 1, cantidad: 1 }]
const SILENCE = { service: '*', kind: 'status', status: 503 } as const
const REJECTION = { service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 } as const

const note = (tipoDte: '05' | '06', over: string) => ({ ...nota(over, 40), tipoDte })

for (const tipoDte of ['05', '06'] as const) {
  test(`a sealed ${tipoDte} blocks its 03 until it is invalidated, and is named`, async () => {
    const credit = await sealedOf(world, '03')
    const { codigoGeneracion } = await sealedBody(world, note(tipoDte, credit))

    const blocked = await invalidate(world, credit)
    assert.equal(outcomeOf(blocked), '422 validation_failed codigoGeneracion')
    assert.match(blocked.body.error.message, new RegExp(codigoGeneracion))

    assert.equal((await invalidate(world, codigoGeneracion)).status, 200)
    assert.equal((await invalidate(world, credit)).status, 200)
  })

  test(`a ${tipoDte} without an answer blocks its 03: it may be sealed`, async () => {
    const credit = await sealedOf(world, '03')
    await world.mh.fault(SILENCE)
    const waiting = await world.issue(note(tipoDte, credit))
    await world.mh.clearFaults()
    assert.equal(waiting.status, 202, waiting.text)

    const blocked = await invalidate(world, credit)
    assert.equal(outcomeOf(blocked), '422 validation_failed codigoGeneracion')
    assert.match(blocked.body.error.message, new RegExp(waiting.body.codigoGeneracion))
  })

  test(`a rejected ${tipoDte} blocks nothing`, async () => {
    const credit = await sealedOf(world, '03')
    await world.mh.fault(REJECTION)
    assert.equal((await world.issue(note(tipoDte, credit))).status, 422)

    assert.equal((await invalidate(world, credit)).status, 200)
  })
}

test('every blocking note is named', async () => {
  const credit = await sealedOf(world, '03')
  const codes = [
    (await sealedBody(world, note('05', credit))).codigoGeneracion,
    (await sealedBody(world, note('06', credit))).codigoGeneracion,
  ]
  const { message } = (await invalidate(world, credit)).body.error
  for (const code of codes) assert.ok(message.includes(code), message)
})

for (const tipoDte of ['01', '11', '14'] as const) {
  test(`returns of a ${tipoDte} that count block it, sealed or without an answer, and are named`, async () => {
    const codigo = await sealedOf(world, tipoDte)
    const { body: sealed } = await giveBack(world, codigo, ITEMS)
    await world.mh.fault(SILENCE)
    const waiting = await giveBack(world, codigo, ITEMS)
    await world.mh.clearFaults()
    assert.equal(waiting.status, 202, waiting.text)

    const blocked = await invalidate(world, codigo)
    assert.equal(outcomeOf(blocked), '409 has_return_events')
    assert.deepEqual(blocked.body.error.details.eventos, [
      waiting.body.codigoGeneracion,
      sealed.codigoGeneracion,
    ])
    for (const code of blocked.body.error.details.eventos) {
      assert.ok(blocked.body.error.message.includes(code))
    }

    await abandon(world, codigo, waiting.body.codigoGeneracion)
    const still = await invalidate(world, codigo)
    assert.deepEqual(still.body.error.details.eventos, [sealed.codigoGeneracion])
    assert.equal((await invalidate(world, sealed.codigoGeneracion)).status, 200)
    assert.equal((await invalidate(world, codigo)).status, 200)
  })

  test(`a rejected return of a ${tipoDte} blocks nothing`, async () => {
    const codigo = await sealedOf(world, tipoDte)
    await world.mh.fault(REJECTION)
    assert.equal((await giveBack(world, codigo, ITEMS)).status, 422)

    assert.equal((await invalidate(world, codigo)).status, 200)
  })
}

test('a return whose own invalidation has no answer blocks its document, and keeps that invalidation', async () => {
  const codigo = await sealedOf(world, '01')
  const { body } = await giveBack(world, codigo, ITEMS)
  await world.mh.fault(SILENCE)
  assert.equal((await invalidate(world, body.codigoGeneracion)).status, 502)
  await world.mh.clearFaults()

  assert.equal(outcomeOf(await invalidate(world, codigo)), '409 has_return_events')
  const events = await world.deps.pool.many('select estado from events where evento = $1', [
    body.codigoGeneracion,
  ])
  assert.deepEqual(events, [{ estado: 'firmado' }])
})

test('a document that replaced an invalidated one can itself be replaced', async () => {
  const [wrong, better, best] = [
    await sealedOf(world, '01'),
    await sealedOf(world, '01'),
    await sealedOf(world, '01'),
  ]
  const by = (codigoGeneracionReemplazo: string) => ({
    tipoAnulacion: 1,
    motivo: 'Otra vez mal',
    codigoGeneracionReemplazo,
    responsable: ANA,
    solicita: ANA,
  })
  assert.equal((await invalidate(world, wrong, by(better))).status, 200)
  assert.equal((await invalidate(world, better, by(best))).status, 200)
  const late = await invalidate(world, await sealedOf(world, '01'), by(better))
  assert.equal(outcomeOf(late), '422 validation_failed codigoGeneracionReemplazo')
})

/** A document replaces one: its amounts would count twice. */
test('a replacement is taken by an invalidation that is sealed or without an answer, and is free after a rejection', async () => {
  const [rejected, waiting, other, replacement] = [
    await sealedOf(world, '01'),
    await sealedOf(world, '01'),
    await sealedOf(world, '01'),
    await sealedOf(world, '01'),
  ]
  const body = {
    tipoAnulacion: 1,
    motivo: 'Mal',
    codigoGeneracionReemplazo: replacement,
    responsable: ANA,
    solicita: ANA,
  }
  const assertTaken = async (when: string) => {
    const late = await invalidate(world, other, body)
    assert.equal(outcomeOf(late), '422 validation_failed codigoGeneracionReemplazo', when)
    assert.match(late.body.error.message, new RegExp(`ya reemplaza al ${waiting}`), when)
  }
  await world.mh.fault({ ...REJECTION, service: 'anulardte' })
  assert.equal((await invalidate(world, rejected, body)).status, 422)
  await world.mh.fault(SILENCE)
  assert.equal((await invalidate(world, waiting, body)).status, 502)
  await world.mh.clearFaults()

  await assertTaken('without an answer')
  assert.equal((await invalidate(world, waiting, body)).status, 200)
  await assertTaken('sealed')
})

const ANA = { nombre: 'Ana María López', tipoDocumento: '13', numDocumento: '12345678-4' }
