/** Lists of people and of what is theirs have an order of their own, however their rows were stored. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf, namesIn, put } from '../../../test/neighbours.ts'
import { at, DAY_MS, fillTwoCompanies, HOUR_MS, NITS, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemMonotonicMs } from '../../base/clock.ts'
import { statement } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import { createDaySums } from '../documents/day-sums.ts'
import { listCompanies } from './companies.ts'
import { listPeople } from './company-people.ts'
import { listInvitations } from './invitations.ts'
import { findMembership, listMemberships } from './memberships.ts'
import { listPasskeys } from './passkeys.ts'
import type { Person } from './person.ts'
import { listSessions, type Session } from './sessions.ts'
import { listRequests } from './sign-key-requests.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const log = createLog('silent')

const [UNO, ANA] = [idOf('uno'), idOf('ana')]
const change = (sql: string, values: readonly unknown[] = []) =>
  statement(pool, `${sql} returning 1`, values)
/** A column of 32 bytes that no other row has. */
const bytes = (name: string) => Buffer.alloc(32, name)

before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  await change(`update companies set nombre = 'Comercial'`)
  await change(`update people set nombre = 'Ana', correo = translate(left(correo, 1), 'ab', 'ba')`)
})

test('companies of one name are listed by their NIT', async () => {
  const nits = [NITS.uno, NITS.dos]
  assert.deepEqual(
    (await listMemberships({ pool, log }, ANA, NOW)).map(({ nit }) => nit),
    nits,
  )
  const of = { pool, log, daySums: createDaySums(systemMonotonicMs) }
  for (const operador of [false, true]) {
    const companies = await listCompanies(of, { personId: ANA, operador } as Person, NOW)
    assert.deepEqual(
      companies.map(({ nit }) => nit),
      nits,
    )
  }
})

test('people of one name are listed by their e-mail', async () => {
  const people = await listPeople(pool, UNO, NOW)
  assert.deepEqual(
    people.map(({ correo, personaId }) => [correo, namesIn(personaId)]),
    [
      ['a', 'bea'],
      ['b', 'ana'],
    ],
  )
})

test('a member without a point of sale has the oldest one, and of one instant that with the first codes', async () => {
  const point = (name: string, codEstable: string, codPuntoVenta: string, ms: number) => ({
    ...{ company_id: UNO, point_of_sale_id: idOf(name), created_at: at(ms) },
    ...{ cod_estable: codEstable, cod_punto_venta: codPuntoVenta },
  })
  await put(pool, 'points_of_sale', [
    ...[point('z', 'S001', 'P009', -1), point('y', 'B001', 'P008', 0)],
    point('x', 'B001', 'P007', 0),
  ])
  const first = async () => {
    const found = await findMembership(pool, { personId: ANA, nit: NITS.uno, now: NOW })
    return found?.puntoDeVenta && Object.values(found.puntoDeVenta).join(' ')
  }
  for (const [name, codes] of [
    ['z', 'S001 P009'],
    ['x', 'B001 P007'],
    ['y', 'B001 P008'],
  ] as const) {
    assert.equal(await first(), codes)
    await change('delete from points_of_sale where point_of_sale_id = $1', [idOf(name)])
  }
  assert.equal(await first(), 'M001 P001')
})

test('invitations are listed by age, and so are passkeys, those of one instant by their id', async () => {
  const invitation = (name: string, ms: number) => ({
    ...{ company_id: UNO, invitation_id: idOf(name), token_hash: bytes(name), correo: name },
    ...{ rol: 'lector', invited_by: 'Ana', created_at: at(ms), expires_at: at(DAY_MS) },
  })
  await put(pool, 'invitations', [invitation('a', 2), invitation('b', 0), invitation('c', 1)])
  const invited = await listInvitations(pool, UNO, NOW)
  assert.deepEqual(
    invited.map(({ correo }) => correo),
    ['b', 'c', 'a'],
  )
  const passkey = (credential_id: string, ms: number) => ({
    ...{ credential_id, person_id: ANA, nombre: 'x', public_key: '', counter: 0 },
    ...{ transports: [], prf: false, created_at: at(ms) },
  })
  await put(pool, 'passkeys', [passkey('c', 0), passkey('a', 1), passkey('b', 0)])
  assert.deepEqual(
    (await listPasskeys(pool, ANA)).map(({ id }) => id),
    ['b', 'c', 'a'],
  )
})

test('sessions that go on are listed, the last used first, and those of one instant by their id', async () => {
  const session = (name: string, ms: number, more: object = {}) => ({
    ...{ session_id: idOf(name), token_hash: bytes(name), person_id: ANA, metodo: 'enlace' },
    ...{ strong: false, created_at: NOW, used_at: at(ms), expires_at: at(DAY_MS), ...more },
  })
  await put(pool, 'sessions', [
    ...[session('c', 5), session('a', 5), session('b', 9)],
    session('ended', 5, { ended_at: at(6) }),
    session('over', 5, { expires_at: at(10) }),
    session('other', 5, { person_id: idOf('bea') }),
    ...[session('idle', 10 - 12 * HOUR_MS), session('d', 11 - 12 * HOUR_MS)],
  ])
  const now = { personId: ANA, sessionId: idOf('a') } as Session
  const listed = await listSessions(pool, now, at(10))
  assert.deepEqual(
    listed.map(({ id, actual }) => [namesIn(id), actual]),
    [
      ['b', false],
      ['a', true],
      ['c', false],
      ['d', false],
    ],
  )
})

test('requests for a sign key are listed while nobody has answered them', async () => {
  const request = (name: string, ms: number, sealed: string | null) => ({
    ...{ company_id: UNO, request_id: idOf(name), public_key: name, created_at: at(ms), sealed },
  })
  await put(pool, 'sign_key_requests', [
    { ...request('a', 1, null), person_id: ANA, ambiente: '00' },
    { ...request('b', 0, null), person_id: ANA, ambiente: '01' },
    { ...request('c', 0, '{}'), person_id: idOf('bea'), ambiente: '00' },
  ])
  const waiting = await listRequests(pool, UNO)
  assert.deepEqual(
    waiting.map(({ requestId }) => namesIn(requestId)),
    ['b', 'a'],
  )
})
