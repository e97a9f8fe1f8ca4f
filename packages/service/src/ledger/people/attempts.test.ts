import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { transaction } from '../../base/db/tx.ts'
import { type Attempt, countAttempt, forgetAttempts } from './attempts.ts'

const database = await createTestDatabase()
after(() => database.drop())

const secrets = newSecrets()
/** Two processes of one database. */
const processes = [1, 2].map(() => ({ pool: database.createPool({ max: 4 }), secrets }))
const [first] = processes
assert.ok(first)
const { pool } = first
const now = new Date('2026-08-03T15:00:00Z')
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

const attempt = (given: Partial<Attempt> = {}): Attempt => ({
  ...{ correo: `${systemRandom.uuid()}@example.com`, personId: systemRandom.uuid() },
  ...{ peer: '203.0.113.9', device: null },
  ...given,
})

const rows = () =>
  pool.many<{ subject: string; attempts: unknown[] }>(
    'select subject, attempts from sign_in_counts order by subject',
  )

test('of parallel guesses over two processes exactly five are checked, for a person and for nobody', async () => {
  for (const personId of [systemRandom.uuid(), null]) {
    const one = attempt({ personId })
    const waits: (number | null)[] = await Promise.all(
      Array.from({ length: 30 }, (_, i) => countAttempt(processes[i % 2] ?? first, one, now)),
    )
    assert.equal(waits.filter((wait) => wait === null).length, 5)
    assert.deepEqual(new Set(waits), new Set([null, 15]))
  }
})

test('the count of a known browser is its own, and a right guess resets only that of its network', async () => {
  const [stranger, other] = [attempt(), attempt()]
  const same = { correo: stranger.correo, personId: stranger.personId }
  const known = attempt({ ...same, device: 'a browser' })
  const elsewhere = attempt({ ...same, peer: '198.51.100.7' })
  for (const one of [stranger, elsewhere]) {
    for (let i = 0; i < 5; i += 1) assert.equal(await countAttempt(first, one, now), null)
    assert.equal(await countAttempt(first, one, now), 15)
  }
  for (let i = 0; i < 10; i += 1) assert.equal(await countAttempt(first, known, now), null)
  assert.equal(await countAttempt(first, known, later(10)), 5)
  await transaction(pool, (tx) => forgetAttempts(tx, secrets, { attempt: elsewhere, now }))
  assert.equal(await countAttempt(first, elsewhere, now), null)
  assert.equal(await countAttempt(first, stranger, later(14)), 1)
  assert.equal(await countAttempt(first, stranger, later(16)), null)
  assert.equal(await countAttempt(first, other, now), null)
})

test('an e-mail is tried from anywhere fifty times an hour at most, and its row grows no further', async () => {
  const one = attempt()
  const known = { ...one, device: 'a browser' } // has a count of its own
  for (let i = 0; i < 10; i += 1) assert.equal(await countAttempt(first, known, later(-1)), null)
  for (let i = 0; i < 50; i += 1) {
    assert.equal(await countAttempt(first, { ...one, peer: `10.1.0.${i}` }, now), null)
  }
  assert.equal(await countAttempt(first, { ...one, peer: '10.2.0.1' }, now), 60)
  const [row] = (await rows()).filter(({ subject }) => subject === one.personId)
  assert.equal(row?.attempts.length, 60)
  assert.equal(await countAttempt(first, { ...one, peer: '10.2.0.1' }, later(60)), null)
  const [next] = (await rows()).filter(({ subject }) => subject === one.personId)
  assert.equal(next?.attempts.length, 1, 'older ones are forgotten')
})

test('the next guess fits once the oldest of the last five is as old as the limit', async () => {
  const one = attempt()
  for (const minute of [0, 1, 2, 3, 4]) {
    assert.equal(await countAttempt(first, one, later(minute)), null)
  }
  assert.deepEqual(
    [await countAttempt(first, one, later(10)), await countAttempt(first, one, later(15))],
    [5, null],
  )
  assert.deepEqual(
    [await countAttempt(first, one, later(15)), await countAttempt(first, one, later(16))],
    [1, null],
  )
})

test('addresses of one IPv6 network are one, however they are written', async () => {
  const one = attempt()
  // biome-ignore format: a list
  const peers = ['2001:db8::1', '2001:db8:0:0:5::9', '2001:db8:0:0:1:2:3:4', '2001:db8::a:b:c:d', '2001:db8::']
  for (const peer of peers) assert.equal(await countAttempt(first, { ...one, peer }, now), null)
  assert.equal(await countAttempt(first, { ...one, peer: '2001:db8::ffff' }, now), 15)
  assert.equal(await countAttempt(first, { ...one, peer: '2001:db8:0:1::1' }, now), null)
})

test('e-mails of nobody share 4,096 rows at most, and two of one row are counted apart', async () => {
  const before = new Set((await rows()).map(({ subject }) => subject))
  const strangers = Array.from({ length: 400 }, () => attempt({ personId: null }))
  for (const one of strangers) assert.equal(await countAttempt(first, one, now), null)
  const added = (await rows()).filter(({ subject }) => !before.has(subject))
  assert.ok(added.length < 400, 'some share a row')
  for (const { subject } of added) {
    assert.match(subject, /^00000000-0000-0000-0000-000000000[0-9a-f]{3}$/)
  }
})

test('a release counts on where the one before it did: a count has the same name in every version', async () => {
  const fixed = { pool, secrets: { ...secrets, pepper: Buffer.alloc(32, 7) } }
  const of = { correo: 'ana@example.com', peer: '203.0.113.9' }
  const nobody = { ...of, personId: null, device: null }
  await pool.many('delete from sign_in_counts')
  for (const device of [null, 'a browser']) {
    assert.equal(await countAttempt(fixed, { ...nobody, device }, now), null)
  }
  const same = { at: now.getTime() }
  assert.deepEqual(await rows(), [
    {
      subject: '00000000-0000-0000-0000-000000000d54',
      attempts: [
        { bucket: '5qiviod5upWTyTImP4ViaQ', known: false, ...same },
        { bucket: 'l-TzoVUCwotUc2Rog8frrQ', known: true, ...same },
      ],
    },
  ])
})
