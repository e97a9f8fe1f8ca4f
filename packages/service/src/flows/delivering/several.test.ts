/** Several processes send what is owed: each mail at least once, once as a rule, and a server that hangs delays no other. */
import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { ON_CLUSTER } from '../../../test/citus.ts'
import { companyElsewhere, whileAway } from '../../../test/machines.ts'
import { headerOf, type Mailbox, startMailbox } from '../../../test/mail-server.ts'
import { createPeer } from '../../../test/races/peer.ts'
import { until } from '../../../test/until.ts'
import { createWorld, SALE, type World } from '../../../test/world.ts'
import { setMail } from '../../admin.ts'
import { statement } from '../../base/db/tx.ts'
import { grouped } from '../../base/grouped.ts'
import { HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { takeDueDeliveries } from '../../ledger/deliveries/due.ts'
import { relay } from '../../ledger/outbox/relay.ts'
import type { Message, Sent } from '../../outside/mail/mail.ts'
import { createSmtp } from '../../outside/mail/smtp.ts'
import { deliverDue } from './deliver.ts'

const mailed = (name: string) => ({ ...SALE, entrega: { correo: [`${name}@example.com`] } })

let box: Mailbox
let world: World
before(async () => {
  box = await startMailbox()
  const service = createSmtp(box.server)
  world = await createWorld({ mail: { service, through: createSmtp, origin: null } })
})
after(async () => {
  await world.close()
  await box.close()
})
beforeEach(() => {
  box.received.length = 0
})

const ids = () => box.received.map((mail) => headerOf(mail, 'Message-ID'))

test('a company takes one place of a look, however many mails it has due', async () => {
  for (let company = 0; company < 4; company++) {
    const { key } = await world.addCompany()
    for (let n = 0; n < 3; n++) await world.issue(mailed(`muchas${n}`), { key })
  }
  await relay(world.deps)
  const { pool, clock } = world.deps
  const now = clock.now()
  const look = async (busy: readonly string[]) => {
    const onSkipped = assert.ifError // nothing is skipped
    const one = { now, leaseUntil: now, each: 2, companies: 3, except: busy, onSkipped }
    const taken = await takeDueDeliveries(pool, one)
    return grouped(taken, ({ companyId }) => companyId)
  }
  const first = await look([])
  const second = await look([...first.keys()])
  const sizes = [first, second].map((found) => [...found.values()].map(({ length }) => length))
  assert.deepEqual(sizes, [[2, 2, 2], [2]])
  assert.equal(await deliverDue(world.deps), 12, 'each is counted')
})

test('two processes at one queue send each mail once', async () => {
  for (let n = 0; n < 20; n++) await world.issue(mailed(`comprador${n}`))
  const peer = createPeer(world)
  await Promise.all([relay(world.deps), relay(peer.deps)])
  const counts = await Promise.all([
    deliverDue(world.deps),
    deliverDue(peer.deps),
    deliverDue(world.deps),
    deliverDue(peer.deps),
  ]).finally(peer.close)
  assert.equal(
    counts.reduce((a, b) => a + b),
    20,
  )
  assert.equal(new Set(ids()).size, 20)
  assert.equal(ids().length, 20)
})

test('what a process had sent when it died is sent once more by another, under the same id', async () => {
  await world.issue(mailed('uno'))
  await relay(world.deps)
  const { service } = world.deps.mail
  const dying = {
    ...world.deps.mail,
    service: async (...args: Parameters<NonNullable<typeof service>>) => {
      await service?.(...args)
      throw new Error('it dies here: nothing more is recorded')
    },
  }
  assert.equal(await deliverDue({ ...world.deps, mail: dying }), 0)
  assert.equal(await deliverDue(world.deps), 0, 'its lease stands')
  await world.advance(6 * MINUTE_MS)
  assert.equal(await deliverDue(world.deps), 1)
  await world.advance(6 * MINUTE_MS)
  assert.equal(await deliverDue(world.deps), 0)
  assert.equal(ids().length, 2)
  assert.equal(new Set(ids()).size, 1)
})

test('a server that never answers delays neither sales nor the mail of other companies', async () => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const other = await world.addCompany()
  await setMail(world.admin, other.nit, {
    server: {
      ...{ host: '127.0.0.1', port: (silent.address() as AddressInfo).port, tls: 'starttls' },
      ...{ auth: null, sender: 'ventas@example.com', dkim: null, innerNetwork: true },
    },
  })
  for (let n = 0; n < 8; n++) await world.issue(mailed(`preso${n}`), { key: other.key })
  await relay(world.deps)
  let isOver = false
  const sending = deliverDue(world.deps).finally(() => {
    isOver = true
  })
  for (let n = 0; n < 8; n++) {
    assert.equal((await world.issue(mailed(`libre${n}`))).status, 200)
    await relay(world.deps)
  }
  await until('the mail of the other company', () => box.received.length === 8)
  assert.equal(isOver, false)
  silent.close()
  for (const socket of sockets) socket.destroy()
  await sending
  const rows = await statement<{ estado: string; attempts: number }>(
    world.deps.pool,
    `select estado, attempts from deliveries d join companies c using (company_id) where c.nit = $1`,
    [other.nit],
  )
  assert.ok(rows.every(({ estado }) => estado === 'pendiente'))
  // The four that met it, and not the four that would have.
  assert.deepEqual(rows.map(({ attempts }) => attempts).sort(), [0, 0, 0, 0, 1, 1, 1, 1])
})

