/**
 * A rolling restart: the last release serves, this version migrates the database under it, and both issue on the same
 * series until the old one is stopped (docs/operations.md).
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noteSkipped, without } from '../../../../scripts/test-tools.ts'
import { findPending } from '../../src/base/db/migrate.ts'
import { transmitDue } from '../../src/entrypoints/jobs/transmit.ts'
import { post, startProcess } from '../crash/process.ts'
import { later } from '../embedded.ts'
import { assertConsecutive } from '../races/numbers.ts'
import { createPeer } from '../races/peer.ts'
import type { World } from '../world.ts'
import { findReleased, loadReleased } from './released.ts'

const CALLERS = 3
const SALES_EACH = 8
const PATIENT = { timeoutMs: 20_000, budgetMs: 60_000 }

const skip = without(import.meta.url, 'git')

test('the last release and this one issue side by side, while this one migrates', {
  skip,
}, async (t) => {
  const ref = await findReleased()
  if (ref === null) {
    const why = 'this checkout has neither a tag nor the commit that counts as released'
    return t.skip(noteSkipped(import.meta.url, why))
  }
  const released = await loadReleased(ref)
  later(t, () => released.remove())
  const world = await released.createWorld({ mh: PATIENT })
  later(t, () => world.close())
  t.diagnostic(
    `${ref}; to be applied: ${(await findPending(world.databaseUrl)).join(', ') || 'nothing'}`,
  )

  const old = keepIssuing(async () => {
    const { status, text, body } = await world.issue()
    assert.equal(status, 200, text)
    return body.numeroControl as string
  })
  await old.reached(CALLERS)
  const running = await startProcess(world, { SELLO_MH_TIMEOUT_MS: '15000' })
  later(t, () => running.kill())
  assert.deepEqual(await findPending(world.databaseUrl), [], 'this version migrated')
  const since = old.numbers.length
  let sale = 0
  const fresh = keepIssuing(async () => {
    sale += 1
    const answer = await post(running, world.company, `venta-${sale}`)
    assert.equal(answer?.status, 200, answer?.text)
    return JSON.parse(answer?.text ?? '').numeroControl as string
  })
  await old.reached(since + CALLERS * SALES_EACH)
  await fresh.reached(CALLERS * SALES_EACH)
  await Promise.all([old.stop(), fresh.stop()])

  await running.stop()
  assertConsecutive([...old.numbers, ...fresh.numbers])
  await assertEachFinishes(world, { finishOld: () => released.transmitDue(world.deps) })
})

/** Each version seals the documents that the other left unanswered. */
async function assertEachFinishes(world: World, { finishOld }: { finishOld(): Promise<number> }) {
  const peer = createPeer(world)
  try {
    await world.mh.fault({ service: 'recepciondte', kind: 'status' })
    const left = [await world.issue(), await peer.issue()]
    assert.deepEqual(
      left.map(({ status }) => status),
      [202, 202],
    )
    await world.mh.clearFaults()
    await world.advance(60_000)
    await transmitDue(peer.deps)
    assert.equal((await world.query(left[0]?.body.codigoGeneracion)).body.estado, 'sellado')

    await world.mh.fault({ service: 'recepciondte', kind: 'status' })
    const again = await peer.issue()
    assert.equal(again.status, 202)
    await world.mh.clearFaults()
    await world.advance(60_000)
    await finishOld()
    assert.equal((await peer.query(again.body.codigoGeneracion)).body.estado, 'sellado')
    const sealed = (await world.mh.ledger()).filter(({ selloRecibido }) => selloRecibido !== null)
    assertConsecutive(sealed.map(({ numeroControl }) => String(numeroControl)))
  } finally {
    await peer.close()
  }
}

/** Several callers, each with its next sale after its last, until they are stopped. */
function keepIssuing(issue: () => Promise<string>) {
  const numbers: string[] = []
  let isOver = false
  const callers = Array.from({ length: CALLERS }, async () => {
    while (!isOver) numbers.push(await issue())
  })
  const all = Promise.all(callers)
  all.catch(() => {
    isOver = true
  }) // `stop` and `reached` report it
  return {
    numbers,
    async reached(count: number) {
      while (numbers.length < count && !isOver) await new Promise((done) => setTimeout(done, 20))
      if (isOver) await all
    },
    async stop() {
      isOver = true
      await all
    },
  }
}
