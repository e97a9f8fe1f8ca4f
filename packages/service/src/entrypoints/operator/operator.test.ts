/** The operator's port over HTTP, next to a service that issues. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import type { Clock } from '../../base/clock.ts'
import { createPool } from '../../base/db/pool.ts'
import { createLog } from '../../base/log.ts'
import { keptOf } from '../../base/telemetry/figures.ts'
import { HOUR_MS } from '../../base/time/durations.ts'
import { RESTORED } from '../../ledger/marks/fence.ts'
import { warnOfDeadlines } from '../jobs/deadlines.ts'
import { watchOutages } from '../jobs/outages.ts'
import { type Facts, factsOf } from './facts.ts'
import { type Operator, serveOperator, startOperator } from './server.ts'

let world: World
let operator: Operator
before(async () => {
  world = await createWorld({ mh: { timeoutMs: 1_000, budgetMs: 2_200 } })
  operator = await startOperator(world.deps, { host: '127.0.0.1', port: 0 })
})
after(async () => {
  await operator.close()
  await world.close()
})

async function get(path: string) {
  const response = await fetch(operator.url + path)
  return { status: response.status, text: await response.text() }
}

/** The value of one series of the metrics; null when it is absent. */
async function metric(series: string): Promise<number | null> {
  const { status, text } = await get('/metrics')
  assert.equal(status, 200)
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? null : Number(line.slice(series.length + 1))
}

test('a process that is alive and ready says so', async () => {
  assert.deepEqual(await get('/healthz'), { status: 200, text: '{"estado":"vivo"}' })
  assert.deepEqual(await get('/readyz'), {
    status: 200,
    text: '{"estado":"listo","problemas":[]}',
  })
})

test('another path is 404, naming the existing ones', async () => {
  const { status, text } = await get('/v1/status')
  const rutas = ['/healthz', '/readyz', '/metrics', '/ministry']
  assert.deepEqual([status, JSON.parse(text)], [404, { estado: 'desconocido', rutas }])
  for (const ruta of rutas) assert.equal((await get(`${ruta}?probe=1`)).status, 200, ruta)
})

test('a sealed document is counted by route, status and the ministry’s exchange', async () => {
  const calls = 'sello_http_request_seconds_count{route="issue",status="200"}'
  const exchanges =
    'sello_ministry_exchange_seconds_count{ambiente="00",service="/fesv/recepciondte",outcome="answered"}'
  const before = [(await metric(calls)) ?? 0, (await metric(exchanges)) ?? 0]
  assert.equal((await world.issue()).status, 200)
  assert.deepEqual(
    [await metric(calls), await metric(exchanges)],
    before.map((n) => n + 1),
  )
  assert.equal(await metric('sello_ministry_up{ambiente="00"}'), 1)
  assert.equal(await metric('sello_ministry_up{ambiente="01"}'), 1)
})

test('the connections of each pool of a process are told', async () => {
  const { text } = await get('/metrics')
  const pools = text.matchAll(/^sello_database_connections{pool="(\w+)",state="idle"} \d+$/gm)
  assert.deepEqual([...pools].map(([, pool]) => pool).toSorted(), [
    'console',
    'issuing',
    'log',
    'outcomes',
    'reading',
  ])
})

test('documents that wait for a silent ministry are in the backlog', async () => {
  await world.mh.fault({ service: '*', kind: 'silence' })
  const { status } = await world.issue()
  await world.mh.clearFaults()
  assert.equal(status, 202)
  assert.equal(await metric('sello_waiting{queue="contingencia",ambiente="00"}'), 1)
})

test('no label or value names a company, a key or a document', async () => {
  const { body } = await world.issue()
  const { text } = await get('/metrics')
  for (const secret of [world.company.nit, world.company.key.keyId, body.codigoGeneracion]) {
    assert.ok(!text.includes(secret), secret)
  }
})

