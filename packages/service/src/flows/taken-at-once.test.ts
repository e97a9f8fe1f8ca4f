/** How much a job takes at once, and how long it has it: a process that dies then leaves it to another for no longer. */
import assert from 'node:assert/strict'
import { getEventListeners } from 'node:events'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../test/database.ts'
import { ago, companyRow, documentRow, idOf, insertRows, NOW } from '../../test/rows.ts'
import { DatabaseUnavailable } from '../base/db/errors.ts'
import type { Pool } from '../base/db/pool.ts'
import { createLog } from '../base/log.ts'
import { MINUTE_MS, SECOND_MS } from '../base/time/durations.ts'
import { deliverDue } from './delivering/deliver.ts'
import { sendOwnerMails } from './delivering/owner-mails.ts'
import { documentStore } from './issuing/document-store.ts'
import { copyDue } from './keeping/copy.ts'
import { notifyDue } from './notifying/notify.ts'
import { recoverDue } from './transmitting/recover.ts'

const COMPANIES = 33
const companies = Array.from({ length: COMPANIES }, (_, i) => i + 1)
const many = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', companies.map(companyRow))
})
after(() => database.drop())
beforeEach(async () => {
  for (const table of ['holding', 'deliveries', 'delivery_addresses', 'webhooks', 'feeds'])
    await pool.many(`delete from ${table}`)
  await pool.many('delete from owner_mails')
})

const away = () => Promise.reject(new DatabaseUnavailable('the process died'))

/** Whose process dies once it has taken what is due: nothing that it asks afterwards arrives. */
function dying(): Pool {
  let isAlive = true
  const lend: Pool['lend'] = (work) => {
    if (!isAlive) return away()
    isAlive = false
    return pool.lend(work)
  }
  return { ...pool, lend, many: away, one: away, maybeOne: away }
}

/** Whose process lives, and can write but read nothing: what it took fails. */
const blind = (): Pool => ({ ...pool, many: away, one: away, maybeOne: away })

const sleep = () => new Promise<void>((resolve) => setImmediate(resolve))

/** What the job is given, at an instant that stands; and the lines of its log. */
function process(own: Pool, clock: object = { now: () => NOW, sleep }) {
  const lines: string[] = []
  const log = createLog('error', { write: (line: string) => void lines.push(line) })
  const told = () =>
    new Set(lines.map((line) => `${JSON.parse(line).job}: ${JSON.parse(line).msg}`))
  const breaker = { awayIn: () => [] }
  const metrics = { delivery() {} }
  const mail = { service: null, origin: null }
  return { deps: { pool: own, clock, log, breaker, metrics, mail } as never, told }
}

async function leases(
  table: string,
  column: string,
): Promise<readonly (readonly [number, number])[]> {
  const rows = await pool.many<{ n: number; until: Date }>(
    `select count(*)::integer as n, ${column} as until from ${table}
      where ${column} > $1 group by company_id, ${column} order by company_id`,
    [NOW],
  )
  return rows.map(({ n, until }) => [n, until.getTime() - NOW.getTime()])
}

const holding = (n: number, company: number) => ({
  ...{ company_id: idOf(company), codigo_generacion: idOf(n), ambiente: '00', position: n },
  ...{ expires_at: ago(-1), download_count: 0, copy_at: ago(1), copy_attempts: 0 },
  ...{ created_at: ago(1) },
})

test('copies: 64 documents, for ten minutes; what fails waits 15 seconds, at most half an hour', async () => {
  await insertRows(
    pool,
    'holding',
    many(65).map((n) => holding(n, 1)),
  )
  const { deps, told } = process(dying())
  await assert.rejects(copyDue(deps), /the process died/)
  assert.deepEqual(await leases('holding', 'copy_at'), [[64, 10 * MINUTE_MS]])
  assert.deepEqual(told(), new Set(['copy: a batch of files is made again']))

  await pool.many('update holding set copy_at = $1, copy_attempts = 0', [NOW])
  await insertRows(pool, 'holding', [{ ...holding(99, 2), copy_attempts: 9 }])
  assert.equal(await copyDue(process(blind()).deps), 0)
  assert.deepEqual(await leases('holding', 'copy_at'), [
    [65, 15 * SECOND_MS],
    [1, 30 * MINUTE_MS],
  ])
})

