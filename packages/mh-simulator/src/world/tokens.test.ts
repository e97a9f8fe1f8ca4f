import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NIT } from '../../test/documentos.ts'
import { startMinistry } from '../../test/ministry.ts'
import { createClock } from './clock.ts'
import { seededRandom } from './random.ts'
import { createTokens } from './tokens.ts'

const DAY_MS = 24 * 3_600_000

test('a token is valid for a day, to the millisecond', async (t) => {
  const ministry = await startMinistry(t)
  const statusNow = async () => {
    const authorization = ministry.token
    return (await ministry.post('/fesv/contingencia', {}, { authorization })).status
  }
  await ministry.post('/_sim/clock', { advanceMs: DAY_MS - 1 })
  assert.equal(await statusNow(), 400)
  await ministry.post('/_sim/clock', { advanceMs: 1 })
  assert.equal(await statusNow(), 401)
})

test('a token names its taxpayer, its role and its times in seconds, and is signed', () => {
  const clock = createClock(() => new Date(1_600_000_000_999))
  const tokens = createTokens(clock, seededRandom('tokens'), 5_000)
  const parts = tokens.issue(NIT).slice('Bearer '.length).split('.')
  const [header, claims] = parts
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
  const { jti, ...rest } = claims

  assert.deepEqual(header, { alg: 'HS512' })
  const times = { iat: 1_600_000_000, exp: 1_600_000_005 }
  assert.deepEqual(rest, { sub: NIT, authorities: ['ROLE_USER'], ...times })
  assert.equal(Buffer.from(jti, 'base64url').length, 9)
  assert.equal(Buffer.from(parts[2] ?? '', 'base64url').length, 64)
})

test('a thousand tokens are held before the expired ones are removed', () => {
  const clock = createClock(() => new Date(0))
  const tokens = createTokens(clock, seededRandom('tokens'), 1_000)
  for (let n = 0; n < 999; n += 1) tokens.issue(NIT)
  clock.advance(999)
  const last = tokens.issue(NIT)
  clock.advance(1)
  assert.equal(tokens.live(), 1_000)
  const fresh = tokens.issue(NIT)

  assert.equal(tokens.live(), 2, 'those that are still valid')
  assert.deepEqual([tokens.nitOf(last), tokens.nitOf(fresh)], [NIT, NIT])
  tokens.revoke(last)
  assert.deepEqual([tokens.nitOf(last), tokens.live()], [null, 1])
})
