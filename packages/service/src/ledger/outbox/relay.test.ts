/** Positions are given after the commit: nothing is skipped, lost or given twice, whoever is slow or dies. */
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { ON_CLUSTER, WAYS } from '../../../test/citus.ts'
import { createTestDatabase } from '../../../test/database.ts'
import { listTold, toldBy } from '../../../test/feed.ts'
import { companyElsewhere, whileAway } from '../../../test/machines.ts'
import { createPeer } from '../../../test/races/peer.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { statement, type Tx, transaction } from '../../base/db/tx.ts'
import { forgetOld } from './forget.ts'
import { relay } from './relay.ts'

const DAY_MS = 24 * 60 * 60_000
const COMPANIES = ['11111111', '22222222', '33333333'].map(
  (start) => `${start}-0000-4000-8000-000000000000`,
)

const database = await createTestDatabase()
let world: World
before(async () => {
  world = await createWorld({ database })
})
after(() => world.close())
beforeEach(async () => {
  for (const table of ['outbox', 'feed', 'feeds']) {
    await statement(world.deps.pool, `delete from ${table}`)
  }
})

const codeOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
const tell = (tx: Tx, n: number, company = COMPANIES[0], at = world.deps.clock.now()) =>
  tx.run(
    `insert into outbox (company_id, ambiente, tipo, about, at) values ($1, '00', 'dte.sellado', $2, $3)`,
    [company, codeOf(n), at],
  )
const commitOf = (n: number, company?: string, at?: Date) =>
  transaction(world.deps.pool, (tx) => tell(tx, n, company, at))
const told = async () =>
  (await listTold(world.deps.pool)).map(({ position, about }) => [
    Number(position),
    Number(about?.slice(-12)),
  ])

test('a slow transaction that commits after a later one is told after it, and not skipped', async () => {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let began = () => {}
  const isHeld = new Promise<void>((resolve) => {
    began = resolve
  })
  const slow = transaction(world.deps.pool, async (tx) => {
    await tell(tx, 1)
    began()
    await held
  })
  await isHeld
  await commitOf(2)
  assert.equal(await relay(world.deps), 1)
  assert.deepEqual(await told(), [[1, 2]])
  letGo()
  await slow
  await commitOf(3)
  assert.equal(await relay(world.deps), 2)
  assert.deepEqual(await told(), [
    [1, 2],
    [2, 1],
    [3, 3],
  ])
})

const WRITERS = 6

test('several at once give each position of a feed once, while rows go on coming', async () => {
  const peer = createPeer(world)
  try {
    let isWriting = true
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = writer; n < 300; n += WRITERS) await commitOf(n, COMPANIES[n % 3])
    })
    const relays = Array.from({ length: 6 }, async (_, n) => {
      while (isWriting) await relay(n % 2 ? world.deps : peer.deps)
    })
    await Promise.all(writers).finally(() => {
      isWriting = false
    })
    await Promise.all(relays)
    await relay(world.deps)
  } finally {
    await peer.close()
  }
  const rows = await listTold(world.deps.pool)
  assert.deepEqual(new Set(rows.map(({ about }) => about)).size, 300)
  for (const company of COMPANIES) {
    const positions = rows
      .filter(({ company_id }) => company_id === company)
      .map((row) => Number(row.position))
    assert.deepEqual(
      positions,
      Array.from({ length: 100 }, (_, n) => n + 1),
    )
  }
  assert.deepEqual(await world.deps.pool.many('select from outbox'), [])
})

test('what happens to one document stays in its order, whoever numbers it', async () => {
  for (let n = 0; n < 40; n++) {
    await Promise.all([commitOf(n), relay(world.deps), relay(world.deps)])
  }
  await relay(world.deps)
  assert.deepEqual(
    await told(),
    Array.from({ length: 40 }, (_, n) => [n + 1, n]),
  )
})

test('a sale waits for no feed: its lock is held, and the next process tells it', async () => {
  await world.issue()
  const [{ company_id: companyId } = { company_id: '' }] = await toldBy(world)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let locked = () => {}
  const isLocked = new Promise<void>((resolve) => {
    locked = resolve
  })
  const holder = transaction(world.deps.pool, async (tx) => {
    await tx.many('select from feeds where company_id = $1 for update', [companyId])
    locked()
    await held
  })
  await isLocked
  assert.equal((await world.issue()).status, 200)
  assert.equal(await relay(world.deps), 0)
  letGo()
  await holder
  // The process that issued is gone; another one finds the row.
  const peer = createPeer(world)
  assert.equal(await relay(peer.deps).finally(peer.close), 1)
  assert.equal((await toldBy(world)).length, 2)
})

