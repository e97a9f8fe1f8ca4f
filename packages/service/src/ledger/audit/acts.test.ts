/** What a page of the audit log verifies, and what it reads for that. */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../test/world.ts'
import type { Pool } from '../../base/db/pool.ts'
import { type Acts, readActs } from './acts.ts'
import { type Act, macOf, recordAct } from './chain.ts'
import { findHead, keyOf, verifyChain } from './verify.ts'

const AT_ONCE = 5_000
const ENTRIES = 2 * AT_ONCE + 100
const LIMIT = 50

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

const act = (companyId: string): Act => ({
  ...{ companyId, at: new Date('2026-11-10T12:00:00Z'), personId: null, persona: 'Ana' },
  ...{ acto: 'yo.nombre', sobre: null, detalle: {}, peer: null },
})

/** A chain of `count` entries, as `recordAct` makes it. */
async function chainOf(count: number): Promise<string> {
  const { pool, secrets, random } = world.deps
  const companyId = random.uuid()
  await recordAct(pool, world.deps, act(companyId))
  const head = await findHead(pool, companyId)
  assert.ok(head)
  const key = keyOf(secrets, companyId, head)
  const macs = [head.mac]
  for (let seq = 2n; seq <= BigInt(count); seq++) {
    macs.push(macOf(key, macs.at(-1) ?? head.mac, { ...act(companyId), seq }, '{}'))
  }
  await pool.many(
    `insert into audit_log (company_id, seq, at, person_id, persona, acto, sobre, detalle, peer, mac)
     select a.company_id, n, a.at, a.person_id, a.persona, a.acto, a.sobre, a.detalle, a.peer, m.mac
       from audit_log a, unnest($2::bytea[]) with ordinality as m (mac, n)
      where a.company_id = $1 and n > 1`,
    [companyId, macs],
  )
  await pool.many('update audit_heads set seq = $2, mac = $3 where company_id = $1', [
    ...[companyId, count, macs.at(-1)],
  ])
  return companyId
}

/** The newest page, how many rows it read, and how often it wrote. */
async function look(companyId: string, below: bigint | null = null) {
  let rows = 0
  let writes = 0
  const { pool } = world.deps
  const lend: Pool['lend'] = (work) => {
    writes += 1
    return pool.lend(work)
  }
  const counting: Pool = {
    ...{ ...pool, lend },
    async many<Row>(sql: string, values?: readonly unknown[]) {
      const found = await pool.many<Row>(sql, values)
      rows += found.length
      return found
    },
  }
  const acts = await readActs(counting, world.deps.secrets, { companyId, below, limit: LIMIT })
  return { ...acts, rows, writes }
}

const brokenAt = ({ broken }: Pick<Acts, 'broken'>) => broken && Number(broken.seq)
const tamper = (sql: string, companyId: string) =>
  world.deps.pool.many(`${sql} company_id = $1`, [companyId])

test('each call verifies a bounded part of a long chain, and then only what was added', async () => {
  const companyId = await chainOf(ENTRIES)
  const left: number[] = []
  for (let calls = 0; calls < 3; calls++) {
    const { broken, unverified, rows } = await look(companyId)
    assert.equal(broken, null)
    assert.ok(rows <= AT_ONCE + LIMIT + 1, `${rows} rows`)
    left.push(unverified)
  }
  assert.deepEqual(left, [AT_ONCE + 100, 100, 0])

  await recordAct(world.deps.pool, world.deps, act(companyId))
  const { broken, unverified, rows, acts } = await look(companyId)
  assert.deepEqual([broken, unverified, rows], [null, 0, 1 + LIMIT + 1])
  assert.equal(Number(acts[0]?.seq), ENTRIES + 1)
  assert.equal(acts.length, LIMIT)

  const { unverified: none } = await look(await chainOf(AT_ONCE))
  assert.equal(none, 0, 'as many as one call verifies')
})

test('a page finds a changed or removed entry of its own, although the chain was verified before', async () => {
  const companyId = await chainOf(200)
  assert.deepEqual([brokenAt(await look(companyId)), (await look(companyId)).unverified], [null, 0])

  await tamper(`update audit_log set acto = 'otro' where seq = 170 and`, companyId)
  assert.equal(brokenAt(await look(companyId)), 170)
  assert.equal(brokenAt(await look(companyId, 151n)), null)
  await tamper(`update audit_log set acto = 'yo.nombre' where seq = 170 and`, companyId)
  assert.equal(brokenAt(await look(companyId)), null)

  await tamper('delete from audit_log where seq = 130 and', companyId)
  assert.equal(brokenAt(await look(companyId, 151n)), 131)
  await tamper('delete from audit_log where seq <= 20 and', companyId)
  assert.equal(brokenAt(await look(companyId, 51n)), 21)
  await tamper('delete from audit_log where seq = 200 and', companyId)
  assert.equal(brokenAt(await look(companyId)), 200)
  const { broken } = await verifyChain(world.deps.pool, world.deps.secrets, companyId)
  assert.equal(Number(broken?.seq), 1, 'the whole chain is verified from its first entry')
})

