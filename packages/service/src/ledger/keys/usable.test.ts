import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { idOf } from '../../../test/neighbours.ts'
import { at, fillTwoCompanies, keyIdOf, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Tx, transaction } from '../../base/db/tx.ts'
import { assertSignerUsable, assertStillUsable, assertUsable, vaultLocked } from './usable.ts'

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await fillTwoCompanies(pool, newSecrets())
})
after(() => database.drop())

const REVOKED = {
  ...{ code: 'key_revoked', message: 'Esta llave fue revocada. Use otra.', details: {} },
}
const EXPIRED = { code: 'key_expired', message: 'Esta llave venció. Emita una nueva.', details: {} }
const INACTIVE = {
  code: 'key_inactive',
  message: 'Esta llave está desactivada. Actívela o use otra.',
  details: {},
}

test('a key is refused with the first of its reasons: it was revoked, expired, or is inactive', () => {
  const expired = NOW
  const later = at(1)
  for (const expiresAt of [null, expired, later]) {
    assert.throws(() => assertUsable({ state: 'revoked', expiresAt }, NOW), REVOKED)
  }
  for (const state of ['active', 'inactive'] as const) {
    assert.throws(() => assertUsable({ state, expiresAt: expired }, NOW), EXPIRED)
  }
  for (const expiresAt of [null, later]) {
    assert.throws(() => assertUsable({ state: 'inactive', expiresAt }, NOW), INACTIVE)
    assertUsable({ state: 'active', expiresAt }, NOW)
  }
})

test('a key whose signing is suspended is told that waiting does not help', () => {
  const { code, message } = vaultLocked()
  assert.deepEqual(
    [code, message],
    [
      'sign_vault_locked',
      'La firma de esta llave está suspendida por intentos fallidos. Esperar no la libera: un administrador debe reactivarla.',
    ],
  )
})

const [ANA, BEA] = (['ana', 'bea'] as const).map((person) => keyIdOf('uno', person, '00')) as [
  string,
  string,
]
const companyId = idOf('uno')
const spender = (keyId: string, signs = true, now = NOW) => ({ companyId, keyId, now, signs })

/** Of a change that is rolled back: the code of the refusal, or null. */
async function refusedAfter(sql: string, check: (tx: Tx) => Promise<void>): Promise<string | null> {
  let code: string | null = null
  const undo = new Error('undone')
  const work = transaction(pool, async (tx) => {
    await tx.run(sql)
    await check(tx).catch((error: { code: string }) => {
      code = error.code
    })
    throw undo
  })
  await assert.rejects(work, undo)
  return code
}

test('before the commit each key of a batch is checked again, and its vault if it signs', async () => {
  const fence = { seen: null }
  const change = (keyId: string, sets: string) =>
    `update api_keys set ${sets} where company_id = '${companyId}' and key_id = '${keyId}'`
  const [both, reading] = [
    [spender(ANA), spender(BEA)],
    [spender(ANA), spender(BEA, false)],
  ]
  const locked = 'vault_failures = 5'
  const expires = `expires_at = '${at(1).toISOString()}'`
  // biome-ignore format: a table
  const cases = [
    [ANA, `state = 'revoked'`,                         both,                        'key_revoked'],
    [BEA, `state = 'revoked'`,                         both,                        'key_revoked'],
    [BEA, `state = 'revoked'`,                         [spender(ANA)],              null],
    [BEA, `state = 'inactive'`,                        both,                        'key_inactive'],
    [BEA, expires,                                     both,                        null],
    [BEA, expires,                                     [spender(ANA, true, at(1))], null],
    [BEA, expires,                                     [spender(BEA, true, at(1))], 'key_expired'],
    [BEA, locked,                                      both,                        'sign_vault_locked'],
    [BEA, locked,                                      reading,                     null],
    [ANA, locked,                                      reading,                     'sign_vault_locked'],
    [BEA, 'vault_failures = 4',                        both,                        null],
    [BEA, `state = 'revoked', vault_failures = 5`,     both,                        'key_revoked'],
    [BEA, `state = 'revoked'`,                         [],                          null],
  ] as const
  for (const [keyId, sets, spenders, code] of cases) {
    const refused = await refusedAfter(change(keyId, sets), (tx) =>
      assertStillUsable(tx, fence, spenders),
    )
    assert.equal(refused, code, `${sets} of ${keyId}`)
  }
  const signs = await refusedAfter(change(ANA, locked), (tx) =>
    assertSignerUsable(tx, { key: { companyId, keyId: ANA }, now: NOW, fence }),
  )
  assert.equal(signs, 'sign_vault_locked')
  const missing = transaction(pool, (tx) => assertStillUsable(tx, fence, [spender('unknown')]))
  await assert.rejects(missing, /bug: the key of a call is not there/)
})

test('no key is usable on a database that is closed, or older than what the process has seen', async () => {
  const mark = (fenced: string) =>
    `insert into database_marks (identity, alive_at, fenced_since, reason)
     values ('x', '${NOW.toISOString()}', ${fenced})`
  // biome-ignore format: a table
  const cases = [
    ['select 1',                   at(1),  null],
    [mark('null, null'),           null,   null],
    [mark('null, null'),           NOW,    null],
    [mark('null, null'),           at(1),  'service_unavailable'],
    [mark(`now(), 'restored'`),    null,   'service_unavailable'],
    [mark(`now(), 'restored'`),    NOW,    'service_unavailable'],
  ] as const
  for (const [sql, seen, code] of cases) {
    const refused = await refusedAfter(sql, (tx) => assertStillUsable(tx, { seen }, [spender(ANA)]))
    assert.equal(refused, code, `${sql} ${seen}`)
  }
})

test('the rows of the keys stay locked until the commit, and those of no other key', async () => {
  const change = (keyId: string) =>
    transaction(pool, async (tx) => {
      await tx.run(`set local lock_timeout = '1ms'`)
      return tx.run(`update api_keys set label = label where key_id = $1`, [keyId])
    })
  await transaction(pool, async (tx) => {
    await assertStillUsable(tx, { seen: null }, [spender(ANA), spender(BEA)])
    for (const keyId of [ANA, BEA]) await assert.rejects(change(keyId), { code: '55P03' })
    assert.equal(await change(keyIdOf('uno', 'ana', '01')), 1)
  })
  assert.equal(await change(ANA), 1)
})
