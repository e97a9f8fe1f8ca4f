import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptOf, toText } from './figures.ts'
import { createMetrics, type Metrics } from './metrics.ts'

const NOW = new Date('2026-12-01T12:00:00Z')

const read = (metrics: Metrics, count: number) =>
  metrics.read({
    ...{ pools: {}, now: NOW, fenceIsOpen: true },
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