test('a page of as many entries as it may have verifies its first one, and only then', async () => {
  const companyId = await chainOf(LIMIT)
  const whole = await look(companyId)
  assert.deepEqual([whole.broken, whole.more, whole.acts.length], [null, false, LIMIT])
  await tamper(`update audit_log set acto = 'otro' where seq = 1 and`, companyId)
  await tamper('update audit_heads set verified_seq = null where', companyId)
  assert.equal(brokenAt(await look(companyId, BigInt(LIMIT + 1))), 1)
  const newest = await look(companyId)
  assert.deepEqual([brokenAt(newest), newest.unverified], [1, 0], 'nothing else is left to find')
  await recordAct(world.deps.pool, world.deps, act(companyId))
  const { broken, more, unverified } = await look(companyId, BigInt(LIMIT + 2))
  assert.deepEqual([broken, more, unverified], [null, true, 0], 'it is on the next page')
})

test('a change of any column of an entry is found, and by its number', async () => {
  const { pool, random } = world.deps
  const given = { sobre: 'una', peer: '10.0.0.1', personId: random.uuid(), detalle: { a: 1 } }
  const companyId = random.uuid()
  for (let n = 0; n < 3; n++) await recordAct(pool, world.deps, { ...act(companyId), ...given })
  const changes = [
    ...[`at = at + interval '1 millisecond'`, `person_id = gen_random_uuid()`, `person_id = null`],
    ...[`persona = 'otra'`, `acto = 'otro'`, `sobre = 'otra'`, `sobre = null`, `peer = '10.0.0.2'`],
    ...[`peer = null`, `detalle = '{"a":2}'`, `mac = decode(repeat('00', 32), 'hex')`],
  ]
  const [whole] = await pool.many<{ row: string }>(
    'select to_json(a)::text as row from audit_log a where company_id = $1 and seq = 2',
    [companyId],
  )
  for (const change of changes) {
    await tamper(`update audit_log set ${change} where seq = 2 and`, companyId)
    assert.equal(brokenAt(await look(companyId)), 2, change)
    await tamper('delete from audit_log where seq = 2 and', companyId)
    await pool.many(
      'insert into audit_log select * from json_populate_record(null::audit_log, $1::json) returning 1',
      [whole?.row],
    )
    assert.equal(brokenAt(await look(companyId)), null)
  }
})

test('a page finds its newest and its oldest entry changed, and one that is its own only', async () => {
  const companyId = await chainOf(2 * LIMIT + 1)
  await look(companyId)
  for (const [seq, below, broken] of [
    [100, 101n, 100],
    [100, 100n, null],
    [51, 101n, 51],
    [50, 101n, null],
  ] as const) {
    await tamper(`update audit_log set acto = 'otro' where seq = ${seq} and`, companyId)
    const page = await look(companyId, below)
    assert.deepEqual([brokenAt(page), page.unverified], [broken, 0], `${seq} below ${below}`)
    assert.equal(page.acts[0]?.seq, below - 1n)
    await tamper(`update audit_log set acto = 'yo.nombre' where seq = ${seq} and`, companyId)
  }
  await tamper('delete from audit_heads where', companyId)
  assert.equal(brokenAt(await look(companyId)), 52, 'nothing tells what its entries should be')
})

test('where nothing was done the log is empty, and says so where entries are missing', async () => {
  const companyId = world.deps.random.uuid()
  const nothing = { acts: [], more: false, broken: null, unverified: 0, rows: 0, writes: 0 }
  assert.deepEqual(await look(companyId), nothing)
  assert.deepEqual(await look(companyId, 1n), nothing)
  assert.deepEqual(await look(companyId, 3n), { ...nothing, broken: { seq: 2n, at: null } })
})

test('a look that finds nothing new to verify writes nothing', async () => {
  const companyId = await chainOf(3)
  assert.deepEqual([(await look(companyId)).writes, (await look(companyId)).writes], [1, 0])
})

test('a mark that the chain’s key did not make is ignored', async () => {
  const companyId = await chainOf(200)
  await look(companyId)
  await tamper('update audit_log set persona = $$otra$$ where seq = 100 and', companyId)
  assert.equal(brokenAt(await look(companyId)), null, 'it was verified, and is not on the page')
  await tamper('update audit_heads set verified_seq = 199 where', companyId)
  assert.equal(brokenAt(await look(companyId)), 100)
})

test('entries that are added during a verification break nothing', async () => {
  const companyId = await chainOf(3_000)
  const { pool, secrets } = world.deps
  let stop = false
  const adding = (async () => {
    while (!stop) await recordAct(pool, world.deps, act(companyId))
  })()
  try {
    for (let i = 0; i < 5; i++) {
      assert.equal((await verifyChain(pool, secrets, companyId)).broken, null)
      const { broken, unverified } = await look(companyId)
      assert.deepEqual([broken, unverified], [null, 0])
    }
  } finally {
    stop = true
    await adding
  }
})
