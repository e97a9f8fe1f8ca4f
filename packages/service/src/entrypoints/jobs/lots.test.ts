/** Lots of deferred documents, after their contingency event was sealed. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, test } from 'node:test'
import { isCluster } from '../../../test/citus.ts'
import { createWorld, MH_PASSWORD, SALE, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { findReady, formLot, type Ready } from '../../ledger/outages/lots.ts'
import { transmitLots } from './lots.ts'
import { watchOutages } from './outages.ts'
import { transmitDue } from './transmit.ts'

let world: World
beforeEach(async () => {
  world = await createWorld({ silencesMax: 2, mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
})
afterEach(() => world.close())

/** The codes of documents that were deferred in an outage, and whose event is sealed since: so many of each key's company. */
async function owed(count: number, keys = [world.company.key]): Promise<readonly string[]> {
  await world.mh.fault({ service: '*', kind: 'status' })
  for (let i = 0; i < 2; i++) await world.issue()
  assert.notEqual(world.deps.breaker.openIn('00'), null)
  const codes: string[] = []
  for (const key of keys) {
    for (let i = 0; i < count; i++)
      codes.push((await world.issue(SALE, { key })).body.codigoGeneracion)
  }
  await world.mh.clearFaults()
  await world.advance(13_000)
  await watchOutages(world.deps)
  for (const { apiKey, signKey } of keys) {
    const headers = {
      'content-type': 'application/json',
      'x-service-key': apiKey,
      'x-service-sign-key': signKey ?? '',
      'idempotency-key': 'the event',
    }
    const url = '/v1/contingencia'
    const closed = await world.inject({ method: 'POST', url, headers, payload: '{}' })
    assert.equal(closed.status, 200, closed.text)
  }
  return codes
}

/** Only what lots are sent and asked with: nothing sends a document by itself. */
async function workOnLots(): Promise<void> {
  for (let i = 0; i < 3; i++) {
    await world.deps.breaker.refresh()
    await transmitLots(world.deps)
    await world.advance(70_000)
  }
}

/** Runs the jobs of a process for some minutes. */
async function work(rounds: number): Promise<void> {
  for (let i = 0; i < rounds; i++) {
    await watchOutages(world.deps)
    await transmitDue(world.deps)
    await transmitLots(world.deps)
    await world.advance(70_000)
  }
}

async function estados(codes: readonly string[]): Promise<string[]> {
  return Promise.all(codes.map(async (code) => (await world.query(code)).body.estado))
}

test('the documents of a lot get their verdicts from it, and none is sent by itself', async () => {
  const codes = await owed(3)
  await world.mh.fault({ service: 'recepciondte', kind: 'status' })
  await world.mh.fault({ service: 'consultadtelote', kind: 'status', times: 1 }) // asked again, under its code
  await workOnLots()

  assert.deepEqual(await estados(codes), ['sellado', 'sellado', 'sellado'])
  const received = await world.mh.ledger()
  assert.deepEqual(
    codes.map((code) => received.find((one) => one.codigoGeneracion === code)?.timesReceived),
    [1, 1, 1],
  )
  const { pool } = world.deps
  assert.deepEqual(await pool.many('select next_at from lots'), [{ next_at: null }], 'it is done')
  const lots = () => pool.many<Ready>('select company_id, ambiente, evento from lots')
  const [of, ...others] = await lots()
  assert.ok(of && others.length === 0)

  // As a process that saw these documents before another one took them.
  const late = { lote: randomUUID(), limit: 100, now: world.deps.clock.now() }
  assert.equal(await formLot(pool, of, late), false)
  assert.equal((await lots()).length, 1, 'none without documents')
})

test('the documents of a lot that is rejected as such are sent one by one at once', async () => {
  const codes = await owed(3)
  await world.mh.fault({ service: 'recepcionlote', kind: 'reject', codigoMsg: '006', times: 1 })
  await transmitLots(world.deps)

  assert.deepEqual(await estados(codes), ['sellado', 'sellado', 'sellado'])
})