test('a process that stops does not wait for a server that never answers, and its mail is sent later', async (t) => {
  const sockets = new Set<Socket>()
  const silent = createServer((socket) => sockets.add(socket))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { nit, key } = await world.addCompany()
  await setMail(world.admin, nit, {
    server: {
      ...{ host: '127.0.0.1', port: (silent.address() as AddressInfo).port, tls: 'starttls' },
      ...{ auth: null, sender: 'ventas@example.com', dkim: null, innerNetwork: true },
    },
  })
  await world.issue(mailed('cortado'), { key })
  await relay(world.deps)
  const stopping = new AbortController()
  const { clock } = world.deps
  const pauses: number[] = []
  const sleep: typeof clock.sleep = (ms, signal) => {
    pauses.push(ms)
    return clock.sleep(Math.min(ms, 500), signal)
  }
  const limits = t.mock.method(AbortSignal, 'timeout')
  const sending = deliverDue({ ...world.deps, clock: { ...clock, sleep } }, stopping.signal)
  await until('the mail is under way', () => sockets.size === 1)
  assert.deepEqual(limits.mock.calls.at(-1)?.arguments, [2 * MINUTE_MS])
  stopping.abort()
  assert.equal(await sending, 0)
  assert.deepEqual(new Set(pauses), new Set([500, 5_000]), 'the looks, and five seconds to end')
  for (const socket of sockets) socket.destroy()
  silent.close()
  // Nothing was recorded: had it waited for the server, its silence would be the reason.
  const rows = await statement<{ estado: string; motivo: string | null }>(
    world.deps.pool,
    `select estado, motivo from deliveries d join companies c using (company_id) where c.nit = $1`,
    [nit],
  )
  assert.deepEqual(rows, [{ estado: 'pendiente', motivo: null }])
})

test('a message at which the server hangs up delays none of the others', async () => {
  const { nit, key } = await world.addCompany()
  for (const name of ['cortada', ...Array.from({ length: 11 }, (_, n) => `seguida${n}`)]) {
    await world.issue(mailed(name), { key })
  }
  await relay(world.deps)
  const cutting = {
    ...world.deps.mail,
    service: async (message: Message): Promise<Sent> =>
      message.to.startsWith('cortada')
        ? { kind: 'later', said: 'El servidor de correo cortó la conexión.', isServer: true }
        : { kind: 'sent' },
  }
  assert.equal(await deliverDue({ ...world.deps, mail: cutting }), 11)
  const rows = await statement<{ estado: string; count: number }>(
    world.deps.pool,
    `select estado, count(*)::int from deliveries d join companies c using (company_id) where c.nit = $1
      group by 1 order by 1`,
    [nit],
  )
  assert.deepEqual(rows, [
    { estado: 'enviada', count: 11 },
    { estado: 'pendiente', count: 1 },
  ])
})

