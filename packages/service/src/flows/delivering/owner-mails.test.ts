/** Owners hear by mail what is about to stop their company: each of them, once, and whatever its own server does. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { headerOf, type Mailbox, partOf, startMailbox } from '../../../test/mail-server.ts'
import { signInAs } from '../../../test/people.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { statement } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../base/time/durations.ts'
import { tellExpiring } from '../../ledger/companies/certificates.ts'
import { relay } from '../../ledger/outbox/relay.ts'
import { forgetOwnerMails } from '../../ledger/owner-mails/due.ts'
import { createSmtp } from '../../outside/mail/smtp.ts'
import { sendOwnerMails } from './owner-mails.ts'

const ORIGIN = 'https://sello.example'
const FIRST = 'ana@example.com'
const SECOND = 'beto@example.com'

const lines: string[] = []
const log = createLog('warn', { write: (line: string) => void lines.push(line) })

let box: Mailbox
let world: World
before(async () => {
  box = await startMailbox()
  const send = createSmtp(box.server, { connectMs: 2_000, greetingMs: 2_000, silenceMs: 2_000 })
  world = await createWorld({ mail: { service: send, through: createSmtp, origin: ORIGIN }, log })
  await signInAs(world, 'dueno', { correo: FIRST })
  await signInAs(world, 'dueno', { correo: SECOND })
  await signInAs(world, 'administrador', { correo: 'carla@example.com' })
})
after(async () => {
  await world.close()
  await box.close()
})
beforeEach(async () => {
  box.received.length = 0
  box.refuse = null
  await statement(world.deps.pool, 'delete from owner_mails')
})

/** What the jobs do. */
async function tell(): Promise<number> {
  await relay(world.deps)
  return sendOwnerMails(world.deps)
}

const sentTo = () => box.received.map(({ to }) => to[0]).toSorted()

async function suspendKey(key = world.company.key) {
  const wrong = { ...key, signKey: `${key.signKey?.slice(0, -4)}AAAA` }
  for (let i = 0; i < 5; i++) await world.issue(undefined, { key: wrong })
  await statement(
    world.deps.pool,
    `update api_keys set vault_failures = 0, vault_failed_at = null, vault_failed_ats = '{}'`,
  )
}

test('a suspended key is told to each owner and to nobody else, with where to look', async () => {
  await suspendKey()
  assert.equal(await tell(), 2)
  assert.deepEqual(sentTo(), [FIRST, SECOND])
  assert.equal(await tell(), 0)
  const [mail] = box.received
  assert.ok(mail)
  assert.match(headerOf(mail, 'Subject') ?? '', /suspendi/)
  const text = partOf(mail, 'text/plain')?.toString() ?? ''
  assert.ok(text.includes(world.company.key.keyId), text)
  assert.ok(text.includes(`${ORIGIN}/${world.company.nit}/pruebas/ajustes/llaves`), text)
})

test('the same is told once a day, and another thing at once', async () => {
  await suspendKey()
  await tell()
  await world.advance(2 * HOUR_MS)
  await suspendKey()
  await tell()
  assert.deepEqual(sentTo(), [FIRST, SECOND])
  await world.advance(DAY_MS)
  await suspendKey()
  await tell()
  assert.equal(box.received.length, 4)
  const expireIn = (days: number) =>
    statement(
      world.deps.pool,
      `update signing_vaults set valid_to = $1, told_days = null where ambiente = '00'`,
      [new Date(world.deps.clock.now().getTime() + days * DAY_MS)],
    )
  await expireIn(6)
  await tellExpiring(world.deps)
  await tell()
  assert.equal(box.received.length, 6)
  await expireIn(900)
})

test('what concerns both environments is one mail', async () => {
  const { companyId } = await world.deps.pool.one<{ companyId: string }>(
    'select company_id as "companyId" from companies where nit = $1',
    [world.company.nit],
  )
  await statement(
    world.deps.pool,
    `insert into outbox (company_id, ambiente, tipo, at, datos)
     select $1, a, 'copia.fallida', $2, '{"destino": "d", "desde": "2026-01-01T12:00:00.000Z"}'
       from unnest('{00,01}'::text[]) a`,
    [companyId, world.deps.clock.now()],
  )
  await tell()
  assert.deepEqual(sentTo(), [FIRST, SECOND])
  assert.match(partOf(box.received[0] as never, 'text/plain')?.toString() ?? '', /Producción/)
  await statement(world.deps.pool, `delete from feed where ambiente = '01'`)
})

test('a server that refuses for now is asked again for 48 hours; who is an owner no more hears nothing', async () => {
  const { personId } = await signInAs(world, 'dueno', { correo: 'dora@example.com' })
  await world.advance(DAY_MS)
  box.refuse = { code: 451, said: 'later' }
  await suspendKey()
  assert.equal(await tell(), 0)
  const told = lines.splice(0).map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ job, tipo, attempts, said, msg }) => [job, tipo, attempts, said, msg]),
    Array.from({ length: 3 }, () => [
      ...['owner_mails', 'llave.suspendida', 1, '451 later'],
      'a mail to an owner was not accepted',
    ]),
  )
  await statement(world.deps.pool, `update memberships set rol = 'lector' where person_id = $1`, [
    personId,
  ])
  await world.advance(HOUR_MS)
  box.refuse = null
  assert.equal(await tell(), 2)
  assert.deepEqual(sentTo(), [FIRST, SECOND])

  await world.advance(DAY_MS)
  box.refuse = { code: 451, said: 'later' }
  await suspendKey()
  for (let hours = 0; hours < 60; hours += 4) {
    await tell()
    await world.advance(4 * HOUR_MS)
  }
  const waiting = () => world.deps.pool.many('select from owner_mails where attempt_at is not null')
  assert.deepEqual(await waiting(), [])
})

