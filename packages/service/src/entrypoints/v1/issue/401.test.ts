import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { mintSignKey } from '@sello/vault'
import { createWorld, type Reply, type World } from '../../../../test/world.ts'
import { reactivateKey } from '../../../admin.ts'
import { systemRandom } from '../../../base/clock.ts'
import type { Pool } from '../../../base/db/pool.ts'
import { mintApiKey } from '../../../ledger/keys/api-key.ts'

let world: World
before(async () => {
  world = await createWorld()
})
beforeEach(() => reactivateKey(world.admin, world.company.nit, world.company.key.keyId))
after(() => world.close())

const wrongSignKey = () => mintSignKey(systemRandom.bytes)
const issueWrongly = () =>
  world.issue(undefined, { key: { ...world.company.key, signKey: wrongSignKey() } })
const unknownKey = () => mintApiKey('sello', '00', systemRandom).apiKey

async function assertNothingSpent(work: () => Promise<void>): Promise<void> {
  const before = await world.numbersSpent()
  await work()
  assert.equal(await world.numbersSpent(), before)
}

/** Well-formed key with a valid checksum: only the database can reject it. */
function forge(keyId: string, secret: string): string {
  const bytes = (size: number) => Buffer.from(size === 9 ? keyId : secret, 'base64url')
  return mintApiKey('sello', '00', { uuid: systemRandom.uuid, bytes }).apiKey
}

const partsOf = (apiKey: string) => ({ keyId: apiKey.slice(11, 23), secret: apiKey.slice(24, 67) })

const withAnotherSecret = (apiKey: string) =>
  forge(partsOf(apiKey).keyId, mintApiKey('sello', '00', systemRandom).secret)

test('no key is unauthorized, and so is an empty one', async () => {
  for (const key of [undefined, '']) {
    const headers = key === undefined ? {} : { 'x-service-key': key }
    const reply = await world.inject({ method: 'POST', url: '/v1/dte', headers })
    assert.equal(reply.status, 401)
    assert.equal(reply.body.error.code, 'unauthorized')
  }
})

test('a key in Authorization is not read', async () => {
  const { apiKey } = world.company.key
  const headers = { authorization: `Bearer ${apiKey}` }

  const reply = await world.inject({ method: 'POST', url: '/v1/dte', headers })

  assert.equal(reply.body.error.code, 'unauthorized')
})

test('every invalid key gets the same bytes', async () => {
  const { apiKey } = world.company.key
  const last = apiKey.slice(-1)
  const bad = [
    unknownKey(),
    withAnotherSecret(apiKey),
    apiKey.slice(0, -1) + (last === 'A' ? 'B' : 'A'), // the checksum
    apiKey.slice(0, -1),
    `${apiKey}x`,
    apiKey.replace('_test_', '_live_'),
    mintApiKey('sello', '01', systemRandom).apiKey,
    apiKey.toUpperCase(),
    'x',
    'ñ',
    ' ',
    "' or 1=1 --",
    'x'.repeat(5_000),
    world.company.key.signKey ?? '',
  ]
  const replies = await Promise.all(
    bad.map((key) => world.issue(undefined, { headers: { 'x-service-key': key } })),
  )

  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([401]))
  assert.deepEqual(new Set(replies.map(({ text }) => text)), new Set([replies[0]?.text]))
  assert.equal(replies[0]?.body.error.code, 'invalid_api_key')
})

test('a secret belongs to one key id: with a neighbouring or distant id it is refused', async () => {
  const { keyId, secret } = partsOf(world.company.key.apiKey)
  const alphabet = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'
  const others = [...alphabet].map((end) => keyId.slice(0, -1) + end).filter((id) => id !== keyId)
  const ids = [...others, '------------', '000000000000', 'AAAAAAAAAAAA', 'zzzzzzzzzzzz']

  assert.equal(forge(keyId, secret), world.company.key.apiKey)
  for (const id of ids) {
    const reply = await issueWith(forge(id, secret))
    assert.equal(`${reply.status} ${reply.body.error.code}`, '401 invalid_api_key', id)
    assert.equal(await loggedOf(reply), null, 'nothing is written')
  }
})

test('the request log names the key of a call, and has no row for a wrong secret, an unknown key or no key', async () => {
  const { apiKey, keyId } = world.company.key
  const right = await issueWith(apiKey)
  const wrong = await issueWith(withAnotherSecret(apiKey))
  const unknown = await issueWith(unknownKey())
  const none = await world.inject({ method: 'POST', url: '/v1/dte' })

  assert.deepEqual(await loggedOf(right), { company: world.company.nit, key_id: keyId })
  assert.deepEqual(
    [await loggedOf(wrong), await loggedOf(unknown), await loggedOf(none)],
    [null, null, null],
  )
})

const issueWith = (apiKey: string) =>
  world.issue(undefined, { headers: { 'x-service-key': apiKey } })

const loggedOf = ({ headers }: Reply) =>
  world.deps.pool.maybeOne(
    `select c.nit as company, l.key_id from request_log l
       left join companies c on c.company_id = l.company_id where l.request_id = $1`,
    [headers['x-request-id']],
  )

/**
 * If one kind of bad key caused more work, its response time would reveal it. The times themselves are compared by
 * `npm run bench -- --only timing`.
 */