test('a stopping process is alive and not ready', async () => {
  const leaving = await startOperator(world.deps, { host: '127.0.0.1', port: 0 })
  leaving.drain()
  const ready = await fetch(`${leaving.url}/readyz`)
  const problemas = ['el proceso se está deteniendo']
  assert.deepEqual([ready.status, await ready.json()], [503, { estado: 'no_listo', problemas }])
  assert.equal((await fetch(`${leaving.url}/healthz`)).status, 200)
  await leaving.close()
})

const OWN = 'El reloj de la máquina del servicio y el de la base de datos'
const MINISTRY = 'El reloj de la base de datos y el de Hacienda'
const differs = (ms: number) => () => ms

// biome-ignore format: a table
const CLOCKS: readonly (readonly [what: string, own: number, ministry: number, isReady: boolean, problemas: readonly string[]])[] = [
  ['that is nearly a minute off', 59_400, 0, true,  [`${OWN} difieren en 59 segundos: desde un minuto no se emite. Ponga en hora la máquina.`]],
  ['that is a minute behind',     -60_000, 0, false, [`${OWN} difieren en 60 segundos: así no se emite. Ponga en hora la máquina.`]],
  ['that is not the ministry’s',  0, 60_000, true,  Array(2).fill(`${MINISTRY} difieren en 60 segundos: así no se emite. Ponga en hora la máquina.`)],
]

for (const [what, own, ministry, isReady, problemas] of CLOCKS) {
  test(`a process with a clock ${what} is ${isReady ? 'ready' : 'not ready'}, and says so`, async () => {
    const clocks = { ownDifferenceMs: differs(own), ministryDifferenceMs: differs(ministry) }
    const deps = { ...world.deps, time: { ...world.deps.time, ...clocks } }
    assert.deepEqual(await factsOf(deps).readiness(), { isReady, problemas })
  })
}

test('a process that waits for a reconciliation may get calls, and says that nothing is issued', async () => {
  const fence = { ...world.deps.fence, isOpen: false }
  const problemas = [`${RESTORED}: no se emite nada; ejecute sello reconcile`]
  const deps = { ...world.deps, fence }
  assert.deepEqual(await factsOf(deps).readiness(), { isReady: true, problemas })
})

test('of several processes, one that is not ready or does not answer is told once, and the others’ figures stay', async () => {
  const own = factsOf(world.deps)
  const silent = async () => {
    throw new Error('it does not answer')
  }
  const lines: string[] = []
  const log = createLog('error', { write: (line: string) => lines.push(line) })
  const mute: Facts = { readiness: silent, figures: silent, ministry: silent }
  const problemas = ['sirven 3 de 4 procesos', 'un proceso no responde']
  const watched = {
    log,
    processes: () => [mute, own, mute],
    readiness: () => ({ isReady: true, problemas: problemas.slice(0, 1) }),
  }
  const of = await serveOperator(watched, { host: '127.0.0.1', port: 0 })
  const ready = await fetch(`${of.url}/readyz`)
  assert.deepEqual([ready.status, await ready.json()], [503, { estado: 'no_listo', problemas }])
  assert.deepEqual(lines, [], 'whoever asks is told')
  assert.match(await (await fetch(`${of.url}/metrics`)).text(), /^sello_database_up 1$/m)
  const told = lines.map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ msg, error }) => [msg, error.message]),
    Array(2).fill(['a process did not answer the operator', 'it does not answer']),
  )
  await of.close()
})

test('what processes that have ended had counted is counted on', async () => {
  const own = factsOf(world.deps)
  const calls = 'sello_http_request_seconds_count{route="issue",status="200"}'
  const counted = (await metric(calls)) ?? 0
  assert.ok(counted > 0)
  const past = async () => keptOf([], await own.figures())
  const watched = { log: world.deps.log, processes: () => [own], past }
  const of = await serveOperator(watched, { host: '127.0.0.1', port: 0 })
  const lines = (await (await fetch(`${of.url}/metrics`)).text()).split('\n')
  await of.close()
  assert.ok(lines.includes(`${calls} ${2 * counted}`))
  assert.ok(lines.includes('sello_database_up 1'), 'what is so now is told of those that run')
})

