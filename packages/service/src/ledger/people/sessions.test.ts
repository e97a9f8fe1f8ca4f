/** The rows that a sign-in writes, whole, and how long each of them counts. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf } from '../../../test/neighbours.ts'
import {
  at,
  DAY_MS,
  fillTwoCompanies,
  HOUR_MS,
  MINUTE_MS,
  NOW,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { transaction } from '../../base/db/tx.ts'
import { isDeviceOf, isRemembered, rememberDevice } from './devices.ts'
import { insertInvitation } from './invitations.ts'
import { insertLink } from './links.ts'
import { beginSession, confirmedUntil, findSession, type NewSession } from './sessions.ts'
import { hashToken } from './token.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

const [UNO, ANA, BEA] = [idOf('uno'), idOf('ana'), idOf('bea')]
let drawn = 0
/** Each draw is another one. */
const random = {
  bytes(size: number) {
    drawn += 1
    return Buffer.alloc(size, drawn)
  },
  uuid: () => idOf(`n${drawn}`),
}

before(() => fillTwoCompanies(pool, newSecrets()))
beforeEach(async () => {
  drawn = 0
  for (const table of ['sessions', 'devices', 'sign_in_links', 'invitations']) {
    await pool.many(`delete from ${table}`)
  }
})

const begin = (more: Partial<NewSession> = {}, now = NOW) =>
  transaction(pool, (tx) =>
    beginSession(
      tx,
      { random, now },
      {
        ...{ personId: ANA, metodo: 'contrasena', strong: false, userAgent: null, peer: null },
        ...{ device: null, before: null, ...more },
      },
    ),
  )

test('a session is stored with its browser, cut to what people recognise, and ends the one before it there', async () => {
  const peer = '203.0.113.9'
  const long = { userAgent: 'ñ'.repeat(201), peer, device: 'a browser', strong: true }
  const first = await begin({ ...long, metodo: 'enlace' })
  const other = await begin({ personId: BEA })
  assert.equal(await begin({ before: first }, at(1)), Buffer.alloc(32, 3).toString('base64url'))
  await begin({ before: first, personId: BEA }, at(2))
  const row = {
    ...{ person_id: ANA, metodo: 'contrasena', strong: false, user_agent: null, peer: null },
    ...{ device_hash: null, ended_at: null },
  }
  const times = (begun: Date) => ({
    ...{ confirmed_at: begun, created_at: begun, used_at: begun },
    expires_at: new Date(begun.getTime() + 7 * DAY_MS),
  })
  assert.deepEqual(await pool.many('select * from sessions order by session_id'), [
    {
      ...{ ...row, ...times(NOW), session_id: idOf('n1'), token_hash: hashToken(first) },
      ...{ metodo: 'enlace', strong: true, user_agent: 'ñ'.repeat(200), peer },
      ...{ device_hash: hashToken('a browser'), ended_at: at(1) },
    },
    {
      ...{ ...row, ...times(NOW), session_id: idOf('n2'), token_hash: hashToken(other) },
      person_id: BEA,
    },
    {
      ...{ ...row, ...times(at(1)), session_id: idOf('n3') },
      token_hash: hashToken(Buffer.alloc(32, 3).toString('base64url')),
    },
    {
      ...{ ...row, ...times(at(2)), session_id: idOf('n4'), person_id: BEA },
      token_hash: hashToken(Buffer.alloc(32, 4).toString('base64url')),
    },
  ])
})

test('a session ends after twelve hours without use and after seven days, and a confirmation after five minutes', async () => {
  const token = await begin({ strong: true })
  const find = (ms: number) => findSession(pool, token, at(ms))
  const session = await find(0)
  assert.ok(session)
  const { personId, metodo, strong, remembered, confirmedAt, expiresAt, correo } = session
  assert.deepEqual(
    { personId, metodo, strong, remembered, confirmedAt, expiresAt, correo },
    {
      ...{ personId: ANA, metodo: 'contrasena', strong: true, remembered: false },
      ...{ confirmedAt: NOW, expiresAt: at(7 * DAY_MS), correo: 'ana@example.com' },
    },
  )
  assert.deepEqual(confirmedUntil(session, at(5 * MINUTE_MS - 1)), at(5 * MINUTE_MS))
  assert.equal(confirmedUntil(session, at(5 * MINUTE_MS)), null)
  assert.equal(confirmedUntil({ ...session, confirmedAt: null }, NOW), null)

  assert.equal(await find(12 * HOUR_MS), null)
  for (let ms = 12 * HOUR_MS - 1; ms < 7 * DAY_MS; ms += 12 * HOUR_MS - 1) {
    assert.ok(await find(ms), `${ms} ms, used within twelve hours`)
  }
  assert.ok(await find(7 * DAY_MS - 1))
  assert.equal(await find(7 * DAY_MS), null)
})

