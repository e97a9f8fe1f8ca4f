import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Pool } from '../db/pool.ts'
import { type Figures, keptOf, toText } from './figures.ts'
import { createMetrics, type Metrics, type Now } from './metrics.ts'
import { SECURITY_KINDS } from './security-kinds.ts'

const NOW = new Date('2026-12-01T12:00:00Z')
const NONE: Now['machines'] = new Map()

const read = (metrics: Metrics, count: number) =>
  metrics.read({
    ...{ pools: {}, now: NOW, machines: NONE, fenceIsOpen: true },
    deadlines: [{ ambiente: '00', of: 'event', at: new Date(NOW.getTime() + 60_000) }],
    backlog: [{ queue: 'copies', ambiente: '', count, oldestSeconds: 5 }],
    up: { '00': count < 8, '01': true },
  })

const valueIn = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1)

const CALLS = 'sello_http_request_seconds_count{route="issue",status="200"}'

test('what each process counts is added up, and what is in the database is not', async () => {
  const [one, other] = [createMetrics(), createMetrics()]
  one.call('issue', 200, 0.1)
  one.call('issue', 200, 0.1)
  other.call('issue', 200, 0.3)
  const text = await toText([await read(one, 7), await read(other, 8)])

  assert.equal(valueIn(text, CALLS), '3')
  assert.equal(valueIn(text, 'sello_waiting{queue="copies",ambiente=""}'), '8')
  assert.equal(valueIn(text, 'sello_database_up'), '1')
  assert.equal(valueIn(text, 'sello_ministry_up{ambiente="00"}'), '0', 'one gets no answer')
  assert.equal(valueIn(text, 'sello_ministry_up{ambiente="01"}'), '1')
  assert.equal(valueIn(text, 'sello_contingency_deadline_seconds{ambiente="00",of="event"}'), '60')
})

test('what a process that has ended had counted stays, and what it had open does not', async () => {
  const [ended, present] = [createMetrics(), createMetrics()]
  ended.call('issue', 200, 0.1)
  ended.watchConnections(() => ({ busy: 9, idle: 0 }))
  present.call('issue', 200, 0.1)
  const past = await keptOf(await keptOf([], await read(ended, 0)), await read(ended, 0))
  const text = await toText([await read(present, 0), past])

  assert.equal(valueIn(text, CALLS), '3')
  assert.equal(valueIn(text, 'sello_http_connections{state="busy"}'), '0')
})

/** Every series but those of histograms' buckets, with its value. */
async function seriesOf(figures: Figures): Promise<Record<string, number>> {
  const lines = (await toText([figures])).split('\n').filter((line) => /^sello_/.test(line))
  const series = lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), line.split(' ').at(-1)])
  const { sello_resident_memory_bytes: memory, ...others } = Object.fromEntries(
    series
      .filter(([name]) => !name?.includes('_bucket{'))
      .map(([name, value]) => [name, Number(value)]),
  )
  assert.ok((memory ?? 0) > 1_000_000)
  return others
}

/** What is there from the first moment, so that an alert sees the first one too. */
const ZEROS = {
  ...Object.fromEntries(
    SECURITY_KINDS.map((kind) => [`sello_security_events_total{kind="${kind}"}`, 0]),
  ),
  'sello_deliveries_total{way="webhook",outcome="delivered"}': 0,
  'sello_deliveries_total{way="webhook",outcome="failed"}': 0,
  'sello_deliveries_total{way="mail",outcome="delivered"}': 0,
  'sello_deliveries_total{way="mail",outcome="failed"}': 0,
}
const CALM = {
  ...ZEROS,
  sello_database_restored: 0,
  sello_database_up: 1,
  'sello_http_connections{state="busy"}': 0,
  'sello_http_connections{state="idle"}': 0,
  'sello_ministry_up{ambiente="00"}': 1,
  'sello_ministry_up{ambiente="01"}': 1,
}

