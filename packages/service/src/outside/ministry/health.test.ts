import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ambiente } from '@sello/contract'
import { createHealthTracker } from './health.ts'

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
