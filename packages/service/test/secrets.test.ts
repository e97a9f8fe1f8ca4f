import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { withAdmin } from '../src/admin.ts'
import { readConfig } from '../src/base/config.ts'
import { type Secrets, secretId } from '../src/base/secrets/secrets.ts'
import { startService } from '../src/main.ts'
import { createWorld, newSecrets, type World } from './world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const text = (newest: Buffer, older: readonly Buffer[]) =>
  [newest, ...older].map((one) => one.toString('base64url')).join(',')

const configOf = ({ masterKey, olderMasterKeys, pepper, olderPeppers }: Secrets) =>
  readConfig({
    DATABASE_URL: world.databaseUrl,
    SELLO_MASTER_KEY: text(masterKey, olderMasterKeys),
    SELLO_PEPPER: text(pepper, olderPeppers),
    SELLO_MH_TEST_URL: world.mh.url,
    SELLO_PORT: '0',
    SELLO_LOG_LEVEL: 'silent',
  })

/** Starts and stops. */
async function start(secrets: Secrets): Promise<void> {
  await (await startService(configOf(secrets))).stop()
}

const known = () =>
  world.deps.pool.many('select kind, secret_id from service_secrets order by kind, secret_id')

test('a process with another master key or another pepper does not start, naming it', async () => {
  const { secrets } = world.deps
  const others = newSecrets()

  // Nothing is recorded yet: encrypted values and hashes reveal the difference.
  await assert.rejects(
    start({ ...secrets, masterKey: others.masterKey }),
    ({ name, message }: Error) => {
      assert.equal(name, 'OtherSecrets')
      assert.match(message, /^SELLO_MASTER_KEY no es el de esta base de datos/)
      assert.ok(message.includes(secretId(others.masterKey)))
      return !message.includes(others.masterKey.toString('base64url'))
    },
  )
  await assert.rejects(start({ ...secrets, pepper: others.pepper }), /^OtherSecrets: SELLO_PEPPER/)
  assert.deepEqual(await known(), [])

  await start(secrets)
  const fingerprints = [
    { kind: 'master', secret_id: secretId(secrets.masterKey) },
    { kind: 'pepper', secret_id: secretId(secrets.pepper) },
  ]
  assert.deepEqual(await known(), fingerprints)
  for (const wrong of [{ masterKey: others.masterKey }, { pepper: others.pepper }]) {
    await assert.rejects(start({ ...secrets, ...wrong }), /OtherSecrets/)
    await assert.rejects(
      withAdmin(configOf({ ...secrets, ...wrong }), async () => {}),
      /OtherSecrets/,
    )
  }
  assert.deepEqual(await known(), fingerprints)
})

test('a secret is changed in steps, and the old one cannot be left out while something needs it', async () => {
  const { secrets } = world.deps
  const { masterKey: fresh } = newSecrets()
  const both = { ...secrets, masterKey: fresh, olderMasterKeys: [secrets.masterKey] }
  const alone = { ...secrets, masterKey: fresh }

  await start({ ...secrets, olderMasterKeys: [fresh] })
  await start(both)
  await assert.rejects(start(secrets), /OtherSecrets/, 'others seal with the new one by now')
  await assert.rejects(start(alone), /valores lo necesitan/)
  const { reencryptAll } = await import('../src/admin.ts')
  await withAdmin(configOf(both), reencryptAll)
  await start(alone)

  const masters = (await known()).filter((row) => (row as { kind: string }).kind === 'master')
  assert.deepEqual(masters, [{ kind: 'master', secret_id: secretId(fresh) }])
})
