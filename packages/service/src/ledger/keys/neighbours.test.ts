import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { WAYS } from '../../../test/citus.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { combined, idOf, put, watch } from '../../../test/neighbours.ts'
import {
  AMBIENTES,
  at,
  COMPANIES,
  DAY_MS,
  fillTwoCompanies,
  HOUR_MS,
  keyIdOf,
  NITS,
  NOW,
  PEOPLE,
  vaultOf,
} from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { statement } from '../../base/db/tx.ts'
import { createLog } from '../../base/log.ts'
import { listOfAll, type ReadAll } from '../cluster/due.ts'
import type { Admitted } from './admit.ts'
import {
  changeLimits,
  changeState,
  countByPepper,
  findKey,
  listInTrouble,
  listKeys,
  replaceSigning,
} from './keys.ts'
import { forgetCallsToCome, forgetOldCalls, readQuota } from './quota.ts'
import { rehash } from './rehash.ts'
import { clearVaultFailures, recordVaultFailure, VAULT_FAILURES_MAX } from './vault-failures.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const secrets = newSecrets()
const readAll: ReadAll = (look) => listOfAll(pool, look, assert.fail)

const KINDS = ['cuota', 'estado', 'novedades'] as const
const KEY = { companyId: idOf('uno'), keyId: keyIdOf('uno', 'ana', '00') }
/** As a call might name it: a key's id with the company of another. */
const FOREIGN = { ...KEY, companyId: idOf('dos') }
const OWN = 'api_keys uno uno-ana-00'
const SIGNING = { vaultId: vaultOf('00', false), wrap: Buffer.from('new') }
const admitted = (of: typeof KEY) => ({ ...of, secretHash: Buffer.from(of.keyId) }) as Admitted

let changesOf: Awaited<ReturnType<typeof watch>>
before(async () => {
  await fillTwoCompanies(pool, secrets)
  const keys = combined({ company: COMPANIES, person: PEOPLE, ambiente: AMBIENTES, kind: KINDS })
  const windows = keys.map(({ company, person, ambiente, kind }) => ({
    ...{ company_id: idOf(company), key_id: keyIdOf(company, person, ambiente), kind },
  }))
  await statement(pool, 'delete from rate_windows returning 1') // a new key has one
  await put(
    pool,
    'rate_windows',
    windows.map((one) => ({ ...one, last_seq: 4, last_at: at(HOUR_MS) })),
  )
  // A day ago to the millisecond and one less, an hour ago, and by a clock that is ahead.
  const ages = [-DAY_MS, 1 - DAY_MS, -HOUR_MS, HOUR_MS]
  await put(
    pool,
    'rate_calls',
    windows.flatMap((one) => ages.map((ms, n) => ({ ...one, at: at(ms), seq: n + 1 }))),
  )
  // Calls under the key's id of another company, which has no such key.
  await put(
    pool,
    'rate_calls',
    KINDS.flatMap((kind) =>
      ages.map((ms, n) => ({
        ...{ company_id: idOf('tres'), key_id: KEY.keyId, kind },
        ...{ at: at(ms - 1), seq: n + 11 },
      })),
    ),
  )
  changesOf = await watch(pool, [
    ...['api_keys', 'rate_windows', 'rate_calls company_id key_id kind seq'],
    'outbox company_id ambiente tipo',
  ])
})

const ofKinds = (line: (kind: string) => string) => KINDS.map(line).toSorted()

