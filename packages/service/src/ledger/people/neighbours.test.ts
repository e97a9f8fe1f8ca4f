import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { combined, idOf, namesIn, put, watch } from '../../../test/neighbours.ts'
import {
  AMBIENTES,
  at,
  COMPANIES,
  DAY_MS,
  fillTwoCompanies,
  HOUR_MS,
  keyIdOf,
  MINUTE_MS,
  NITS,
  NOW,
  PEOPLE,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import { listPeople, lockPeople, updateMembership } from './company-people.ts'
import { forgetDeviceOf, forgetDevices, isDeviceOf, isRemembered } from './devices.ts'
import {
  endInvitation,
  endInvitationsOf,
  findInvitation,
  insertInvitation,
  listInvitations,
} from './invitations.ts'
import { takeLink } from './links.ts'
import { findMembership, listMemberships, listRoles } from './memberships.ts'
import { deletePasskey, listPasskeys } from './passkeys.ts'
import { renamePerson, setOperador, setPasswordHash } from './person.ts'
import { alignPersonKeys, deleteMember, findPersonKey, storePersonKey } from './person-keys.ts'
import {
  confirmSession,
  endOtherSessions,
  endSession,
  findSession,
  listSessions,
  strengthenSession,
} from './sessions.ts'
import {
  answerRequest,
  deleteRequest,
  findRequest,
  findRequestOf,
  listRequests,
} from './sign-key-requests.ts'
import { hashToken } from './token.ts'
import { beginTotp, removeTotp } from './totp.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const secrets = newSecrets()
const log = createLog('silent')
const deps = { pool, secrets, random: systemRandom }

const [UNO, ANA] = [idOf('uno'), idOf('ana')]
const OF_ANA = { companyId: UNO, personId: ANA }
const TOKENS = ['one', 'two'] as const
/** Of a browser that both people have signed in from, or of a link, a session, an invitation. */
const hexOf = (token: string) => `\\x${hashToken(token).toString('hex')}`
const names = Object.fromEntries(
  [...TOKENS, ...PEOPLE].map((token) => [hexOf(token), token] as const),
)
const sessionOf = (person: string, token: string) => idOf(`${person} ${token.slice(0, 2)}`)

const invitationOf = (rol: string, by: string | null, isOpen = true) =>
  `${rol[0]} ${by ?? '?'}${isOpen ? '' : '-'}`

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, secrets)
  const everyone = combined({ company: COMPANIES, person: PEOPLE, ambiente: AMBIENTES })
  for (const { company, person, ambiente } of everyone) {
    const of = { companyId: idOf(company), personId: idOf(person), ambiente }
    const apiKey = `${company} ${person} ${ambiente}`
    await storePersonKey(deps, of, { keyId: keyIdOf(company, person, ambiente), apiKey })
  }
  await put(
    pool,
    'sign_key_requests',
    everyone.map(({ company, person, ambiente }) => ({
      ...{ company_id: idOf(company), request_id: idOf(`${person} ${ambiente}`), ambiente },
      ...{
        person_id: idOf(person),
        public_key: person,
        created_at: at(person === 'ana' ? 2 + Number(ambiente) : Number(ambiente)),
      },
    })),
  )
  const browsers = combined({ person: PEOPLE, token: TOKENS })
  await put(
    pool,
    'devices',
    browsers.map(({ person, token }) => ({
      ...{ token_hash: hashToken(token), person_id: idOf(person), created_at: NOW },
      ...{ expires_at: at(DAY_MS), remembered_until: at(DAY_MS) },
    })),
  )
  await put(
    pool,
    'sessions',
    browsers.map(({ person, token }) => ({
      ...{ session_id: sessionOf(person, token), token_hash: hashToken(`${person} ${token}`) },
      ...{ person_id: idOf(person), metodo: 'enlace', strong: false, created_at: NOW },
      ...{ used_at: at(token === 'one' ? 0 : MINUTE_MS), expires_at: at(DAY_MS) },
      ...{ device_hash: hashToken(token) },
    })),
  )
  await put(
    pool,
    'passkeys',
    browsers.map(({ person, token }) => ({
      ...{ credential_id: `${person} ${token}`, person_id: idOf(person), nombre: token },
      ...{ public_key: '', counter: 0, transports: [], prf: false, created_at: NOW },
    })),
  )
  await put(
    pool,
    'sign_in_links',
    PEOPLE.map((person) => ({
      ...{ token_hash: hashToken(person), person_id: idOf(person), created_at: NOW },
      ...{ expires_at: at(HOUR_MS) },
    })),
  )
  const invited = combined({
    company: COMPANIES,
    rol: ['lector', 'dueno'],
    by: [...PEOPLE, null],
    isOpen: [true, false],
  })
  await put(
    pool,
    'invitations',
    invited.map(({ company, rol, by, isOpen }) => ({
      ...{ company_id: idOf(company), rol, correo: `${rol} ${by}`, created_at: NOW },
      ...{ invitation_id: idOf(invitationOf(rol, by, isOpen)), invited_by: by ?? 'nobody' },
      ...{
        token_hash: hashToken([company, rol, by, isOpen].join(' ')),
        inviter_id: by && idOf(by),
      },
      ...{ expires_at: at(HOUR_MS), ended_at: isOpen ? null : at(-HOUR_MS) },
    })),
  )
  const tables = ['people', 'memberships', 'api_keys', 'person_keys', 'sign_key_requests']
  const ofPeople = ['devices', 'sessions', 'passkeys', 'sign_in_links', 'invitations']
  changesOf = await watch(pool, [...tables, ...ofPeople], names)
})