test('no key, a malformed one, an unknown one and a wrong secret cost the same statements', async () => {
  const keys = {
    none: undefined,
    malformed: 'sello_test_x.y',
    unknown: unknownKey(),
    wrong: withAnotherSecret(world.company.key.apiKey),
  }
  const { pool, outcomePool, logPool } = world.deps
  const pools = { pool, outcomePool, logPool }
  const work = new Map<string, string[]>()
  for (const [kind, key] of Object.entries(keys)) {
    const seen: string[] = []
    const restore = Object.entries(pools).map(([name, one]) => watch(one, name, seen))
    await world.inject({
      method: 'POST',
      url: '/v1/dte',
      headers: key === undefined ? {} : { 'x-service-key': key },
    })
    for (const undo of restore) undo()
    work.set(kind, seen)
  }

  assert.deepEqual([...work.values()], Array(4).fill(['logPool', 'logPool']))
})

/** Records when a pool lends a connection or reads a row, until the returned function is called. */
function watch(pool: Pool, name: string, seen: string[]): () => void {
  const watched = pool as { -readonly [K in 'lend' | 'maybeOne']: Pool[K] }
  const { lend, maybeOne } = watched
  watched.lend = (work) => {
    seen.push(name)
    return lend(work)
  }
  watched.maybeOne = (sql, values) => {
    seen.push(name)
    return maybeOne(sql, values)
  }
  return () => Object.assign(watched, { lend, maybeOne })
}

test('a missing or malformed sign key is refused as required', async () => {
  const { apiKey, signKey } = world.company.key
  const instead = [
    undefined,
    '',
    apiKey,
    'x',
    'sellosk_short',
    `${signKey}x`,
    `otro${signKey}`,
    String(signKey).toUpperCase(),
  ]
  await assertNothingSpent(async () => {
    for (const value of instead) {
      const key = { ...world.company.key, signKey: null }
      const headers: Record<string, string> =
        value === undefined ? {} : { 'x-service-sign-key': value }
      const reply = await world.issue(undefined, { key, headers })
      assert.equal(reply.body?.error?.code, 'sign_key_required', `${value}: ${reply.text}`)
      assert.equal(
        reply.body.error.message,
        'Envíe en X-Service-Sign-Key la llave de firma. No es la llave de API ni tiene su forma.',
      )
    }
  })
})

const BEFORE = 'antes de que se suspenda la firma de esta llave.'
/** By their number. */
const ATTEMPTS_LEFT = [
  'Era el último intento: la firma de esta llave quedó suspendida, y un administrador debe reactivarla.',
  `Queda un intento ${BEFORE}`,
  ...[2, 3, 4].map((n) => `Quedan ${n} intentos ${BEFORE}`),
]

test('each wrong sign key shows the attempts left, the fifth locks signing, and only an administrator unlocks it', async () => {
  const { nit, key } = world.company
  const codeOf = ({ status, body }: Reply) => `${status} ${body.error.code}`
  await assertNothingSpent(async () => {
    for (const left of [4, 3, 2, 1, 0]) {
      const reply = await issueWrongly()
      assert.equal(codeOf(reply), '401 sign_key_invalid')
      assert.deepEqual(reply.body.error.details, { intentosRestantes: left })
      const said = ATTEMPTS_LEFT[left]
      assert.equal(reply.body.error.message, `La llave de firma no abre la bóveda. ${said}`)
    }
    assert.equal(codeOf(await issueWrongly()), '403 sign_vault_locked')
    assert.equal(codeOf(await world.issue()), '403 sign_vault_locked')
    await world.advance(25 * 60 * 60 * 1000)
    assert.equal(codeOf(await world.issue()), '403 sign_vault_locked', 'waiting mends nothing')
  })

  await reactivateKey(world.admin, nit, key.keyId)

  assert.equal((await world.issue()).status, 200)
  assert.deepEqual((await issueWrongly()).body.error.details, { intentosRestantes: 4 })
})

test('a success clears the count of wrong sign keys', async () => {
  for (let i = 0; i < 4; i++) await issueWrongly()
  for (const before of ['four of them', 'one']) {
    assert.equal((await world.issue()).status, 200)
    const { details } = (await issueWrongly()).body.error
    assert.deepEqual(details, { intentosRestantes: 4 }, before)
  }
})

test('failures an hour apart do not add up', async () => {
  for (let i = 0; i < 4; i++) await issueWrongly()
  await world.advance(61 * 60 * 1000)

  assert.deepEqual((await issueWrongly()).body.error.details, { intentosRestantes: 4 })
})

test('five failures within any hour lock, also across a clock hour, and four do not', async () => {
  const minutes = (n: number) => world.advance(n * 60 * 1000)
  const left = async () => (await issueWrongly()).body.error.details.intentosRestantes
  assert.equal(await left(), 4)
  await minutes(40)
  assert.deepEqual([await left(), await left(), await left()], [3, 2, 1])
  await minutes(21)

  assert.equal(await left(), 1, 'the first one is more than an hour ago, and the three are not')
  assert.equal(await left(), 0)
  assert.equal((await world.issue()).body.error.code, 'sign_vault_locked')
})

test('a locked key does not stop the company’s other keys, and does not work with their sign keys', async () => {
  const other = await world.mintKey(world.company.nit)
  for (let i = 0; i < 5; i++) await issueWrongly()
  const crossed = { ...other, signKey: world.company.key.signKey }

  assert.equal((await world.issue(undefined, { key: other })).status, 200)
  const reply = await world.issue(undefined, { key: crossed })
  assert.equal(reply.body.error.code, 'sign_key_invalid')
})
