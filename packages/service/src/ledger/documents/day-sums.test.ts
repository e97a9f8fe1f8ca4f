/** Which days the kept sums read again. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import type { Db } from '../../base/db/query.ts'
import { DAY_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { civilTime } from '../../base/time/el-salvador.ts'
import { createDaySums, dayBefore } from './day-sums.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

test('today’s documents count at once, and an earlier day’s after ten minutes', async () => {
  const { pool, clock } = world.deps
  const { body } = await world.issue()
  await world.issue()
  const hoy = civilTime(clock.now()).fecEmi
  const desde = dayBefore(hoy)
  const move = (day: string) =>
    pool.many('update documents set fec_emi = $2 where codigo_generacion = $1', [
      ...[body.codigoGeneracion, day],
    ])
  const { company_id: companyId } = await pool.one<{ company_id: string }>(
    'select company_id from companies',
  )
  let nowMs = 0
  const sums = createDaySums(() => nowMs)
  const counted = async () => {
    const days = await sums.read(pool, { companyId, ambiente: '00' }, { desde, hasta: hoy, hoy })
    return Object.fromEntries(days.map(({ fecha, documentos }) => [fecha, documentos]))
  }
  await move(desde)
  assert.deepEqual(await counted(), { [desde]: 1, [hoy]: 1 })

  await pool.many(`update documents set estado = 'invalidado' where fec_emi = $1`, [desde])
  await world.issue()
  nowMs += 10 * MINUTE_MS - 1
  assert.deepEqual(await counted(), { [desde]: 1, [hoy]: 2 })
  nowMs += 1
  assert.deepEqual(await counted(), { [hoy]: 2 })
})

test('a read that fails is not kept', async () => {
  const { pool, random } = world.deps
  const sums = createDaySums(() => 0)
  const of = { companyId: random.uuid(), ambiente: '00' } as const
  const days = { desde: '2026-01-01', hasta: '2026-01-31', hoy: '2026-02-01' }
  let asked = 0
  const many = () => {
    asked += 1
    return Promise.reject(new Error('the database is away'))
  }
  const failing = { ...pool, many }
  await assert.rejects(sums.read(failing, of, days), /is away/)
  assert.equal(asked, 1, 'only what takes too long is asked for in halves')
  assert.deepEqual(await sums.read(pool, of, days), [])
})

test('what is kept is of one company, environment and range, of the five hundred asked for last', async () => {
  const { random } = world.deps
  const [one, other] = [random.uuid(), random.uuid()]
  let asked = 0
  const many = async () => {
    asked += 1
    return []
  }
  const pool = { many } as unknown as Db
  const sums = createDaySums(() => 0)
  const of = { companyId: one, ambiente: '00' } as const
  const days = { desde: '2026-01-02', hasta: '2026-01-05', hoy: '2026-02-01' }
  const kinds = [
    [of, days],
    [{ ...of, companyId: other }, days],
    [{ ...of, ambiente: '01' }, days],
    [of, { ...days, desde: '2026-01-01' }],
    [of, { ...days, hasta: '2026-01-06' }],
  ] as const
  for (const _ of ['read', 'kept'])
    for (const [whose, which] of kinds) await sums.read(pool, whose, which)
  assert.equal(asked, kinds.length)

  const more = async (count: number) => {
    for (let n = 0; n < count; n++) await sums.read(pool, { ...of, companyId: random.uuid() }, days)
    asked = 0
    await sums.read(pool, of, days)
    return asked
  }
  assert.equal(await more(495), 0, 'five hundred are kept')
  assert.equal(await more(1), 1)
})

test('what takes longer than a statement may is summed in halves, and one day that does is refused', async () => {
  const { pool, clock } = world.deps
  const hoy = civilTime(clock.now()).fecEmi
  const { company_id: companyId } = await pool.one<{ company_id: string }>(
    'select company_id from companies',
  )
  const of = { companyId, ambiente: '00' } as const
  await world.issue()
  const codes = await pool.many<{ code: string }>(
    "select codigo_generacion as code from documents where estado = 'sellado'",
  )
  assert.ok(codes.length > 1)
  for (const [at, { code }] of codes.entries()) {
    await pool.many('update documents set fec_emi = $2 where codigo_generacion = $1', [
      ...[code, `2026-01-${String(1 + at * 10).padStart(2, '0')}`],
    ])
  }
  const days = { desde: '2026-01-01', hasta: '2026-01-31', hoy }
  const whole = await createDaySums(() => 0).read(pool, of, days)
  assert.equal(whole.length, codes.length)

  const ranges: string[] = []
  /** As if more than `most` days took longer than a statement may. */
  const slow = (most: number): Db => ({
    ...pool,
    async many(sql, values = []) {
      const [desde, hasta] = values.slice(-2).map(String) as [string, string]
      if ((Date.parse(hasta) - Date.parse(desde)) / DAY_MS >= most) return pool.many(TOO_SLOW)
      ranges.push(`${desde.slice(-2)} to ${hasta.slice(-2)}`)
      return pool.many(sql, values)
    },
  })
  assert.deepEqual(await createDaySums(() => 0).read(slow(8), of, days), whole)
  assert.deepEqual(ranges, ['01 to 08', '09 to 16', '17 to 24', '25 to 31'])
  await assert.rejects(createDaySums(() => 0).read(slow(0), of, days), { code: '57014' })
})

