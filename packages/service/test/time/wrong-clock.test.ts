import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer, request as forward } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWorld, type World } from '../world.ts'
import { startWrongProcess } from './process.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

// biome-ignore format: a table
const FAR = [
  ['100 days ahead',  100 * DAY_MS,     '100 días'],
  ['25 hours ahead',   25 * HOUR_MS,    '25 horas'],
  ['20 minutes ahead', 20 * MINUTE_MS,  '20 minutos'],
  ['61 seconds ahead', 61 * SECOND_MS,  '61 segundos'],
  ['2 hours behind',   -2 * HOUR_MS,    '2 horas'],
] as const

for (const [name, aheadMs, span] of FAR) {
  test(`a process whose machine is ${name} issues nothing, deletes nothing and says why`, async (t) => {
    const idempotencyKey = randomUUID()
    const first = await world.issue(undefined, { idempotencyKey })
    assert.equal(first.status, 200, first.text)
    const reserved = await prepare()
    const before = await tables()
    const wrong = await startWrongProcess(world, aheadMs)
    t.after(wrong.stop)
    const spent = await world.numbersSpent()

    const refused = await wrong.issue(randomUUID())

    assert.equal(refused.status, 503)
    assert.equal(refused.body.error.code, 'service_unavailable')
    assert.match(refused.body.error.message, new RegExp(span))
    assert.ok(Number(refused.headers.get('retry-after')) > 0)
    assert.equal((await wrong.issue(idempotencyKey)).status, 503, 'nor does it answer for others')
    const ready = await wrong.ready()
    assert.equal(ready.status, 503)
    assert.match(ready.body.problemas[0], new RegExp(span))
    const status = await wrong.get('/v1/status')
    assert.equal(status.body.advertencias.at(-1).codigo, 'reloj_desviado')
    await sleep(300) // its jobs would have had their first pass
    assert.deepEqual(await tables(), before)
    assert.equal(await world.numbersSpent(), spent)

    const repeat = await world.issue(undefined, { idempotencyKey })
    assert.equal(repeat.headers['idempotency-replayed'], 'true')
    assert.equal(repeat.text, first.text)
    const signed = await sign(reserved)
    assert.equal(signed.status, 200, signed.text)
  })
}

test('a machine that is half a minute off is warned of, and everything it writes is in the time that all share', async (t) => {
  const wrong = await startWrongProcess(world, -30 * SECOND_MS)
  t.after(wrong.stop)
  const idempotencyKey = randomUUID()

  const issued = await wrong.issue(idempotencyKey)

  assert.equal(issued.status, 200)
  const { ago } = await world.deps.pool.one<{ ago: number }>(
    `select extract(epoch from now() - claimed_at)::float8 as ago from claims where idempotency_key = $1`,
    [idempotencyKey],
  )
  assert.ok(Math.abs(ago) < 5, `${ago} s`)
  const ready = await wrong.ready()
  assert.equal(ready.status, 200)
  assert.match(ready.body.problemas[0], /30 segundos/)
  const { body } = await wrong.get('/v1/status')
  assert.match(body.advertencias.at(-1).mensaje, /30 segundos/)
})

test('a clock set wrong while the process runs stops it at once, and a corrected one lets it continue', async (t) => {
  const wrong = await startWrongProcess(world, 0)
  t.after(wrong.stop)
  assert.equal((await wrong.issue(randomUUID())).status, 200)
  assert.deepEqual((await wrong.ready()).body, { estado: 'listo', problemas: [] })

  wrong.move(90 * SECOND_MS)
  assert.equal((await wrong.issue(randomUUID())).status, 503)
  wrong.move(0)
  assert.equal((await wrong.issue(randomUUID())).status, 200)
})

test('if the ministry repeatedly gives another time, nothing is issued until it agrees', async (t) => {
  const ministry = await startDatedMinistry(world.mh.url)
  t.after(ministry.close)
  const process = await startWrongProcess(world, 0, ministry.url)
  t.after(process.stop)
  ministry.aheadMs = 10 * MINUTE_MS

  const before = [await process.issue(randomUUID()), await process.issue(randomUUID())]
  assert.deepEqual(
    before.map(({ status }) => status),
    [200, 200],
    'one answer may come from a machine whose clock is wrong',
  )
  await process.issue(randomUUID())
  const refused = await process.issue(randomUUID())

  assert.equal(refused.status, 503)
  assert.match(refused.body.error.message, /Hacienda difieren en 10 minutos/)
  const ready = await process.ready()
  assert.equal(ready.status, 200, 'it is the same for every process: none is taken out of service')
  assert.match(ready.body.problemas[0], /Hacienda difieren en 10 minutos/)
})

/** The simulator behind a proxy that changes the `Date` of its answers. */
async function startDatedMinistry(target: string) {
  const state = { aheadMs: 0 }
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '/' } = incoming
    const onward = forward(target + url, { method, headers }, (answer) => {
      const date = new Date(Date.now() + state.aheadMs).toUTCString()
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, date })
      answer.pipe(outgoing)
    })
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  })
}

/** What a wrong clock would destroy: claims, the log's partitions, reservations and leases. */
async function tables() {
  const many = (sql: string) => world.deps.pool.many(sql)
  return {
    claims: await many('select idempotency_key, claimed_at, outcome from claims order by 1'),
    days: await many(
      `select inhrelid::regclass::text as day from pg_inherits
        where inhparent = 'request_log'::regclass and inhrelid <> 'request_log_default'::regclass
          and inhrelid::regclass::text <= 'request_log_' || to_char(now(), 'YYYYMMDD') order by 1`,
    ),
    documents: await many(
      'select codigo_generacion, estado, lease_until from documents order by created_at',
    ),
    released: await many('select * from released_numbers'),
    holding: await many('select codigo_generacion, expires_at, copy_at from holding order by 1'),
    accounts: await many('select token_until, login_until from ministry_accounts'),
  }
}

async function prepare() {
  const { apiKey } = world.company.key
  const reply = await world.inject({
    method: 'POST',
    url: '/v1/dte/prepare',
    headers: {
      'content-type': 'application/json',
      'x-service-key': apiKey,
      'idempotency-key': randomUUID(),
    },
    payload: JSON.stringify({
      tipoDte: '01',
      items: [{ descripcion: 'Café', cantidad: 1, precioUni: 1.13 }],
    }),
  })
  assert.equal(reply.status, 200, reply.text)
  const { prepareToken, documento } = reply.body
  return { prepareToken, documento }
}

function sign(prepared: object) {
  const { apiKey, signKey } = world.company.key
  return world.inject({
    method: 'POST',
    url: '/v1/dte/sign',
    headers: {
      'content-type': 'application/json',
      'x-service-key': apiKey,
      'x-service-sign-key': signKey ?? '',
      'idempotency-key': randomUUID(),
    },
    payload: JSON.stringify(prepared),
  })
}