test('what a process that stops leaves is sent when its five minutes are over, and not before', async () => {
  await world.advance(2 * DAY_MS)
  await suspendKey()
  await relay(world.deps)
  assert.equal(await sendOwnerMails(world.deps, AbortSignal.abort()), 0)
  await world.advance(4 * MINUTE_MS)
  assert.equal(await sendOwnerMails(world.deps), 0)
  assert.deepEqual(box.received, [])
  await world.advance(MINUTE_MS)
  assert.equal(await sendOwnerMails(world.deps), 2)
})

test('a mail to an owner has a minute, and is tried again a minute later', async (t) => {
  await world.advance(2 * DAY_MS)
  await suspendKey()
  await relay(world.deps)
  const limits = t.mock.method(AbortSignal, 'timeout', () => AbortSignal.abort())
  const { pool, clock } = world.deps
  const now = clock.now()
  const deps = { ...world.deps, clock: { ...clock, now: () => now } }
  assert.equal(await sendOwnerMails(deps, new AbortController().signal), 0)
  assert.ok(
    limits.mock.calls.some(({ arguments: [ms] }: { arguments: unknown[] }) => ms === MINUTE_MS),
  )
  limits.mock.restore()
  assert.deepEqual(await pool.many('select distinct attempt_at as at from owner_mails'), [
    { at: new Date(now.getTime() + MINUTE_MS) },
  ])
  assert.deepEqual(box.received, [])
})

test('a mail whose end cannot be recorded is told in the log, and sent again under the same id', async () => {
  await world.advance(2 * DAY_MS)
  await suspendKey()
  await relay(world.deps)
  const { pool } = world.deps
  lines.length = 0
  await statement(
    pool,
    'alter table owner_mails add constraint dead check (attempt_at is not null) not valid',
  )
  try {
    assert.equal(await sendOwnerMails(world.deps), 0)
  } finally {
    await statement(pool, 'alter table owner_mails drop constraint dead')
  }
  const told = lines.splice(0).map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ job, tipo, msg }) => [job, tipo, msg]),
    Array(2).fill(['owner_mails', 'llave.suspendida', 'a mail to an owner failed']),
  )
  for (const { companyId, mailId, error } of told) assert.ok(companyId && mailId && error.message)
  await world.advance(5 * MINUTE_MS)
  assert.equal(await sendOwnerMails(world.deps), 2)
  const ids = box.received.map((mail) => headerOf(mail, 'Message-ID')).toSorted()
  assert.deepEqual([ids.length, ids[0], ids[2]], [4, ids[1], ids[3]])
})

test('a refusal for good ends it and is told in the log; to an address that no mail reaches nothing is sent', async () => {
  await world.advance(2 * DAY_MS)
  const { pool } = world.deps
  const { personId } = await signInAs(world, 'dueno', { correo: 'eva@example.com' })
  await statement(pool, 'update people set correo = $2 where person_id = $1', [
    ...[personId, 'josé@example.com'],
  ])
  box.refuse = { code: 550, said: 'no such user' }
  await suspendKey()
  await relay(world.deps)
  lines.length = 0
  assert.equal(await sendOwnerMails(world.deps), 0)
  const told = lines.splice(0).map((line) => JSON.parse(line))
  assert.deepEqual(
    told.map(({ said, msg }) => [said, msg]),
    Array(2).fill(['550 no such user', 'a mail to an owner was not accepted']),
  )
  box.refuse = null
  await world.advance(HOUR_MS)
  assert.equal(await sendOwnerMails(world.deps), 0)
  assert.deepEqual(await pool.many('select from owner_mails where attempt_at is not null'), [])
  await statement(pool, `update memberships set rol = 'lector' where person_id = $1`, [personId])
})

test('what waits for 48 hours is not tried again', async () => {
  await world.advance(2 * DAY_MS)
  box.refuse = { code: 451, said: 'later' }
  await suspendKey()
  await relay(world.deps)
  const { pool, clock } = world.deps
  const { at } = await pool.one<{ at: Date }>('select max(at) as at from owner_mails')
  const over = new Date(at.getTime() + 2 * DAY_MS)
  const deps = { ...world.deps, clock: { ...clock, now: () => over } }
  assert.equal(await sendOwnerMails(deps), 0)
  assert.deepEqual(await pool.many('select from owner_mails where attempt_at is not null'), [])
})

test('two processes send each mail once', async () => {
  await world.advance(2 * DAY_MS)
  await suspendKey()
  await relay(world.deps)
  const counts = await Promise.all([1, 2, 3, 4].map(() => sendOwnerMails(world.deps)))
  assert.equal(
    counts.reduce((sum, count) => sum + count),
    2,
  )
})

test('without a mail server of the service nothing waits for ever', async () => {
  await world.advance(2 * DAY_MS)
  await suspendKey()
  await relay(world.deps)
  assert.equal(
    await sendOwnerMails({ ...world.deps, mail: { ...world.deps.mail, service: null } }),
    0,
  )
  assert.equal(await sendOwnerMails(world.deps), 0)
})

test('what was told 30 days ago is forgotten', async () => {
  await world.advance(2 * DAY_MS)
  await suspendKey()
  await relay(world.deps)
  await forgetOwnerMails(world.deps)
  assert.equal((await world.deps.pool.many('select from owner_mails')).length, 2)
  await world.advance(30 * DAY_MS)
  await forgetOwnerMails(world.deps)
  assert.deepEqual(await world.deps.pool.many('select from owner_mails'), [])
})
