/** When an outage begins and ends, by the limits of the breaker, to the millisecond; and what it says of its failures. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { accountRow, companyRow, documentRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import { systemRandom } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { createLog } from '../../base/log.ts'
import { HOUR_MS } from '../../base/time/durations.ts'
import { publishAnswer } from '../../ledger/outages/answers.ts'
import { addWindow } from '../../ledger/outages/maintenance.ts'
import type { Found } from '../../ledger/transmission/answer.ts'
import { createBreaker } from './breaker.ts'

const ONE = idOf(1)
let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(1)])
  await insertRows(pool, 'ministry_accounts', [accountRow(ONE, '00')])
})
after(() => database.drop())
beforeEach(async () => {
  const tables = ['documents', 'ministry_outages', 'ministry_answers', 'maintenance_windows']
  for (const table of [...tables, 'outbox']) await pool.many(`delete from ${table}`)
  const waiting = { company_id: ONE, codigo_generacion: idOf(9), lease_until: NOW }
  await insertRows(pool, 'documents', [documentRow({ ...waiting, estado: 'firmado' })])
})

const at = (ms: number) => new Date(NOW.getTime() + ms)

/** A process whose time the test sets, in milliseconds from NOW, and whose questions are answered as it says. */
function startBreaker(over: Pool = pool) {
  const lines: { msg: string; level: number; ambiente?: string; job?: string }[] = []
  const time = { ms: 0 }
  let found: () => Found = () => 'silent'
  let asked = 0
  const breaker = createBreaker({
    pool: over,
    clock: { now: () => at(time.ms), sleep: async () => {} },
    random: systemRandom,
    log: createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }),
    async ask() {
      asked += 1
      return found()
    },
  })
  const silent = (beganMs: number, hasTime = true) =>
    breaker.noteSilence('00', { began: at(beganMs), hasTime })
  return {
    ...{ breaker, time, silent },
    said: () => lines.map(({ level, msg }) => [level, msg] as const),
    about: () => lines.map(({ job = null, ambiente = null }) => [job, ambiente] as const),
    asked: () => asked,
    answer(next: () => Found) {
      found = next
    },
  }
}

const outages = () =>
  pool.many<{ opened: Date; probe: Date; closed: Date | null }>(
    `select opened_at as opened, probe_at as probe, closed_at as closed
       from ministry_outages order by opened_at`,
  )

test('an outage begins with the earlier of two silences, is probed in ten seconds, and holds while it was read so lately', async () => {
  const { breaker, time, silent, said } = startBreaker()
  time.ms = 9_000
  await silent(3_000)
  assert.deepEqual(await outages(), [])
  await silent(2_000)
  assert.deepEqual(await outages(), [{ opened: at(2_000), probe: at(19_000), closed: null }])
  assert.equal(breaker.openIn('01'), null)
  for (const [ms, isOpen] of [
    [19_000, true],
    [19_001, false],
  ] as const) {
    time.ms = ms
    assert.equal(breaker.openIn('00') !== null, isOpen)
    assert.deepEqual(breaker.awayIn(), isOpen ? ['00'] : [])
  }
  await breaker.refresh()
  assert.deepEqual(breaker.awayIn(), ['00'])
  assert.deepEqual(said(), [[40, 'the ministry is away: documents are deferred']])
})

test('two silences belong together within two hours, and not across an answer', async () => {
  for (const [apartMs, begins] of [
    [2 * HOUR_MS, 1],
    [2 * HOUR_MS + 1, 0],
  ] as const) {
    const { silent, time } = startBreaker()
    time.ms = apartMs
    await silent(0)
    await silent(apartMs)
    assert.equal((await outages()).length, begins, `${apartMs} ms`)
    await pool.many('delete from ministry_outages')
  }
  for (const [beganMs, begins] of [
    [4_999, 0],
    [5_000, 1],
  ] as const) {
    const { breaker, silent, time } = startBreaker()
    await silent(0)
    time.ms = 5_000
    breaker.noteExchange('00', false)
    breaker.noteExchange('00', true)
    await silent(beganMs)
    time.ms = 60_000
    await silent(60_000)
    assert.equal((await outages()).length, begins, `began ${beganMs} ms`)
  }
})

