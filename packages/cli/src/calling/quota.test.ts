/** What a command says and waits when its key's quota is used up. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Io } from '../io.ts'
import { quotaAhead, quotaWaiter } from './quota.ts'

function waiting() {
  let now = Date.parse('2026-11-27T16:00:00Z')
  const said: string[] = []
  const waits: number[] = []
  const io = { now: () => new Date(now), err: (text: string) => said.push(text) } as unknown as Io
  const wait = quotaWaiter(io, async (ms) => {
    waits.push(ms)
    now += ms
  })
  return { wait, said, waits, now: () => now }
}

test('a wait is told once, with its end in El Salvador, and the quota is asked for again each minute', async () => {
  const { wait, said, waits, now } = waiting()
  const endMs = now() + 150_000
  while (now() < endMs) {
    await wait({
      window: 'hora',
      remaining: 0,
      retryAfterSeconds: Math.ceil((endMs - now()) / 1_000),
    })
  }
  assert.deepEqual(waits, [60_000, 60_000, 30_000])
  assert.deepEqual(said, [
    'La llave agotó su cuota de la hora: sigue el 2026-11-27 10:02. Con sello key limit se le da más.',
  ])
})

test('another wait is told too, the day’s by its name, and what ends at once is not', async () => {
  const { wait, said, waits } = waiting()
  await wait({ window: 'hora', remaining: 0, retryAfterSeconds: 4 })
  await wait({ window: 'hora', remaining: 0, retryAfterSeconds: 30 })
  await wait({ window: 'dia', remaining: 0, retryAfterSeconds: 3_600 })
  assert.deepEqual(waits, [4_000, 30_000, 60_000])
  assert.equal(said.length, 2)
  assert.match(said[1] ?? '', /cuota del día: sigue el 2026-11-27 11:00/)
})

test('five seconds are told, and an end that is told moves by more than two seconds to be another', async () => {
  let now = Date.parse('2026-11-27T16:00:00Z')
  const said: string[] = []
  const io = { now: () => new Date(now), err: (text: string) => said.push(text) } as unknown as Io
  const wait = quotaWaiter(io, async () => {})
  const told = async (retryAfterSeconds: number) => {
    await wait({ window: 'hora', remaining: 0, retryAfterSeconds })
    return said.length
  }
  assert.deepEqual([await told(4), await told(5)], [0, 1])
  now += 2_000
  assert.equal(await told(5), 1)
  now += 1
  assert.equal(await told(5), 2)
})

test('what waits ahead is said before the first call, by the window that holds longer', () => {
  const window = (limit: number, used: number) => ({ limit, used, remaining: limit - used })
  const ahead = (calls: number, hora: [number, number], dia: [number, number]) =>
    quotaAhead(calls, { hora: window(...hora), dia: window(...dia) })
  assert.equal(ahead(60, [60, 0], [1_000, 0]), null)
  const words = (calls: number, about: string) =>
    `Son unas ${calls} llamadas, y la llave admite 60 por hora y 1000 por día: esperará su cuota ${about}. Con sello key limit se le da más.`
  assert.equal(ahead(61, [60, 0], [1_000, 0]), words(61, 'cerca de una hora'))
  assert.equal(ahead(500, [60, 20], [1_000, 20]), words(500, 'unas 8 horas'))
  assert.equal(ahead(500, [60, 20], [1_000, 900]), words(500, 'unas 24 horas'))
  assert.equal(ahead(500, [60, 0], [1_000, 1_000]), words(500, 'unas 24 horas'))
})