for (const { way, pool } of WAYS) {
  test(`a database that went back or is closed gives no position, and what waits stays, ${way}`, async () => {
    const deps = { ...world.deps, pool: database.createPool(pool) }
    await deps.fence.check()
    await commitOf(1)
    const refused = { code: 'service_unavailable' }
    const seen = new Date(deps.clock.now().getTime() + DAY_MS)
    await assert.rejects(relay({ ...deps, fence: { seen } }), refused)
    await statement(deps.pool, `update database_marks set fenced_since = now(), reason = 'x'`)
    await assert.rejects(relay(deps), refused)
    assert.deepEqual(await told(), [])
    await statement(deps.pool, 'update database_marks set fenced_since = null, reason = null')
    assert.equal(await relay(deps), 1)
  })
}

test('rows end after thirty days, from the beginning of each feed, and positions go on', async () => {
  const now = world.deps.clock.now().getTime()
  for (let n = 0; n < 600; n++) await commitOf(n, COMPANIES[n % 2], new Date(now - 31 * DAY_MS))
  await commitOf(600, COMPANIES[0], new Date(now - 29 * DAY_MS))
  await relay(world.deps)
  assert.equal(await forgetOld(world.deps), 600)
  assert.deepEqual(await told(), [[301, 600]])
  assert.equal(await forgetOld(world.deps), 0)
  await commitOf(601)
  await relay(world.deps)
  assert.deepEqual((await told()).at(-1), [302, 601])
})

for (const { way, pool } of WAYS) {
  test(`what is asked to stop ends after a batch, and the next pass goes on with the rest, ${way}`, async () => {
    const now = world.deps.clock.now()
    const at = (ms: number) => ({
      ...{ ...world.deps, pool: database.createPool(pool) },
      clock: { ...world.deps.clock, now: () => new Date(now.getTime() + ms) },
    })
    const deps = at(0)
    const stop = AbortSignal.abort()
    const wait = (company: string, count: number) =>
      deps.pool.many(
        `insert into outbox (company_id, ambiente, tipo, about, at)
         select ${company}, '00', 'dte.sellado', gen_random_uuid(), $1 from generate_series(1, $2)`,
        [at(-30 * DAY_MS).clock.now(), count],
      )
    await wait(`'${COMPANIES[0]}'::uuid`, 1_001)
    assert.deepEqual([await relay(deps, stop), await relay(deps), await relay(deps)], [500, 501, 0])
    assert.equal(await forgetOld(at(-1)), 0)
    const forget = async () => [
      ...[await forgetOld(deps, stop), await forgetOld(deps), await forgetOld(deps)],
    ]
    assert.deepEqual(await forget(), [250, 751, 0])
    assert.deepEqual(
      await deps.pool.many('select company_id, ambiente, last, forgotten from feeds'),
      [{ company_id: COMPANIES[0], ambiente: '00', last: 1_001n, forgotten: 1_001n }],
    )
    await wait('gen_random_uuid()', 41)
    assert.equal(await relay(deps), 41)
    assert.deepEqual(await forget(), [20, 21, 0])
  })
}

test('a company that cannot be told leaves the others their turn, and is told later', async () => {
  const deps = { ...world.deps, pool: database.createPool(WAYS.at(-1)?.pool) }
  const [broken, ...others] = COMPANIES
  await statement(
    deps.pool,
    `alter table feed add constraint refuses check (company_id <> '${broken}') not valid`,
  )
  try {
    for (const [n, company] of COMPANIES.entries()) await commitOf(n, company)
    const skipped: unknown[] = []
    const log = { ...deps.log, error: (line: object) => void skipped.push(line) }
    assert.equal(await relay({ ...deps, log }), others.length)
    assert.deepEqual(
      skipped.map((line) => {
        const { job, companyId } = line as { job: string; companyId: string }
        return [job, companyId]
      }),
      [['feed', broken]],
    )
  } finally {
    await statement(deps.pool, 'alter table feed drop constraint refuses')
  }
  assert.equal(await relay(deps), 1)
  assert.equal((await told()).length, COMPANIES.length)
})

test(
  'while a machine is away the feeds of the others go on, and its own later',
  ON_CLUSTER,
  async () => {
    const other = await companyElsewhere(world)
    await world.issue()
    await world.issue(undefined, { key: other.key })
    const old = new Date(world.deps.clock.now().getTime() - 31 * DAY_MS)
    await whileAway(world.deps.pool, world.company, async () => {
      assert.equal(await relay(world.deps), 1)
      assert.equal(await forgetOld(world.deps), 0)
    })
    assert.equal(await relay(world.deps), 1)
    await statement(world.deps.pool, 'update feed set at = $1', [old])
    await whileAway(world.deps.pool, other, async () => {
      assert.equal(await forgetOld(world.deps), 1)
    })
    assert.equal(await forgetOld(world.deps), 1)
  },
)

test('a feed that another process is at is not waited for, and forgets later', async () => {
  const old = new Date(world.deps.clock.now().getTime() - 31 * DAY_MS)
  for (const [n, company] of COMPANIES.entries()) await commitOf(n, company, old)
  await relay(world.deps)
  await transaction(world.deps.pool, async (tx) => {
    await tx.many('select from feeds where company_id = $1 for update', [COMPANIES[0]])
    assert.equal(await forgetOld(world.deps), 2)
  })
  assert.equal(await forgetOld(world.deps), 1)
})
