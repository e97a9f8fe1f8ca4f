/** Webhooks of several companies: what stops one, or its machine, keeps no other's deliveries back. */
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { after, afterEach, before, test } from 'node:test'
import { ON_CLUSTER } from '../../../test/citus.ts'
import { companyElsewhere, machineOf, withoutMachine } from '../../../test/machines.ts'
import {
  callWebhooks,
  createHook,
  type Receiver,
  startReceiver,
  withStatus,
} from '../../../test/webhooks.ts'
import { type Company, createWorld, type World } from '../../../test/world.ts'
import { createLog } from '../../base/log.ts'
import { MINUTE_MS } from '../../base/time/durations.ts'
import { notifyDue } from './notify.ts'

const lines: string[] = []
const log = createLog('warn', { write: (line: string) => void lines.push(line) })

let world: World
let receiver: Receiver
let other: Company
before(async () => {
  world = await createWorld({ log })
  receiver = await startReceiver()
  other = ON_CLUSTER.skip ? await world.addCompany() : await companyElsewhere(world)
})
afterEach(async () => {
  await world.deps.pool.many('delete from webhooks')
  await world.deps.pool.many('delete from webhook_deliveries')
  receiver.respond(withStatus(204))
  receiver.got.length = 0
  lines.length = 0
})
after(async () => {
  await receiver.close()
  await world.close()
})

/** A webhook of the company with something to deliver, whose address ends in `path`. */
async function due(path: string, { key }: Pick<Company, 'key'>): Promise<void> {
  const { id } = await createHook(world, `${receiver.url}${path}`, {}, key)
  const reply = await callWebhooks(world, 'POST', `/${id}/test`, { key })
  assert.equal(reply.status, 202, reply.text)
}

/** Its feed has one thing more. */
async function tell({ nit }: Pick<Company, 'nit'>): Promise<void> {
  const { pool } = world.deps
  const { id } = await pool.one<{ id: string }>(
    'select company_id as id from companies where nit = $1',
    [nit],
  )
  const { last } = await pool.one<{ last: bigint }>(
    `insert into feeds as f (company_id, ambiente, last) values ($1, '00', 1)
     on conflict (company_id, ambiente) do update set last = f.last + 1 returning last`,
    [id],
  )
  await pool.many(
    `insert into feed (company_id, ambiente, position, tipo, at, datos)
     values ($1, '00', $2, 'certificado.vence_pronto', now(), '{"vence": "2027-01-01T00:00:00.000Z", "dias": 7}')`,
    [id, last],
  )
}

const paths = () => receiver.got.map(({ path }) => path).toSorted()

test('each gets its own, and what fails is sent again', async () => {
  await due('/a', world.company)
  await due('/b', world.company)
  await due('/c', other)
  receiver.respond((response, { path }) =>
    response.writeHead(path.endsWith('/b') ? 500 : 204).end(),
  )
  const said: string[][] = []
  const delivery = (...outcome: string[]) => void said.push(outcome)
  const metrics = { ...world.deps.metrics, delivery }
  assert.equal(await notifyDue({ ...world.deps, metrics }), 2)
  const outcomes = ['delivered', 'delivered', 'failed'].map((outcome) => ['webhook', outcome])
  assert.deepEqual(said.toSorted(), outcomes)
  assert.deepEqual(paths(), ['/hook/a', '/hook/b', '/hook/c'])
  receiver.respond(withStatus(204))
  assert.equal(await notifyDue(world.deps), 0)
  await world.advance(MINUTE_MS)
  assert.equal(await notifyDue(world.deps), 1)
  assert.deepEqual(paths(), ['/hook/a', '/hook/b', '/hook/b', '/hook/c'])
})

test('a company whose data key cannot be read keeps no other’s back', async () => {
  const { pool } = world.deps
  const damage = 'update companies set data_key = $2 where company_id = $1'
  const { id, kept } = await pool.one<{ id: string; kept: Buffer }>(
    'select company_id as id, data_key as kept from companies where nit = $1',
    [world.company.nit],
  )
  await due('/a', world.company)
  await due('/c', other)
  await pool.many(damage, [id, Buffer.alloc(60, 7)])
  assert.equal(await notifyDue(world.deps), 1)
  await pool.many(damage, [id, kept])
  assert.deepEqual(paths(), ['/hook/c'])
  assert.deepEqual(
    lines
      .map((line) => JSON.parse(line))
      .map(({ job, companyId, webhookId, msg }) => [job, companyId, typeof webhookId, msg]),
    [['webhooks', id, 'string', 'deliveries to a webhook failed and will be retried']],
  )
  assert.match(JSON.parse(lines[0] ?? '').error.message, /\S/)
  await world.advance(MINUTE_MS)
  assert.equal(await notifyDue(world.deps), 1)
  assert.deepEqual(paths(), ['/hook/a', '/hook/c'])
})

test('a turn whose end cannot be recorded is told in the log, and delivers nothing twice', async () => {
  const { pool } = world.deps
  await due('/a', world.company)
  await pool.many('alter table webhooks add constraint dead check (slots > 0) not valid')
  try {
    assert.equal(await notifyDue(world.deps), 0)
  } finally {
    await pool.many('alter table webhooks drop constraint dead')
  }
  const told = lines.map((line) => JSON.parse(line).msg)
  assert.deepEqual(told, Array(2).fill('deliveries to a webhook failed and will be retried'))
  await world.advance(MINUTE_MS)
  await notifyDue(world.deps)
  assert.deepEqual(paths(), ['/hook/a'])
})

test('however many are delivered at once, no warning comes of it', async () => {
  const warned: string[] = []
  const note = ({ name }: Error) => void warned.push(name)
  process.on('warning', note)
  const held: ServerResponse[] = []
  for (const [path, { key }] of [
    ['/a', world.company],
    ['/c', other],
  ] as const) {
    const { id } = await createHook(world, `${receiver.url}${path}`, {}, key)
    for (let n = 0; n < 8; n++) await callWebhooks(world, 'POST', `/${id}/test`, { key })
  }
  receiver.respond((response) => {
    held.push(response)
    if (held.length === 16) for (const one of held) one.writeHead(204).end()
  })
  assert.equal(await notifyDue(world.deps), 16)
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', note)
  assert.ok(!warned.includes('MaxListenersExceededWarning'), warned.join())
})

test(
  'one whose machine is away keeps no other’s back, and is delivered to later',
  ON_CLUSTER,
  async () => {
    const { pool } = world.deps
    for (const [path, company] of [
      ['/a', world.company],
      ['/c', other],
    ] as const) {
      await due(path, company)
      await tell(company)
    }
    const { machine } = await machineOf(pool, world.company.nit)
    assert.equal(await withoutMachine(pool, machine, () => notifyDue(world.deps)), 2)
    assert.deepEqual(paths(), ['/hook/c', '/hook/c'])
    const skipped = lines.map((line) => JSON.parse(line))
    assert.ok(
      skipped.length > 0 &&
        skipped.every((one) => one.job === 'webhooks' && one.machine === machine),
    )
    assert.equal(await notifyDue(world.deps), 2)
    assert.deepEqual(paths(), ['/hook/a', '/hook/a', '/hook/c', '/hook/c'])
  },
)
