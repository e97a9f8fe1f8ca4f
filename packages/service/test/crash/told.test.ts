/**
 * What happens to each sale is told by the feed, by a webhook whose receiver fails a third of the calls and by mail
 * whose server refuses a third, while processes and the database are killed. `npm run test:long` has 10,000 sales.
 */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { SEED } from '../../../fiscal/test/seed.ts'
import type { Pool } from '../../src/base/db/pool.ts'
import { later } from '../embedded.ts'
import { listTold } from '../feed.ts'
import { headerOf, startMailbox } from '../mail-server.ts'
import { until } from '../until.ts'
import { createHook, type Got, startReceiver } from '../webhooks.ts'
import { SALE, type World } from '../world.ts'
import { createDice } from './dice.ts'
import { assertSound, sweep } from './examine.ts'
import { answered, repeatUnanswered, startLoad } from './load.ts'
import { createOwnWorld, killServer } from './own-world.ts'

const SALES = Number(process.env.SELLO_TOLD_SALES ?? 60)
const ROUNDS = Number(process.env.SELLO_TEST_KILLS ?? 4)
const CALLERS = 16
const VICTIMS = ['service', 'database', 'both'] as const
/** Fewer than a delivery has attempts, of which one in thousands would otherwise fail each. */
const FAILS_EACH = 5
const MAILED = { ...SALE, entrega: { correo: ['maria.perez@example.com'] } }

test('each outcome of each sale is in the feed, at the receiver and in the mailbox, whoever dies', {
  timeout: 3 * 60 * 60_000,
}, async (t) => {
  t.diagnostic(`SEED=${SEED}`)
  const dice = createDice(SEED)
  const mailbox = await startFailingMailbox(t)
  const { world, cluster, restart } = await createOwnWorld(t, {
    latencyMs: 5,
    settings: {
      SELLO_INNER_WEBHOOKS: 'on',
      SELLO_SMTP_URL: `smtp://localhost:${mailbox.port}`,
      SELLO_MAIL_FROM: 'facturas@example.com',
    },
  })
  const hooked = await startFailingReceiver(t, world)
  let running = [await restart(), await restart()]
  for (let round = 0; round < ROUNDS; round += 1) {
    const loads = running.map((each) => startLoad(world, each, CALLERS / 2, MAILED))
    const [first] = loads
    assert.ok(first)
    await answered(first, Math.ceil(SALES / ROUNDS / 2) - dice.between(0, 4))
    const victim = VICTIMS[round % VICTIMS.length]
    if (victim !== 'service') await killServer(cluster)
    if (victim !== 'database') await running[round % 2]?.kill()
    await Promise.all(loads.map((load) => load.finish()))
    if (victim !== 'database') {
      running = await Promise.all(running.map((each, at) => (at === round % 2 ? restart() : each)))
    }
    const [one] = running
    assert.ok(one)
    const calls = loads.flatMap((load) => load.calls)
    await until('the database answers again', () => passTime(world.deps.pool).catch(() => null))
    await repeatUnanswered(world, one, calls, MAILED)
    t.diagnostic(`${victim}: ${calls.length} sales`)
  }
  await until('the last are decided', async () => (await sweep(world)) === 0)
  await assertSound(world)
  await until('nothing is owed', () => nothingIsOwed(world), 60 * 60_000)

  const told = (await listTold(world.deps.pool)).filter(({ tipo }) => tipo.startsWith('dte.'))
  assert.ok(told.length >= SALES / 2, `${told.length} outcomes`)
  hooked.assertAll(told.map(({ about, tipo }) => `${about} ${tipo}`))
  const mails = await world.deps.pool.many<{ id: string; about: string; ocasion: string }>(
    `select delivery_id as id, upper(codigo_generacion::text) as about, ocasion from deliveries`,
  )
  assert.deepEqual(
    mails
      .filter(({ ocasion }) => ocasion === 'sellado')
      .map(({ about }) => about)
      .toSorted(),
    told
      .filter(({ tipo }) => tipo === 'dte.sellado')
      .map(({ about }) => `${about}`)
      .toSorted(),
    'one mail is owed for each seal',
  )
  mailbox.assertAll(mails.map(({ id }) => id))
  t.diagnostic(`${told.length} outcomes; ${hooked.said()}; ${mailbox.said()}`)
})

