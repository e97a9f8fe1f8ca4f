/**
 * What each statement reads of full tables: with the plan that it got while they were empty and nobody had analysed
 * them, as in a database that is new, or restored; then with a plan from statistics. A statement reads at most `READS_MAX` rows or blocks in each node,
 * or what a comment in it says and why: `reads 20000: every number of the year`.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'
import { type Step, stepsOf } from './day.ts'
import { fill } from './fill.ts'
import { readsOf } from './reads.ts'
import { type PlansServer, startPlansServer } from './server.ts'

/** A page of fifty rows of six types in four states, a batch of 200 rows, a lot of a hundred: some blocks for each. */
const READS_MAX = 1_000

/** Rows of these need a restore, a passkey, an invitation, an operator, a cluster: one each, found by the whole key. */
const NOT_FILLED = new Set([
  ...[
    'answered_challenges',
    'challenges',
    'company_brands',
    'drafts',
    'feed_epochs',
    'invitations',
    'machine_marks',
  ],
  ...[
    'mail_settings',
    'maintenance_windows',
    'passkeys',
    'person_keys',
    'recovered_documents',
    'released_numbers',
  ],
  ...['sign_in_attempts', 'sign_in_counts', 'sign_key_requests', 'skipped_numbers'],
])

/** Run once: they write one row by its key, of a ministry's token or outage, or of a chain that copies break. */
const ONCE =
  /^\s*(update ministry_accounts|with login as \(|insert into ministry_outages|update ministry_outages|update audit_heads set verified|update events set lease_until|SELECT 1 FROM ONLY "public"."ministry_outages")/

let server: PlansServer
let world: World
before(async () => {
  server = await startPlansServer(() => {})
  world = await createWorld({ database: server.database, silencesMax: 2 })
})
after(async () => {
  await world.close()
  await server.close()
})

test('each statement of a day reads as much of full tables as it says', async () => {
  const person = await signInAs(world, 'dueno')
  const steps = stepsOf(world, person)
  server.taken() // what set the company up
  for (const [, run] of steps) await run()
  const planned = new Set(server.taken().map(({ sql }) => sql))
  assert.ok(planned.size > 150, `only ${planned.size} statements ran`)

  const filling = server.database.createPool({ statementTimeoutMs: 100_000 })
  const empty = await fill(filling)
  assert.deepEqual(
    empty.filter((table) => !NOT_FILLED.has(table)),
    [],
  )

  const unanalysed = await play(steps)
  assert.deepEqual(unanalysed.over, [])
  assert.deepEqual(
    [...planned].filter((sql) => !unanalysed.ran.has(sql) && !ONCE.test(sql)),
    [],
    'these ran only while their tables were empty',
  )
  await server.analyse(filling)
  assert.deepEqual((await play(steps)).over, [], 'with statistics')
})

/** The statements that ran, and what those that read more than their bound read. */
async function play(steps: readonly Step[]) {
  server.taken()
  const ran = new Set<string>()
  const over = new Map<string, string>()
  for (const [name, run] of steps) {
    await run()
    for (const { sql, plan } of server.taken()) {
      ran.add(sql)
      const max = boundOf(sql)
      const nodes = readsOf(plan).filter(({ read }) => read > max)
      const found = nodes.map(({ what, read }) => `${what} ${read}`).join('; ')
      if (nodes.length > 0) over.set(sql, `${name}: ${found}, and ${max} is its bound\n${sql}`)
    }
  }
  return { ran, over: [...over.values()] }
}

const boundOf = (sql: string) => Number(/\/\* reads (\d+): /.exec(sql)?.[1] ?? READS_MAX)
