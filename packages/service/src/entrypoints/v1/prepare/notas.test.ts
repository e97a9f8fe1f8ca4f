import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { nota, outcomeOf, sealed } from '../../../../test/notas.ts'
import { prepare, sign } from '../../../../test/prepared.ts'
import { atOnce, PATIENT } from '../../../../test/races/numbers.ts'
import { createWorld, type World } from '../../../../test/world.ts'
import { releaseExpired } from '../../jobs/reservations.ts'

const FIFTEEN_MINUTES_MS = 15 * 60_000

let world: World
before(async () => {
  world = await createWorld(PATIENT)
})
after(() => world.close())

const isTooMuch = (outcome: string) =>
  outcome === '422 validation_failed documentosRelacionados[0].codigoGeneracion'

test('a prepared credit note is completed from its document, and takes its amount when it is prepared', async () => {
  const origen = await sealed(world)
  const prepared = await prepare(world, nota(origen, 60))
  assert.equal(prepared.status, 200, prepared.text)
  assert.equal(prepared.body.documento.documentoRelacionado[0].numeroDocumento, origen)

  const tooMuch = outcomeOf(await world.issue(nota(origen, 50)))
  const rest = await world.issue(nota(origen, 40))
  const signed = await sign(world, prepared)

  assert.ok(isTooMuch(tooMuch), tooMuch)
  assert.equal(rest.status, 200, rest.text)
  assert.equal(signed.status, 200, signed.text)
})

test('a credit note not signed in time releases its amount', async () => {
  const origen = await sealed(world)
  const prepared = await prepare(world, nota(origen, 100))
  assert.ok(isTooMuch(outcomeOf(await world.issue(nota(origen, 1)))))
  await world.advance(FIFTEEN_MINUTES_MS)
  await releaseExpired(world.deps)

  const whole = await world.issue(nota(origen, 100))

  assert.equal(whole.status, 200, whole.text)
  assert.equal(outcomeOf(await sign(world, prepared)), '422 prepare_token_invalid')
})

test('24 credit notes prepared and issued at once never exceed their document', async () => {
  const origen = await sealed(world)

  const replies = await atOnce(24, (at) =>
    at % 2 === 0 ? prepare(world, nota(origen, 10)) : world.issue(nota(origen, 10)),
  )

  const taken = replies.filter(({ status }) => status === 200)
  assert.equal(taken.length, 10)
  for (const reply of replies) assert.ok(taken.includes(reply) || isTooMuch(outcomeOf(reply)))
})

test('a rejected document cannot be corrected with prepare and sign', async () => {
  const spent = await world.numbersSpent()
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  const rejected = await world.issue()
  const corrige = rejected.body.error.details.codigoGeneracion

  const reply = await prepare(world, { ...nota(corrige, 1), tipoDte: '05', corrige })

  assert.equal(outcomeOf(reply), '400 invalid_request corrige')
  assert.equal(await world.numbersSpent(), spent + 1)
})