/**
 * As if it were later: what waits for another attempt is due, and the leases of the dead are over. Rows that a process
 * has locked are passed over: many updated in no order would wait for each other with what it records.
 */
async function passTime(pool: Pool): Promise<true> {
  const free = (table: string, at: string, where = 'true') =>
    pool.many(
      `update ${table} set ${at} = now() where ctid = any (array(
         select ctid from ${table} where ${at} > now() and ${where} for update skip locked))`,
    )
  await free('webhook_deliveries', 'next_at')
  await free('webhooks', 'lease_until')
  await free('deliveries', 'attempt_at', `estado = 'pendiente'`)
  return true
}

async function nothingIsOwed({ deps: { pool } }: World): Promise<boolean> {
  await passTime(pool)
  await sleep(1_000) // a second's work of the processes
  const { owed } = await pool.one<{ owed: boolean }>(
    `select exists (select from outbox) or exists (select from deliveries where estado = 'pendiente')
         or exists (select from webhook_deliveries where next_at is not null)
         or exists (select from webhooks w join feeds f using (company_id, ambiente)
                     where w.position < f.last) as owed`,
  )
  return !owed
}

async function startFailingReceiver(t: TestContext, world: World) {
  const receiver = await startReceiver()
  later(t, () => receiver.close())
  const { secreto } = await createHook(world, receiver.url)
  const webhook = new Webhook(secreto)
  const arrived = new Set<string>()
  const failed = new Map<string, number>()
  const firsts = new Map<string, string[]>()
  let calls = 0
  receiver.respond((response, { text, headers, body }: Got) => {
    calls += 1
    webhook.verify(text, headers as Record<string, string>)
    receiver.got.length = 0
    if (body.tipo.startsWith('dte.')) {
      const of = firsts.get(body.datos.codigoGeneracion) ?? []
      if (!of.includes(body.tipo)) of.push(body.tipo)
      firsts.set(body.datos.codigoGeneracion, of)
    }
    const tries = failed.get(body.id) ?? 0
    const fails = calls % 3 === 0 && tries < FAILS_EACH
    if (fails) failed.set(body.id, tries + 1)
    if (!fails && body.tipo.startsWith('dte.')) {
      arrived.add(`${body.datos.codigoGeneracion} ${body.tipo}`)
    }
    response.writeHead(fails ? 500 : 204).end()
  })
  return {
    /** `told`: in the order of the feed. */
    assertAll(told: readonly string[]) {
      assert.deepEqual(
        told.filter((one) => !arrived.has(one)),
        [],
        'what the receiver was never told',
      )
      assert.equal(arrived.size, told.length)
      for (const [code, tipos] of firsts) {
        const first = told.filter((one) => one.startsWith(code))
        assert.deepEqual(
          tipos.map((tipo) => `${code} ${tipo}`),
          first,
        )
      }
    },
    said: () => `${calls} calls of the receiver`,
  }
}

async function startFailingMailbox(t: TestContext) {
  let asked = 0
  const box = await startMailbox({
    hideSTARTTLS: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      asked += 1
      if (asked % 3 !== 0) return done()
      return done(Object.assign(new Error('later'), { responseCode: 451 }))
    },
  })
  later(t, () => box.close())
  return {
    port: box.server.port,
    assertAll(ids: readonly string[]) {
      const got = box.received.map((mail) => headerOf(mail, 'Message-ID')?.slice(1, 37))
      assert.deepEqual([...new Set(got)].toSorted(), ids.toSorted())
    },
    said: () => `${box.received.length} mails, of ${asked} tries`,
  }
}
