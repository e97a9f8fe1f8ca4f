/** The public pages of documents and the encrypted values of a database: each of its own company, person and column. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { accountRow, companyRow, idOf, insertRows, NOW } from '../../../test/rows.ts'
import { systemRandom } from '../../base/clock.ts'
import type { Pool } from '../../base/db/pool.ts'
import { transaction } from '../../base/db/tx.ts'
import { listEncryptedValues, replaceValue } from '../secrets/encrypted-values.ts'
import { forgetSecrets, listSecrets, recordSecret } from '../secrets/known-secrets.ts'
import { findPage, pageToken, revokePage, TOKEN } from './pages.ts'

const [ONE, OTHER] = [idOf(1), idOf(2)]
const dataKey = Buffer.alloc(32, 7)

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await createTestDatabase()
  pool = database.createPool()
  await insertRows(pool, 'companies', [companyRow(2), companyRow(1)])
})
after(() => database.drop())
beforeEach(() => pool.many('delete from pages'))

const page = (n: number, companyId = ONE, ambiente: '00' | '01' = '00') => ({
  ...{ companyId, codigoGeneracion: idOf(n), ambiente },
})
const tokenOf = (...of: Parameters<typeof page>) =>
  pageToken(pool, page(...of), { dataKey, random: systemRandom, now: NOW })

test('a document has one page, which its token finds, in its company alone', async () => {
  const token = (await tokenOf(21)) ?? ''
  assert.match(token, TOKEN)
  assert.equal(token.length, 43)
  assert.equal(
    Buffer.from(token, 'base64url').subarray(0, 16).toString('hex'),
    ONE.replaceAll('-', ''),
  )
  assert.equal(await tokenOf(21), token, 'the same again')
  const theirs = (await tokenOf(21, OTHER)) ?? ''
  const second = (await tokenOf(22, ONE, '01')) ?? ''
  assert.equal(new Set([token, theirs, second]).size, 3)

  const found = { codigoGeneracion: idOf(21), ambiente: '00' }
  assert.deepEqual(await findPage(pool, token), {
    ...{ ...found, companyId: ONE, nit: '06140101900001', dataKey: Buffer.of(1) },
  })
  assert.deepEqual(await findPage(pool, theirs), {
    ...{ ...found, companyId: OTHER, nit: '06140101900002', dataKey: Buffer.of(2) },
  })
  assert.equal((await findPage(pool, second))?.ambiente, '01')
  assert.equal(await findPage(pool, `${token.slice(0, -2)}AA`), null)
  const created = await pool.one('select created_at from pages where company_id = $1', [OTHER])
  assert.deepEqual(created, { created_at: NOW })

  for (const none of [page(21, ONE, '01'), page(23), page(22, OTHER, '01')]) {
    assert.equal(await revokePage(pool, none), false)
  }
  assert.equal(await revokePage(pool, page(21)), true)
  assert.equal(await revokePage(pool, page(21)), false)
  assert.equal(await findPage(pool, token), null)
  assert.ok(await findPage(pool, theirs))
  assert.ok(await findPage(pool, second))
})

test('a page of before tokens named their company is found by its token too', async () => {
  const token = `${'A'.repeat(31)}Q`
  await tokenOf(21)
  await pool.many(`update pages set token_hash = sha256($1)`, [Buffer.from(token)])
  assert.equal((await findPage(pool, token))?.codigoGeneracion, idOf(21))
})

test('a company that wants no pages has none, and those that there are cannot be read', async () => {
  const token = (await tokenOf(21)) ?? ''
  const theirs = (await tokenOf(21, OTHER)) ?? ''
  await pool.many('update companies set pagina = false where company_id = $1', [ONE])
  assert.deepEqual([await tokenOf(21), await tokenOf(22)], [null, null])
  assert.equal(await findPage(pool, token), null)
  assert.equal(await tokenOf(21, OTHER), theirs)
  await pool.many('update companies set pagina = true')
  assert.equal(await tokenOf(21), token)
  const { count } = await pool.one<{ count: bigint }>('select count(*) as count from pages')
  assert.equal(count, 2n)
})

test('every encrypted value is listed with its owner, and replaced where it is still the same', async () => {
  const person = (n: number) => ({
    ...{ person_id: idOf(n), correo: `p${n}@example.com`, nombre: `P ${n}`, created_at: NOW },
    ...{ totp_secret: `\\x1${n}`, totp_pending: n === 1 ? '\\x20' : null },
  })
  await insertRows(pool, 'people', [person(1), person(2)])
  const account = (companyId: string, ambiente: string, password: string) =>
    accountRow(companyId, ambiente, { password, token: ambiente === '01' ? '\\x31' : null })
  await insertRows(pool, 'ministry_accounts', [
    account(ONE, '00', '\\x30'),
    account(ONE, '01', '\\x30'),
    account(OTHER, '00', '\\x30'),
  ])
  const bucket = (n: number, companyId: string) => ({
    ...{ company_id: companyId, destination_id: idOf(60 + n), kind: 'managed_bucket' },
    ...{ location: `https://b/${n}`, credentials: `\\x4${n}`, created_at: NOW },
  })
  await insertRows(pool, 'storage_destinations', [bucket(1, ONE), bucket(2, ONE), bucket(3, OTHER)])
  await insertRows(pool, 'audit_heads', [{ company_id: ONE, seq: 1, mac: '\\x00', key: '\\x50' }])
  const list = async () =>
    (await listEncryptedValues(pool))
      .map(({ table, column, ownerId, ambiente, location, encrypted }) =>
        [table, column, Number(ownerId.slice(-2)), ambiente, location, encrypted.toString('hex')]
          .filter((one) => one !== null)
          .join(' '),
      )
      .toSorted()
  const all = [
    'audit_heads key 1 50',
    ...['companies data_key 1 01', 'companies data_key 2 02'],
    ...['ministry_accounts password 1 00 30', 'ministry_accounts password 1 01 30'],
    ...['ministry_accounts password 2 00 30', 'ministry_accounts token 1 01 31'],
    'people totp_pending 1 20',
    ...['people totp_secret 1 11', 'people totp_secret 2 12'],
    'storage_destinations credentials 1 https://b/1 41',
    'storage_destinations credentials 1 https://b/2 42',
    'storage_destinations credentials 2 https://b/3 43',
  ]
  assert.deepEqual(await list(), all)

  const values = await listEncryptedValues(pool)
  const replaced = [...all]
  for (const [i, name] of all.entries()) {
    const [table, column, owner, ...rest] = name.split(' ')
    const hex = rest.at(-1) ?? ''
    const value = values.find(
      (one) =>
        one.table === table &&
        one.column === column &&
        Number(one.ownerId.slice(-2)) === Number(owner) &&
        (one.ambiente ?? rest[0]) === rest[0] &&
        one.encrypted.toString('hex') === hex,
    )
    assert.ok(value, name)
    const again = Buffer.of(0xf0 + i)
    assert.equal(await replaceValue(pool, { ...value, encrypted: Buffer.of(9) }, again), false)
    assert.equal(await replaceValue(pool, value, again), true)
    replaced[i] = [...name.split(' ').slice(0, -1), again.toString('hex')].join(' ')
    assert.deepEqual(await list(), replaced.toSorted(), name)
  }
})

test('the secrets of a kind are known, the one that was used last first, until they are forgotten', async () => {
  const row = (kind: string, secret_id: string, day: number) => ({
    ...{ kind, secret_id, used_at: `2026-01-0${day}T00:00:00Z` },
  })
  await insertRows(pool, 'service_secrets', [
    row('master', 'a', 1),
    row('master', 'b', 2),
    row('master', 'c', 3),
    row('pepper', 'a', 4),
  ])
  assert.deepEqual(await listSecrets(pool, 'master'), ['c', 'b', 'a'])
  await transaction(pool, (tx) => recordSecret(tx, 'master', 'a'))
  await transaction(pool, (tx) => recordSecret(tx, 'pepper', 'd'))
  assert.deepEqual(await listSecrets(pool, 'master'), ['a', 'c', 'b'])
  assert.deepEqual(await listSecrets(pool, 'pepper'), ['d', 'a'])
  await transaction(pool, (tx) => forgetSecrets(tx, 'master', ['a', 'b']))
  assert.deepEqual(await listSecrets(pool, 'master'), ['c'])
  assert.deepEqual(await listSecrets(pool, 'pepper'), ['d', 'a'])
})
