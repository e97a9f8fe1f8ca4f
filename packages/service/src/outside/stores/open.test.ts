import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { reencryptAll } from '../../flows/admin/rotation.ts'
import { listDestinations, saveDestination } from '../../ledger/destinations/destinations.ts'
import type { DestinationLocation } from '../../ledger/destinations/location.ts'
import { encryptCredentials, openStore } from './open.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function saveBucket(): Promise<DestinationLocation> {
  const { deps } = world
  const { company_id: companyId } = await deps.pool.one<{ company_id: string }>(
    'select company_id from companies',
  )
  const which = { companyId, kind: 'managed_bucket', location: 'https://s3.example.com/a' } as const
  const credentials = { region: 'us-east-1', accessKeyId: 'id', secretAccessKey: 'muy secreta' }
  const destination: DestinationLocation = {
    ...which,
    credentials: encryptCredentials(credentials, which, deps),
    innerNetwork: false,
  }
  const destinationId = deps.random.uuid()
  await saveDestination(deps.pool, destination, { destinationId, now: deps.clock.now() })
  return destination
}

test("a bucket's secret is encrypted, bound to its company and address", async () => {
  const destination = await saveBucket()
  assert.ok(openStore(destination, world.deps))

  const rows = JSON.stringify(
    await world.deps.pool.many('select d::text from storage_destinations d'),
  )
  assert.ok(!rows.includes(Buffer.from('muy secreta').toString('hex')))
  const moved = { ...destination, location: 'https://s3.example.com/b' }
  assert.throws(() => openStore(moved, world.deps))
  assert.throws(() => openStore({ ...destination, companyId: systemRandom.uuid() }, world.deps))
})

test('after a change of the master key the secret is encrypted under the new one', async () => {
  const { companyId } = await saveBucket()
  const { secrets } = world.deps
  const masterKey = systemRandom.bytes(32)
  const both = { ...secrets, masterKey, olderMasterKeys: [secrets.masterKey] }
  await reencryptAll({ ...world.admin, secrets: both })
  const [bucket] = (await listDestinations(world.deps.pool, companyId)).filter(
    ({ kind }) => kind === 'managed_bucket',
  )
  assert.ok(bucket)

  assert.ok(openStore(bucket, { ...world.deps, secrets: { ...both, olderMasterKeys: [] } }))
})
