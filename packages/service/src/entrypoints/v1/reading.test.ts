/** Calls that only read have connections of their own, shared among the companies (ADR 0024). */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { until } from '../../../test/until.ts'
import { type Company, createWorld, type World } from '../../../test/world.ts'
import type { Pool } from '../../base/db/pool.ts'
import { ROUTES } from './index.ts'

let world: World
let other: Company
before(async () => {
  // A call that waits for a connection that is held is 503 soon, and not when the test gives up.
  world = await createWorld({ pool: { acquireTimeoutMs: 1_000 } })
  other = await world.addCompany()
})
after(() => world.close())

/** Holds this many connections while `work` runs. */
async function holding(pool: Pool, count: number, work: () => Promise<void>): Promise<void> {
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const held = Array.from({ length: count }, () => pool.lend(() => gate))
  try {
    await work()
  } finally {
    release()
    await Promise.all(held)
  }
}

const get = (url: string, { key }: Company = world.company) =>
  world.inject({ method: 'GET', url, headers: { 'x-service-key': key.apiKey } })

async function companyIdOf(nit: string): Promise<string> {
  const sql = 'select company_id as id from companies where nit = $1'
  return (await world.deps.pool.one<{ id: string }>(sql, [nit])).id
}

test('every route that only reads is answered while all connections that issue are taken', async () => {
  const { body } = await world.issue()
  const given: Readonly<Record<string, string>> = {
    ':codigoGeneracion': body.codigoGeneracion,
    ':mes': '2026-01',
    ':nit': world.company.nit,
  }
  const query = { books_file: '?archivo=consumidorFinal' }
  const { pool } = world.deps
  await holding(pool, pool.options.max, async () => {
    for (const { name, method, path } of ROUTES) {
      if (method !== 'GET') continue
      const url = path.replaceAll(/:\w+/g, (part) => given[part] ?? crypto.randomUUID())
      const { status } = await get(url + (query[name as keyof typeof query] ?? ''))
      assert.ok(status === 200 || status === 404, `${url} was answered ${status}`)
    }
  })
})

test('a company whose reading takes all it may sells on, and others read and sell', async () => {
  const { companyReads } = world.deps
  const own = companyReads.of(await companyIdOf(world.company.nit))
  const ofOne = companyReads.pool.options.max / 2
  await holding(own, ofOne, async () => {
    let answered = 0
    const waiting = Array.from({ length: 40 }, () => get('/v1/dte').then(() => answered++))
    await until('they have passed the gates', async () => {
      const sql = `select count(*) as n from request_log where route = 'list'`
      return (await world.deps.logPool.one<{ n: bigint }>(sql)).n >= 40n
    })
    assert.equal((await get('/v1/dte', other)).status, 200)
    assert.equal((await world.issue()).status, 200)
    assert.equal((await world.issue(undefined, { key: other.key })).status, 200)
    assert.equal(answered, 0)
    void Promise.allSettled(waiting)
  })
})

test('more reading calls than may wait are refused in words, to be tried again', async () => {
  const own = world.deps.companyReads.of(await companyIdOf(world.company.nit))
  const ofOne = world.deps.companyReads.pool.options.max / 2
  let asked: ReturnType<typeof get>[] = []
  await holding(own, ofOne, async () => {
    asked = Array.from({ length: 130 }, () => get('/v1/dte'))
    const first = await Promise.race(asked)
    assert.equal(first.status, 503)
    assert.equal(first.body.error.code, 'service_unavailable')
    assert.match(first.body.error.message, /muchas consultas a la vez/)
    assert.match(String(first.headers['retry-after']), /^[1-9]\d*$/)
  })
  const answers = await Promise.all(asked)
  assert.ok(answers.filter(({ status }) => status === 200).length >= 100)
})

test('calls that only read leave half of the request log’s connections to those that issue', async () => {
  const { logPool, readingLog } = world.deps
  const taken = logPool.options.max / 2
  const held = Array.from({ length: taken + 20 }, (_, i) => readingLog.of(`key ${i % 7}`))
  let release = () => {}
  const gate = new Promise<void>((resolve) => {
    release = resolve
  })
  const waiting = held.map((pool) => pool.lend(() => gate))
  try {
    let isRead = false
    const read = get('/v1/dte').finally(() => {
      isRead = true
    })
    assert.equal((await world.issue()).status, 200)
    assert.equal(isRead, false)
    release()
    assert.equal((await read).status, 200)
  } finally {
    release()
    await Promise.all(waiting)
  }
})
