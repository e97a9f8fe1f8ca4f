import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { invalidate } from '../../../../test/corrections.ts'
import { createPeer } from '../../../../test/races/peer.ts'
import { createWorld, type Reply, SALE, type World } from '../../../../test/world.ts'
import type { MintedKey } from '../../../admin.ts'
import { statement } from '../../../base/db/tx.ts'
import { readFeed } from '../../../ledger/feed/read.ts'
import { forgetOld } from '../../../ledger/outbox/forget.ts'
import { relay } from '../../../ledger/outbox/relay.ts'

const DAY_MS = 24 * 60 * 60_000

let world: World
before(async () => {
  world = await createWorld({ feedWaits: { total: 4, ofAddress: 4, ofCompany: 3, ofKey: 1 } })
})
after(() => world.close())

const headersOf = (key: MintedKey) => ({ 'x-service-key': key.apiKey })
const feed = (query = '', key = world.company.key): Promise<Reply> =>
  world.inject({ method: 'GET', url: `/v1/events${query}`, headers: headersOf(key) })
const head = async (key?: MintedKey): Promise<string> =>
  (await feed('?despues=ahora', key)).body.siguiente

async function sell(body: object = SALE): Promise<string> {
  const reply = await world.issue(body)
  assert.equal(reply.status, 200, reply.text)
  await relay(world.deps)
  return reply.body.codigoGeneracion
}

test('a feed that never told anything has a place to go on from', async () => {
  const { status, body } = await feed()
  assert.deepEqual([status, body.novedades], [200, []])
  const code = await sell()
  const next = await feed(`?despues=${body.siguiente}`)
  assert.deepEqual(
    next.body.novedades.map((one: { datos: object }) => one.datos),
    [(await feed()).body.novedades[0].datos],
  )
  assert.equal(next.body.novedades[0].datos.codigoGeneracion, code)
})

test('it tells codes, numbers, states and totals, and nothing of the buyer', async () => {
  const from = await head()
  const receptor = { nombre: 'Ana Comprador', correo: 'ana@example.com' }
  const code = await sell({ ...SALE, receptor, referencia: 'pedido 7' })
  assert.equal((await invalidate(world, code)).status, 200)
  await relay(world.deps)
  const { text, body } = await feed(`?despues=${from}`)
  const { body: stored } = await world.query(code)
  const [sealed, cancelled] = body.novedades
  assert.deepEqual(
    [sealed.tipo, cancelled.tipo, body.novedades.length],
    ['dte.sellado', 'dte.invalidado', 2],
  )
  const { totalLetras: _, ...totales } = stored.totales
  assert.deepEqual(sealed.datos, {
    estado: 'sellado',
    codigoGeneracion: code,
    tipoDte: '01',
    numeroControl: stored.numeroControl,
    fecEmi: stored.fecEmi,
    referencia: 'pedido 7',
    selloRecibido: stored.selloRecibido,
    totales,
  })
  assert.doesNotMatch(text, /Ana|example\.com/)
  assert.notEqual(sealed.id, cancelled.id)
})

test('pages of one each go through everything once, in order, and the same again', async () => {
  const from = await head()
  const codes: string[] = []
  for (let n = 0; n < 4; n++) codes.push(await sell())
  const walk = async () => {
    const seen: { id: string; code: string }[] = []
    for (let cursor = from; ; ) {
      const { body } = await feed(`?despues=${cursor}&limite=1`)
      if (body.novedades.length === 0) return seen
      const [{ id, datos }] = body.novedades
      seen.push({ id, code: datos.codigoGeneracion })
      cursor = body.siguiente
    }
  }
  const began = performance.now()
  const { novedades } = (await feed(`?despues=${from}&espera=30`)).body
  assert.ok(
    novedades.length > 0 && performance.now() - began < 20_000,
    'what is there is not waited for',
  )
  const first = await walk()
  assert.deepEqual(
    first.map(({ code }) => code),
    codes,
  )
  assert.deepEqual(await walk(), first)
})

test('a filter passes over the rest, and its reader goes on after it', async () => {
  const from = await head()
  const code = await sell()
  await sell()
  assert.equal((await invalidate(world, code)).status, 200)
  await relay(world.deps)
  const found = await feed(`?despues=${from}&tipo=dte.invalidado`)
  assert.deepEqual(
    found.body.novedades.map((one: { tipo: string }) => one.tipo),
    ['dte.invalidado'],
  )
  const nothing = await feed(`?despues=${from}&tipo=dte.rechazado`)
  assert.deepEqual(nothing.body, { novedades: [], siguiente: await head() })
})

test('what a filter passes over is passed five thousand at a time', async () => {
  const of = { companyId: randomUUID(), ambiente: '00', epochs: [], limit: 2 } as const
  await world.deps.pool.many(
    `insert into feed (company_id, ambiente, position, tipo, at)
     select $1, '00', n, case when n = 5001 then 'webhook.apagado' else 'dte.sellado' end, now()
       from generate_series(1, 5002) n`,
    [of.companyId],
  )
  const pages: unknown[] = []
  for (const after of [0n, 5_000n, 5_002n]) {
    const { told, upTo } = await readFeed(world.deps.pool, {
      ...of,
      after,
      tipo: 'webhook.apagado',
    })
    pages.push([told.map(({ position }) => position), upTo])
  }
  assert.deepEqual(pages, [
    [[], 5_000n],
    [[5_001n], 5_002n],
    [[], 5_002n],
  ])
})