test('an operator who cannot be answered is told so, and the log has the reason', async () => {
  const lines: string[] = []
  const log = createLog('error', { write: (line: string) => lines.push(line) })
  const processes = () => {
    throw new Error('nobody to ask')
  }
  const of = await serveOperator({ log, processes }, { host: '127.0.0.1', port: 0 })
  const ready = await fetch(`${of.url}/readyz`)
  assert.deepEqual([ready.status, await ready.json()], [500, { estado: 'falla' }])
  const { msg, error } = JSON.parse(lines[0] ?? '')
  assert.deepEqual([msg, error.message], ['the operator was not answered', 'nobody to ask'])
  await of.close()
})

test('without the database a process is alive and not ready, and its metrics say so', async () => {
  const nowhere = createPool({
    url: 'postgres://nobody@127.0.0.1:1/nothing',
    max: 1,
    onError: () => {},
  })
  const waits: { readonly ms: number; readonly signal: AbortSignal | undefined }[] = []
  const clock: Clock = {
    ...world.deps.clock,
    sleep(ms, signal) {
      waits.push({ ms, signal })
      return world.deps.clock.sleep(ms, signal)
    },
  }
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => lines.push(line) })
  const deps = { ...world.deps, logPool: nowhere, clock, log }
  const alone = await startOperator(deps, { host: '127.0.0.1', port: 0 })
  const ready = await fetch(`${alone.url}/readyz`)
  assert.equal(ready.status, 503)
  assert.match(await ready.text(), /base de datos/)
  const said = lines.map((line) => JSON.parse(line).msg)
  assert.deepEqual(said, ['the database did not answer the operator'])
  const metrics = await (await fetch(`${alone.url}/metrics`)).text()
  assert.match(metrics, /^sello_database_up 0$/m)
  assert.deepEqual(
    waits.map(({ ms, signal }) => [ms, signal?.aborted]),
    Array(3).fill([2_000, true]),
    'a prober waits two seconds, and nothing waits after it',
  )
  await alone.close()
  await nowhere.close()
})

test('the nearest contingency deadlines are in the metrics, and logged before they pass', async () => {
  const lines: string[] = []
  const log = createLog('warn', { write: (line: string) => lines.push(line) })
  const far = await createWorld({ silencesMax: 1, log, mh: { timeoutMs: 200, budgetMs: 500 } })
  const door = await startOperator(far.deps, { host: '127.0.0.1', port: 0 })
  const text = async () => (await fetch(`${door.url}/metrics`)).text()
  try {
    await far.mh.fault({ service: '*', kind: 'silence' })
    await far.issue()
    await watchOutages(far.deps)
    assert.equal((await far.issue()).status, 202)
    assert.match(await text(), /^sello_waiting{queue="deferred",ambiente="00"} 1$/m)
    assert.doesNotMatch(await text(), /^sello_contingency_deadline_seconds{/m, 'it is not back')
    await far.mh.clearFaults()
    await far.advance(15_000)
    await watchOutages(far.deps)
    assert.match(
      await text(),
      /^sello_contingency_deadline_seconds{ambiente="00",of="event"} 86\d{3}/m,
    )

    const told = async () => {
      lines.length = 0
      await warnOfDeadlines(far.deps)
      const [one, ...others] = lines.map((line) => JSON.parse(line))
      assert.deepEqual(others, [])
      if (!one) return null
      const { level, job, ambiente, hours, limite, msg } = one
      assert.match(msg, /event must be signed before its deadline/)
      assert.ok(Date.parse(limite) > far.deps.clock.now().getTime())
      return [level, job, ambiente, hours]
    }
    await far.advance(11.5 * HOUR_MS)
    assert.equal(await told(), null, 'more than twelve hours are left')
    await far.advance(HOUR_MS)
    assert.deepEqual(await told(), [40, 'deadlines', '00', 11])
    await far.advance(8 * HOUR_MS)
    assert.deepEqual(await told(), [40, 'deadlines', '00', 3])
    await far.advance(HOUR_MS)
    assert.deepEqual(await told(), [50, 'deadlines', '00', 2])
  } finally {
    await door.close()
    await far.close()
  }
})