test('a lot in process is asked about after 5 seconds, then twice as late each time, at most each minute', async () => {
  const codes = await owed(2)
  await world.mh.fault({ service: 'consultadtelote', kind: 'no_seal' })
  const delays: number[] = []
  for (let i = 0; i < 6; i++) {
    const now = world.deps.clock.now().getTime()
    await transmitLots(world.deps)
    const [lot] = await world.deps.pool.many<{ next_at: Date }>('select next_at from lots')
    const delayMs = (lot?.next_at.getTime() ?? 0) - now
    delays.push(Math.floor(delayMs / 1_000))
    await world.advance(delayMs)
  }
  assert.deepEqual(delays, [5, 10, 20, 40, 60, 60])
  await world.mh.clearFaults()
  await workOnLots()

  assert.deepEqual(await estados(codes), ['sellado', 'sellado'])
})

test('a lot that the ministry takes and never processes is given up, and its documents are sent one by one', async () => {
  const codes = await owed(2)
  await world.mh.fault({ service: 'recepcionlote', kind: 'no_seal' })
  await work(12)
  assert.deepEqual(
    await estados(codes),
    ['contingencia', 'contingencia'],
    'ten minutes are not over',
  )
  await work(8)

  assert.deepEqual(await estados(codes), ['sellado', 'sellado'])
  const lots = await world.deps.pool.many('select attempts, next_at from lots')
  assert.deepEqual(lots, [{ attempts: 17, next_at: null }], 'sent, and asked about 16 times')
  const received = await world.mh.ledger()
  const times = codes.map((code) => received.filter((one) => one.codigoGeneracion === code))
  assert.deepEqual(
    times.map(({ length }) => length),
    [1, 1],
  )
})

test('what the ministry refuses in a lot is rejected, with its reason, and is not sent again', async () => {
  const { nit } = world.company
  const { publicKeyPem } = await world.addCompany()
  const codes = await owed(2)
  await world.mh.register({ nit, password: MH_PASSWORD, publicKeyPem }) // no signature of ours is valid
  await workOnLots()

  for (const code of codes) {
    const { body } = await world.query(code)
    assert.equal(body.estado, 'rechazado')
    assert.equal(body.historial.at(-1).estado, 'rechazado')
  }
  assert.deepEqual(
    (await world.mh.ledger()).flatMap(({ codigoGeneracion, timesReceived }) =>
      codes.includes(codigoGeneracion) ? [timesReceived] : [],
    ),
    [1, 1],
  )
})

/** Opens an outage that nobody probes. */
async function openElsewhere(ambiente: '00' | '01'): Promise<void> {
  const { pool, clock, breaker } = world.deps
  const now = clock.now()
  await pool.many(
    `insert into ministry_outages (outage_id, ambiente, opened_at, probe_at)
     values (gen_random_uuid(), $1, $2::timestamptz, $2::timestamptz + interval '1 day')`,
    [ambiente, now],
  )
  await breaker.refresh()
  assert.deepEqual(breaker.awayIn(), [ambiente])
}

test('lots are formed and sent while the other environment is away', async () => {
  const codes = await owed(2)
  await openElsewhere('01')
  await workOnLots()

  assert.deepEqual(await estados(codes), ['sellado', 'sellado'])
})

test('of an environment that is away no lot is formed, and none that was formed is asked about', async () => {
  const lots = () => world.deps.pool.many<{ attempts: number }>('select attempts from lots')
  await owed(1)
  await openElsewhere('00')
  assert.equal(await transmitLots(world.deps), 0)
  assert.deepEqual(await lots(), [])

  await world.deps.pool.many(
    'update ministry_outages set closed_at = opened_at where closed_at is null',
  )
  await world.deps.breaker.refresh()
  assert.equal(await transmitLots(world.deps), 1)
  await openElsewhere('00')
  await world.advance(10_000)
  await world.deps.breaker.refresh()
  assert.equal(await transmitLots(world.deps), 0)
  assert.deepEqual(await lots(), [{ attempts: 1 }])
})

test('the documents of a lot whose answer was lost are sent one by one, and nothing is sealed twice', async () => {
  const codes = await owed(3)
  await world.mh.fault({ service: 'recepcionlote', kind: 'drop_answer', times: 1 })
  await work(8)
  assert.deepEqual(await estados(codes), ['sellado', 'sellado', 'sellado'])
})

