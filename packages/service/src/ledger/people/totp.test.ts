/** The second factor: what an application scans, and which of its codes are taken, once each. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { Secret, TOTP } from 'otpauth'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf } from '../../../test/neighbours.ts'
import { fillTwoCompanies, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { transaction } from '../../base/db/tx.ts'
import { beginTotp, confirmTotp, removeTotp, takeTotp } from './totp.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const secrets = newSecrets()
const random = { bytes: (size: number) => Buffer.alloc(size, 7), uuid: () => '' }
const STEP_MS = 30_000
/** The first moment of a step. */
const STEP = NOW.getTime() - (NOW.getTime() % STEP_MS)
/** RFC 6238 recommends 160 bits. */
const SECRETO = 'A4DQOBYHA4DQOBYHA4DQOBYHA4DQOBYH'
const ANA = { personId: idOf('ana'), correo: 'ana@example.com' }

const begin = () => transaction(pool, (tx) => beginTotp(tx, ANA, { secrets, random }))
const given = (codigo: string, ms: number, personId = ANA.personId) => ({
  ...{ codigo, personId, now: new Date(STEP + ms) },
})
const confirm = (...[codigo, ms, personId]: Parameters<typeof given>) =>
  transaction(pool, (tx) => confirmTotp(tx, secrets, given(codigo, ms, personId)))
const take = (...[codigo, ms, personId]: Parameters<typeof given>) =>
  transaction(pool, (tx) => takeTotp(tx, secrets, given(codigo, ms, personId)))

const totp = new TOTP({ secret: Secret.fromBase32(SECRETO) })
const codeAt = (ms: number) => totp.generate({ timestamp: STEP + ms })
const rowOf = (person: string) =>
  pool.one<{ secret: Buffer | null; pending: Buffer | null; active: boolean; step: bigint }>(
    `select totp_secret as secret, totp_pending as pending, totp_active as active, totp_step as step
       from people where person_id = $1`,
    [idOf(person)],
  )

before(() => fillTwoCompanies(pool, secrets))
beforeEach(async () => {
  await transaction(pool, (tx) => removeTotp(tx, ANA.personId))
})

test('an application scans the service, the e-mail and a secret of 160 bits', async () => {
  assert.deepEqual(await begin(), {
    secreto: SECRETO,
    uri: `otpauth://totp/Sello:ana%40example.com?issuer=Sello&secret=${SECRETO}&algorithm=SHA1&digits=6&period=30`,
  })
})

test('a code is that of now, or of the step before or after, for a clock that is off', async () => {
  // biome-ignore format: a table
  const cases = [
    [-2 * STEP_MS, false], [-STEP_MS, true], [0, true], [STEP_MS, true], [2 * STEP_MS, false],
  ] as const
  for (const [ms, isRight] of cases) {
    await begin()
    assert.equal(await confirm(codeAt(ms), 0), isRight, String(ms))
    const { active, step, pending } = await rowOf('ana')
    const confirmed = [true, Math.floor((STEP + ms) / STEP_MS), true]
    assert.deepEqual(
      [active, Number(step), pending === null],
      isRight ? confirmed : [false, 0, false],
    )
    await transaction(pool, (tx) => removeTotp(tx, ANA.personId))
    assert.deepEqual(await rowOf('ana'), { secret: null, pending: null, active: false, step: 0n })
  }
})

test('each code is taken once, and none of an earlier step after it', async () => {
  assert.equal(await confirm(codeAt(0), 0), false, 'nothing was begun')
  await begin()
  assert.equal(await take(codeAt(0), 0), false, 'nothing was confirmed')
  assert.equal(await confirm(` ${codeAt(0).slice(0, 3)} ${codeAt(0).slice(3)}`, 0), true)
  const next = codeAt(STEP_MS)
  assert.deepEqual(
    [await take(codeAt(0), 0), await take(codeAt(-STEP_MS), 0), await take('000', 0)],
    [false, false, false],
  )
  assert.deepEqual([await take(next, 0), await take(next, STEP_MS)], [true, false])
  assert.equal(await take(codeAt(0), STEP_MS), false)
  assert.equal(await take(codeAt(2 * STEP_MS), 3 * STEP_MS), true)
  assert.equal(await take(codeAt(3 * STEP_MS), 3 * STEP_MS, idOf('nobody')), false)
  assert.equal((await rowOf('bea')).step, 0n)
})

test('the secret of one person is not another’s, even in another’s row', async () => {
  await begin()
  await pool.many(
    `update people set totp_pending = (select totp_pending from people where person_id = $1)
      where person_id = $2`,
    [ANA.personId, idOf('bea')],
  )
  await assert.rejects(confirm(codeAt(0), 0, idOf('bea')))
})