const delivery = (company: number, n: number) => ({
  ...{ company_id: idOf(company), delivery_id: idOf(100 * company + n), attempts: 0 },
  ...{ codigo_generacion: idOf(company), address_id: 1, ambiente: '00', ocasion: 'sellado' },
  ...{ estado: 'pendiente', attempt_at: ago(1), created_at: ago(1) },
})

async function oweMails(deliveries: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
  await insertRows(pool, 'deliveries', deliveries)
  await pool.many(
    `insert into delivery_addresses (company_id, codigo_generacion, address_id, address)
     overriding system value select distinct company_id, codigo_generacion, 1, ''::bytea from deliveries`,
  )
}

test('mails to buyers: four of each of eight companies, for five minutes; what fails waits one', async () => {
  const nine = companies.slice(0, 9)
  await oweMails(nine.flatMap((company) => many(5).map((n) => delivery(company, n))))
  const { deps, told } = process(dying())
  await assert.rejects(deliverDue(deps), /the process died/)
  assert.deepEqual(
    await leases('deliveries', 'attempt_at'),
    many(8).map(() => [4, 5 * MINUTE_MS]),
  )
  assert.deepEqual(told(), new Set(['mail: a delivery failed']))

  await pool.many('update deliveries set attempt_at = $1, attempts = 0', [NOW])
  assert.equal(await deliverDue(process(blind()).deps), 0)
  assert.deepEqual(
    await leases('deliveries', 'attempt_at'),
    many(9).map(() => [5, MINUTE_MS]),
  )
})

test('mails to owners: 32 at once, for five minutes', async () => {
  const of = (n: number) => ({
    ...{ company_id: idOf(1), mail_id: idOf(n), person_id: idOf(1), ambiente: '00', attempts: 0 },
    ...{ tipo: 'copia.fallida', datos: '{}', at: ago(1), attempt_at: ago(1) },
  })
  await insertRows(pool, 'owner_mails', many(33).map(of))
  const { deps, told } = process(dying())
  assert.equal(await sendOwnerMails(deps), 0)
  assert.deepEqual(await leases('owner_mails', 'attempt_at'), [[32, 5 * MINUTE_MS]])
  assert.deepEqual(told(), new Set(['owner_mails: a mail to an owner failed']))
})

const webhook = (n: number) => ({
  ...{ company_id: idOf(1), webhook_id: idOf(n), ambiente: '00', url: `https://a.example/${n}` },
  ...{ secret: '\\x01', position: 9, told: 0, activo: true, slots: 0, lease_until: ago(1) },
  ...{ created_at: ago(1), updated_at: NOW },
})

test('webhooks: 128 turns, for a minute; what fails waits a second', async () => {
  await insertRows(pool, 'feeds', [{ company_id: idOf(1), ambiente: '00', last: 10 }])
  await insertRows(pool, 'webhooks', many(129).map(webhook))
  const { deps, told } = process(dying())
  await assert.rejects(notifyDue(deps), /the process died/)
  assert.deepEqual(await leases('webhooks', 'lease_until'), [[128, MINUTE_MS]])
  assert.deepEqual(
    told(),
    new Set(['webhooks: deliveries to a webhook failed and will be retried']),
  )

  await pool.many('update webhooks set lease_until = $1', [NOW])
  assert.equal(await notifyDue(process(pool).deps), 0)
  assert.deepEqual(await leases('webhooks', 'lease_until'), [[129, SECOND_MS]])
})

test('documents without a verdict: 16, and a process that stops takes no others', async () => {
  const waiting = { company_id: idOf(1), estado: 'firmado', lease_until: ago(1) }
  await insertRows(
    pool,
    'documents',
    many(17).map((n) => documentRow({ ...waiting, codigo_generacion: idOf(n) })),
  )
  const { deps, told } = process(pool)
  assert.equal(await recoverDue(deps, documentStore, AbortSignal.abort()), 16)
  assert.deepEqual(told(), new Set(['transmit: a filing stays']))
})

