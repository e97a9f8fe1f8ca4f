/**
 * Changing the service's secrets while it runs: no call is affected, and the old secrets are useless afterwards.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import {
  addPerson,
  connectManagedBucket,
  listSecretUses,
  reencryptAll,
  verifyStorage,
} from '../src/admin.ts'
import { transaction } from '../src/base/db/tx.ts'
import type { Secrets } from '../src/base/secrets/secrets.ts'
import type { Admin } from '../src/flows/admin/admin.ts'
import { findUndecryptableValues } from '../src/flows/admin/rotation.ts'
import { beginTotp, confirmTotp, takeTotp } from '../src/ledger/people/totp.ts'
import { listEncryptedValues } from '../src/ledger/secrets/encrypted-values.ts'
import { giveBack, invalidate, RESCISION } from './corrections.ts'
import { facturas, report } from './operaciones.ts'
import { createPeer } from './races/peer.ts'
import { startS3 } from './s3.ts'
import { createWorld, newSecrets, SALE, type World } from './world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

/** A process of the service that knows these secrets, and nothing of the world's own. */
async function withProcess<T>(
  secrets: Secrets,
  work: (process: ReturnType<typeof createPeer>, admin: Admin) => Promise<T>,
): Promise<T> {
  const process = createPeer({ ...world, deps: { ...world.deps, secrets } })
  try {
    return await work(process, { ...world.admin, secrets })
  } finally {
    await process.close()
  }
}

test('a master key is replaced while the service runs: known first, then sealing, then everything under it', async () => {
  const { secrets: old } = world.deps
  const { masterKey } = newSecrets()
  const known = { ...old, olderMasterKeys: [masterKey] }
  const sealing = { ...old, masterKey, olderMasterKeys: [old.masterKey] }
  const alone = { ...old, masterKey, olderMasterKeys: [] }
  const first = await world.issue()
  assert.equal(first.status, 200)

  // The processes restart one after the other, so each pair of neighbouring settings runs concurrently.
  await withProcess(known, async (knowing) => {
    assert.equal((await knowing.issue()).status, 200)
    await withProcess(sealing, async (process, admin) => {
      const other = await world.addCompany()
      assert.equal((await process.issue(SALE, { key: other.key })).status, 200)
      const uses = (await listSecretUses(admin)).secrets.filter(({ kind }) => kind === 'master')
      assert.deepEqual(
        uses.map(({ newest, needed }) => [newest, needed > 0]),
        [
          [true, true], // the session token that the call before brought
          [false, true],
        ],
      )
      const both = Promise.all([reencryptAll(admin), reencryptAll(admin)])
      for (let i = 0; i < 5; i++) {
        assert.equal((await process.issue()).status, 200)
        assert.equal((await knowing.issue()).status, 200)
      }
      const resealed = (await both).map((one) => one.resealed)
      assert.ok(Math.max(...resealed) > 0, 'two at once do the work once')
      assert.deepEqual(await reencryptAll(admin), { resealed: 0 })
      const [newest, older] = (await listSecretUses(admin)).secrets
      assert.deepEqual([newest?.newest, older?.needed], [true, 0])
      assert.equal((await knowing.issue()).status, 200)
    })
  })

  await withProcess(alone, async (process) => {
    assert.equal((await process.issue()).status, 200)
    const query = await process.query(first.body.codigoGeneracion)
    assert.equal(query.body.jws, first.body.jws)
  })
  const { status, body } = await world.issue()
  assert.deepEqual([status, body.error?.code], [500, 'internal_error'], 'the old one opens nothing')
  await assert.rejects(
    reencryptAll(world.admin),
    /^AdminRefused: masterKey: Ninguna llave maestra conocida abre \w+\.\w+\. Agregue a SELLO_MASTER_KEY la que lo cifró\.$/,
  )
  await withProcess(sealing, (_, admin) =>
    reencryptAll({ ...admin, secrets: { ...old, olderMasterKeys: [masterKey] } }),
  ) // and back, for the tests below
  assert.equal((await world.issue()).status, 200)
})