test('a page has up to a hundred, however many are asked for', async () => {
  const { nit, key } = await world.addCompany()
  const datos = JSON.stringify({ vence: '2026-12-01T06:00:00.000Z', dias: 7 })
  await world.deps.pool.many(
    `with told as (
       insert into feeds (company_id, ambiente, last)
       select company_id, '00', 101 from companies where nit = $1 returning company_id)
     insert into feed (company_id, ambiente, position, tipo, at, datos)
     select company_id, '00', n, 'certificado.vence_pronto', now(), $2::jsonb
       from told, generate_series(1, 101) n`,
    [nit, datos],
  )
  for (const limite of ['', '?limite=100', '?limite=101', `?limite=${'9'.repeat(400)}`]) {
    const { body } = await feed(limite, key)
    assert.equal(body.novedades.length, 100, limite)
    const rest = await feed(`?despues=${body.siguiente}`, key)
    assert.equal(rest.body.novedades.length, 1, limite)
  }
})

test('another company, and the other environment, hear nothing of it', async () => {
  const other = await world.addCompany()
  const from = await head(other.key)
  await sell()
  const { body } = await feed(`?despues=${from}`, other.key)
  assert.deepEqual(body.novedades, [])
  // A cursor of ours is only a place in theirs.
  assert.deepEqual((await feed(`?despues=${await head()}`, other.key)).body.novedades, [])
})

test('a call that waits hears a seal of another process, and holds no connection', async () => {
  const from = await head()
  const { companyReads } = world.deps
  const waiting = feed(`?despues=${from}&espera=20`)
  while (world.deps.feedWaits.count() === 0) await sleep(5)
  await sleep(20)
  assert.equal(companyReads.pool.load().total - companyReads.pool.load().idle, 0)
  const peer = createPeer(world)
  try {
    const sold = await peer.issue()
    assert.equal(world.deps.feedWaits.count(), 1)
    await relay(peer.deps)
    const { body } = await waiting
    assert.equal(body.novedades[0].datos.codigoGeneracion, sold.body.codigoGeneracion)
  } finally {
    await peer.close()
  }
  assert.equal(world.deps.feedWaits.count(), 0)
})

test('one that hears nothing ends with its time, at the same place', async () => {
  const from = await head()
  const began = Date.now()
  const { status, body } = await feed(`?despues=${from}&espera=1`)
  assert.deepEqual([status, body], [200, { novedades: [], siguiente: from }])
  assert.ok(Date.now() - began >= 990)
})

test('one call of a key waits, three of a company; another one is answered at once', async () => {
  const from = await head()
  const keys = [world.company.key]
  for (let n = 0; n < 3; n++) keys.push(await world.mintKey(world.company.nit, { label: `k${n}` }))
  const waiting = keys.slice(0, 3).map((key) => feed(`?despues=${from}&espera=20`, key))
  while (world.deps.feedWaits.count() < 3) await sleep(5)
  const began = Date.now()
  assert.deepEqual((await feed(`?despues=${from}&espera=20`)).body.novedades, []) // the same key
  assert.deepEqual((await feed(`?despues=${from}&espera=20`, keys[3])).body.novedades, [])
  assert.ok(Date.now() - began < 10_000)
  await sell()
  for (const { body } of await Promise.all(waiting)) assert.equal(body.novedades.length, 1)
})

test('a caller who goes away frees its place, and a stop answers all', async () => {
  const own = await createWorld()
  try {
    const address = await own.app.listen({ host: '127.0.0.1', port: 0 })
    const { body } = await own.inject({
      method: 'GET',
      url: '/v1/events',
      headers: headersOf(own.company.key),
    })
    const ask = (signal?: AbortSignal) =>
      fetch(`${address}/v1/events?espera=30&despues=${body.siguiente}`, {
        headers: headersOf(own.company.key),
        ...(signal ? { signal } : {}),
      })
    const controller = new AbortController()
    const gone = ask(controller.signal)
    while (own.deps.feedWaits.count() === 0) await sleep(5)
    controller.abort()
    await assert.rejects(gone)
    while (own.deps.feedWaits.count() > 0) await sleep(5)

    const waiting = ask()
    while (own.deps.feedWaits.count() === 0) await sleep(5)
    const [answer] = await Promise.all([waiting, own.app.close()])
    assert.deepEqual([answer.status, await answer.json()], [200, body])
  } finally {
    await own.close()
  }
})

test('its calls take nothing from the others of the key, and have 240 an hour', async () => {
  const key = await world.mintKey(world.company.nit, { label: 'listens' })
  const before = await world.inject({ method: 'GET', url: '/v1/dte', headers: headersOf(key) })
  const reply = await feed('', key)
  assert.equal(reply.headers['ratelimit-limit'], '240')
  const next = await world.inject({ method: 'GET', url: '/v1/dte', headers: headersOf(key) })
  const left = (one: Reply) => Number(one.headers['ratelimit-remaining'])
  assert.equal(left(before) - left(next), 1)
  for (let n = 0; n < 239; n++) assert.equal((await feed('', key)).status, 200)
  const refused = await feed('', key)
  assert.deepEqual([refused.status, refused.body.error.details.window], [429, 'novedades'])
})

test('a reader who was away for longer than thirty days is told, and where to go on', async () => {
  const key = await world.mintKey(world.company.nit, { label: 'sleeps' })
  await sell()
  await statement(world.deps.pool, 'update feed set at = $1', [
    new Date(world.deps.clock.now().getTime() - 31 * DAY_MS),
  ])
  await forgetOld(world.deps)
  const code = await sell()
  const { status, body } = await feed('?despues=0-1', key)
  assert.deepEqual([status, body.error.code], [410, 'cursor_expired'])
  const { masAntiguo } = body.error.details
  for (const query of [`?despues=${masAntiguo}`, '']) {
    const { novedades } = (await feed(query, key)).body
    assert.deepEqual(
      novedades.map((one: { datos: { codigoGeneracion: string } }) => one.datos.codigoGeneracion),
      [code],
    )
  }
})