test('each series is there under its name, and what has ended is there no more', async () => {
  const metrics = createMetrics()
  const calm = {
    ...{ pools: {}, now: NOW, machines: NONE, fenceIsOpen: true, deadlines: [], backlog: [] },
    up: { '00': true, '01': true },
  }
  assert.deepEqual(await seriesOf(await metrics.read(calm)), CALM)
  const pool = { load: () => ({ total: 7, idle: 3, waiting: 2 }) } as Pool
  const busy: Now = {
    ...{ pools: { work: pool }, now: NOW, fenceIsOpen: false },
    machines: new Map([
      ['worker-1:5432', true],
      ['worker-2:5432', false],
    ]),
    deadlines: [
      { ambiente: '01', of: 'event', at: new Date(NOW.getTime() + 90_000) },
      { ambiente: '01', of: 'documents', at: new Date(NOW.getTime() - 30_000) },
    ],
    backlog: [
      { queue: 'copies', ambiente: '', count: 4, oldestSeconds: 60 },
      { queue: 'deferred', ambiente: '01', count: 5, oldestSeconds: 70 },
    ],
    up: { '00': true, '01': false },
  }
  metrics.watchConnections(() => ({ busy: 5, idle: 6 }))
  const pools = {
    'sello_database_connections{pool="work",state="busy"}': 4,
    'sello_database_connections{pool="work",state="idle"}': 3,
    'sello_database_connections{pool="work",state="waited_for"}': 2,
    'sello_http_connections{state="busy"}': 5,
    'sello_http_connections{state="idle"}': 6,
  }
  assert.deepEqual(await seriesOf(await metrics.read(busy)), {
    ...{ ...CALM, ...pools },
    sello_database_restored: 1,
    'sello_machine_up{machine="worker-1:5432"}': 1,
    'sello_machine_up{machine="worker-2:5432"}': 0,
    'sello_ministry_up{ambiente="01"}': 0,
    'sello_contingency_deadline_seconds{ambiente="01",of="event"}': 90,
    'sello_contingency_deadline_seconds{ambiente="01",of="documents"}': -30,
    'sello_waiting{queue="copies",ambiente=""}': 4,
    'sello_waiting{queue="deferred",ambiente="01"}': 5,
    'sello_waiting_oldest_seconds{queue="copies",ambiente=""}': 60,
    'sello_waiting_oldest_seconds{queue="deferred",ambiente="01"}': 70,
  })
  assert.deepEqual(await seriesOf(await metrics.read(calm)), { ...CALM, ...pools })
  const { machines } = busy
  const blind = await metrics.read({ ...calm, machines, backlog: null, deadlines: null })
  assert.deepEqual(await seriesOf(blind), { ...CALM, ...pools, sello_database_up: 0 })
})

