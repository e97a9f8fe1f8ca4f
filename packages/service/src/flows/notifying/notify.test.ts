import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { invalidate } from '../../../test/corrections.ts'
import { until } from '../../../test/until.ts'
import {
  callWebhooks,
  createHook,
  deliver,
  deliveriesOf,
  type Got,
  type Receiver,
  sellOne,
  startReceiver,
  withStatus,
} from '../../../test/webhooks.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../base/time/durations.ts'
import { relay } from '../../ledger/outbox/relay.ts'
import { takeTurns } from '../../ledger/webhooks/turns.ts'
import { createWebhookSender } from '../../outside/webhooks/sender.ts'
import { notifyDue } from './notify.ts'
import { deliverTurn } from './turn.ts'

const lines: string[] = []
const log = createLog('warn', { write: (line: string) => void lines.push(line) })

let world: World
let receiver: Receiver
before(async () => {
  world = await createWorld({ log })
  receiver = await startReceiver()
})
afterEach(async () => {
  await world.deps.pool.many('delete from webhooks')
  await world.deps.pool.many('delete from webhook_deliveries')
  receiver.respond(withStatus(204))
  receiver.got.length = 0
})
after(async () => {
  await receiver.close()
  await world.close()
})

const headersOf = ({ headers }: Got) => headers as Record<string, string>
const codesOf = (got: readonly Got[]) => got.map(({ body }) => body.datos.codigoGeneracion)

