/** A restore of several companies: each is searched in its own storage, and under its own codes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { copyDatabase } from '../../../test/database.ts'
import { createPeer } from '../../../test/races/peer.ts'
import { type Company, createWorld, SALE } from '../../../test/world.ts'
import { companyOf } from '../admin/admin.ts'
import { copyDue } from '../keeping/copy.ts'
import { reconcile } from './reconcile.ts'

test('each company gets back what it had issued, and nothing of another', async (t) => {
  const world = await createWorld({ mh: { timeoutMs: 4_000, budgetMs: 20_000 } })
  t.after(() => world.close())
  const companies = [world.company, await world.addCompany(), await world.addCompany()]
  const sell = async ({ key }: Company): Promise<string> => {
    const { status, body, text } = await world.issue(SALE, { key })
    assert.equal(status, 200, text)
    return body.codigoGeneracion
  }
  await world.deps.fence.check()
  for (const company of companies) await sell(company)
  const backup = await copyDatabase(world.databaseUrl)
  t.after(() => backup.drop())
  const untouched = await copyDatabase(backup.url)
  t.after(() => untouched.drop())
  const copied: string[] = []
  for (const company of companies) copied.push(await sell(company))
  await copyDue(world.deps)
  await world.mh.fault({ service: 'recepciondte', kind: 'reject', codigoMsg: '020', times: 1 })
  assert.equal((await world.issue()).status, 422) // its number is nobody's
  const held: string[] = []
  for (const company of companies) held.push(await sell(company))

  const restored = createPeer(world, backup.url)
  t.after(() => restored.close())
  const { series } = await reconcile(restored.deps, { margin: 2 })
  const foundOf = (nit: string) =>
    series
      .filter((one) => one.nit === nit)
      .flatMap(({ found }) => found.map((one) => `${one.origen} ${one.codigoGeneracion}`))

  for (const [n, { nit, key }] of companies.entries()) {
    const ofIts = [`archivo ${copied[n]}`, `hacienda ${held[n]}`]
    assert.deepEqual(foundOf(nit), ofIts)
    for (const [m, code = ''] of copied.entries()) {
      assert.equal((await restored.query(code, key)).status, m === n ? 200 : 404)
    }
  }
  const ends = (all: typeof series) =>
    companies.map(({ nit }) =>
      all
        .filter((one) => one.nit === nit && one.after > 0)
        .map(({ before, after, skipped }) => [before, after, skipped]),
    )
  assert.deepEqual(ends(series), [[[1, 6, 3]], [[1, 5, 2]], [[1, 5, 2]]])

  // Where the ministry answered every call, no number after the last one is with a buyer.
  const again = createPeer(world, untouched.url)
  t.after(() => again.close())
  const sure = await reconcile(again.deps, { margin: 2, withoutContingency: true })
  assert.deepEqual(ends(sure.series), [[[1, 4, 1]], [[1, 3, 0]], [[1, 3, 0]]])
  await again.deps.fence.check()
  const { body } = await again.issue()
  assert.match(body.numeroControl, /-0+5$/)

  // One code of each number is asked about, where none was ever released.
  const { mh, clock } = again.deps
  let asked = 0
  const ask: typeof mh.ask = (filing) => {
    asked += 1
    return mh.ask(filing)
  }
  // What was under way when issuing stopped is waited for.
  const writing = new pg.Client({ connectionString: untouched.url })
  await writing.connect()
  await writing.query('begin')
  await writing.query('update companies set correo = correo')
  const pauses: number[] = []
  const sleep = async (ms: number) => {
    if (pauses.length === 0) await writing.query('commit')
    pauses.push(ms)
  }
  const deps = { ...again.deps, mh: { ...mh, ask }, clock: { ...clock, sleep } }
  const others = 'delete from ministry_accounts where company_id <> $1'
  const { companyId } = await companyOf(again.deps, world.company.nit)
  await again.deps.pool.many(others, [companyId])
  const last = await reconcile(deps, { withoutStorage: true })
  await writing.end()
  assert.equal(asked, 50 * last.series.length, 'fifty numbers, as of a quiet series')
  assert.deepEqual([...new Set(pauses)], [200])
})
