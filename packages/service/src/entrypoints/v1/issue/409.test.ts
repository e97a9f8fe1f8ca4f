import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../../../../test/until.ts'
import { createWorld, type World } from '../../../../test/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const YEAR_MS = 365 * 24 * 60 * 60 * 1000

test('while the first call runs, a second with its key is refused, naming its document', async () => {
  await world.mh.fault({ service: 'recepciondte', kind: 'delay', delayMs: 300, times: 1 })
  const options = { idempotencyKey: 'in flight' }
  const running = world.issue(undefined, options)
  const second = await onceReceived(() => world.issue(undefined, options))
  const first = await running

  assert.equal(second.status, 409)
  assert.equal(second.body.error.code, 'idempotency_in_flight')
  const { codigoGeneracion, enVueloSegundos } = second.body.error.details
  assert.equal(codigoGeneracion, first.body.codigoGeneracion)
  assert.equal(enVueloSegundos, 0)
  assert.match(second.body.error.message, new RegExp(codigoGeneracion))
  assert.equal((await world.issue(undefined, options)).text, first.text)
})

test('a key minted without signing is refused with that reason, and spends nothing', async () => {
  const key = await world.mintKey(world.company.nit, { passphrase: null })
  const before = await world.numbersSpent()

  const reply = await world.issue(undefined, {
    key: { ...key, signKey: world.company.key.signKey },
  })

  assert.equal(reply.status, 409)
  assert.equal(reply.body.error.code, 'sign_vault_missing')
  assert.equal(
    reply.body.error.message,
    'Esta llave no fue habilitada para firmar con el certificado vigente. Emita una llave nueva con firma.',
  )
  assert.equal(await world.numbersSpent(), before)
})

test('nothing is signed with a certificate that expired', async () => {
  const before = await world.numbersSpent()
  await world.advance(6 * YEAR_MS)
  await world.deps.pool.many('update storage_destinations set verified_at = $1 returning 1', [
    world.deps.clock.now(),
  ])

  const reply = await world.issue()
  await world.advance(-6 * YEAR_MS)

  assert.equal(reply.status, 409, reply.text)
  assert.equal(reply.body.error.code, 'sign_vault_missing')
  assert.equal(
    reply.body.error.message,
    'El certificado de la empresa venció el 2031-01-01. Importe el nuevo y emita una llave con firma.',
  )
  assert.equal(await world.numbersSpent(), before)
})

test('nothing is signed before the certificate is valid', async () => {
  const before = await world.numbersSpent()
  const now = world.deps.clock.now().getTime()
  await world.advance(Date.parse('2025-12-31T23:59:00Z') - now)

  const reply = await world.issue()
  await world.advance(now - world.deps.clock.now().getTime())

  assert.equal(reply.status, 409, reply.text)
  assert.equal(reply.body.error.code, 'sign_vault_missing')
  assert.equal(
    reply.body.error.message,
    'El certificado de la empresa vale desde el 2026-01-01: todavía no puede firmar.',
  )
  assert.equal(await world.numbersSpent(), before)
})

/** Runs `work` once the ministry has the document, when the claim is committed and the first call still waits. */
async function onceReceived<T>(work: () => Promise<T>): Promise<T> {
  const before = (await world.mh.ledger()).length
  await until('a document is signed', async () => {
    const rows = await world.deps.pool.many(`select 1 from documents where estado = 'firmado'`)
    return rows.length > 0 || (await world.mh.ledger()).length > before
  })
  return work()
}