test('a browser keeps the token that this service gave it, and what it was once it stays', async () => {
  const remember = (
    known: string | null,
    more: { personId?: string; vouched?: boolean; confirmed?: boolean } = {},
    now = NOW,
  ) =>
    transaction(pool, (tx) =>
      rememberDevice(
        tx,
        { personId: ANA, known, vouched: false, confirmed: false, now, ...more },
        random,
      ),
    )
  const token = await remember('planted')
  assert.equal(token, Buffer.alloc(32, 1).toString('base64url'))
  const year = 365 * DAY_MS
  const row = {
    ...{ token_hash: hashToken(token), person_id: ANA, created_at: NOW, expires_at: at(year) },
    ...{ vouched: false, remembered_until: null },
  }
  const rows = () => pool.many('select * from devices order by person_id')
  assert.deepEqual(await rows(), [row])
  const vouched = { vouched: true, remembered_until: at(30 * DAY_MS) }
  assert.equal(await remember(token, { vouched: true, confirmed: true }), token)
  assert.deepEqual(await rows(), [{ ...row, ...vouched }])
  assert.equal(await remember(token, {}, at(1)), token)
  assert.deepEqual(await rows(), [{ ...row, ...vouched, expires_at: at(year + 1) }])
  assert.equal(await remember(token, { personId: BEA }, at(2)), token)
  const beas = { ...row, person_id: BEA, created_at: at(2), expires_at: at(year + 2) }
  assert.deepEqual((await rows()).at(-1), beas)
  assert.equal(await remember(token, { personId: BEA }, at(2)), token, 'of both')
  assert.deepEqual((await rows()).at(-1), beas)

  const of = (person: string, more: object = {}) => ({
    ...{ correo: `${person}@example.com`, personId: idOf(person), token, now: NOW, ...more },
  })
  const by = { vouched: true } as const
  assert.deepEqual(
    await Promise.all([
      ...[isDeviceOf(pool, of('ana')), isDeviceOf(pool, { ...of('ana'), ...by })],
      ...[isDeviceOf(pool, of('bea')), isDeviceOf(pool, { ...of('bea'), ...by })],
      ...[isDeviceOf(pool, of('ana', { token: null })), isRemembered(pool, of('ana'))],
      ...[isRemembered(pool, of('bea')), isRemembered(pool, of('ana', { token: null }))],
    ]),
    [true, true, true, false, false, true, false, false],
  )
})

test('a link and an invitation are stored by the hash of their token, until their end', async () => {
  const link = { personId: ANA, now: NOW, expiresAt: at(HOUR_MS) }
  const token = await transaction(pool, (tx) => insertLink(tx, link, random))
  assert.deepEqual(await pool.many('select * from sign_in_links'), [
    {
      ...{ token_hash: hashToken(token), person_id: ANA, created_at: NOW },
      ...{ expires_at: at(HOUR_MS), used_at: null },
    },
  ])
  const invitation = {
    ...({ companyId: UNO, correo: 'eva@example.com', rol: 'lector' } as const),
    ...{ pointOfSaleId: idOf('P002'), invitedBy: 'Ana', inviterId: ANA },
  }
  const made = await transaction(pool, (tx) =>
    insertInvitation(tx, invitation, { random, now: NOW }),
  )
  assert.deepEqual(made.expiresAt, at(72 * HOUR_MS))
  assert.deepEqual(await pool.many('select * from invitations'), [
    {
      ...{ company_id: UNO, invitation_id: idOf('n2'), token_hash: hashToken(made.token) },
      ...{ correo: 'eva@example.com', rol: 'lector', point_of_sale_id: idOf('P002') },
      ...{ invited_by: 'Ana', inviter_id: ANA, created_at: NOW, expires_at: made.expiresAt },
      ended_at: null,
    },
  ])
})