const CALLED = { clock: { now: () => NOW }, log: createLog('silent') }
/** What each call changes, of all keys of two companies, two people and two environments. */
const CALLS: Readonly<Record<string, readonly [() => Promise<unknown>, readonly string[]]>> = {
  'changeState to inactive': [() => changeState(pool, KEY, 'inactive'), [`${OWN}: state`]],
  'changeState to active lifts a suspension': [
    () => changeState(pool, KEY, 'active'),
    [`${OWN}: vault_failed_ats vault_failures`],
  ],
  'changeState to active after a wrong sign key': [
    async () => {
      await recordVaultFailure(pool, admitted(KEY), at(1))
      await changeState(pool, KEY, 'active')
    },
    [`${OWN}: vault_failed_ats vault_failures`],
  ],
  'changeState of another company’s key': [() => changeState(pool, FOREIGN, 'revoked'), []],
  'changeState of a revoked key': [
    async () => {
      await changeState(pool, KEY, 'revoked')
      assert.equal(await changeState(pool, KEY, 'active'), 'revoked')
    },
    [`${OWN}: state vault_failed_ats vault_failures`],
  ],
  changeLimits: [
    () =>
      changeLimits(pool, KEY, {
        ...{ limits: { hour: 1, day: 2, status: 3 }, amountMax: 4, ipRanges: ['10.0.0.0/8'] },
      }),
    [`${OWN}: amount_max ip_ranges limit_day limit_hour limit_status`],
  ],
  'changeLimits of one': [
    () => changeLimits(pool, KEY, { limits: { day: 2 } }),
    [`${OWN}: limit_day`],
  ],
  'changeLimits of another company’s key': [
    () => changeLimits(pool, FOREIGN, { amountMax: 4 }),
    [],
  ],
  replaceSigning: [
    () => replaceSigning(pool, { ...KEY, ambiente: '00' }, SIGNING),
    [`${OWN}: vault_failed_ats vault_failures vault_id vault_wrap`],
  ],
  'replaceSigning in the other environment': [
    () => replaceSigning(pool, { ...KEY, ambiente: '01' }, SIGNING),
    [],
  ],
  'replaceSigning of another company’s key': [
    () => replaceSigning(pool, { ...FOREIGN, ambiente: '00' }, SIGNING),
    [],
  ],
  'replaceSigning of a revoked key': [
    async () => {
      await changeState(pool, KEY, 'revoked')
      assert.equal(await replaceSigning(pool, { ...KEY, ambiente: '00' }, SIGNING), false)
    },
    [`${OWN}: state`],
  ],
  rehash: [
    () => rehash(pool, secrets, admitted(KEY), Buffer.from('new')),
    [`${OWN}: pepper_id secret_hash`],
  ],
  'rehash of another company’s key': [
    () => rehash(pool, secrets, admitted(FOREIGN), Buffer.from('new')),
    [],
  ],
  'rehash where another process was first': [
    () =>
      rehash(pool, secrets, { ...admitted(KEY), secretHash: Buffer.from('old') }, Buffer.alloc(1)),
    [],
  ],
  recordVaultFailure: [
    () => recordVaultFailure(pool, admitted(KEY), at(1)),
    [`${OWN}: vault_failed_at vault_failed_ats vault_failures`],
  ],
  'recordVaultFailure an hour after the first': [
    async () => {
      const left = await recordVaultFailure(pool, admitted(KEY), at(HOUR_MS))
      assert.equal(left, VAULT_FAILURES_MAX - 1)
    },
    [`${OWN}: vault_failed_at vault_failed_ats`],
  ],
  'recordVaultFailure up to the suspension': [
    async () => {
      const left: unknown[] = []
      for (let n = 1; n <= VAULT_FAILURES_MAX; n++) {
        left.push(await recordVaultFailure(pool, admitted(KEY), at(n)))
      }
      assert.deepEqual(left, [3, 2, 1, 0, null])
      await clearVaultFailures(pool, admitted(KEY))
    },
    ['+ outbox uno 00 llave.suspendida', `${OWN}: vault_failed_at vault_failed_ats vault_failures`],
  ],
  'recordVaultFailure of another company’s key': [
    () => recordVaultFailure(pool, admitted(FOREIGN), at(1)),
    [],
  ],
  clearVaultFailures: [
    () => clearVaultFailures(pool, admitted(KEY)),
    [`${OWN}: vault_failed_ats vault_failures`],
  ],
  'clearVaultFailures of another company’s key': [
    () => clearVaultFailures(pool, admitted(FOREIGN)),
    [],
  ],
  forgetCallsToCome: [
    () => forgetCallsToCome(pool, KEY, NOW),
    [
      ...ofKinds((kind) => `- rate_calls uno uno-ana-00 ${kind} 4`),
      ...ofKinds((kind) => `rate_windows uno uno-ana-00 ${kind}: last_at last_seq`),
    ],
  ],
  'forgetCallsToCome at the instant of the last': [
    () => forgetCallsToCome(pool, KEY, at(HOUR_MS)),
    [],
  ],
  'forgetCallsToCome of another company’s key': [() => forgetCallsToCome(pool, FOREIGN, NOW), []],
  ...Object.fromEntries(
    WAYS.map(({ way, pool: options }) => [
      `forgetOldCalls of every key, at the end of a day, ${way}`,
      [
        () => forgetOldCalls({ ...CALLED, logPool: database.createPool(options) }),
        combined({ company: COMPANIES, person: PEOPLE, ambiente: AMBIENTES, kind: KINDS })
          .map(
            ({ company, person, ambiente, kind }) =>
              `- rate_calls ${company} ${keyIdOf(company, person, ambiente)} ${kind} 1`,
          )
          .toSorted(),
      ] as const,
    ]),
  ),
}

for (const [call, [act, changes]] of Object.entries(CALLS)) {
  test(`${call} changes its own rows and no neighbour’s`, async () => {
    assert.deepEqual(await changesOf(act), changes)
  })
}

const keysOf = (company: string) =>
  combined({ person: PEOPLE, ambiente: AMBIENTES }).map((one) =>
    keyIdOf(company, one.person, one.ambiente),
  )