test('a call without time for the probe leaves it to the job', async () => {
  const { breaker, silent, asked } = startBreaker()
  for (const ms of [0, 1]) await silent(ms, false)
  assert.deepEqual([asked(), await outages()], [0, []])
  await breaker.probe()
  assert.equal((await outages()).length, 1)
  await breaker.probe()
  assert.equal(asked(), 1, 'and neither ends at once what it has begun, nor begins it again')
})

test('what is answered, refused or stalled begins no outage, nor does one with nothing to ask about', async () => {
  for (const found of ['answers', 'refused', 'stalled'] as const) {
    const { silent, asked, answer } = startBreaker()
    answer(() => found)
    for (const ms of [0, 1]) await silent(ms)
    assert.deepEqual([asked(), await outages()], [1, []], found)
  }
  await pool.many('delete from documents')
  const { silent, asked } = startBreaker()
  for (const ms of [0, 1]) await silent(ms)
  assert.deepEqual([asked(), await outages()], [0, []])
})

test('an answer that comes while it is probed ends the suspicion, whatever follows', async () => {
  const { breaker, silent, answer, asked } = startBreaker()
  answer(() => {
    breaker.noteExchange('00', true)
    void silent(5, false)
    return 'silent'
  })
  for (const ms of [0, 1]) await silent(ms)
  assert.deepEqual([asked(), await outages()], [1, []])
})

test('of calls that are left unanswered together one probes', async () => {
  const { silent, asked } = startBreaker()
  await silent(0)
  await Promise.all([1, 2, 3].map((ms) => silent(ms)))
  assert.equal(asked(), 1)
  assert.equal((await outages()).length, 1)
})

test('an answer of another process is waited for, seven seconds, and ends every silence before it', async () => {
  const other = { ambiente: '00', processId: idOf(31) } as const
  await publishAnswer(pool, { ...other, answeredAt: at(10_000) })
  const { breaker, silent, time, asked } = startBreaker()
  time.ms = 16_999
  await silent(9_999)
  await silent(10_000)
  await silent(10_001)
  assert.deepEqual([asked(), await outages()], [0, []])
  time.ms = 17_000
  await breaker.probe()
  assert.deepEqual(
    (await outages()).map(({ opened }) => opened),
    [at(10_000)],
  )
})

test('a process tells the others of its answers every five seconds', async () => {
  const { breaker, time } = startBreaker()
  const published = () =>
    pool.many('select ambiente, answered_at as at from ministry_answers order by ambiente')
  await breaker.refresh()
  assert.deepEqual(await published(), [])
  for (const [ms, told] of [
    [0, 0],
    [4_999, 0],
    [5_000, 5_000],
    [9_999, 5_000],
    [10_000, 10_000],
  ] as const) {
    time.ms = ms
    breaker.noteExchange('01', true)
    await breaker.refresh()
    assert.deepEqual(await published(), [{ ambiente: '01', at: at(told) }], `${ms} ms`)
  }
})

/** An open outage of 00 whose probe is due at NOW, as this process reads it. */
async function away(over: Pool = pool) {
  const outage = { outage_id: idOf(5), ambiente: '00', opened_at: at(-1_000), probe_at: NOW }
  await insertRows(pool, 'ministry_outages', [outage])
  const started = startBreaker(over)
  await started.breaker.refresh()
  return started
}

test('an outage is probed when it is due, and then again in ten seconds, until the ministry answers', async () => {
  const { breaker, time, asked, answer, said } = await away()
  time.ms = -1
  await breaker.probe()
  assert.equal(asked(), 0)
  time.ms = 0
  await breaker.probe()
  const open = { opened: at(-1_000), probe: at(10_000), closed: null }
  assert.deepEqual([asked(), await outages()], [1, [open]])
  for (const found of ['refused', 'stalled'] as const) {
    answer(() => found)
    time.ms += 10_000
    await breaker.probe()
    assert.equal((await outages())[0]?.closed, null, found)
  }
  answer(() => 'answers')
  const waiting = `update documents set estado = 'contingencia', lease_until = $1`
  await pool.many(waiting, [at(900_000)])
  time.ms = 30_000
  await breaker.probe()
  assert.deepEqual(
    [asked(), await outages()],
    [4, [{ ...open, probe: at(40_000), closed: at(30_000) }]],
  )
  assert.deepEqual(breaker.awayIn(), [])
  assert.deepEqual(said().at(-1), [30, 'the ministry is back'])
  const due = await pool.one('select lease_until as due from documents')
  assert.deepEqual(due, { due: at(30_000) }, 'what waits is due at once')
})

