/** Clocks that differ: from when they are warned of, from when nothing is issued, and what is said and logged. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import { createLog } from '../log.ts'
import { assertSoundTime, clockWarnings, ownTimeIsSound } from './assert.ts'
import { startSharedTime } from './shared-time.ts'

const RIGHT = new Date('2026-11-10T12:00:00Z').getTime()

/** A database with the right time, read once, and a machine that the test puts `move` ahead of it. */
async function startTime(atFirstMs = 0) {
  let aheadMs = atFirstMs
  let wake = () => {}
  let isAnswering = true
  const lines: string[] = []
  const time = await startSharedTime({
    machine: {
      now: () => new Date(RIGHT + aheadMs),
      sleep: (_, signal) =>
        new Promise((resolve) => {
          wake = resolve
          signal?.addEventListener('abort', () => resolve())
        }),
    },
    monotonicMs: () => 0,
    async readDatabase() {
      if (!isAnswering) throw new Error('no answer')
      return { now: new Date(RIGHT), askedMs: 0, answeredMs: 0 }
    },
    log: createLog('info', { write: (line) => void lines.push(line) }),
  })
  const saidOf = () =>
    lines.map((line) => {
      const { level, msg, compared, differenceMs } = JSON.parse(line)
      return [level, msg, compared, differenceMs].filter((said) => said !== undefined)
    })
  return {
    time,
    saidOf,
    atFirst: saidOf(),
    move(ms: number) {
      aheadMs = ms
    },
    /** What is logged when the process has read the database's clock again. */
    async readAgain({ isDown = false } = {}) {
      lines.length = 0
      isAnswering = !isDown
      wake()
      await new Promise(setImmediate)
      return saidOf()
    },
  }
}

const OWN = 'the clock of this machine and that of the database'
const OWN_WORDS = 'El reloj de la máquina del servicio y el de la base de datos'
const MINISTRY_WORDS = 'El reloj de la base de datos y el de Hacienda'
const REFUSED =
  'así no se emite. No se hizo nada. Un administrador debe poner en hora la máquina; después repita con la misma Idempotency-Key.'

test('a machine is warned of from three seconds on and stopped from a minute on, either way', async () => {
  const { time, move } = await startTime()
  // biome-ignore format: a table
  const rows = [
    [2_999, null,        null],
    [3_000, '3 segundos', 'desde un minuto no se emite'],
    [59_999, '60 segundos', 'desde un minuto no se emite'],
    [60_000, '60 segundos', 'así no se emite'],
    [119_499, '119 segundos', 'así no se emite'],
    [119_500, '2 minutos', 'así no se emite'],
    [7_199_499, '120 minutos', 'así no se emite'],
    [7_199_500, '2 horas', 'así no se emite'],
    [170_999_000, '47 horas', 'así no se emite'],
    [171_000_000, '48 horas', 'así no se emite'],
    [172_799_499, '48 horas', 'así no se emite'],
    [172_799_500, '2 días', 'así no se emite'],
    [215_999_000, '2 días', 'así no se emite'],
    [216_000_000, '3 días', 'así no se emite'],
  ] as const
  for (const [ms, span, stops] of rows) {
    for (const aheadMs of [ms, -ms]) {
      move(aheadMs)
      const warning = `${OWN_WORDS} difieren en ${span}: ${stops}. Ponga en hora la máquina.`
      assert.deepEqual(clockWarnings(time), span === null ? [] : [warning])
      assert.equal(ownTimeIsSound(time), ms < 60_000)
      const message = `${OWN_WORDS} difieren en ${span}: ${REFUSED}`
      if (ms < 60_000) assertSoundTime(time, '00')
      else
        assert.throws(() => assertSoundTime(time, null), { code: 'service_unavailable', message })
    }
  }
  await time.stop()
})

test('a difference is logged as soon as the process has started', async () => {
  for (const [aheadMs, said] of [
    [2_999, []],
    [3_000, [[40, 'the clocks differ', OWN, 3_000]]],
  ] as const) {
    const { time, atFirst } = await startTime(aheadMs)
    assert.deepEqual(atFirst, said)
    await time.stop()
  }
})

test('a difference is logged when it begins, grows and ends, and not while it stays', async () => {
  const { time, move, readAgain } = await startTime()
  assert.deepEqual(await readAgain(), [])
  // biome-ignore format: a table
  const rows = [
    [3_000,   [[40, 'the clocks differ', OWN, 3_000]]],
    [5_000,   []],
    [-60_000, [[50, 'the clocks differ by a minute or more: nothing is issued', OWN, -60_000]]],
    [70_000,  []],
    [10_000,  [[40, 'the clocks differ', OWN, 10_000]]],
    [2_999,   [[30, 'the clocks agree again', OWN, 2_999]]],
    [0,       []],
  ] as const
  for (const [aheadMs, said] of rows) {
    move(aheadMs)
    assert.deepEqual(await readAgain(), said, `${aheadMs} ms`)
  }
  assert.deepEqual(await readAgain({ isDown: true }), [
    [40, 'the clock of the database could not be read'],
  ])
  await time.stop()
})

const SECOND_MS = 1_000
/** What is compared for each environment. */
const OF_MINISTRY = {
  '00': 'the clock of the database and that of the ministry’s test service',
  '01': 'the clock of the database and that of the ministry',
}
/** An answer of the ministry whose clock is behind ours by whole seconds; the way takes half of one. */
const dated = (behindMs: number) => ({
  date: new Date(RIGHT - behindMs),
  askedAt: new Date(RIGHT),
  answeredAt: new Date(RIGHT + SECOND_MS / 2),
})

test('three answers of the ministry in a row that agree are believed, by the least that they can mean', async () => {
  const { time } = await startTime()
  const note = (...behindMs: number[]) => {
    for (const ms of behindMs) time.noteDate('01', dated(ms))
    return time.ministryDifferenceMs('01')
  }
  assert.equal(note(90_000, 80_000), null)
  // Up to a second of each is what the header leaves out.
  assert.equal(note(70_000), 69_000)
  assert.deepEqual(clockWarnings(time), [
    `${MINISTRY_WORDS} difieren en 69 segundos: así no se emite. Ponga en hora la máquina.`,
  ])
  assert.deepEqual(clockWarnings(time, ['00']), [])
  const message = `${MINISTRY_WORDS} difieren en 69 segundos: ${REFUSED}`
  assert.throws(() => assertSoundTime(time, '01'), { message })
  assertSoundTime(time, '00')
  assertSoundTime(time, null)
  assert.equal(note(61_000), 60_000)
  assert.throws(() => assertSoundTime(time, '01'), Refused)
  assert.equal(note(60_999), 59_999)
  assertSoundTime(time, '01')
  assert.equal(note(-90_000), 0, 'one that disagrees')
  assert.equal(note(-70_000, -80_500), -69_500)
  assert.equal(note(0), 0)
  for (const all of [
    [1_000, 0, -500],
    [500, 500, 500],
  ])
    assert.equal(note(...all), 0, 'the way and the whole seconds explain it')
  await time.stop()
})

test('a difference from the ministry is logged as that of its environment, once it is believed', async () => {
  for (const ambiente of ['00', '01'] as const) {
    const { time, saidOf } = await startTime()
    for (const behindMs of [6_000, 5_000]) time.noteDate(ambiente, dated(behindMs))
    assert.deepEqual(saidOf(), [])
    for (const behindMs of [4_000, 4_000]) time.noteDate(ambiente, dated(behindMs))
    assert.deepEqual(saidOf(), [[40, 'the clocks differ', OF_MINISTRY[ambiente], 3_000]])
    await time.stop()
  }
})
