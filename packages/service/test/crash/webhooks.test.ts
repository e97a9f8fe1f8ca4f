/** A receiver that fails a third of the calls gets everything, from two processes that are killed meanwhile. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../until.ts'
import { createHook, deliveriesOf, sellOne, startReceiver } from '../webhooks.ts'
import { createWorld, type World } from '../world.ts'
import { startProcess } from './process.ts'

const SALES = 15
const ROUNDS = 3
const SETTINGS = { SELLO_INNER_WEBHOOKS: 'on', SELLO_MH_TIMEOUT_MS: '5000' }

/** As if it were later: what waits for its next attempt, and what a killed process had, is due. */
const passTime = ({ deps: { pool } }: World) =>
  Promise.all([
    pool.many('update webhook_deliveries set next_at = now() where next_at > now()'),
    pool.many('update webhooks set lease_until = now() where lease_until > now()'),
  ])

test('each of them arrives at least once, whatever fails and whoever dies', async () => {
  const world = await createWorld()
  const receiver = await startReceiver()
  const arrived = new Set<string>()
  let calls = 0
  receiver.respond(async (response, { body }) => {
    calls += 1
    const fails = calls % 3 === 0
    await new Promise((resolve) => setTimeout(resolve, 10))
    if (!fails) arrived.add(body.datos.codigoGeneracion)
    response.writeHead(fails ? 500 : 204).end()
  })
  const hook = await createHook(world, receiver.url)
  const running = [await startProcess(world, SETTINGS), await startProcess(world, SETTINGS)]
  const sold: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = calls
    const sales = await Promise.all(Array.from({ length: SALES }, () => sellOne(world)))
    sold.push(...sales)
    await until('some were sent', () => calls > before + round)
    const one = round % 2
    await running[one]?.kill()
    running[one] = await startProcess(world, SETTINGS)
    await passTime(world)
  }
  await until('everything arrived', async () => {
    await passTime(world)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const left = await deliveriesOf(world, hook.id, '?limit=100')
    return left.length === sold.length && left.every(({ estado }) => estado === 'entregada')
  })
  assert.deepEqual(arrived, new Set(sold))
  assert.ok(calls >= sold.length * 1.3, `${calls} calls for ${sold.length}`)
  for (const one of running) await one.kill()
  await receiver.close()
  await world.close()
})

test('no sale waits for receivers that hang', async () => {
  const world = await createWorld()
  const receiver = await startReceiver()
  receiver.respond(() => {})
  for (const n of [1, 2, 3]) await createHook(world, `${receiver.url}/${n}`)
  const process = await startProcess(world, SETTINGS)
  const issue = async () => {
    const began = performance.now()
    const { apiKey, signKey } = world.company.key
    const answer = await fetch(`${process.url}/v1/dte`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-service-key': apiKey,
        'x-service-sign-key': signKey ?? '',
        'idempotency-key': world.deps.random.uuid(),
      },
      body: JSON.stringify({
        tipoDte: '01',
        items: [{ descripcion: 'Café', cantidad: 1, precioUni: 1 }],
      }),
    })
    assert.equal(answer.status, 200, await answer.text())
    return performance.now() - began
  }
  for (let n = 0; n < 10; n += 1) await issue()
  await until('all eight hang', () => receiver.got.length >= 6)
  const took: number[] = []
  for (let n = 0; n < 20; n += 1) took.push(await issue())
  took.sort((a, b) => a - b)
  assert.ok((took[10] ?? 0) < 5_000, `the median sale took ${took[10]} ms`)
  assert.ok(receiver.most() <= 8)
  await process.kill()
  await receiver.close()
  await world.close()
})
