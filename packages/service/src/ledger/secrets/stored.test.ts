/** Which secrets a database was written with, and each value under the master key: read and replaced by its own row. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { combined, idOf, namesIn, put, watch } from '../../../test/neighbours.ts'
import { AMBIENTES, at, COMPANIES, fillTwoCompanies, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { statement, transaction } from '../../base/db/tx.ts'
import { type EncryptedValue, listEncryptedValues, replaceValue } from './encrypted-values.ts'
import { forgetSecrets, listSecrets, recordSecret } from './known-secrets.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, newSecrets())
  await put(
    pool,
    'ministry_accounts',
    combined({ company: COMPANIES, ambiente: AMBIENTES }).map(({ company, ambiente }) => ({
      ...{ company_id: idOf(company), ambiente, usuario: 'u', password: 'password' },
      token: ambiente === '00' ? null : 'token',
    })),
  )
  await put(
    pool,
    'storage_destinations',
    COMPANIES.flatMap((company) =>
      ['a', 'b'].map((name) => ({
        ...{ company_id: idOf(company), destination_id: idOf(name), created_at: NOW },
        ...{ kind: 'managed_bucket', location: `https://${company}/${name}`, credentials: name },
      })),
    ),
  )
  const mac = Buffer.alloc(32)
  const heads = COMPANIES.map((company) => ({ company_id: idOf(company), seq: 1, mac, key: 'key' }))
  await put(pool, 'audit_heads', heads)
  await statement(
    pool,
    `update people set totp_secret = 'secret', totp_pending = case when nombre = 'ana' then 'pending'::bytea end returning 1`,
  )
  await statement(pool, `update companies set data_key = 'data' returning 1`)
  changesOf = await watch(pool, [
    ...['companies', 'people', 'ministry_accounts', 'storage_destinations', 'audit_heads'],
  ])
})

const lineOf = ({ table, column, ownerId, ambiente, location, encrypted }: EncryptedValue) =>
  `${table}.${column} ${namesIn(ownerId)} ${ambiente ?? '-'} ${location ?? '-'} ${encrypted}`

const VALUES = [
  ...COMPANIES.flatMap((company) => [
    `companies.data_key ${company} - - data`,
    `audit_heads.key ${company} - - key`,
    ...['00', '01'].map((one) => `ministry_accounts.password ${company} ${one} - password`),
    `ministry_accounts.token ${company} 01 - token`,
    ...['a', 'b'].map(
      (name) => `storage_destinations.credentials ${company} - https://${company}/${name} ${name}`,
    ),
  ]),
  ...['ana', 'bea'].map((person) => `people.totp_secret ${person} - - secret`),
  'people.totp_pending ana - - pending',
]

test('every value under the master key is listed, and none that is empty', async () => {
  assert.deepEqual((await listEncryptedValues(pool)).map(lineOf).toSorted(), VALUES.toSorted())
})

/** The rows that hold them, by what changes. */
const CHANGES: Readonly<Record<string, string>> = {
  'companies.data_key uno': 'companies uno: data_key',
  'audit_heads.key uno': 'audit_heads uno: key',
  'ministry_accounts.password uno 00': 'ministry_accounts uno 00: password',
  'ministry_accounts.password uno 01': 'ministry_accounts uno 01: password',
  'ministry_accounts.token uno 01': 'ministry_accounts uno 01: token',
  'storage_destinations.credentials uno - https://uno/b': 'storage_destinations uno b: credentials',
  'people.totp_secret ana': 'people ana: totp_secret',
  'people.totp_pending ana': 'people ana: totp_pending',
}

for (const [name, change] of Object.entries(CHANGES)) {
  test(`${name} is replaced in its own row alone, unless it was changed meanwhile`, async () => {
    const value = (await listEncryptedValues(pool)).find((one) => lineOf(one).startsWith(name))
    assert.ok(value)
    const again = Buffer.from('again')
    const replaced = await changesOf(async () => {
      assert.equal(await replaceValue(pool, value, again), true)
      assert.equal(await replaceValue(pool, value, Buffer.from('late')), false)
    })
    assert.deepEqual(replaced, [change])
    const other = { ...value, encrypted: Buffer.from('other') }
    assert.deepEqual(await changesOf(() => replaceValue(pool, other, again)), [])
  })
}

test('secrets are known by their kind, the last used first, until they are forgotten', async () => {
  const use = async (kind: 'master' | 'pepper', id: string, ms: number) => {
    await transaction(pool, (tx) => recordSecret(tx, kind, id))
    await statement(
      pool,
      'update service_secrets set used_at = $3 where kind = $1 and secret_id = $2',
      [kind, id, at(ms)],
    )
  }
  for (const [id, ms] of [
    ['a', 1],
    ['b', 3],
    ['c', 2],
  ] as const)
    await use('master', id, ms)
  await use('pepper', 'a', 9)
  const known = async () => [await listSecrets(pool, 'master'), await listSecrets(pool, 'pepper')]
  assert.deepEqual(await known(), [['b', 'c', 'a'], ['a']])
  await transaction(pool, (tx) => recordSecret(tx, 'master', 'a'))
  assert.deepEqual(await known(), [['a', 'b', 'c'], ['a']], 'used now')
  await transaction(pool, (tx) => forgetSecrets(tx, 'master', ['a', 'c', 'x']))
  assert.deepEqual(await known(), [['b'], ['a']])
})
