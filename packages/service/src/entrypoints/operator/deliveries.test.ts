/** What is told by webhook and mail, in an operator's metrics: attempts by their outcome, and what waits. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { later } from '../../../test/embedded.ts'
import { startMailbox } from '../../../test/mail-server.ts'
import { createHook, deliver, sellOne, startReceiver, withStatus } from '../../../test/webhooks.ts'
import { createWorld, SALE } from '../../../test/world.ts'
import { HOUR_MS } from '../../base/time/durations.ts'
import { deliverDue } from '../../flows/delivering/deliver.ts'
import { createSmtp } from '../../outside/mail/smtp.ts'
import { startOperator } from './server.ts'

test('what is told, what failed and what waits of webhooks and mail is in the metrics', async (t) => {
  const { world, mailbox, receiver, told } = await start(t)
  await createHook(world, receiver.url)
  assert.deepEqual(await told(), {}, 'each attempt is counted from 0')

  await sellOne(world, { ...SALE, entrega: { correo: ['maria.perez@example.com'] } })
  assert.deepEqual(await told(), { 'waiting outbox': 1 })

  receiver.respond(withStatus(500))
  mailbox.refuse = { code: 451, said: 'try later' }
  await deliver(world)
  await deliverDue(world.deps)
  const failed = { 'webhook failed': 1, 'mail failed': 1 }
  assert.deepEqual(await told(), { ...failed, 'waiting webhooks': 1, 'waiting mail': 1 })

  receiver.respond(withStatus(204))
  mailbox.refuse = null
  await world.advance(HOUR_MS)
  await deliver(world)
  await deliverDue(world.deps)
  const delivered = { 'webhook delivered': 1, 'mail delivered': 1 }
  const sent = { 'waiting outbox': 1 } // that the mail was sent is told too
  assert.deepEqual(await told(), { ...failed, ...delivered, ...sent })
})

async function start(t: TestContext) {
  const mailbox = await startMailbox()
  later(t, () => mailbox.close())
  const receiver = await startReceiver()
  later(t, () => receiver.close())
  const send = createSmtp(mailbox.server, { connectMs: 2_000, greetingMs: 2_000, silenceMs: 2_000 })
  const world = await createWorld({ mail: { service: send, through: createSmtp, origin: null } })
  later(t, () => world.close())
  const operator = await startOperator(world.deps, { host: '127.0.0.1', port: 0 })
  later(t, () => operator.close())
  /** Attempts by way and outcome, and rows by queue: those that are not 0. */
  async function told(): Promise<Record<string, number>> {
    const text = await (await fetch(`${operator.url}/metrics`)).text()
    const attempts = text.matchAll(/^sello_deliveries_total{way="(\w+)",outcome="(\w+)"} (\d+)$/gm)
    const waiting = text.matchAll(
      /^sello_waiting{queue="(outbox|webhooks|mail)",ambiente="00"} (\d+)$/gm,
    )
    const seen = [...attempts].map(
      ([, way, outcome, n]) => [`${way} ${outcome}`, Number(n)] as const,
    )
    assert.equal(seen.length, 4, 'an alert sees the first one too')
    return Object.fromEntries([
      ...seen.filter(([, n]) => n > 0),
      ...[...waiting].map(([, queue, n]) => [`waiting ${queue}`, Number(n)] as const),
    ])
  }
  return { world, mailbox, receiver, told }
}