/** What each call changes, of all rows of two companies, two environments and two people. */
const CALLS: Readonly<Record<string, readonly [(tx: Tx) => Promise<unknown>, readonly string[]]>> =
  {
    renamePerson: [(tx) => renamePerson(tx, ANA, 'Ana'), ['people ana: nombre']],
    setPasswordHash: [(tx) => setPasswordHash(tx, ANA, 'y'), ['people ana: password_hash']],
    setOperador: [(tx) => setOperador(tx, ANA), ['people ana: operador']],
    beginTotp: [
      (tx) => beginTotp(tx, { personId: ANA, correo: 'ana@example.com' }, deps),
      ['people ana: totp_pending'],
    ],
    removeTotp: [(tx) => removeTotp(tx, ANA), ['people ana: totp_active totp_pending totp_secret']],
    updateMembership: [
      (tx) =>
        updateMembership(tx, OF_ANA, {
          rol: 'lector',
          pointOfSaleId: idOf('P002'),
          invalida: false,
        }),
      ['memberships uno ana: invalida point_of_sale_id rol'],
    ],
    'updateMembership of a role alone': [
      (tx) =>
        updateMembership(tx, OF_ANA, {
          rol: 'lector',
          pointOfSaleId: undefined,
          invalida: undefined,
        }),
      ['memberships uno ana: rol'],
    ],
    alignPersonKeys: [
      (tx) => alignPersonKeys(tx, { ...OF_ANA, rol: 'contador' }),
      AMBIENTES.map((ambiente) => `api_keys uno uno-ana-${ambiente}: scopes vault_id vault_wrap`),
    ],
    'alignPersonKeys of who issues': [
      (tx) => alignPersonKeys(tx, { ...OF_ANA, rol: 'emisor' }),
      AMBIENTES.map((ambiente) => `api_keys uno uno-ana-${ambiente}: scopes`),
    ],
    deleteMember: [
      (tx) => deleteMember(tx, UNO, ANA),
      [
        '- memberships uno ana',
        ...['- person_keys uno ana 00', '- person_keys uno ana 01'],
        ...['- sign_key_requests uno ana 00', '- sign_key_requests uno ana 01'],
        ...['api_keys uno uno-ana-00: state', 'api_keys uno uno-ana-01: state'],
      ],
    ],
    answerRequest: [
      (tx) =>
        answerRequest(
          tx,
          UNO,
          { requestId: idOf('ana 00'), publicKey: Buffer.from('ana') },
          { enc: '', datos: '' },
        ),
      ['sign_key_requests uno ana 00: sealed'],
    ],
    'answerRequest of an older key': [
      (tx) =>
        answerRequest(
          tx,
          UNO,
          { requestId: idOf('ana 00'), publicKey: Buffer.from('x') },
          { enc: '', datos: '' },
        ),
      [],
    ],
    deleteRequest: [
      (tx) => deleteRequest(tx, UNO, idOf('ana 00')),
      ['- sign_key_requests uno ana 00'],
    ],
    'forgetDevices but one': [
      (tx) => forgetDevices(tx, ANA, 'one'),
      ['devices two ana: remembered_until'],
    ],
    'forgetDevices, all': [
      (tx) => forgetDevices(tx, ANA),
      ['devices one ana: remembered_until', 'devices two ana: remembered_until'],
    ],
    forgetDeviceOf: [
      (tx) => forgetDeviceOf(tx, ANA, sessionOf('ana', 'one')),
      ['devices one ana: remembered_until'],
    ],
    'forgetDeviceOf another’s session': [
      (tx) => forgetDeviceOf(tx, ANA, sessionOf('bea', 'one')),
      [],
    ],
    endSession: [
      (tx) => endSession(tx, ANA, sessionOf('ana', 'one'), NOW),
      ['sessions ana on: ended_at'],
    ],
    'endSession of another person': [(tx) => endSession(tx, ANA, sessionOf('bea', 'one'), NOW), []],
    'endOtherSessions but one': [
      (tx) => endOtherSessions(tx, ANA, sessionOf('ana', 'one'), NOW),
      ['sessions ana tw: ended_at'],
    ],
    'endOtherSessions, all': [
      (tx) => endOtherSessions(tx, ANA, null, NOW),
      ['sessions ana on: ended_at', 'sessions ana tw: ended_at'],
    ],
    confirmSession: [
      (tx) => confirmSession(tx, sessionOf('ana', 'one'), NOW),
      ['sessions ana on: confirmed_at'],
    ],
    strengthenSession: [
      (tx) => strengthenSession(tx, sessionOf('ana', 'one'), { now: NOW, device: 'two' }),
      ['sessions ana on: confirmed_at device_hash strong'],
    ],
    'findSession marks it as used': [
      () => findSession(pool, 'ana one', at(MINUTE_MS + 1)),
      ['sessions ana on: used_at'],
    ],
    'findSession within the minute': [() => findSession(pool, 'ana one', at(MINUTE_MS)), []],
    'findSession by itself': [
      () => findSession(pool, 'ana one', at(HOUR_MS), { unattended: true }),
      [],
    ],
    deletePasskey: [(tx) => deletePasskey(tx, ANA, 'ana one'), ['- passkeys ana one']],
    'deletePasskey of another person': [(tx) => deletePasskey(tx, ANA, 'bea one'), []],
    takeLink: [(tx) => takeLink(tx, 'ana', NOW), ['sign_in_links ana: used_at']],
    'takeLink at its end': [(tx) => takeLink(tx, 'ana', at(HOUR_MS)), []],
    endInvitation: [
      (tx) => endInvitation(tx, { companyId: UNO, invitationId: idOf('l ana') }, NOW),
      ['invitations uno l ana: ended_at'],
    ],
    'endInvitation of an ended one': [
      (tx) => endInvitation(tx, { companyId: UNO, invitationId: idOf('l ana-') }, NOW),
      [],
    ],
    insertInvitation: [
      (tx) =>
        insertInvitation(
          tx,
          {
            ...{ companyId: UNO, correo: 'dueno bea', rol: 'lector', pointOfSaleId: null },
            ...{ invitedBy: 'ana', inviterId: ANA },
          },
          { random: { ...systemRandom, uuid: () => idOf('new') }, now: NOW },
        ),
      ['+ invitations uno new', 'invitations uno d bea: ended_at'],
    ],
    endInvitationsOf: [
      (tx) => endInvitationsOf(tx, OF_ANA, { appoints: ['lector'], now: NOW }),
      ['invitations uno d ?: ended_at', 'invitations uno d ana: ended_at'],
    ],
  }

