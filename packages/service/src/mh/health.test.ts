import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createHealthTracker } from './health.ts'

const START = Date.parse('2026-12-01T12:00:00Z')
const MINUTE = 60_000

function bookAt() {
  const time = { ms: START }
  const clock = { now: () => new Date(time.ms), sleep: async () => {} }
  return { book: createHealthTracker(clock), time }
}

const at = (ms: number) => new Date(START + ms)

test('a process that has asked nothing yet believes the ministry to be there', () => {
  const { book } = bookAt()

  assert.deepEqual(book.of('00'), { estado: 'disponible', desde: at(0) })
})

test('one silence degrades, three in a row are no answer, and the other environment is apart', () => {
  const { book, time } = bookAt()
  const seen = [1, 2, 3, 4].map((minute) => {
    time.ms = START + minute * MINUTE
    book.note('00', false, 1)
    return book.of('00')
  })

  assert.deepEqual(seen, [
    { estado: 'degradado', desde: at(MINUTE) },
    { estado: 'degradado', desde: at(MINUTE) },
    { estado: 'sin_respuesta', desde: at(3 * MINUTE) },
    { estado: 'sin_respuesta', desde: at(3 * MINUTE) },
  ])
  assert.equal(book.of('01').estado, 'disponible')
})

test('a ministry that answers again is doubted until ten minutes after its last silence', () => {
  const { book, time } = bookAt()
  for (let i = 0; i < 3; i++) book.note('00', false, 1)
  time.ms += MINUTE
  book.note('00', true, 1)

  assert.deepEqual(book.of('00'), { estado: 'degradado', desde: at(MINUTE) })
  time.ms = START + 10 * MINUTE - 1
  assert.equal(book.of('00').estado, 'degradado')
  time.ms += 1
  assert.deepEqual(book.of('00'), { estado: 'disponible', desde: at(10 * MINUTE) })
})

test('silence does not pass by itself: only an answer ends it', () => {
  const { book, time } = bookAt()
  for (let i = 0; i < 3; i++) book.note('00', false, 1)
  time.ms += 24 * 60 * MINUTE

  assert.equal(book.of('00').estado, 'sin_respuesta')
})
