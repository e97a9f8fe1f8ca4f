/** A database that fails while one environment is decided about, and what is left of the pass. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { createWorld } from '../../../test/world.ts'

test('a probe that fails in one environment leaves the outage of the other probed', async () => {
  const world = await createWorld({
    silencesMax: 2,
    mh: { timeoutMs: 1_500, budgetMs: 4_000 },
    pool: { lockTimeoutMs: 300 },
  })
  const holder = new pg.Client({ connectionString: world.databaseUrl })
  try {
    await holder.connect()
    const { pool, breaker } = world.deps
    await pool.many(
      `insert into ministry_outages (outage_id, ambiente, opened_at, probe_at)
       values (gen_random_uuid(), '01', now() - interval '1 hour', now() - interval '1 minute')`,
    )
    await world.mh.fault({ service: '*', kind: 'silence' })
    for (let calls = 0; calls < 2; calls++) assert.equal((await world.issue()).status, 202)
    await breaker.refresh()

    await holder.query('begin; lock table ministry_accounts in access exclusive mode')
    await breaker.probe()
    const [open] = await pool.many<{ ambiente: string; taken: boolean }>(
      'select ambiente, probe_at > now() as taken from ministry_outages',
    )
    assert.deepEqual(open, { ambiente: '01', taken: true })
    await holder.query('rollback')

    await breaker.probe()
    assert.equal(breaker.openIn('00')?.ambiente, '00', 'the next pass decides')
  } finally {
    await holder.end()
    await world.close()
  }
})