test('a stop waits for the lots that are being sent, and the next pass takes the others', async () => {
  const codes = await owed(6)
  const { pool, clock } = world.deps
  for (const _ of codes) {
    const ready = await findReady(pool, { away: [], except: [] }, assert.fail)
    const next = { lote: randomUUID(), limit: 1, now: clock.now() }
    assert.equal(await formLot(pool, ready ?? assert.fail(), next), true)
  }
  assert.equal(await transmitLots(world.deps, AbortSignal.abort()), 4)
  assert.equal(await transmitLots(world.deps), 2)
  assert.equal(await transmitLots(world.deps), 0, 'nothing is asked before its time')
  await workOnLots()
  assert.deepEqual(new Set(await estados(codes)), new Set(['sellado']))
})

test('four lots are formed and sent, of whichever companies, before there are more', async () => {
  const keys = [world.company.key]
  for (let n = 0; n < 4; n++) keys.push((await world.addCompany()).key)
  await owed(1, keys)
  assert.equal(await transmitLots(world.deps, AbortSignal.abort()), 4)
  assert.equal((await world.deps.pool.many('select 1 from lots')).length, 4)
  assert.equal(await transmitLots(world.deps), 1)
})

test('a lot that fails is told, and is ended unsent if none of its documents waits any more', async () => {
  const [code = ''] = await owed(1)
  const { pool } = world.deps
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  await pool.many('alter table lots add constraint no_code check (codigo_lote is null)')
  assert.equal(await transmitLots({ ...world.deps, log }), 1)
  await pool.many('alter table lots drop constraint no_code')
  const lots = () =>
    pool.many<{ lote: string; attempts: number; next_at: Date | null }>(
      'select lote, attempts, next_at from lots',
    )
  const [failed] = await lots()
  const [sent, told, ...others] = lines.map((line) => JSON.parse(line))
  const { level: _, time: __, ...said } = sent
  const { lote = '' } = failed ?? {}
  assert.deepEqual(said, { job: 'lots', lote, documentos: 1, respuesta: 'received' })
  const { job, msg, error } = told
  assert.deepEqual([job, told.lote, msg], ['lots', lote, 'a batch failed and will be retried'])
  assert.equal(error.code, '23514', 'of the constraint')
  assert.deepEqual(others, [])
  const dueMs = failed?.next_at?.getTime() ?? assert.fail('it is due when its lease ends')
  lines.length = 0
  await world.advance(dueMs - world.deps.clock.now().getTime())
  assert.equal(await transmitLots({ ...world.deps, log }), 1)
  assert.deepEqual(await lots(), [{ lote, attempts: 2, next_at: null }])
  assert.deepEqual(lines, [], 'what the ministry may have is not sent again')

  const now = world.deps.clock.now()
  await pool.many(
    'update documents set lote = null, lease_until = $2 where codigo_generacion = $1',
    [code, now],
  )
  await pool.many('update lots set attempts = 0, next_at = $1', [now])
  assert.equal(await transmitLots({ ...world.deps, log }), 1)
  assert.deepEqual(await lots(), [{ lote, attempts: 1, next_at: null }])
  assert.deepEqual(lines, [], 'the ministry was not asked')
})

test('a company whose lot cannot be formed is told once a pass, and its documents wait for the next', async () => {
  const codes = await owed(2)
  const { pool } = world.deps
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  await pool.many('alter table lots add constraint no_lot check (lote is null)')
  assert.equal(await transmitLots({ ...world.deps, log }), 0)
  await pool.many('alter table lots drop constraint no_lot')
  const [line, ...others] = lines.map((one) => JSON.parse(one))
  assert.deepEqual(others, [])
  const { time: _, error, ...told } = line
  const { companyId } = await pool.one<{ companyId: string }>(
    'select company_id as "companyId" from companies',
  )
  const msg = 'skipped: its rows stay due'
  assert.deepEqual(told, { level: 50, job: 'lots', companyId, msg })
  assert.equal(
    error.code,
    isCluster ? 'XX000' : '23514',
    'of the constraint, as its machine tells it',
  )
  await workOnLots()
  assert.deepEqual(await estados(codes), ['sellado', 'sellado'])
})