/** What a pass of the job does while `fill` waits: what it takes stays under way for three looks, and then all fails. */
async function passOver(
  job: typeof copyDue | typeof deliverDue,
  fill: () => Promise<void>,
): Promise<{ readonly looks: number; readonly left: number }> {
  await fill()
  let [looks, pauses, left] = [0, 0, 0]
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const held = async () => {
    left += 1
    await ended
    for (let turns = 0; turns < 9; turns++) await sleep()
    left -= 1
    return away()
  }
  const lend: Pool['lend'] = (work) => {
    if (pauses >= 3) return away()
    looks += 1
    return pool.lend(work)
  }
  const pause = async () => {
    pauses += 1
    if (pauses === 3) end()
    await sleep()
  }
  const own = { ...pool, lend, many: held, one: held, maybeOne: held }
  const { deps } = process(own as never, { now: () => NOW, sleep: pause })
  await assert.rejects(job(deps), /the process died/)
  return { looks, left }
}

test('no more than 32 companies have their copies made at a time, and eight their mail sent', async () => {
  const copies = (count: number) => async () => {
    await pool.many('delete from holding')
    const due = companies.slice(0, count).map((n) => holding(n, n))
    await insertRows(pool, 'holding', due)
  }
  const mails = (count: number) => async () => {
    await pool.many('delete from deliveries')
    await pool.many('delete from delivery_addresses')
    await oweMails(companies.slice(0, count).map((company) => delivery(company, 1)))
  }
  const left = 0 // nothing goes on behind the failure
  assert.deepEqual(await passOver(copyDue, copies(31)), { looks: 3, left }, 'while there is room')
  assert.deepEqual(await passOver(copyDue, copies(32)), { looks: 1, left }, 'once there is none')
  assert.deepEqual(await passOver(deliverDue, mails(7)), { looks: 4, left })
  assert.deepEqual(await passOver(deliverDue, mails(8)), { looks: 1, left })
})

test('a pass over webhooks that fails leaves nothing under way', async () => {
  await insertRows(pool, 'feeds', [{ company_id: idOf(1), ambiente: '00', last: 10 }])
  await insertRows(pool, 'webhooks', [webhook(1)])
  let [asked, isOver] = [0, false]
  // The look, the end of the turn that it took, and another look.
  const lend: Pool['lend'] = async (work) => {
    asked += 1
    if (asked === 1) return pool.lend(work)
    if (asked > 2) return away()
    for (let turns = 0; turns < 9; turns++) await sleep()
    isOver = true
    return away()
  }
  await assert.rejects(notifyDue(process({ ...pool, lend }).deps), /the process died/)
  assert.equal(isOver, true)
})

test('a process that stops takes nothing any more', async () => {
  await insertRows(pool, 'holding', [holding(1, 1)])
  await oweMails([delivery(1, 1)])
  await insertRows(pool, 'feeds', [{ company_id: idOf(1), ambiente: '00', last: 10 }])
  await insertRows(pool, 'webhooks', [webhook(1)])
  for (const job of [copyDue, deliverDue, notifyDue]) {
    const { deps, told } = process(pool)
    assert.equal(await job(deps, AbortSignal.abort()), 0, job.name)
    assert.deepEqual(told(), new Set(), job.name)
  }
})

test('a pass leaves neither a timer nor a listener behind, and what is under way has some seconds to end', async () => {
  await insertRows(pool, 'holding', [holding(1, 1)])
  await oweMails([delivery(1, 1)])
  await insertRows(pool, 'feeds', [{ company_id: idOf(1), ambiente: '00', last: 10 }])
  await insertRows(pool, 'webhooks', [webhook(1)])
  for (const [job, pauses] of [
    [copyDue, [500]],
    [deliverDue, [500, 5 * SECOND_MS]],
    [notifyDue, [500, 3 * SECOND_MS]],
  ] as const) {
    const stop = new AbortController()
    const slept: { readonly ms: number; readonly signal: AbortSignal }[] = []
    const pause = (ms: number, signal: AbortSignal) => {
      slept.push({ ms, signal })
      stop.abort() // at the first look, until which what is taken stays under way
      return sleep()
    }
    const held = async () => {
      while (!stop.signal.aborted) await sleep()
      return away()
    }
    const own: Pool = { ...pool, many: held, one: held, maybeOne: held }
    await job(process(own, { now: () => NOW, sleep: pause }).deps, stop.signal)
    assert.deepEqual([...new Set(slept.map(({ ms }) => ms))], pauses, job.name)
    assert.ok(
      slept.every(({ signal }) => signal.aborted),
      job.name,
    )
    assert.deepEqual(getEventListeners(stop.signal, 'abort'), [], job.name)
  }
})
