/** How a process detects that its database was restored to an earlier state. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { createWorld, type World } from '../../test/world.ts'
import { createLog } from '../operator/log.ts'
import { createFence } from './fence.ts'
import { createMemory } from './memory.ts'
import { reconcile } from './reconcile.ts'

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

test('the commit that takes a number detects it before any job has checked', async () => {
  await goBack()
  const { status } = await world.issue()
  assert.equal(status, 503)
  assert.equal(await world.numbersSpent(), 0)
})

test('a process that has seen a later mark closes the fence for all of them', async () => {
  await goBack()
  await world.deps.fence.check()
  const other = createFence({ pool: world.deps.pool, log: createLog('silent') })
  await other.check()
  assert.deepEqual([world.deps.fence.isOpen, other.isOpen], [false, false])

  await reconcile(world.deps, { margin: 2 })
  await Promise.all([world.deps.fence.check(), other.check()])
  assert.deepEqual([world.deps.fence.isOpen, other.isOpen], [true, true])
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
  const fresh = createFence({ pool: world.deps.pool, log: createLog('silent') })
  await fresh.check()
  assert.equal(fresh.isOpen, false, 'it has seen nothing, and the database is another one')
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