for (const [call, [act, changes]] of Object.entries(CALLS)) {
  test(`${call} changes its own rows and no neighbour’s`, async () => {
    assert.deepEqual(await changesOf(() => transaction(pool, act)), changes)
  })
}

const sorted = (texts: readonly string[]) => texts.map(namesIn).toSorted()

/** What each read finds, by the names of its rows. */
const READS: Readonly<Record<string, readonly [() => Promise<unknown>, unknown]>> = {
  listPeople: [
    async () => (await listPeople(pool, UNO, NOW)).map(({ nombre, usadaEl }) => [nombre, usadaEl]),
    PEOPLE.map((person) => [person, at(MINUTE_MS)]),
  ],
  lockPeople: [
    () => transaction(pool, async (tx) => sorted([...(await lockPeople(tx, UNO)).keys()])),
    ['ana', 'bea'],
  ],
  listMemberships: [
    async () =>
      (await listMemberships({ pool, log }, ANA, NOW)).map(({ nit, firma }) => [nit, firma]),
    [NITS.dos, NITS.uno].map((nit) => [nit, { '00': 'activa', '01': 'activa' }]),
  ],
  'listMemberships at the end of the certificates': [
    async () => (await listMemberships({ pool, log }, ANA, at(DAY_MS))).map(({ firma }) => firma),
    COMPANIES.map(() => ({ '00': 'vencida', '01': 'vencida' })),
  ],
  findMembership: [
    async () => {
      const found = await findMembership(pool, { personId: ANA, nit: NITS.uno, now: NOW })
      return found && [namesIn(found.companyId), found.rol, found.puntoDeVenta]
    },
    ['uno', 'emisor', { codEstable: 'M001', codPuntoVenta: 'P001' }],
  ],
  listRoles: [() => listRoles({ pool, log }, ANA), ['emisor', 'emisor']],
  findPersonKey: [
    () => findPersonKey(pool, secrets, { ...OF_ANA, ambiente: '01' }),
    { keyId: 'uno-ana-01', apiKey: 'uno ana 01' },
  ],
  listRequests: [
    async () => (await listRequests(pool, UNO)).map(({ requestId }) => namesIn(requestId)),
    ['bea 00', 'bea 01', 'ana 00', 'ana 01'],
  ],
  findRequest: [async () => (await findRequest(pool, UNO, idOf('ana 01')))?.nombre, 'ana'],
  findRequestOf: [
    async () =>
      namesIn((await findRequestOf(pool, { ...OF_ANA, ambiente: '01' }))?.requestId ?? ''),
    'ana 01',
  ],
  listSessions: [
    async () => {
      const now = await findSession(pool, 'ana one', NOW)
      assert.ok(now)
      return (await listSessions(pool, now, NOW)).map(({ id, actual }) => [namesIn(id), actual])
    },
    [
      ['ana tw', false],
      ['ana on', true],
    ],
  ],
  'findSession at its end': [() => findSession(pool, 'ana one', at(DAY_MS)), null],
  'findSession of nobody': [() => findSession(pool, 'ana', NOW), null],
  listPasskeys: [
    async () => (await listPasskeys(pool, ANA)).map(({ id }) => id),
    ['ana one', 'ana two'],
  ],
  listInvitations: [
    async () => sorted((await listInvitations(pool, UNO, NOW)).map((one) => one.invitationId)),
    ['d ?', 'd ana', 'd bea', 'l ?', 'l ana', 'l bea'],
  ],
  'listInvitations at their end': [() => listInvitations(pool, UNO, at(HOUR_MS)), []],
  findInvitation: [
    async () => (await findInvitation(pool, 'uno lector ana true', NOW))?.nit,
    NITS.uno,
  ],
  'findInvitation of an ended one': [() => findInvitation(pool, 'uno lector ana false', NOW), null],
  isDeviceOf: [() => isDeviceOf(pool, { correo: 'ana@example.com', token: 'one', now: NOW }), true],
  'isDeviceOf at its end': [
    () => isDeviceOf(pool, { correo: 'ana@example.com', token: 'one', now: at(DAY_MS) }),
    false,
  ],
  'isDeviceOf by more than the password': [
    () => isDeviceOf(pool, { correo: 'ana@example.com', token: 'one', now: NOW, vouched: true }),
    false,
  ],
  isRemembered: [() => isRemembered(pool, { personId: ANA, token: 'one', now: NOW }), true],
  'isRemembered at its end': [
    () => isRemembered(pool, { personId: ANA, token: 'one', now: at(DAY_MS) }),
    false,
  ],
}

for (const [read, [find, expected]] of Object.entries(READS)) {
  test(`${read} finds its own rows and no neighbour’s`, async () => {
    assert.deepEqual(await find(), expected)
  })
}