test('what happens is sent as the feed tells it, and the reference verifier accepts its signature', async () => {
  const earlier = await sellOne(world)
  await relay(world.deps)
  const hook = await createHook(world, receiver.url)
  const code = await sellOne(world)
  assert.equal(await deliver(world), 1)

  const [got] = receiver.got
  assert.ok(got)
  assert.deepEqual([receiver.got.length, codesOf([got])], [1, [code]])
  assert.notEqual(code, earlier)
  const verified = new Webhook(hook.secreto).verify(got.text, headersOf(got))
  const feed = await world.inject({
    method: 'GET',
    url: '/v1/events',
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  assert.deepEqual(verified, feed.body.novedades.at(-1))
  assert.equal(got.headers['webhook-id'], got.body.id)
  const { 'content-type': type, 'user-agent': agent } = got.headers
  assert.deepEqual([type, agent], ['application/json', 'Sello-Webhooks'])
  assert.throws(() => new Webhook(hook.secreto).verify(`${got.text} `, headersOf(got)))
  const listed = await deliveriesOf(world, hook.id)
  assert.deepEqual(
    listed.map(({ id, estado, intentos, codigo, motivo }) => [
      id,
      estado,
      intentos,
      codigo,
      motivo,
    ]),
    [[got.body.id, 'entregada', 1, 204, null]],
  )
  assert.equal(await deliver(world), 0)
})

test('all that is sent at once, to several receivers, is counted', async () => {
  for (const path of ['/uno', '/dos', '/tres']) await createHook(world, `${receiver.url}${path}`)
  await sellOne(world)
  assert.equal(await deliver(world), 3)
  assert.equal(receiver.got.length, 3)
})

test('only the types that it names are sent, and those of its environment', async () => {
  const live = await world.mintKey(world.company.nit, { ambiente: '00' })
  await createHook(world, receiver.url, { tipos: ['dte.invalidado'] }, live)
  const code = await sellOne(world)
  const { status } = await invalidate(world, code)
  assert.equal(status, 200)
  await deliver(world)
  assert.deepEqual(
    receiver.got.map(({ body }) => body.tipo),
    ['dte.invalidado'],
  )
})

test('after a rotation both secrets sign for a day, and then the new one alone', async () => {
  const hook = await createHook(world, receiver.url)
  const rotated = await callWebhooks(world, 'POST', `/${hook.id}/rotate`)
  assert.equal(rotated.status, 200, rotated.text)
  await sellOne(world)
  await deliver(world)
  await world.advance(DAY_MS + SECOND_MS)
  await sellOne(world)
  await deliver(world)

  const [both, newer] = receiver.got
  assert.ok(both && newer)
  const [old, fresh] = [new Webhook(hook.secreto), new Webhook(rotated.body.secreto)]
  const verify = (by: Webhook, got: Got) => by.verify(got.text, headersOf(got))
  verify(old, both)
  verify(fresh, both)
  // The package refuses what is a day ahead of this machine: the clock of this test is moved.
  assert.equal(String(both.headers['webhook-signature']).split(' ').length, 2)
  assert.equal(String(newer.headers['webhook-signature']).split(' ').length, 1)
})

test('a failure is tried again after 5 s, 5 min, 30 min, 2, 5, 10 and 10 h, with the same id and body', async () => {
  const hook = await createHook(world, receiver.url)
  receiver.respond(withStatus(500))
  await sellOne(world)
  await deliver(world)
  const waits = [
    ...[5 * SECOND_MS, 5 * MINUTE_MS, 30 * MINUTE_MS],
    ...[2 * HOUR_MS, 5 * HOUR_MS, 10 * HOUR_MS, 10 * HOUR_MS],
  ]
  for (const [n, wait] of waits.entries()) {
    const [one] = await deliveriesOf(world, hook.id)
    const inMs = Date.parse(one?.proximoIntento ?? '') - world.deps.clock.now().getTime()
    assert.ok(inMs > wait * 0.9 && inMs <= wait * 1.2, `attempt ${n + 2} comes in ${inMs} ms`)
    assert.deepEqual([one?.estado, one?.intentos, one?.codigo], ['pendiente', n + 1, 500])
    await world.advance(wait - MINUTE_MS)
    if (wait > 5 * MINUTE_MS) {
      await deliver(world)
      assert.equal(receiver.got.length, n + 1)
    }
    await world.advance(MINUTE_MS + wait * 0.2 + 5 * MINUTE_MS)
    await deliver(world)
    assert.equal(receiver.got.length, n + 2)
  }
  const [one] = await deliveriesOf(world, hook.id)
  assert.deepEqual([one?.estado, one?.intentos, one?.proximoIntento], ['fallida', 8, null])
  assert.equal(new Set(receiver.got.map(({ text }) => text)).size, 1)
  assert.equal(new Set(receiver.got.map(({ headers }) => headers['webhook-id'])).size, 1)
  assert.equal(new Set(receiver.got.map(({ headers }) => headers['webhook-timestamp'])).size, 8)
  await world.advance(DAY_MS)
  await deliver(world)
  assert.equal(receiver.got.length, 8)

  receiver.respond(withStatus(200))
  const again = await callWebhooks(world, 'POST', `/${hook.id}/deliveries/${one?.id}/retry`)
  assert.equal(again.status, 202, again.text)
  assert.equal(await deliver(world), 1)
  assert.deepEqual([receiver.got.length, receiver.got.at(-1)?.text], [9, receiver.got[0]?.text])
})

test('what is told of one document arrives in order; one that fails holds up nothing else', async () => {
  await createHook(world, receiver.url)
  const code = await sellOne(world)
  await invalidate(world, code)
  const others = await Promise.all(Array.from({ length: 31 }, () => sellOne(world)))
  const ofOne: string[] = []
  let recorded: unknown
  receiver.respond(async (response, { body }) => {
    if (receiver.got.length === 33) {
      const sql = 'select count(*)::integer as n from webhook_deliveries where attempts > 0'
      recorded = await world.deps.pool.one(sql)
    }
    const isOne = body.datos.codigoGeneracion === code
    if (isOne) ofOne.push(`${body.tipo} came`)
    if (body.tipo === 'dte.sellado') await new Promise((resolve) => setTimeout(resolve, 30))
    if (isOne) ofOne.push(`${body.tipo} failed`)
    response.writeHead(isOne ? 500 : 204).end()
  })
  assert.equal(await deliver(world), 31)
  assert.deepEqual(recorded, { n: 32 }, 'what was sent before is recorded, 32 together')
  assert.deepEqual(ofOne, [
    ...['dte.sellado came', 'dte.sellado failed'],
    ...['dte.invalidado came', 'dte.invalidado failed'],
  ])
  assert.deepEqual(new Set(codesOf(receiver.got)), new Set([code, ...others]))
})

test('a company has eight deliveries at once, over its webhooks and over several processes', async () => {
  const hooks = [receiver.url, `${receiver.url}/b`, `${receiver.url}/c`]
  for (const url of hooks) await createHook(world, url)
  await Promise.all(Array.from({ length: 24 }, () => sellOne(world)))
  await relay(world.deps)
  receiver.respond(async (response) => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    response.writeHead(204).end()
  })
  const before = receiver.most()
  await Promise.all([notifyDue(world.deps), notifyDue(world.deps), notifyDue(world.deps)])
  assert.equal(receiver.got.length, 24 * hooks.length)
  assert.ok(
    receiver.most() <= 8 && receiver.most() > 1,
    `${before} then ${receiver.most()} at once`,
  )
})

test('ten seconds after a turn began it begins no other delivery', async () => {
  const { pool, clock } = world.deps
  for (const [ms, sent] of [
    [9_999, 2],
    [10_000, 1],
  ] as const) {
    const hook = await createHook(world, receiver.url)
    await invalidate(world, await sellOne(world))
    await relay(world.deps)
    const began = clock.now().getTime()
    let spent = 0
    receiver.respond((response) => {
      spent = ms
      response.writeHead(204).end()
    })
    const lease = { now: clock.now(), leaseUntil: new Date(began + MINUTE_MS), limit: 1 }
    const [turn] = await takeTurns(pool, lease, assert.ifError)
    assert.ok(turn)
    const standing = { ...clock, now: () => new Date(began + spent) }
    const stop = { stopping: undefined, cut: new AbortController().signal }
    assert.deepEqual(await deliverTurn({ ...world.deps, clock: standing }, turn, stop), {
      ...{ count: sent, restMs: 0, isOff: false },
    })
    await callWebhooks(world, 'DELETE', `/${hook.id}`)
  }
})

test('a redirect is a failure that is not followed', async () => {
  const hook = await createHook(world, receiver.url)
  receiver.respond((response) =>
    response.writeHead(302, { location: `${receiver.url}/inside` }).end(),
  )
  await sellOne(world)
  await deliver(world)
  assert.deepEqual(
    receiver.got.map(({ path }) => path),
    ['/hook'],
  )
  const [one] = await deliveriesOf(world, hook.id)
  assert.deepEqual([one?.codigo, one?.motivo], [302, 'respondió 302: no se siguen redirecciones.'])
})

test('a receiver that answers 410 wants nothing any more: it is switched off at once', async () => {
  const hook = await createHook(world, receiver.url)
  receiver.respond(withStatus(410))
  await sellOne(world)
  await deliver(world)
  await deliver(world)
  const [row] = (await callWebhooks(world, 'GET')).body.webhooks
  assert.deepEqual([row.activo, row.apagado.por], [false, 'fallos'])
  const [act] = await world.deps.pool.many<{ detalle: object }>(
    `select detalle from audit_log where acto = 'webhook.apagado' and sobre = $1`,
    [hook.id],
  )
  assert.deepEqual(act?.detalle, { ambiente: '00', respuesta: 410 })
  const told = await world.inject({
    url: '/v1/events?tipo=webhook.apagado',
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  assert.deepEqual(told.body.novedades.at(-1)?.datos, { webhookId: hook.id })
  const { job, webhookId, msg } = JSON.parse(lines.at(-1) ?? '{}')
  assert.deepEqual(
    [job, webhookId, msg],
    ['webhooks', hook.id, 'a webhook that nothing reaches was switched off'],
  )
  await sellOne(world)
  await deliver(world)
  assert.equal(receiver.got.length, 1)
  await callWebhooks(world, 'DELETE', `/${hook.id}`)
})

test('nothing for five days switches it off, which its row, the feed and the audit log tell; it goes on where it was', async () => {
  const hook = await createHook(world, receiver.url)
  receiver.respond(withStatus(503))
  const code = await sellOne(world)
  await deliver(world)
  await world.advance(5 * DAY_MS + MINUTE_MS)
  await deliver(world) // its second attempt
  await world.advance(10 * MINUTE_MS)
  await deliver(world) // its third
  const [row] = (await callWebhooks(world, 'GET')).body.webhooks
  assert.deepEqual([row.activo, row.apagado.por], [false, 'fallos'])
  await relay(world.deps)
  const feed = await world.inject({
    method: 'GET',
    url: '/v1/events?tipo=webhook.apagado',
    headers: { 'x-service-key': world.company.key.apiKey },
  })
  assert.deepEqual(feed.body.novedades.at(-1)?.datos, { webhookId: hook.id })
  const acts = await world.deps.pool.many<{ sobre: string }>(
    `select sobre from audit_log where acto = 'webhook.apagado' and sobre = $1`,
    [hook.id],
  )
  assert.deepEqual(acts, [{ sobre: hook.id }])

  const missed = await sellOne(world)
  await deliver(world)
  const count = receiver.got.length
  const test = await callWebhooks(world, 'POST', `/${hook.id}/test`)
  assert.deepEqual([test.status, test.body.error.details.issues[0].field], [422, 'activo'])
  receiver.respond(withStatus(204))
  const on = await callWebhooks(world, 'PATCH', `/${hook.id}`, { body: { activo: true } })
  assert.deepEqual([on.status, on.body.activo, on.body.apagado], [200, true, null], on.text)
  await world.advance(HOUR_MS)
  await deliver(world)
  const since = receiver.got.slice(count)
  assert.deepEqual(since.map(({ body }) => body.tipo).toSorted(), [
    'dte.sellado',
    'dte.sellado',
    'webhook.apagado',
  ])
  assert.ok(codesOf(since).includes(code) && codesOf(since).includes(missed))
})

test('a test is sent though the feed does not have it', async () => {
  const hook = await createHook(world, receiver.url)
  const asked = await callWebhooks(world, 'POST', `/${hook.id}/test`)
  assert.equal(asked.status, 202)
  await deliver(world)
  const [got] = receiver.got
  assert.ok(got)
  assert.deepEqual([got.body.tipo, got.body.datos], ['webhook.prueba', { webhookId: hook.id }])
  assert.equal(got.body.id, asked.body.id)
})

test('a receiver that hangs is a failure once its time is over', async () => {
  const hook = await createHook(world, receiver.url)
  receiver.respond(() => {})
  await sellOne(world)
  await relay(world.deps)
  const webhooks = createWebhookSender({ innerNetwork: true, timeoutMs: 1_000 })
  assert.equal(await notifyDue({ ...world.deps, webhooks }), 0)
  const [one] = await deliveriesOf(world, hook.id)
  assert.deepEqual([one?.codigo, one?.motivo], [null, 'no respondió en 1 segundos.'])
  await webhooks.close()
})

test('a process that stops cuts off what hangs, counts it as no attempt, and another one sends it', async () => {
  const hook = await createHook(world, receiver.url)
  receiver.respond(() => {})
  await sellOne(world)
  await relay(world.deps)
  const stopping = new AbortController()
  const { clock } = world.deps
  const pauses: number[] = []
  const sleep: typeof clock.sleep = (ms, signal) => {
    pauses.push(ms)
    return clock.sleep(Math.min(ms, 500), signal)
  }
  const running = notifyDue({ ...world.deps, clock: { ...clock, sleep } }, stopping.signal)
  await until('the receiver was called', () => receiver.got.length === 1)
  stopping.abort()
  await running
  assert.deepEqual(new Set(pauses), new Set([500, 3_000]), 'the looks, and three seconds to end')
  const [one] = await deliveriesOf(world, hook.id)
  assert.deepEqual([one?.estado, one?.intentos], ['pendiente', 0])
  receiver.respond(withStatus(204))
  assert.equal(await deliver(world), 1)
})