test('a mail that nobody needs any more says nothing for a server that takes none', async () => {
  const { nit, key } = await world.addCompany()
  for (let n = 0; n < 5; n++) await world.issue(mailed(`caida${n}`), { key })
  await relay(world.deps)
  const { pool } = world.deps
  // The first is a transitory copy of what is sealed by now.
  const [first] = await pool.many<{ delivery_id: string; company_id: string }>(
    `select delivery_id, company_id from deliveries join companies using (company_id)
      where nit = $1 order by delivery_id limit 1`,
    [nit],
  )
  await pool.many(
    `update deliveries set ocasion = 'contingencia', attempt_at = $3
      where company_id = $1 and delivery_id = $2`,
    [first?.company_id, first?.delivery_id, new Date(world.deps.clock.now().getTime() - 60_000)],
  )
  const down = { kind: 'later', said: 'no', isServer: true } as const
  const mail = { ...world.deps.mail, service: async () => down }
  assert.equal(await deliverDue({ ...world.deps, mail }), 0)
  const waiting = await pool.many(
    `select attempts, count(*)::int from deliveries join companies using (company_id)
      where nit = $1 group by 1 order by 1`,
    [nit],
  )
  const untried = { attempts: 0, count: 1 }
  assert.deepEqual(waiting, [untried, { attempts: 1, count: 3 }], 'its other mail waits too')
})

test('a batch that ends during a look leaves nothing for the next turn', async () => {
  const { nit, key } = await world.addCompany()
  const [first, all] = [4, 5]
  for (let n = 0; n < all; n++) await world.issue(mailed(`tanda${n}`), { key })
  await relay(world.deps)
  const { pool } = world.deps
  let [held, sent] = [0, 0]
  let look = () => {}
  const looked = new Promise<void>((resolve) => {
    look = resolve
  })
  const service = async (): Promise<Sent> => {
    held += 1
    await looked
    sent += 1
    return { kind: 'sent' }
  }
  // While the first batch is held nothing but a look asks the database: its answer comes once the batch has ended.
  const looking = async <T>(ask: () => Promise<T>): Promise<T> => {
    const isLook = held === first && sent === 0
    const answer = await ask()
    if (isLook) {
      look()
      await until('the batch is recorded', async () => {
        const { n } = await pool.one<{ n: bigint }>(
          `select count(*) as n from deliveries join companies using (company_id)
            where nit = $1 and estado = 'enviada'`,
          [nit],
        )
        return Number(n) >= first || null
      })
      await pause(50)
    }
    return answer
  }
  const lend: typeof pool.lend = (work) => looking(() => pool.lend(work))
  const many: typeof pool.many = (...asked) => looking(() => pool.many(...asked))
  const mail = { ...world.deps.mail, service }
  assert.equal(await deliverDue({ ...world.deps, pool: { ...pool, lend, many }, mail }), all)
})

