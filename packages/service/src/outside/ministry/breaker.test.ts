/** The ministry stops answering and comes back: over HTTP, with a simulator that is silent for a while. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { statement } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import { DAY_MS, HOUR_MS } from '../../base/time/durations.ts'
import { watchOutages } from '../../entrypoints/jobs/outages.ts'
import { transmitDue } from '../../entrypoints/jobs/transmit.ts'

const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })

let world: World
before(async () => {
  world = await createWorld({ silencesMax: 2, mh: { timeoutMs: 1_500, budgetMs: 4_000 }, log })
})
after(() => world.close())

const outages = () =>
  world.deps.pool.many<{ closed_at: Date | null }>(
    'select closed_at from ministry_outages order by opened_at',
  )

test('one unanswered call opens no outage, the second does', async () => {
  await world.mh.fault({ service: '*', kind: 'silence' })
  assert.equal((await world.issue()).status, 202)
  await watchOutages(world.deps)
  assert.deepEqual(await outages(), [])
  assert.equal((await world.issue()).status, 202)
  await watchOutages(world.deps) // the calls had no time left for the probe
  assert.deepEqual(await outages(), [{ closed_at: null }])
})

test('while it is open a document is signed in the deferred model, and nothing is sent', async () => {
  const before = (await world.mh.ledger()).length
  const { status, body } = await world.issue()

  assert.equal(status, 202)
  const { tipoModelo, tipoOperacion, tipoContingencia, motivoContin } =
    body.documento.identificacion
  assert.deepEqual(
    { tipoModelo, tipoOperacion, tipoContingencia, motivoContin },
    { tipoModelo: 2, tipoOperacion: 2, tipoContingencia: 1, motivoContin: null },
  )
  assert.deepEqual(body.contingencia, { tipo: 1, limiteEvento: null, limiteDocumento: null })
  assert.equal((await world.mh.ledger()).length, before)
  assert.equal((await world.query(body.codigoGeneracion)).body.estado, 'contingencia')
})

test('a repeat of a deferred call gets the same answer, byte for byte', async () => {
  const idempotencyKey = 'diferida'
  const first = await world.issue(undefined, { idempotencyKey })
  const second = await world.issue(undefined, { idempotencyKey })
  assert.equal(second.text, first.text)
  assert.equal(second.headers['idempotency-replayed'], 'true')
})

test('while it is open nothing is sent, and no attempt is counted', async () => {
  const attempts = () =>
    world.deps.pool.many(
      "select attempts, lease_until from documents where estado = 'contingencia'",
    )
  const before = await attempts()
  await world.advance(60_000)
  await world.deps.breaker.refresh()
  assert.equal(await transmitDue(world.deps), 0)
  assert.deepEqual(await attempts(), before)
})

test('a company whose password is refused does not end an outage that another company can probe', async () => {
  const other = await world.addCompany()
  assert.equal((await world.issue(undefined, { key: other.key })).status, 202)
  const refuse = (until: Date | null) =>
    statement(
      world.deps.pool,
      `update ministry_accounts m set refused_until = $2 from companies c
        where c.company_id = m.company_id and c.nit = $1`,
      [world.company.nit, until],
    )
  await refuse(new Date(Date.now() + 10 * 365 * DAY_MS))
  for (let draw = 0; draw < 4; draw++) {
    await world.advance(13_000)
    await watchOutages(world.deps)
    assert.deepEqual(await outages(), [{ closed_at: null }])
  }
  await refuse(null)
})

test('a probe finds the ministry away, and later back', async () => {
  await watchOutages(world.deps)
  assert.deepEqual(await outages(), [{ closed_at: null }])

  await world.mh.clearFaults()
  await world.mh.fault({ service: 'consultadte', kind: 'html', status: 404 })
  await world.advance(13_000)
  await watchOutages(world.deps)
  assert.deepEqual(await outages(), [{ closed_at: null }], 'a page of a gateway is no answer')

  await world.mh.clearFaults()
  await world.advance(13_000)
  await watchOutages(world.deps)
  assert.equal((await outages()).filter((one) => one.closed_at === null).length, 0)
  const { status, body } = await world.issue()
  assert.equal(status, 200)
  assert.equal(body.documento.identificacion.tipoModelo, 1)
})

test('two unanswered calls far apart open no outage, and an outage resets the count', async () => {
  const open = async () => (await outages()).filter((one) => one.closed_at === null).length
  const unanswered = async () => {
    await world.mh.fault({ service: '*', kind: 'status' })
    assert.equal((await world.issue()).status, 202)
    await world.mh.clearFaults()
  }
  await unanswered()
  assert.equal(await open(), 0, 'the first after an outage is one again')
  await world.advance(2 * HOUR_MS + 1)
  await unanswered()
  assert.equal(await open(), 0)
  await unanswered()
  assert.equal(await open(), 1)
})

test('the log says once that an outage begins, and once that it ends', async () => {
  await watchOutages(world.deps)
  const told = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => /^the ministry is (away|back)/.test(msg))
    .map(({ level, ambiente, since, msg }) => [level, ambiente, typeof since, msg])
  const away = [40, '00', 'string', 'the ministry is away: documents are deferred']
  assert.deepEqual(told, [away, [30, '00', 'string', 'the ministry is back'], away])
})