const TOO_SLOW = `do $$ begin raise exception 'too slow' using errcode = 'query_canceled'; end $$`

test('a day of thousands of documents is summed again after five seconds, and nobody waits for it for a minute', async () => {
  const { random } = world.deps
  let nowMs = 0
  let documentos = 2_001
  const asked: ((failure?: Error) => Promise<void>)[] = []
  const pool: Pick<Db, 'many'> = {
    many: () =>
      new Promise((resolve, reject) => {
        const answer = [{ companyId: of.companyId, fecha: '2026-02-01', documentos }]
        asked.push(async (failure) => {
          if (failure) reject(failure)
          else resolve(answer as never)
          await turn()
        })
      }),
  }
  const sums = createDaySums(() => nowMs)
  const of = { companyId: random.uuid(), ambiente: '00' } as const
  const days = { desde: '2026-02-01', hasta: '2026-02-01', hoy: '2026-02-01' }
  const read = async () => (await sums.read(pool as Db, of, days))[0]?.documentos
  const first = read()
  await asked[0]?.()
  assert.equal(await first, 2_001)

  documentos = 2_005
  nowMs += 4_999
  assert.equal(await read(), 2_001)
  assert.equal(asked.length, 1)
  nowMs += 1
  assert.deepEqual([await read(), await read()], [2_001, 2_001], 'while it is read')
  assert.equal(asked.length, 2, 'once for all who ask')
  await asked[1]?.()
  assert.equal(await read(), 2_005)

  nowMs += 5_000
  assert.equal(await read(), 2_005)
  await asked[2]?.(new Error('the database is away'))
  const afterFailure = assert.rejects(read(), /is away/)
  await asked[3]?.(new Error('the database is away'))
  await afterFailure

  const again = read()
  await asked[4]?.()
  await again
  nowMs += MINUTE_MS
  documentos = 2_000
  const late = read()
  await asked[5]?.()
  assert.equal(await late, 2_000, 'what is a minute old is not answered')
  const few = read()
  await asked[6]?.()
  await few
  assert.equal(asked.length, 7, 'a day of fewer is read each time')
})

/** What waits for a promise that has settled goes on. */
const turn = () => new Promise((resolve) => setImmediate(resolve))

/** A database in which each company has so many documents each day, and how often it was asked. */
function counting(documentos: { of: number }) {
  const asked = { times: 0 }
  const many = async (_: string, [companies, , , fecha]: readonly unknown[]) => {
    asked.times += 1
    return [companies].flat().map((companyId) => ({ companyId, fecha, documentos: documentos.of }))
  }
  return { db: { many } as unknown as Db, asked }
}

test('what is known of today is of one company, environment and day', async () => {
  const { random } = world.deps
  const { db, asked } = counting({ of: 3_000 })
  const sums = createDaySums(() => 0)
  const of = { companyId: random.uuid(), ambiente: '00' } as const
  const kinds = [
    [of, '2026-02-01'],
    [{ ...of, companyId: random.uuid() }, '2026-02-01'],
    [{ ...of, ambiente: '01' }, '2026-02-01'],
    [of, '2026-02-02'],
  ] as const
  for (const _ of ['read', 'kept'])
    for (const [whose, hoy] of kinds) await sums.read(db, whose, { desde: hoy, hasta: hoy, hoy })
  assert.equal(asked.times, kinds.length)
})

test('once few are left of many, today is read each time again', async () => {
  const documentos = { of: 3_000 }
  const { db, asked } = counting(documentos)
  let nowMs = 0
  const sums = createDaySums(() => nowMs)
  const of = { companyId: world.deps.random.uuid(), ambiente: '00' } as const
  const hoy = '2026-02-01'
  const read = async () =>
    (await sums.read(db, of, { desde: hoy, hasta: hoy, hoy })).map(({ documentos: n }) => n)
  assert.deepEqual([await read(), await read(), asked.times], [[3_000], [3_000], 1])
  nowMs += 5_000
  documentos.of = 10
  assert.deepEqual(await read(), [3_000], 'while it is read')
  await turn()
  assert.deepEqual([await read(), await read(), asked.times], [[10], [10], 4])
})

test('a month that was read again is forgotten after those that were read before', async () => {
  const { random } = world.deps
  const { db, asked } = counting({ of: 1 })
  let nowMs = 0
  const sums = createDaySums(() => nowMs)
  const days = { desde: '2026-01-02', hasta: '2026-01-05', hoy: '2026-02-01' }
  const read = (companyId: string) => sums.read(db, { companyId, ambiente: '00' }, days)
  const [one, other] = [random.uuid(), random.uuid()]
  await read(one)
  for (let n = 0; n < 499; n++) await read(random.uuid())
  nowMs += 10 * MINUTE_MS
  await read(one)
  await read(other)
  asked.times = 0
  await read(one)
  assert.equal(asked.times, 0)
})
