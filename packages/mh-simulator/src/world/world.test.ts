/** The small parts of a simulated ministry: seals, randomness, delays and days. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDelays } from './delays.ts'
import { fechaHora, isDate, isLastDayOfMonth, localTime, plusDays } from './el-salvador.ts'
import { seededRandom } from './random.ts'
import { createSeals } from './seals.ts'

test('a seal is its year, 28 random letters and a serial in base 36, which goes on from where it was', () => {
  const bytes = Uint8Array.from({ length: 28 }, (_, i) => 9 + i)
  const serials = new Map<'seal', number>()
  const seal = createSeals(() => bytes, serials)

  assert.equal(seal('2026'), '20269ABCDEFGHIJKLMNOPQRSTUVWXYZ000000001')
  assert.equal(seal('2027'), '20279ABCDEFGHIJKLMNOPQRSTUVWXYZ000000002')
  serials.set('seal', 35)
  assert.match(createSeals(() => bytes, serials)('2026'), /00000010$/)
})

test('seeded bytes are the same in one piece and in several, and others with another seed', () => {
  const whole = Buffer.from(seededRandom('a')(200)).toString('hex')
  const random = seededRandom('a')
  const pieces = [1, 63, 64, 65, 7].map((bytes) => random(bytes))

  assert.deepEqual(
    pieces.map(({ length }) => length),
    [1, 63, 64, 65, 7],
  )
  assert.equal(Buffer.concat(pieces).toString('hex'), whole)
  assert.match(whole, /^09a4fcc0/)
  assert.notEqual(Buffer.from(seededRandom('b')(200)).toString('hex'), whole)
})

test('what waits goes on when its time is over or it is told to, and is counted once', async () => {
  const delays = createDelays()
  await delays.until(Promise.resolve())
  assert.equal(delays.end(), 0)
  const never = new Promise<void>(() => {})
  const waiting = [delays.until(never), delays.until(never)]
  assert.equal(delays.end(), 2)
  await Promise.all(waiting)
  assert.equal(delays.end(), 0)
})

test('days and hours are those of El Salvador', () => {
  const midnight = new Date('2026-10-05T06:00:00.000Z')
  assert.deepEqual(localTime(midnight), { fecha: '2026-10-05', hora: '00:00:00' })
  const before = new Date(midnight.getTime() - 1)
  assert.deepEqual(localTime(before), { fecha: '2026-10-04', hora: '23:59:59' })
  assert.equal(fechaHora(before), '04/10/2026 23:59:59')
  assert.deepEqual(
    [plusDays('2026-12-31', 1), plusDays('2028-03-01', -1)],
    ['2027-01-01', '2028-02-29'],
  )
  const lasts = ['2026-02-28', '2028-02-29', '2026-12-31']
  for (const fecha of lasts) assert.equal(isLastDayOfMonth(fecha), true, fecha)
  for (const fecha of ['2028-02-28', '2026-12-30']) assert.equal(isLastDayOfMonth(fecha), false)
})

test('a date is a day of the calendar, written in ten characters', () => {
  for (const text of ['2026-02-28', '2028-02-29', '0001-01-01']) assert.equal(isDate(text), true)
  // biome-ignore format: a table
  const wrong = ['2026-02-29', '2026-13-01', '2026-1-01', '2026-01-1', '2026-01-011', '12026-01-01', '2026-01-01T', '']
  for (const text of wrong) assert.equal(isDate(text), false, text)
})