test('a pepper is replaced while the service runs: a key carries the newest once it was used', async () => {
  const { secrets: old } = world.deps
  const { pepper } = newSecrets()
  const changing = { ...old, pepper, olderPeppers: [old.pepper] }
  const alone = { ...old, pepper, olderPeppers: [] }
  const idempotencyKey = randomUUID()
  const unused = await world.mintKey(world.company.nit, { passphrase: null })
  const first = await world.issue(undefined, { idempotencyKey })
  const waiting = await signWithoutVerdict()

  await withProcess(changing, async (process, admin) => {
    await waiting.assertResumed({ ...world, inject: process.inject as World['inject'] })
    const replayed = await process.issue(SALE, { idempotencyKey })
    assert.equal(replayed.text, first.text, 'a repeat is known by the hash of its body')
    const reuse = await process.issue({ ...SALE, observaciones: 'otra' }, { idempotencyKey })
    assert.equal(reuse.body.error.code, 'idempotency_key_reuse')
    const [newest, older] = (await listSecretUses(admin)).secrets.filter(
      ({ kind }) => kind === 'pepper',
    )
    assert.deepEqual([newest?.needed, older?.needed], [1, 2], 'the used one, and two that were not')
    assert.equal((await process.issue()).status, 200)
  })

  await withProcess(alone, async (process) => {
    assert.equal((await process.issue()).status, 200)
    const { status } = await process.query(randomUUID(), unused)
    assert.equal(status, 401, 'a key that was not used meanwhile is lost with its pepper')
  })
  assert.equal((await world.issue()).status, 401, 'the old pepper knows the key no more')
})

test('a key of an early version, which does not say its pepper, says it once it was used', async () => {
  const { pool } = world.deps
  const key = await world.mintKey(world.company.nit, { passphrase: null })
  const pepper = () =>
    pool.one('select pepper_id as id from api_keys where key_id = $1', [key.keyId])
  const said = await pepper()
  await pool.many('update api_keys set pepper_id = null where key_id = $1', [key.keyId])
  assert.equal((await world.query(randomUUID(), key)).status, 404)
  assert.deepEqual(await pepper(), said)
})

test('every value under the master key, of whatever table, comes under the new one, and is what it was', async (t) => {
  const { secrets: old, pool } = world.deps
  const s3 = await startS3()
  t.after(() => s3.close())
  const { nit } = await world.addCompany()
  const keys = { region: 'us-east-1', accessKeyId: 'a', secretAccessKey: 's' }
  await connectManagedBucket(world.admin, nit, { url: `${s3.url}/documentos`, ...keys })
  const correo = 'ana@example.com'
  const ana = { correo, nombre: 'Ana', operador: false, member: { nit, rol: 'dueno' as const } }
  const { personId } = await addPerson(world.admin, { ...ana, password: null })
  const begin = () => transaction(pool, (tx) => beginTotp(tx, { personId, correo }, world.deps))
  const codeOf = ({ secreto }: Awaited<ReturnType<typeof begin>>, now: Date) =>
    new TOTP({ secret: Secret.fromBase32(secreto) }).generate({ timestamp: now.getTime() })
  const at = (minutes: number) => new Date(world.deps.clock.now().getTime() + minutes * 60_000)
  const confirm = (codigo: string, now: Date, secrets = old) =>
    transaction(pool, (tx) => confirmTotp(tx, secrets, { personId, codigo, now }))
  const first = await begin()
  assert.ok(await confirm(codeOf(first, at(0)), at(0)))
  const second = await begin() // pending beside the first

  const values = await listEncryptedValues(pool)
  assert.deepEqual(
    [...new Set(values.map(({ table, column }) => `${table}.${column}`))].toSorted(),
    [
      ...['audit_heads.key', 'companies.data_key', 'ministry_accounts.password'],
      ...['ministry_accounts.token', 'people.totp_pending', 'people.totp_secret'],
      'storage_destinations.credentials',
    ],
  )
  const { masterKey } = newSecrets()
  const alone = { ...old, masterKey, olderMasterKeys: [] }
  const admin = { ...world.admin, secrets: { ...alone, olderMasterKeys: [old.masterKey] } }
  const neededOf = async () =>
    (await listSecretUses(admin)).secrets.slice(0, 2).map(({ needed }) => needed)
  assert.deepEqual(await neededOf(), [0, values.length])
  assert.deepEqual(await findUndecryptableValues(pool, admin.secrets), [], 'by the older key')
  assert.deepEqual(await reencryptAll(admin), { resealed: values.length })
  assert.deepEqual(await neededOf(), [values.length, 0])
  assert.deepEqual(await findUndecryptableValues(pool, alone), [])
  assert.equal((await findUndecryptableValues(pool, old)).length, values.length)

  const take = (codigo: string, now: Date) =>
    transaction(pool, (tx) => takeTotp(tx, alone, { personId, codigo, now }))
  assert.ok(await take(codeOf(first, at(2)), at(2)))
  assert.ok(await confirm(codeOf(second, at(4)), at(4), alone))
  const [bucket] = (await verifyStorage({ ...world.admin, secrets: alone }, nit)).slice(-1)
  assert.deepEqual([bucket?.kind, bucket?.problem], ['managed_bucket', null])
  const back = { ...old, olderMasterKeys: [masterKey] }
  assert.deepEqual(await reencryptAll({ ...admin, secrets: back }), { resealed: values.length - 1 })
})

