/** How a process detects that its database was restored to an earlier state. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, type TestContext, test } from 'node:test'
import { copyDatabase } from '../../../test/database.ts'
import { createPeer } from '../../../test/races/peer.ts'
import { createWorld, type World } from '../../../test/world.ts'
import { createPool, type Pool } from '../../base/db/pool.ts'
import { createLog } from '../../base/log.ts'
import { createMemory } from '../../flows/recovering/memory.ts'
import { reconcile } from '../../flows/recovering/reconcile.ts'
import { createFence, type Fence } from './fence.ts'
import { readIdentity } from './marks.ts'

let world: World
beforeEach(async () => {
  world = await createWorld()
  await world.deps.fence.check()
})
afterEach(() => world.close())

const goBack = () =>
  world.deps.pool.many(
    `update database_marks set alive_at = alive_at - interval '1 hour' returning 1`,
  )

/** A log, and the level, the sentence and the kind of reason of each of its lines. */
function listening() {
  const lines: string[] = []
  return {
    log: createLog('warn', { write: (line) => void lines.push(line) }),
    lines: () =>
      lines.map((line) => {
        const { level, msg, reason } = JSON.parse(line)
        return [level, msg, typeof reason]
      }),
  }
}

test('the commit that takes a number detects it before any job has checked', async () => {
  await goBack()
  const { status } = await world.issue()
  assert.equal(status, 503)
  assert.equal(await world.numbersSpent(), 0)
})

test('a process that has seen a later mark closes the fence for all of them', async () => {
  await goBack()
  await world.deps.fence.check()
  const said = listening()
  const other = createFence({ pool: world.deps.pool, log: said.log })
  await other.check()
  await other.check()
  assert.deepEqual([world.deps.fence.isOpen, other.isOpen], [false, false])
  assert.deepEqual(said.lines(), [[60, 'nothing is issued: reconcile', 'string']])
  assert.throws(() => other.assertOpen(), {
    code: 'service_unavailable',
    message:
      'La base de datos del servicio se restauró, o hay otra copia de ella que también emite, y falta conciliarla con Hacienda. No se hizo nada. Un administrador debe ejecutar "sello reconcile"; después repita con la misma Idempotency-Key.',
    details: {},
  })
  const [mark] = await world.deps.pool.many('select reason from database_marks')
  assert.deepEqual(mark, {
    reason: 'La base de datos está en un momento anterior al que este servicio ya había visto.',
  })

  await reconcile(world.deps, { margin: 2 })
  await Promise.all([world.deps.fence.check(), other.check()])
  assert.deepEqual([world.deps.fence.isOpen, other.isOpen], [true, true])
  await other.check()
  assert.deepEqual(said.lines().slice(1), [
    [40, 'the database is reconciled: issuing resumes', 'undefined'],
  ])
  assert.equal((await world.issue()).status, 200)
})

test('a restarted process remembers the mark that its machine had seen', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sello-mark-'))
  const start = () => {
    const memory = createMemory(folder)
    return createFence({ pool: world.deps.pool, log: createLog('silent'), memory })
  }
  await start().check()
  await goBack()
  const later = start()
  await later.check()
  assert.equal(later.isOpen, false)
  await rm(folder, { recursive: true })
})

test('a fail-over without loss does not close the fence: a process that has seen the mark confirms it', async () => {
  await world.deps.pool.many(`update database_marks set identity = 'before' returning 1`)
  const reasons: string[] = []
  const log = createLog('fatal', { write: (line) => void reasons.push(JSON.parse(line).reason) })
  const fresh = createFence({ pool: world.deps.pool, log })
  await fresh.check()
  assert.equal(fresh.isOpen, false, 'it has seen nothing, and the database is another one')
  const reason = 'La base de datos es una copia restaurada, u otra que la que servía.'
  assert.deepEqual(reasons, [reason])
  await world.deps.fence.check()
  await fresh.check()
  assert.deepEqual([world.deps.fence.isOpen, fresh.isOpen], [true, true])
})

test('a seal older than its document belongs to another document, and closes the fence', async () => {
  const { body } = await world.issue()
  await world.advance(10 * 60_000)
  // The database loses the document, as after a restore that nobody noticed.
  await world.deps.pool.many('delete from holding returning 1')
  await world.deps.pool.many('delete from documents returning 1')
  await world.deps.pool.many('delete from claims returning 1')
  await world.deps.pool.many('delete from series returning 1')
  const again = await world.issue()
  assert.equal(again.status, 422, again.text)
  assert.equal(again.body.error.details.codigoGeneracion, body.codigoGeneracion)
  assert.equal((await world.issue()).status, 503)
})

test('a data folder that cannot be read or written is warned of once, and stops nothing', async () => {
  const said = listening()
  const asked: string[] = []
  const fails = (what: string) => async () => {
    asked.push(what)
    throw new Error(`the folder is away: ${what}`)
  }
  const { pool } = world.deps
  const isDue = () => asked.length > 0
  const memory = { read: async () => null, isDue, write: fails('write') }
  const fence = createFence({ pool, log: said.log, memory })
  await fence.check()
  assert.deepEqual(asked, [], 'it was not time to keep it')
  const broken = { read: fails('read'), isDue: () => true, write: fails('write') }
  Object.assign(memory, broken)
  for (let n = 0; n < 2; n++) await fence.check()
  assert.deepEqual(asked, ['read', 'write', 'read', 'write'])
  assert.deepEqual(
    [fence.isOpen, said.lines()],
    [true, [[40, 'the mark of the database is not kept', 'undefined']]],
  )
})

