/** What the feed tells of the company itself: what is about to stop it, in time and once. */
import assert from 'node:assert/strict'
import { rename, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, test } from 'node:test'
import { createWorld, type World } from '../../../../test/world.ts'
import { listStorage } from '../../../admin.ts'
import { createLog } from '../../../base/log.ts'
import { tellExpiring } from '../../../ledger/companies/certificates.ts'
import { relay } from '../../../ledger/outbox/relay.ts'
import { warnOfDeadlines } from '../../jobs/deadlines.ts'
import { watchOutages } from '../../jobs/outages.ts'
import { transmitDue } from '../../jobs/transmit.ts'
import { verifyDue } from '../../jobs/verify.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const SECOND_MS = 1_000

let world: World
beforeEach(async () => {
  world = await createWorld({ silencesMax: 2, mh: { timeoutMs: 2_000, budgetMs: 8_000 } })
})
afterEach(() => world.close())

/** As GET /v1/events answers, which checks it against the contract. */
async function told(tipo: string): Promise<readonly object[]> {
  await relay(world.deps)
  const { status, body, text } = await world.inject({
    method: 'GET',
    url: `/v1/events?tipo=${tipo}`,
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  assert.equal(status, 200, text)
  return body.novedades.map(({ datos }: { datos: object }) => datos)
}

test('a certificate that expires is told when 60, 30, 7 and 1 days are left, each once, and not when it has expired', async () => {
  const start = world.deps.clock.now().getTime()
  const vence = new Date(start + 70 * DAY_MS)
  const { companyId } = await world.deps.pool.one<{ companyId: string }>(
    `update signing_vaults set valid_to = $1 where ambiente = '00' returning company_id as "companyId"`,
    [vence],
  )
  const dias = async (leftDays: number) => {
    const now = () => new Date(vence.getTime() - leftDays * DAY_MS)
    await Promise.all([1, 2].map(() => tellExpiring({ ...world.deps, clock: { now } })))
    return (await told('certificado.vence_pronto')).map((one) => (one as { dias: number }).dias)
  }
  assert.deepEqual(await dias(61), [])
  assert.deepEqual(await dias(60), [60])
  assert.deepEqual(await dias(31), [60])
  assert.deepEqual(await dias(5), [60, 7], 'of two steps at once the last')
  assert.deepEqual(await dias(0.5), [60, 7, 1])
  assert.deepEqual(await dias(-1), [60, 7, 1])
  const [first] = await told('certificado.vence_pronto')
  assert.deepEqual(first, { vence: vence.toISOString(), dias: 60 })

  await world.deps.pool.many(
    'update signing_vaults set told_days = null, active = false where company_id = $1',
    [companyId],
  )
  assert.deepEqual(await dias(5), [60, 7, 1], 'one that signs nothing any more')
})

test('the deadline of an event is told once when it is near, and then that of its documents', async () => {
  await world.mh.fault({ service: '*', kind: 'status' })
  for (let i = 0; i < 3; i++) await world.issue()
  await world.mh.clearFaults()
  await world.advance(13 * SECOND_MS)
  await watchOutages(world.deps)
  const closed = world.deps.clock.now().getTime()
  const tipo = 'contingencia.vence_pronto'
  await warnOfDeadlines(world.deps)
  assert.deepEqual(await told(tipo), [])
  await world.advance(13 * HOUR_MS)
  await Promise.all([warnOfDeadlines(world.deps), warnOfDeadlines(world.deps)])
  await warnOfDeadlines(world.deps)
  const [event, ...more] = (await told(tipo)) as { limite: string; de: string }[]
  assert.deepEqual([event?.de, more], ['evento', []])
  const hours = (Date.parse(event?.limite ?? '') - closed) / HOUR_MS
  assert.ok(Math.abs(hours - 24) < 0.1, `${hours} hours after the outage`)

  assert.equal((await world.issue()).status, 200)
  await transmitDue(world.deps)
  await world.advance(61 * HOUR_MS)
  const lines: string[] = []
  const log = createLog('warn', { write: (line) => lines.push(line) })
  for (let i = 0; i < 2; i++) await warnOfDeadlines({ ...world.deps, log })
  const warned = lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg])
  const message = 'deferred documents must be sealed before their deadline'
  assert.deepEqual(warned, Array(2).fill([40, message]))
  assert.deepEqual(
    (await told(tipo)).map((one) => (one as { de: string }).de),
    ['evento', 'documentos'],
  )
})

test('the fifth wrong sign key is told once, as the suspension of its key', async () => {
  const { key } = world.company
  const wrong = { ...key, signKey: `${key.signKey?.slice(0, -4)}AAAA` }
  for (let i = 0; i < 4; i++)
    assert.equal((await world.issue(undefined, { key: wrong })).status, 401)
  assert.deepEqual(await told('llave.suspendida'), [])
  for (let i = 0; i < 3; i++) await world.issue(undefined, { key: wrong })
  assert.deepEqual(await told('llave.suspendida'), [{ keyId: key.keyId }])
})

test('a destination that takes no files is told once, and that it takes them again', async () => {
  const [destination] = await listStorage(world.admin, world.company.nit)
  assert.ok(destination?.location)
  const { location } = destination
  await rename(location, `${location}-away`)
  await writeFile(location, 'no folder')
  for (let i = 0; i < 3; i++) {
    await world.advance(11 * DAY_MS)
    await verifyDue(world.deps)
  }
  const [failed, ...more] = (await told('copia.fallida')) as { destino: string; desde: string }[]
  assert.deepEqual(more, [])
  const now = world.deps.clock.now().getTime()
  assert.ok(now - Date.parse(failed?.desde ?? '') > 21 * DAY_MS, 'since the first failure')
  await rm(location)
  await rename(`${location}-away`, location)
  assert.deepEqual(await told('copia.recuperada'), [])
  for (let i = 0; i < 2; i++) {
    await world.advance(11 * DAY_MS)
    await verifyDue(world.deps)
  }
  assert.deepEqual(await told('copia.recuperada'), [failed])
  assert.equal((await told('copia.fallida')).length, 1)
})

test('a refused password is told once, until a login succeeds', async () => {
  const tipo = 'cuenta.rechazada'
  const refusedOnce = async () => {
    await world.mh.fault({ service: 'recepciondte', kind: 'expired_token' })
    await world.mh.fault({ service: 'auth', kind: 'reject' })
    for (let i = 0; i < 3; i++) {
      await world.issue()
      await world.advance(HOUR_MS)
    }
    await world.mh.clearFaults()
  }
  await refusedOnce()
  assert.deepEqual(await told(tipo), [{ motivo: 'rechazada' }])
  assert.equal((await world.issue()).status, 200)
  await refusedOnce()
  assert.equal((await told(tipo)).length, 2)
})
