import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { combined, idOf, put } from '../../../test/neighbours.ts'
import {
  AMBIENTES,
  at,
  COMPANIES,
  DAY_MS,
  fillTwoCompanies,
  keyIdOf,
  NITS,
  NOW,
  PEOPLE,
  vaultOf,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { statement } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import { listPeople } from './company-people.ts'
import { appointable, isRunning, listMemberships, ROLES } from './memberships.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

/** What is changed of a key, of all that have an active sign key. */
const CHANGED = [
  ['uno', 'ana', '00', 'vault_failures = 5'],
  ['uno', 'ana', '01', `vault_id = '${vaultOf('01', false)}'`],
  ['uno', 'bea', '00', 'vault_id = null, vault_wrap = null'],
  ['dos', 'ana', '00', 'vault_failures = 4'],
  ['dos', 'bea', '01', 'vault_failures = 6'],
] as const

before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  const all = combined({ company: COMPANIES, person: PEOPLE, ambiente: AMBIENTES })
  await put(
    pool,
    'person_keys',
    all.map(({ company, person, ambiente }) => ({
      ...{ company_id: idOf(company), person_id: idOf(person), ambiente, api_key: '' },
      key_id: keyIdOf(company, person, ambiente),
    })),
  )
  for (const [company, person, ambiente, set] of CHANGED) {
    const sql = `update api_keys set ${set} where key_id = $1 returning 1`
    await statement(pool, sql, [keyIdOf(company, person, ambiente)])
  }
  const member = 'update memberships set rol = $3, created_at = $4, point_of_sale_id = $5'
  for (const values of [
    [idOf('dos'), idOf('ana'), 'dueno', at(1), idOf('P002')],
    [idOf('dos'), idOf('bea'), 'dueno', NOW, null],
  ]) {
    await statement(pool, `${member} where company_id = $1 and person_id = $2 returning 1`, values)
  }
})

const FIRMAS = {
  'uno ana': { '00': 'bloqueada', '01': 'vencida' },
  'uno bea': { '00': 'ninguna', '01': 'activa' },
  'dos ana': { '00': 'activa', '01': 'activa' },
  'dos bea': { '00': 'activa', '01': 'bloqueada' },
} as const
const POINT = { codEstable: 'M001', codPuntoVenta: 'P001' }

test('each sign key has its own state, in a person’s companies and in a company’s people', async () => {
  for (const person of PEOPLE) {
    const all = await listMemberships({ pool, log: createLog('silent') }, idOf(person), NOW)
    assert.deepEqual(
      all.map(({ nit, rol, dueno, firma, puntoDeVenta }) => [nit, rol, dueno, firma, puntoDeVenta]),
      [
        [
          ...[NITS.dos, 'dueno', 'bea', FIRMAS[`dos ${person}`]],
          { ...POINT, codPuntoVenta: person === 'ana' ? 'P002' : 'P001' },
        ],
        [NITS.uno, 'emisor', null, FIRMAS[`uno ${person}`], POINT],
      ],
    )
  }
  for (const company of COMPANIES) {
    const people = await listPeople(pool, idOf(company), NOW)
    assert.deepEqual(
      people.map(({ nombre, firma }) => [nombre, firma]),
      PEOPLE.map((person) => [person, FIRMAS[`${company} ${person}`]]),
    )
  }
})

test('at the end of its certificate a sign key that there is has expired', async () => {
  const [ana] = await listPeople(pool, idOf('uno'), at(DAY_MS))
  assert.deepEqual(ana?.firma, { '00': 'vencida', '01': 'vencida' })
  const [, bea] = await listPeople(pool, idOf('uno'), at(DAY_MS))
  assert.deepEqual(bea?.firma, { '00': 'ninguna', '01': 'vencida' })
})

test('an owner appoints every role, an administrator issuers and readers, and both run the company', () => {
  const all = ['dueno', 'administrador', 'emisor', 'lector', 'contador']
  assert.deepEqual(
    ROLES.map((rol) => [rol, isRunning(rol), appointable(rol)]),
    [
      ['dueno', true, all],
      ['administrador', true, ['emisor', 'lector']],
      ...['emisor', 'lector', 'contador'].map((rol) => [rol, false, []]),
    ],
  )
})