test('what is counted has its labels', async () => {
  const metrics = createMetrics()
  metrics.call('issue', 200, 0.25)
  metrics.exchange({ ambiente: '01', service: 'recepciondte', outcome: 'silent', seconds: 8 })
  metrics.step('commit_1', 0.5)
  metrics.connectionClosed('refused', 'total')
  metrics.securityEvent('rol_rechazado')
  metrics.delivery('mail', 'failed')
  assert.equal(metrics.lastDiskFull('folder'), null)
  metrics.diskFull('folder', NOW)
  metrics.diskFull('folder', new Date(NOW.getTime() + 1))
  assert.deepEqual(metrics.lastDiskFull('folder'), new Date(NOW.getTime() + 1))
  assert.equal(metrics.lastDiskFull('database'), null)
  const expected = {
    ...ZEROS,
    'sello_http_request_seconds_sum{route="issue",status="200"}': 0.25,
    [CALLS]: 1,
    'sello_ministry_exchange_seconds_sum{ambiente="01",service="recepciondte",outcome="silent"}': 8,
    'sello_ministry_exchange_seconds_count{ambiente="01",service="recepciondte",outcome="silent"}': 1,
    'sello_step_seconds_sum{step="commit_1"}': 0.5,
    'sello_step_seconds_count{step="commit_1"}': 1,
    'sello_http_connections_closed_total{outcome="refused",by="total"}': 1,
    'sello_security_events_total{kind="rol_rechazado"}': 1,
    'sello_deliveries_total{way="mail",outcome="failed"}': 1,
    'sello_disk_full_total{disk="folder"}': 2,
  }
  const past = await keptOf(
    [],
    await metrics.read({
      ...{ pools: {}, now: NOW, machines: NONE, fenceIsOpen: true, deadlines: null, backlog: null },
      up: { '00': true, '01': true },
    }),
  )
  const counted = await toText([past])
  for (const [name, value] of Object.entries(expected))
    assert.equal(valueIn(counted, name), String(value), name)
  assert.doesNotMatch(counted, /^sello_(waiting|database|ministry_up|resident|http_connections{)/m)
})

test('each metric says what it is', async () => {
  const text = await toText([await read(createMetrics(), 0)])
  const told = [...text.matchAll(/^# HELP (sello_\w+) (.*)$/gm)].map(([, ...told]) => told)
  assert.deepEqual(Object.fromEntries(told), {
    sello_http_request_seconds: 'Time from the arrival of a call to its answer.',
    sello_ministry_exchange_seconds: 'Time of one exchange with the ministry, answered or silent.',
    sello_http_connections_closed_total:
      'Connections that were refused, or closed to make room, by the bound that was reached.',
    sello_disk_full_total: 'Writes that failed because a disk is full.',
    sello_security_events_total:
      'Failed sign-ins, limits reached, refused roles, second factors and passphrases.',
    sello_deliveries_total:
      'Attempts to tell what happened, to the addresses of webhooks and to buyers by mail.',
    sello_step_seconds:
      'Time of each step of a call: its gates, its commits, the whole sending, the page.',
    sello_http_connections: 'Connections of callers, with a call under way and without.',
    sello_database_connections: 'Connections of each pool, and the callers that wait for one.',
    sello_ministry_up: '1 while the ministry answers every process.',
    sello_waiting: 'Rows that wait for a job or for the ministry.',
    sello_waiting_oldest_seconds: 'Age of the oldest of them.',
    sello_contingency_deadline_seconds:
      'Until the nearest deadline of a contingency; negative once it has passed.',
    sello_database_restored:
      '1 while a restored database waits for sello reconcile, and nothing is issued.',
    sello_database_up: '1 where the database answered this request.',
    sello_machine_up: 'Of a cluster: 1 while the machine answers every process.',
    sello_resident_memory_bytes: 'Memory of the processes that serve.',
  })
})

test('of two processes a gauge is the sum, the worst or the same', async () => {
  const metrics = [createMetrics(), createMetrics()]
  const figures = metrics.map((one, n) => {
    one.watchConnections(() => ({ busy: 5 + n, idle: 6 + n }))
    const load = () => ({ total: 7, idle: 3 - n, waiting: 2 + n })
    return one.read({
      ...{ pools: { work: { load } as Pool }, now: NOW, fenceIsOpen: n === 0 },
      machines: new Map([['worker-1:5432', n === 0]]),
      deadlines: [{ ambiente: '01', of: 'event', at: new Date(NOW.getTime() + n * 1_000) }],
      backlog: n === 0 ? null : [{ queue: 'mail', ambiente: '', count: 4, oldestSeconds: 60 }],
      up: { '00': true, '01': n === 0 },
    })
  })
  const text = await toText(await Promise.all(figures))
  const gauges = {
    'sello_http_connections{state="busy"}': 11,
    'sello_http_connections{state="idle"}': 13,
    'sello_database_connections{pool="work",state="busy"}': 9,
    'sello_database_connections{pool="work",state="idle"}': 5,
    'sello_database_connections{pool="work",state="waited_for"}': 5,
    'sello_ministry_up{ambiente="00"}': 1,
    'sello_ministry_up{ambiente="01"}': 0,
    'sello_contingency_deadline_seconds{ambiente="01",of="event"}': 0,
    'sello_waiting{queue="mail",ambiente=""}': 4,
    'sello_waiting_oldest_seconds{queue="mail",ambiente=""}': 60,
    sello_database_restored: 1,
    sello_database_up: 0,
  }
  const said = Object.keys(gauges).map((name) => [name, Number(valueIn(text, name))])
  assert.deepEqual(Object.fromEntries(said), gauges)
  assert.ok(Number(valueIn(text, 'sello_resident_memory_bytes')) > process.memoryUsage.rss())
})

test('each time that is measured has its limits from a millisecond to a minute', async () => {
  const metrics = createMetrics()
  metrics.call('issue', 200, 0)
  metrics.exchange({ ambiente: '00', service: 'x', outcome: 'answered', seconds: 0 })
  metrics.step('page', 0)
  const text = await toText([await metrics.counted()])
  for (const name of ['http_request', 'ministry_exchange', 'step']) {
    const limits = [
      ...text.matchAll(new RegExp(`^sello_${name}_seconds_bucket{le="([^"]+)"`, 'gm')),
    ]
    assert.deepEqual(
      limits.map(([, limit]) => Number(limit?.replace('+Inf', 'Infinity'))),
      [
        ...[0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5],
        ...[1, 2.5, 5, 10, 20, 40, 60, Number.POSITIVE_INFINITY],
      ],
    )
  }
})
