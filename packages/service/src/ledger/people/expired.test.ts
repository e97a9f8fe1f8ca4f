import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { put } from '../../../test/neighbours.ts'
import { addPasskey } from '../../../test/passkey.ts'
import { openBrowser, signInAs } from '../../../test/people.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { sweepPeople } from './expired.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const DAY_MS = 24 * 3_600_000
const countOf = async (table: string) =>
  Number((await world.deps.pool.one<{ n: bigint }>(`select count(*) as n from ${table}`)).n)

test('expired rows are deleted, and rows that still count are kept', async () => {
  const browser = await signInAs(world, 'dueno')
  const passkey = await addPasskey(browser)
  const asked = await openBrowser(world).send('POST', '/entrar/llave/opciones', {})
  const { retoId, opciones } = asked.body
  const answered = { retoId, respuesta: passkey.answer(opciones) }
  assert.equal((await openBrowser(world).send('POST', '/entrar/llave', answered)).status, 200)
  await openBrowser(world).send('POST', '/entrar/contrasena', {
    ...{ correo: 'nadie@example.com', contrasena: 'no es esta' },
  })
  const { nit } = world.company
  const path = `/${nit}/00/borradores/00000000-0000-4000-8000-000000000001`
  const draft = { tipoDte: '01', resumen: 'x', contenido: {}, revision: 0 }
  assert.equal((await browser.send('PUT', path, draft)).status, 200)
  const tables = [
    'answered_challenges',
    'sign_in_counts',
    'sessions',
    'sign_in_links',
    'devices',
    'drafts',
  ]
  const counts = async () =>
    Object.fromEntries(await Promise.all(tables.map(async (t) => [t, await countOf(t)])))
  const all = await counts()
  for (const table of tables) assert.ok((all[table] ?? 0) > 0, table)

  assert.equal(await sweepPeople(world.deps), 0)
  await world.advance(2 * DAY_MS)
  await sweepPeople(world.deps)
  assert.deepEqual(await counts(), {
    ...{ ...all, answered_challenges: 0, sign_in_counts: 0 },
  })
  await world.advance(40 * DAY_MS)
  await sweepPeople(world.deps)
  assert.deepEqual(await counts(), {
    ...{ answered_challenges: 0, sign_in_counts: 0, sessions: 0, sign_in_links: 0 },
    ...{ devices: all.devices, drafts: all.drafts },
  })
  await world.advance(400 * DAY_MS)
  await sweepPeople(world.deps)
  assert.deepEqual(Object.values(await counts()), [0, 0, 0, 0, 0, 0])
})

/** A row of each table, by the instant from which it counts no longer, and how much longer it is kept. */
const ROWS: readonly {
  readonly table: string
  readonly keptMs: number
  readonly row: (until: Date, n: number) => Readonly<Record<string, unknown>>
}[] = [
  {
    ...{ table: 'challenges', keptMs: 0 },
    row: (expires_at) => ({
      ...{ challenge_id: systemRandom.uuid(), challenge: '', purpose: 'entrada', expires_at },
    }),
  },
  {
    ...{ table: 'answered_challenges', keptMs: 0 },
    row: (expires_at) => ({ challenge_id: systemRandom.uuid(), expires_at }),
  },
  {
    ...{ table: 'sign_in_counts', keptMs: DAY_MS },
    row: (changed_at) => ({ subject: systemRandom.uuid(), attempts: '[]', changed_at }),
  },
  {
    ...{ table: 'sign_in_attempts', keptMs: DAY_MS },
    row: (at) => ({ bucket: '', at, id: systemRandom.uuid() }),
  },
  {
    ...{ table: 'sessions', keptMs: 30 * DAY_MS },
    row: (expires_at, n) => session(n, { expires_at }),
  },
  {
    ...{ table: 'sessions', keptMs: 30 * DAY_MS },
    row: (ended_at, n) => session(n, { ended_at, expires_at: new Date(ended_at.getTime() + 9) }),
  },
  {
    ...{ table: 'sign_in_links', keptMs: 30 * DAY_MS },
    row: (expires_at, n) => ({ ...tokenOf(n), created_at: expires_at, expires_at }),
  },
  {
    ...{ table: 'devices', keptMs: 0 },
    row: (expires_at, n) => ({ ...tokenOf(n), created_at: expires_at, expires_at }),
  },
]
let personId = ''
const tokenOf = (n: number) => ({ token_hash: Buffer.from([n]), person_id: personId })
const session = (n: number, until: object) => ({
  ...{ ...tokenOf(n), session_id: systemRandom.uuid(), metodo: 'enlace', strong: false },
  ...{ created_at: new Date(0), used_at: new Date(0), ...until },
})

test('each row is deleted at its end, and not a millisecond earlier', async () => {
  const { pool, clock } = world.deps
  personId = (await signInAs(world, 'lector')).personId
  for (const { table } of ROWS) await pool.many(`delete from ${table} returning 1`)
  for (const { table, keptMs, row } of ROWS) {
    const end = clock.now().getTime() - keptMs
    const fixed = { ...world.deps, clock: { ...clock, now: () => new Date(end + keptMs) } }
    await put(pool, table, [row(new Date(end), 1), row(new Date(end + 1), 2)])
    assert.equal(await sweepPeople(fixed), 1, table)
    assert.equal(await countOf(table), 1, table)
    await pool.many(`delete from ${table} returning 1`)
  }
})

test('all that has expired goes in one pass, and one that is asked to stop ends after a batch', async () => {
  const { pool, clock } = world.deps
  const expire = (rows: number) =>
    pool.many(
      `insert into answered_challenges (challenge_id, expires_at)
       select gen_random_uuid(), $1 from generate_series(1, $2)`,
      [clock.now(), rows],
    )
  await expire(4_001)
  assert.equal(await sweepPeople(world.deps, AbortSignal.abort()), 0, 'a batch of the first table')
  assert.equal(await sweepPeople(world.deps), 4_001)
  await pool.many(
    `insert into challenges (challenge_id, challenge, purpose, expires_at)
     select gen_random_uuid(), '', 'entrada', $1 from generate_series(1, 4001)`,
    [clock.now()],
  )
  await expire(1)
  assert.equal(await sweepPeople(world.deps, AbortSignal.abort()), 2_000)
  assert.equal(await sweepPeople(world.deps), 2_002)
})