test('a key whose pepper nobody recorded may need any but the newest, and is told as such', async () => {
  const { secrets: old, pool } = world.deps
  const { key } = await world.addCompany()
  const { pepper } = newSecrets()
  const admin = { ...world.admin, secrets: { ...old, pepper, olderPeppers: [old.pepper] } }
  const listed = async () => {
    const { secrets, unknownKeys } = await listSecretUses(admin)
    const peppers = secrets.filter(({ kind }) => kind === 'pepper')
    return [unknownKeys, ...peppers.map(({ needed }) => needed)]
  }
  const [unknown = 0, newest = 0, older = 0] = await listed()
  await pool.many('update api_keys set pepper_id = null where key_id = $1', [key.keyId])
  assert.deepEqual(await listed(), [unknown + 1, newest, older], 'no more and no less than before')
})

test('what fails otherwise while values are encrypted again is told as what it is', async () => {
  const { secrets: old } = world.deps
  const { masterKey } = newSecrets()
  const fault = new Error('no random bytes')
  const bytes = () => {
    throw fault
  }
  const secrets = { ...old, masterKey, olderMasterKeys: [old.masterKey] }
  const random = { ...world.admin.random, bytes }
  await assert.rejects(reencryptAll({ ...world.admin, secrets, random }), fault)
})

/** An event of each kind that a call signs, to which the ministry has not answered. */
async function signWithoutVerdict() {
  const [returned, cancelled] = [await world.issue(), await world.issue()].map(
    ({ body }): string => body.codigoGeneracion,
  )
  assert.ok(returned && cancelled)
  const [one, two, three] = [1, 2, 3].map(() => ({ idempotencyKey: randomUUID() }))
  const calls = (by: World) => [
    () => giveBack(by, returned, [{ linea: 1, cantidad: 1 }], one),
    () => invalidate(by, cancelled, RESCISION, two),
    () => report(by, [facturas('P1')], three),
  ]
  const outcomes = async (by: World) => {
    const statuses = []
    for (const call of calls(by)) statuses.push((await call()).status)
    return statuses
  }
  const events = async () =>
    (
      await world.deps.pool.many<{ code: string; estado: string }>(
        'select codigo_generacion as code, estado from events order by created_at',
      )
    ).map(({ code, estado }) => [code, estado])
  await world.mh.fault({ service: '*', kind: 'status', status: 503 })
  assert.deepEqual(await outcomes(world), [202, 502, 202])
  await world.mh.clearFaults()
  const signed = await events()
  assert.deepEqual(
    signed.map(([, estado]) => estado),
    ['firmado', 'firmado', 'firmado'],
  )
  return {
    /** A repeat by a process with another pepper is the same call, and signs nothing else. */
    async assertResumed(by: World) {
      assert.deepEqual(await outcomes(by), [200, 200, 200])
      assert.deepEqual(
        await events(),
        signed.map(([code]) => [code, 'sellado']),
      )
    },
  }
}
