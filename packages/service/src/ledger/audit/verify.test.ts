/** What is found of each chain that somebody changed, and of all chains in one order. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { idOf } from '../../../test/rows.ts'
import { newSecrets } from '../../../test/world.ts'
import { systemRandom } from '../../base/clock.ts'
import { readActs } from './acts.ts'
import { FIRST_MAC, macOf, recordAct } from './chain.ts'
import { type Broken, findHead, keyOf, verifyChain, verifyChains } from './verify.ts'

const database = await createTestDatabase()
after(() => database.drop())
const pool = database.createPool()
const secrets = newSecrets()
const START = Date.parse('2026-11-10T12:00:00Z')
const at = (seq: number) => new Date(START + seq)

/** Three entries, and then this. */
async function chain(companyId: string, sql: string | null): Promise<string> {
  for (const seq of [1, 2, 3]) {
    await recordAct(
      pool,
      { secrets, random: systemRandom },
      {
        ...{ companyId, at: at(seq), personId: null, persona: 'Ana', acto: 'yo.nombre' },
        ...{ sobre: null, detalle: {}, peer: null },
      },
    )
  }
  const { head } = await pool.one<{ head: string }>(
    `select encode(mac, 'hex') as head from audit_heads where company_id = $1`,
    [companyId],
  )
  if (sql !== null) await pool.many(`${sql} company_id = $1`, [companyId])
  return head
}

// biome-ignore format: a table
const CHAINS: readonly (readonly [sql: string | null, entries: number, broken: Broken | null])[] = [
  [null,                                                                     3, null],
  [`update audit_log set acto = 'otro' where seq = 1 and`,                   0, { seq: 1n, at: at(1) }],
  [`update audit_log set acto = 'otro' where seq = 2 and`,                   1, { seq: 2n, at: at(2) }],
  ['delete from audit_log where seq = 2 and',                                1, { seq: 2n, at: at(3) }],
  ['delete from audit_log where seq = 3 and',                                2, { seq: 3n, at: null }],
  ['delete from audit_log where',                                            0, { seq: 1n, at: null }],
  ['update audit_heads set seq = 2 where',                                   3, { seq: 4n, at: null }],
  ['update audit_heads set seq = 4 where',                                   3, { seq: 4n, at: null }],
  [`update audit_heads set mac = decode(repeat('00', 32), 'hex') where`,     3, { seq: 4n, at: null }],
  ['delete from audit_heads where',                                          0, { seq: 1n, at: at(1) }],
]

test('a chain is whole up to the entry that was changed or removed, and every chain is verified', async () => {
  const verdicts = new Map<string, unknown>()
  for (const [n, [sql, entries, broken]] of CHAINS.entries()) {
    const companyId = idOf(CHAINS.length - n) // made in another order than they are told in
    const head = await chain(companyId, sql)
    const verdict = { companyId, entries, head: broken === null ? head : null, broken }
    assert.deepEqual(await verifyChain(pool, secrets, companyId), verdict, String(sql))
    verdicts.set(companyId, verdict)
  }
  const all = [...verdicts.keys()].toSorted().map((companyId) => verdicts.get(companyId))
  assert.deepEqual(await verifyChains(pool, secrets), all)
  const none = { companyId: idOf(99), entries: 0, head: null, broken: null }
  assert.deepEqual(await verifyChain(pool, secrets, idOf(99)), none)
})

test('what UTF-8 cannot store is replaced before it is sealed', async () => {
  const companyId = idOf(100)
  const given = { companyId, at: at(1), personId: null, detalle: {} }
  const texts = { persona: 'a\ud800', acto: 'b\ud800', sobre: 'c\udfff', peer: 'd\ud800' }
  const deps = { secrets, random: systemRandom }
  await recordAct(pool, deps, { ...given, ...texts })
  await recordAct(pool, deps, { ...given, ...texts, sobre: null, peer: null })
  const { acts, broken } = await readActs(pool, secrets, { companyId, below: null, limit: 2 })
  assert.equal(broken, null)
  const stored = { persona: 'a\ufffd', acto: 'b\ufffd', sobre: 'c\ufffd', peer: 'd\ufffd' }
  assert.deepEqual(acts, [
    { ...given, ...stored, sobre: null, peer: null, seq: 2n },
    { ...given, ...stored, seq: 1n },
  ])
  const head = await findHead(pool, companyId)
  assert.equal(head && keyOf(secrets, companyId, head).length, 32)
})

test('an entry has the MAC that earlier releases gave it', () => {
  const entry = {
    ...{ companyId: idOf(1), seq: 1n, at: at(1), personId: idOf(2), persona: 'Ana', acto: 'x' },
    ...{ sobre: 'y', peer: '10.0.0.1', detalle: {} },
  }
  assert.equal(FIRST_MAC.length, 32)
  const mac = macOf(Buffer.alloc(32, 7), FIRST_MAC, entry, '{}')
  assert.equal(
    mac.toString('hex'),
    'c1bb43ead386905e190c449dbd1a6035f700cfc856e941ed6973efe3bd7430d5',
  )
})
