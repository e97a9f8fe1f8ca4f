import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ambiente } from '@sello/contract'
import { createHealthTracker, latencyOf } from './health.ts'

const START = Date.parse('2026-12-01T12:00:00Z')
const MINUTE = 60_000

function bookAt() {
  const time = { ms: START }
  const clock = { now: () => new Date(time.ms), sleep: async () => {} }
  const book = createHealthTracker(clock)
  const stateOf = (ambiente: Ambiente) => {
    const { estado, desde } = book.of(ambiente)
    return { estado, desde }
  }
  return { book, stateOf, time }
}

const at = (ms: number) => new Date(START + ms)

test('a process without exchanges yet considers the ministry available', () => {
  const { stateOf } = bookAt()

  assert.deepEqual(stateOf('00'), { estado: 'disponible', desde: at(0) })
})

test('one unanswered exchange degrades, three in a row mean unavailable, and environments are separate', () => {
  const { book, stateOf, time } = bookAt()
  const seen = [1, 2, 3, 4].map((minute) => {
    time.ms = START + minute * MINUTE
    book.note('00', false, 1)
    return stateOf('00')
  })

  assert.deepEqual(seen, [
    { estado: 'degradado', desde: at(MINUTE) },
    { estado: 'degradado', desde: at(MINUTE) },
    { estado: 'sin_respuesta', desde: at(3 * MINUTE) },
    { estado: 'sin_respuesta', desde: at(3 * MINUTE) },
  ])
  assert.equal(book.of('01').estado, 'disponible')
})

test('a ministry that answers again stays degraded until ten minutes after its last unanswered exchange', () => {
  const { book, stateOf, time } = bookAt()
  for (let i = 0; i < 3; i++) book.note('00', false, 1)
  time.ms += MINUTE
  book.note('00', true, 1)

  assert.deepEqual(stateOf('00'), { estado: 'degradado', desde: at(MINUTE) })
  time.ms = START + 10 * MINUTE - 1
  assert.equal(book.of('00').estado, 'degradado')
  time.ms += 1
  assert.deepEqual(stateOf('00'), { estado: 'disponible', desde: at(10 * MINUTE) })
})

test('unavailability does not expire: only an answer ends it', () => {
  const { book, time } = bookAt()
  for (let i = 0; i < 3; i++) book.note('00', false, 1)
  time.ms += 24 * 60 * MINUTE

  assert.equal(book.of('00').estado, 'sin_respuesta')
})

test('a silence that no answer followed is in doubt for as long as nothing is asked', () => {
  const { book, stateOf, time } = bookAt()
  book.note('00', false, 1)
  time.ms += 24 * 60 * MINUTE
  assert.deepEqual(stateOf('00'), { estado: 'degradado', desde: at(0) })
  book.note('00', true, 1)
  const after = at(10 * MINUTE)
  assert.deepEqual(stateOf('00'), { estado: 'disponible', desde: after }, 'by the last silence')
  book.note('00', false, 1)
  book.note('00', true, 1)
  book.note('00', false, 1)
  book.note('00', false, 1)
  assert.equal(stateOf('00').estado, 'degradado', 'an answer begins the count anew')
})

test('the figures are of the last five minutes and of two thousand exchanges at most', () => {
  const { book, time } = bookAt()
  const of = (ambiente: Ambiente = '00') => {
    const { answered, silent, latency, minutes } = book.of(ambiente)
    return { answered, silent, latency, minutes }
  }
  assert.deepEqual(of(), { answered: 0, silent: 0, latency: null, minutes: 5 })
  book.note('00', false, 30)
  book.note('00', true, 9)
  time.ms += MINUTE
  for (const seconds of [10, 2, 1]) book.note('00', true, seconds)
  time.ms += 4 * MINUTE
  const five = { minutes: 5, latency: { p50: 2, p95: 10, max: 10 } }
  assert.deepEqual(of(), { ...five, answered: 4, silent: 1 })
  assert.deepEqual(book.of('00').seconds, [9, 10, 2, 1])
  time.ms += 1 // the first minute's exchanges are out of the figures, and still the last of their kind
  assert.deepEqual(of(), { ...five, answered: 3, silent: 0 })
  const { lastAnswerAt, lastSilenceAt } = book.of('00')
  assert.deepEqual([lastAnswerAt, lastSilenceAt], [at(MINUTE), at(0)])
  assert.deepEqual(of('01'), { answered: 0, silent: 0, latency: null, minutes: 5 })

  for (let i = 0; i < 4_100; i++) book.note('00', true, i)
  assert.equal(of().answered, 2_000)
  assert.equal(book.of('00').seconds[0], 2_100)
})

test('latencies are read in order: the middle, the twentieth from above, and the worst', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => ((i * 37) % 100) + 1)
  assert.deepEqual(latencyOf(hundred), { p50: 50, p95: 95, max: 100 })
  assert.deepEqual(latencyOf([3]), { p50: 3, p95: 3, max: 3 })
  assert.equal(latencyOf([]), null)
})
