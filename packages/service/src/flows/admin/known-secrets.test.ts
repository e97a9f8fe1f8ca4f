/** Which process may write to a database: one with the secrets that it has been written with. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { EMPRESA, newSecrets } from '../../../test/world.ts'
import { systemClock, systemRandom } from '../../base/clock.ts'
import { secretId } from '../../base/secrets/secrets.ts'
import { createCompany } from './company.ts'
import { assertKnownSecrets } from './known-secrets.ts'

const HOW =
  'Inicie con el secreto con que se creó, o con todos mientras se cambia (docs/operations.md).'

test('of two processes that start at once with different secrets one is refused', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const pool = database.createPool()
  const both = [newSecrets(), newSecrets()].map((secrets) => assertKnownSecrets(pool, secrets))
  const ends = (await Promise.allSettled(both)).map(({ status }) => status)
  assert.deepEqual(ends.toSorted(), ['fulfilled', 'rejected'])
})

test('a refusal names each secret that was given and each that is missing, and how much needs one', async (t) => {
  const database = await createTestDatabase()
  t.after(() => database.drop())
  const pool = database.createPool()
  const [own, older, another, last] = [newSecrets(), newSecrets(), newSecrets(), newSecrets()]
  const said = (name: string, needs: string, given: string, missing: string) => ({
    name: 'OtherSecrets',
    message: `${name} no es el de esta base de datos${needs}: se dio ${given} y falta ${missing}. ${HOW}`,
  })
  const idOf = ({ masterKey }: typeof own) => secretId(masterKey)
  const passphraseCost = { N: 2, r: 8, p: 1 }
  const admin = { pool, secrets: own, clock: systemClock, random: systemRandom, passphraseCost }
  await createCompany({ ...admin, keyPrefix: 'sello' }, EMPRESA)
  const needs = ' (1 valores lo necesitan)'
  await assert.rejects(
    assertKnownSecrets(pool, another),
    said('SELLO_MASTER_KEY', needs, idOf(another), 'otro'),
  )

  await assertKnownSecrets(pool, { ...own, olderMasterKeys: [older.masterKey] })
  await assertKnownSecrets(pool, { ...older, pepper: own.pepper, olderMasterKeys: [own.masterKey] })
  await assert.rejects(
    assertKnownSecrets(pool, { ...another, olderMasterKeys: [last.masterKey] }),
    said('SELLO_MASTER_KEY', '', `${idOf(another)}, ${idOf(last)}`, `${idOf(older)}, ${idOf(own)}`),
  )
  const pepper = { ...older, pepper: another.pepper, olderMasterKeys: [own.masterKey] }
  await assert.rejects(
    assertKnownSecrets(pool, pepper),
    said('SELLO_PEPPER', '', secretId(another.pepper), secretId(own.pepper)),
  )
})