test('what waits behind a message that was tried for long is tried within the quarter of an hour', async () => {
  const { nit, key } = await world.addCompany()
  const down = { kind: 'later', said: 'no', isServer: true } as const
  const without = { ...world.deps, mail: { ...world.deps.mail, service: async () => down } }
  await world.issue(mailed('vieja'), { key })
  await relay(world.deps)
  for (let n = 0; n < 10; n++) {
    await deliverDue(without)
    await world.advance(4 * HOUR_MS)
  }
  for (let n = 0; n < 4; n++) await world.issue(mailed(`nueva${n}`), { key })
  await relay(world.deps)
  const { clock } = world.deps
  const now = clock.now()
  assert.equal(await deliverDue({ ...without, clock: { ...clock, now: () => now } }), 0)
  const waiting = await statement<{ at: Date }>(
    world.deps.pool,
    `select distinct attempt_at as at from deliveries join companies c using (company_id)
      where c.nit = $1 and estado = 'pendiente' and attempts = 0`,
    [nit],
  )
  assert.deepEqual(
    waiting.map(({ at }) => at.getTime() - now.getTime()),
    [15 * MINUTE_MS],
  )
  await world.advance(16 * MINUTE_MS)
  assert.equal(await deliverDue(world.deps), 4)
})

test('a mail that cannot be written is given up after 48 hours, like one that nobody accepts, and delays none', async () => {
  const { nit, key } = await world.addCompany()
  for (let n = 0; n < 4; n++) await world.issue(mailed('ilegible'), { key })
  await relay(world.deps)
  const all = `(select company_id from companies where nit = $1)`
  await statement(
    world.deps.pool,
    `update delivery_addresses set address = '\\x00' where company_id = ${all}`,
    [nit],
  )
  await world.issue(mailed('legible'), { key })
  await relay(world.deps)
  const read = () =>
    statement<{ estado: string; motivo: string; createdAt: Date }>(
      world.deps.pool,
      `select estado, motivo, created_at as "createdAt" from deliveries
        where company_id = ${all} and estado <> 'enviada' order by created_at desc`,
      [nit],
    )
  const motivo = 'El servicio no pudo preparar el correo.'
  assert.equal(await deliverDue(world.deps), 1, 'its other mail does not wait')
  const [last, ...others] = await read()
  assert.ok(last)
  assert.deepEqual(
    [last, ...others].map((one) => [one.estado, one.motivo]),
    Array(4).fill(['pendiente', motivo]),
  )
  const over = new Date(last.createdAt.getTime() + 48 * HOUR_MS)
  const clock = { ...world.deps.clock, now: () => over }
  await deliverDue({ ...world.deps, clock })
  assert.deepEqual(
    (await read()).map((one) => [one.estado, one.motivo]),
    Array(4).fill(['fallida', motivo]),
  )
})

test('a mail that is taken while the process stops is recorded as sent', async () => {
  const { key } = await world.addCompany()
  await world.issue(mailed('tarde'), { key })
  await relay(world.deps)
  const stopping = new AbortController()
  const service = (_: Message, limit: AbortSignal) =>
    new Promise<Sent>((resolve) => {
      limit.addEventListener('abort', () => resolve({ kind: 'sent' }))
      stopping.abort()
    })
  const { clock, mail } = world.deps
  const sleep: typeof clock.sleep = (ms, signal) => clock.sleep(Math.min(ms, 20), signal)
  const deps = { ...world.deps, mail: { ...mail, service }, clock: { ...clock, sleep } }
  assert.equal(await deliverDue(deps, stopping.signal), 1)
  await world.advance(6 * MINUTE_MS)
  assert.equal(await deliverDue(world.deps), 0)
})

test(
  'while a machine is away the mails of the others are sent, and its own later',
  ON_CLUSTER,
  async () => {
    const other = await companyElsewhere(world)
    await deliverDue(world.deps)
    await world.issue(mailed('cerca'))
    await world.issue(mailed('lejos'), { key: other.key })
    await relay(world.deps)
    const lines: object[] = []
    const { pool, log } = world.deps
    const error = (line: object) => void lines.push(line)
    await whileAway(pool, world.company, async (machine) => {
      const sent = await deliverDue({ ...world.deps, log: { ...log, error } as typeof log })
      assert.equal(sent, 1, JSON.stringify(lines))
      assert.deepEqual(
        lines.map((line) => ({ ...line, error: null })),
        [{ job: 'mail', machine, error: null }],
        'once in a pass',
      )
    })
    assert.equal(await deliverDue(world.deps), 1)
  },
)