test('the keys of a company are listed by age, each with its own state', async () => {
  await statement(
    pool,
    `update api_keys set expires_at = $2, created_at = $3 where key_id = $1 returning 1`,
    [KEY.keyId, at(DAY_MS), at(1)],
  )
  const [first = '', ...others] = keysOf('uno')
  const listed = async (now: Date) =>
    (await listKeys(pool, KEY.companyId, now)).map(({ keyId, state }) => [keyId, state])
  const active = others.map((keyId) => [keyId, 'active'])
  assert.deepEqual(await listed(at(DAY_MS - 1)), [...active, [first, 'active']])
  assert.deepEqual(await listed(at(DAY_MS)), [...active, [first, 'expired']])
  assert.equal((await findKey(pool, KEY, NOW))?.keyId, first)
  assert.equal(await findKey(pool, FOREIGN, NOW), null)
})

test('a key signs with the vault in force, is locked from the fifth wrong sign key on, and stays revoked', async () => {
  const keyId = keyIdOf('uno', 'bea', '00')
  const change = async (set: string) => {
    await statement(pool, `update api_keys set ${set} where key_id = $1 returning 1`, [keyId])
    const { signs, signingLocked, state } = (await findKey(pool, { ...KEY, keyId }, NOW)) ?? {}
    return [signs, signingLocked, state]
  }
  assert.deepEqual(await change('vault_failures = 4'), [true, false, 'active'])
  assert.deepEqual(await change('vault_failures = 5'), [true, true, 'active'])
  const old = `vault_failures = 0, vault_id = '${vaultOf('00', false)}'`
  assert.deepEqual(await change(old), [false, false, 'active'])
  assert.deepEqual(await change('vault_id = null, vault_wrap = null'), [false, false, 'active'])
  const revoked = `state = 'revoked', expires_at = '2026-01-01'`
  assert.deepEqual(await change(revoked), [false, false, 'revoked'])
})

test('keys in trouble are active ones that are suspended or expire from now until then', async () => {
  const inTrouble = async (from: number, until: number) =>
    (await listInTrouble(readAll, at(from), at(until))).map(({ nit, keyId }) => [nit, keyId])
  const [own, other] = [
    [NITS.uno, KEY.keyId],
    [NITS.dos, keyIdOf('dos', 'bea', '01')],
  ]
  assert.deepEqual(await inTrouble(0, DAY_MS - 1), [])
  assert.deepEqual(await inTrouble(DAY_MS, DAY_MS), [own])
  assert.deepEqual(await inTrouble(DAY_MS + 1, 2 * DAY_MS), [])
  const suspend = 'update api_keys set vault_failures = $2 where key_id = $1 returning 1'
  await statement(pool, suspend, [other[1], VAULT_FAILURES_MAX - 1])
  assert.deepEqual(await inTrouble(0, DAY_MS), [own])
  await statement(pool, suspend, [other[1], VAULT_FAILURES_MAX])
  assert.deepEqual(await inTrouble(0, DAY_MS), [own, other])
  const third = [NITS.dos, keyIdOf('dos', 'ana', '01')]
  await statement(pool, suspend, [third[1], VAULT_FAILURES_MAX])
  assert.deepEqual(await inTrouble(0, DAY_MS), [own, third, other], 'by company and key')
  await statement(pool, suspend, [third[1], 0])
  const of = { companyId: idOf('dos'), keyId: other[1] ?? '' }
  await statement(pool, `update api_keys set state = 'inactive' where key_id = $1 returning 1`, [
    of.keyId,
  ])
  assert.deepEqual(await inTrouble(0, DAY_MS), [own])
})

test('keys are counted by pepper while they can be used', async () => {
  const pepper = `update api_keys set pepper_id = $2, state = $3 where key_id = $1 returning 1`
  await statement(pool, pepper, [KEY.keyId, 'p', 'inactive'])
  await statement(pool, pepper, [keyIdOf('dos', 'ana', '00'), 'p', 'revoked'])
  const count = async (now: Date) =>
    new Map((await countByPepper(pool, now)).map(({ pepperId, keys }) => [pepperId, keys]))
  // All but these two and the one that was revoked before.
  const others = combined({ company: COMPANIES, person: PEOPLE, ambiente: AMBIENTES }).length - 3
  assert.deepEqual(
    await count(at(DAY_MS - 1)),
    new Map([
      [null, others],
      ['p', 1],
    ]),
  )
  assert.deepEqual(await count(at(DAY_MS)), new Map([[null, others]]))
})

test('a window counts the calls of its own key and kind', async () => {
  const { hora, dia, estado } = await readQuota(pool, KEY, NOW)
  // The window's clock is an hour ahead: the call of an hour ago is two hours old by it.
  assert.deepEqual(
    [hora, dia, estado].map(({ used, nextAt }) => [used, nextAt]),
    [
      [1, at(HOUR_MS)],
      [2, at(-HOUR_MS)],
      [1, at(HOUR_MS)],
    ],
  )
  await assert.rejects(readQuota(pool, FOREIGN, NOW), /bug: a key without its window/)
})
