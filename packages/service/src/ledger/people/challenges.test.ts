import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf } from '../../../test/neighbours.ts'
import { at, MINUTE_MS, NOW } from '../../../test/two-companies.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { type Challenge, challengesOf, issueChallenge, useChallenge } from './challenges.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const secrets = newSecrets()

const ANA: Challenge = { purpose: 'registro', personId: idOf('ana') }

test('a challenge is answered within five minutes, for what and for whom it was issued', () => {
  const { retoId, challenge } = issueChallenge({ secrets, random: systemRandom }, ANA, NOW)
  const text = challenge.toString('base64url')
  const right = (of: Challenge, ms: number, known = secrets) =>
    challengesOf(known, retoId, of, at(ms)).includes(text)

  assert.equal(right(ANA, 0), true)
  assert.equal(right(ANA, 5 * MINUTE_MS - 1), true)
  assert.deepEqual(challengesOf(secrets, retoId, ANA, at(5 * MINUTE_MS)), [])
  assert.equal(right({ ...ANA, personId: idOf('bea') }, 0), false)
  assert.equal(right({ ...ANA, purpose: 'confirmacion' }, 0), false)
  assert.equal(right({ purpose: 'sign-in' }, 0), false)
  assert.equal(right(ANA, 0, newSecrets()), false)
  assert.deepEqual(challengesOf(secrets, retoId.toUpperCase(), ANA, NOW), [text])
})

test('a challenge serves once, and is remembered until its end', async () => {
  const { retoId } = issueChallenge({ secrets, random: systemRandom }, ANA, NOW)
  const another = issueChallenge({ secrets, random: systemRandom }, ANA, at(1))
  assert.notEqual(another.retoId, retoId)

  assert.equal(await useChallenge(pool, retoId), true)
  assert.equal(await useChallenge(pool, retoId), false)
  assert.equal(await useChallenge(pool, another.retoId), true)
  const rows = await pool.many('select * from answered_challenges order by expires_at')
  assert.deepEqual(rows, [
    { challenge_id: retoId, expires_at: at(5 * MINUTE_MS) },
    { challenge_id: another.retoId, expires_at: at(5 * MINUTE_MS + 1) },
  ])
})
