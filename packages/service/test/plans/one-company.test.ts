/**
 * A statement of a sale, or of what a company reads, names its company as a value on every table that is kept by
 * company: a cluster sends such a statement whole to one machine (docs/scale.md). Here its plans on one PostgreSQL say
 * so; what really reaches a machine is seen on a cluster, in `test/cluster/one-machine.test.ts`.
 */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { signInAs } from '../people.ts'
import { createWorld, type World } from '../world.ts'
import { astrayOf } from './astray.ts'
import { stepsOf } from './day.ts'
import { type PlansServer, startPlansServer } from './server.ts'

let server: PlansServer
let world: World
before(async () => {
  server = await startPlansServer(() => {})
  const { database } = server
  const onCluster: typeof database = {
    ...database,
    createPool: (options) => database.createPool({ ...options, isCluster: true }),
  }
  world = await createWorld({ database: onCluster })
})
after(async () => {
  await world?.close()
  await server?.close()
})

/** What a cluster does not send whole to one machine, and why it may. The beginning of each, without line ends. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'select c.company_id as "companyId", c.nit, c.nombre, c.nombre_comercial':
    'the companies of a person who signs in; while a machine is away those of the others are asked for',
  'select /* reads 5000: the feeds of all who wait */': 'one look for all calls that wait',
  'with moved as ( update events set estado': 'an event is told with its change: two phases',
  'with abandoned as ( update events set estado': 'the same',
  'with cancelled as ( update documents set estado': 'the same, of what an event cancels',
  'with gone as ( delete from search_words': 'words of a customer or product: two phases',
}

/** Steps of several companies, or with jobs, which ask which companies have work. */
const OF_SEVERAL =
  /^(the job|mail to owners$|webhooks$|an outage|the end of an outage$|.*\/(session|empresas)$)/
/** The look of a job that is run in a step to see what it does. */
const IS_LOOK = / as due_at from /

test('each statement of a sale and of a reading names one company', async () => {
  const person = await signInAs(world, 'dueno')
  const seen = new Set<string>()
  const astray = new Map<string, string>()
  const allowed = new Set<string>()
  for (const [name, run] of stepsOf(world, person).filter(([name]) => !OF_SEVERAL.test(name))) {
    server.taken()
    await run()
    for (const ran of server.taken()) {
      const sql = ran.sql.replace(/\s+/g, ' ').trim()
      if (IS_LOOK.test(sql)) continue
      seen.add(sql)
      const found = astrayOf(ran)
      if (found.length === 0) continue
      const known = Object.keys(OTHERWISE).find((beginning) => sql.startsWith(beginning))
      if (known === undefined) astray.set(sql, `${name}: ${found.join('; ')}\n${sql}`)
      else allowed.add(known)
    }
  }
  assert.ok(seen.size > 120, `only ${seen.size} statements ran`)
  assert.deepEqual([...astray.values()], [])
  assert.deepEqual([...allowed].sort(), Object.keys(OTHERWISE).sort())
})

const ID = '6f4f1f5e-0000-4000-8000-000000000000'

interface Refused {
  readonly sql: string
  readonly values: readonly unknown[]
  readonly says: RegExp
}

const REFUSED: Readonly<Record<string, Refused>> = {
  'names no company': {
    sql: 'select 1 from documents where codigo_generacion = $1',
    values: [ID],
    says: /^documents /,
  },
  'may name several': {
    sql: 'select 1 from documents where company_id = any ($1::uuid[])',
    values: [[ID]],
    says: /^documents /,
  },
  'names the company of one of its tables alone': {
    sql: `select 1 from documents d join feeds f on f.ambiente = d.ambiente where d.company_id = $1`,
    values: [ID],
    says: /^feeds /,
  },
  'takes the company from another table alone': {
    sql: 'select 1 from companies c join documents d on d.company_id = c.company_id where c.nit = $1',
    values: ['06140101900001'],
    says: /^companies .*; documents |^documents .*; companies /,
  },
  'inserts what it selects in a CTE': {
    sql: `with told as (insert into search_words (company_id, kind, word, position)
                        select company_id, 'x', 'x', 1 from companies where company_id = $1 returning 1)
          select 1 from told`,
    values: [ID],
    says: /^insert … select in a CTE$/,
  },
}

describe('the rule refuses a statement that', () => {
  for (const [name, { sql, values, says }] of Object.entries(REFUSED))
    test(name, async () => {
      server.taken()
      await world.deps.pool.many(sql, values)
      const [ran] = server.taken()
      assert.ok(ran, 'it did not run')
      assert.match(astrayOf(ran).join('; '), says)
    })

  test('and no other', async () => {
    server.taken()
    await world.deps.pool.many(
      `select (select count(*) from events e where e.company_id = d.company_id)
         from documents d join feeds f on f.company_id = d.company_id where d.company_id = $1`,
      [ID],
    )
    assert.deepEqual(server.taken().flatMap(astrayOf), [])
  })
})
