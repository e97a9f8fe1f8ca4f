/** What the keys of a person may do, in each role and after it changes. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf } from '../../../test/neighbours.ts'
import { at, fillTwoCompanies, keyIdOf, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { statement, transaction } from '../../base/db/tx.ts'
import type { Rol } from './memberships.ts'
import { alignPersonKeys, findPersonKey, SCOPES_OF_ROLE, storePersonKey } from './person-keys.ts'
import { answerRequest, findRequestOf, listRequests, putRequest } from './sign-key-requests.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const secrets = newSecrets()
const OF = { companyId: idOf('uno'), personId: idOf('ana') } as const

before(() => fillTwoCompanies(pool, secrets))

const READS = ['query', 'download']
const ISSUES = ['issue', ...READS]
const RUNS = [...ISSUES, 'webhooks']
const SCOPES: Readonly<Record<Rol, readonly string[]>> = {
  ...{ dueno: RUNS, administrador: RUNS, emisor: ISSUES, lector: READS, contador: READS },
}

const keys = () =>
  pool.many<{ key: string; scopes: readonly string[]; signs: boolean; point: string }>(
    `select key_id as key, scopes, vault_id is not null and vault_wrap is not null as signs,
            point_of_sale_id as point from api_keys where company_id = $1 and person_id = $2 order by ambiente`,
    [OF.companyId, OF.personId],
  )

test('each role has its scopes, and one that may not issue does not sign', async () => {
  assert.deepEqual(SCOPES_OF_ROLE, SCOPES)
  for (const rol of ['dueno', 'administrador', 'emisor', 'lector', 'contador'] as const) {
    await transaction(pool, (tx) => alignPersonKeys(tx, { ...OF, rol }))
    const row = { scopes: SCOPES[rol], signs: rol !== 'lector' && rol !== 'contador' }
    assert.deepEqual(
      await keys(),
      ['00', '01'].map((ambiente) => ({
        ...{ ...row, key: keyIdOf('uno', 'ana', ambiente), point: idOf('P001') },
      })),
      rol,
    )
  }
})

test('keys follow their person to another point of sale, but a revoked one stays as it was', async () => {
  const set = (sql: string, values: readonly unknown[]) => statement(pool, sql, values)
  const [revoked, active] = ['00', '01'].map((ambiente) => keyIdOf('uno', 'ana', ambiente))
  await set(`update api_keys set state = 'revoked' where key_id = $1`, [revoked])
  await set('update memberships set point_of_sale_id = $1 where company_id = $2', [
    ...[idOf('P002'), OF.companyId],
  ])
  await transaction(pool, (tx) => alignPersonKeys(tx, { ...OF, rol: 'emisor' }))
  assert.deepEqual(
    (await keys()).map(({ key, scopes, point }) => [key, scopes, point]),
    [
      [revoked, READS, idOf('P001')],
      [active, ISSUES, idOf('P002')],
    ],
  )
})

test('a person has one key for each environment, which a second one does not replace', async () => {
  const deps = { pool, secrets, random: systemRandom }
  const [first, second] = ['00', '01'].map((ambiente) => ({
    ...{ keyId: keyIdOf('uno', 'ana', ambiente), apiKey: `sello_${ambiente}` },
  })) as [{ keyId: string; apiKey: string }, { keyId: string; apiKey: string }]
  const of = { ...OF, ambiente: '00' } as const
  assert.equal(await findPersonKey(pool, secrets, of), null)
  assert.equal(await storePersonKey(deps, of, first), true)
  assert.equal(await storePersonKey(deps, of, second), false)
  assert.deepEqual(await findPersonKey(pool, secrets, of), first)
  assert.equal(await findPersonKey(pool, secrets, { ...of, ambiente: '01' }), null)
})

test('a new request for a sign key takes the place of the one before it, with its answer', async () => {
  const of = { ...OF, ambiente: '00' } as const
  const ask = (publicKey: string, now: Date) =>
    putRequest(pool, { ...of, publicKey: Buffer.from(publicKey), now }, systemRandom)
  const first = await ask('first', NOW)
  const request = { requestId: first, publicKey: Buffer.from('first') }
  const sealed = { enc: 'e', datos: 'd' }
  await transaction(pool, (tx) => answerRequest(tx, OF.companyId, request, sealed))
  const shown = { personId: OF.personId, nombre: 'ana', ambiente: '00' }
  assert.deepEqual(await findRequestOf(pool, of), {
    ...{ ...shown, ...request, sealed, createdAt: NOW },
  })
  const second = await ask('second', at(1))
  assert.notEqual(second, first)
  const asked = { ...shown, requestId: second, publicKey: Buffer.from('second') }
  assert.deepEqual(await listRequests(pool, OF.companyId), [
    { ...asked, sealed: null, createdAt: at(1) },
  ])
})