test('an outage ends where nothing waits, or where nobody’s credentials are accepted', async () => {
  for (const change of ['delete from documents', 'delete from ministry_accounts'] as const) {
    const { breaker, answer } = await away()
    answer(() => 'refused')
    await pool.many(change)
    await breaker.probe()
    assert.deepEqual(
      (await outages()).map(({ closed }) => closed),
      [NOW],
      change,
    )
    await pool.many('delete from ministry_outages')
    const waiting = { company_id: ONE, codigo_generacion: idOf(8), lease_until: NOW }
    if (change === 'delete from documents')
      await insertRows(pool, 'documents', [documentRow({ ...waiting, estado: 'firmado' })])
  }
  await insertRows(pool, 'ministry_accounts', [accountRow(ONE, '00')])
})

test('an announced outage begins as it was announced, is not probed while it lasts, and is its environment’s alone', async () => {
  const window = { windowId: idOf(7), ambiente: '00', since: NOW, until: at(60_000) } as const
  await addWindow(pool, { ...window, reason: 'aviso' }, NOW)
  const { breaker, time, asked } = startBreaker()
  time.ms = -1
  await breaker.refresh()
  assert.deepEqual([breaker.maintenanceIn('00'), breaker.awayIn()], [null, []])
  time.ms = 0
  await breaker.refresh()
  assert.deepEqual(breaker.awayIn(), ['00'])
  await breaker.refresh()
  assert.deepEqual(await outages(), [{ opened: NOW, probe: NOW, closed: null }])
  assert.deepEqual(breaker.awayIn(), ['00'])
  assert.notEqual(breaker.maintenanceIn('00'), null)
  assert.equal(breaker.maintenanceIn('01'), null)
  time.ms = 59_999
  await breaker.refresh()
  await breaker.probe()
  assert.equal(asked(), 0)
  time.ms = 60_000
  assert.equal(breaker.maintenanceIn('00'), null)
  await breaker.probe()
  assert.equal(asked(), 1)
})

test('what fails is said, and the next pass decides', async () => {
  const suspecting = startBreaker()
  suspecting.answer(() => {
    throw new Error('of the network')
  })
  for (const ms of [0, 1]) await suspecting.silent(ms)
  assert.deepEqual(suspecting.said(), [[50, 'an outage could not be opened']])
  assert.deepEqual(suspecting.about(), [[null, '00']])
  suspecting.answer(() => 'silent')
  await suspecting.breaker.probe()
  assert.equal((await outages()).length, 1)
  await pool.many('delete from ministry_outages')

  const { breaker, said, about, answer } = await away()
  answer(() => {
    throw new Error('of the network')
  })
  await breaker.probe()
  const words = 'the ministry could not be asked, or the outage not be ended'
  assert.deepEqual(said().slice(1), [[50, words]])
  assert.deepEqual(about()[1], ['outages', '00'])
  assert.equal((await outages())[0]?.closed, null)
})

test('an outage ends although what waits could not be made due, which is said', async () => {
  const failing: Pool = {
    ...pool,
    async many<Row>(sql: string, values?: Parameters<Pool['many']>[1]): Promise<Row[]> {
      if (sql.includes('lease_until > $1')) throw new TypeError('no')
      return pool.many<Row>(sql, values)
    },
  }
  const { breaker, said, about, answer } = await away(failing)
  answer(() => 'answers')
  await breaker.probe()
  assert.deepEqual((await outages())[0]?.closed, NOW)
  assert.deepEqual(said().slice(1), [
    [40, 'what waits was not hastened'],
    [30, 'the ministry is back'],
  ])
  assert.deepEqual(about()[1], ['outages', null])
})