/** A copy of the world's database with the identity of its origin, like a base backup started on another port. */
async function cloneDatabase(t: TestContext) {
  const copy = await copyDatabase(world.databaseUrl)
  const pool = createPool({ url: copy.url, max: 2, onError: () => {} })
  t.after(async () => {
    await pool.close()
    await copy.drop()
  })
  const identity = await readIdentity(pool)
  await pool.many('update database_marks set identity = $1 returning 1', [identity])
  return pool
}

async function dataFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sello-mark-'))
  t.after(() => rm(folder, { recursive: true }))
  return folder
}

const startIn = (folder: string, pool = world.deps.pool) =>
  createFence({ pool, log: createLog('silent'), memory: createMemory(folder) })

/** Why issuing is closed for every process. */
const reasonIn = async (pool: Pool) =>
  (await pool.one<{ reason: string | null }>('select reason from database_marks')).reason
const WENT_ON =
  'La base de datos es otra copia de la que este servicio usaba: no tiene lo último que se vio en ella.'

async function isOpen(fence: Fence): Promise<boolean> {
  await fence.check()
  return fence.isOpen
}

test('a copy that lives on elsewhere is not what its origin’s data folder remembers, whatever its mark', async (t) => {
  const folder = await dataFolder(t)
  const clone = await cloneDatabase(t)
  assert.ok(await isOpen(startIn(folder)), 'the origin goes on')
  const fresh = createFence({ pool: clone, log: createLog('silent') })
  assert.ok(await isOpen(fresh)) // the copy too: its mark is later than the one remembered
  assert.ok(!(await isOpen(startIn(folder, clone))))
  assert.ok(!(await isOpen(fresh)), 'and it is closed for all of its processes')
  assert.equal(await reasonIn(clone), WENT_ON)
  assert.ok(await isOpen(startIn(folder)), 'the origin is not')
})

test('two copies whose processes share a data folder from the start detect each other', async (t) => {
  const folder = await dataFolder(t)
  const clone = await cloneDatabase(t)
  const [one, other] = [startIn(folder), startIn(folder, clone)]
  await Promise.all([one.check(), other.check()])
  const later = [startIn(folder), startIn(folder, clone)]
  await Promise.all(later.map((fence) => fence.check()))
  assert.ok([one, other, ...later].some((fence) => !fence.isOpen))
})

test('a process that runs notices that its database is another copy of it by now', async () => {
  await world.deps.pool.many('delete from database_runs returning 1')
  await world.deps.pool.many(
    `update database_marks set alive_at = alive_at + interval '1 minute' returning 1`,
  )
  assert.ok(!(await isOpen(world.deps.fence)))
  assert.equal(await reasonIn(world.deps.pool), WENT_ON)
})

test('a copy whose mark is the very one that a process saw last is another one too', async () => {
  await world.deps.pool.many('delete from database_runs returning 1')
  assert.ok(!(await isOpen(world.deps.fence)))
  assert.equal(await reasonIn(world.deps.pool), WENT_ON)
})

test('a process counts under one name as long as it runs', async () => {
  const { pool } = world.deps
  const fence = createFence({ pool, log: createLog('silent') })
  await pool.many('delete from database_runs returning 1')
  for (let n = 0; n < 3; n++) await fence.check()
  assert.deepEqual(await pool.many('select beats from database_runs'), [{ beats: 3n }])
})

test('a promoted standby that has everything passes, with and without a data folder', async (t) => {
  const folder = await dataFolder(t)
  await startIn(folder).check()
  await world.deps.pool.many(`update database_marks set identity = 'before' returning 1`)
  assert.ok(await isOpen(startIn(folder)), 'started after the fail-over')
  assert.ok(await isOpen(world.deps.fence), 'running all the while')
})

test('a new data folder joins a cluster, and processes that share one confirm each other', async (t) => {
  const folder = await dataFolder(t)
  const fences = [startIn(folder), startIn(folder), startIn(await dataFolder(t))]
  for (let n = 0; n < 3; n++) for (const fence of fences) assert.ok(await isOpen(fence))
  assert.ok(await isOpen(startIn(folder)), 'and so does one started later')
})

test('after a reconciliation a data folder from the lost time is no obstacle', async (t) => {
  const folder = await dataFolder(t)
  const clone = await cloneDatabase(t)
  await startIn(folder).check()
  const peer = createPeer(world, new URL(clone.options.url).href)
  t.after(() => peer.close())
  await reconcile(peer.deps, { margin: 2 })
  assert.ok(await isOpen(startIn(folder, clone)))
})

test('a data folder may serve several databases, if none is a copy of another', async (t) => {
  const folder = await dataFolder(t)
  await startIn(folder).check()
  const other = await createWorld()
  t.after(() => other.close())
  for (let n = 0; n < 2; n++) {
    assert.ok(await isOpen(startIn(folder, other.deps.pool)))
    assert.ok(await isOpen(startIn(folder)))
  }
})
