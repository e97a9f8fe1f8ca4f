import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { SealedDocument } from '../documents/sealed-body.ts'
import { createCopyQueue } from './copy-queue.ts'

const BEHIND = 128

/** A queue with a manual clock, which also wakes its sleepers. */
function createTimed(isOn = true) {
  let now = 0
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  const sleep = (ms: number, signal?: AbortSignal) =>
    new Promise<void>((wake) => {
      sleepers.add({ at: now + ms, wake })
      signal?.addEventListener('abort', () => wake())
    })
  return {
    queue: createCopyQueue({ isOn, clock: { sleep }, monotonicMs: () => now }),
    pass(ms: number) {
      now += ms
      for (const { at, wake } of sleepers) if (at <= now) wake()
    },
  }
}

const sealedOf = (companyId: string) => ({ firmado: { companyId } }) as SealedDocument
const PLACE = { companyId: 'a', destinationId: 'one' }

function fill({ queue }: ReturnType<typeof createTimed>, companyId: string, count = BEHIND) {
  for (let i = 0; i < count; i++) queue.add(sealedOf(companyId))
}

/** The state of the call, once everything that can run has run. */
async function stateOf(waiting: Promise<void>): Promise<'waits' | 'goes on'> {
  await turn()
  return Promise.race([waiting.then(() => 'goes on' as const), turn('waits' as const)])
}

test('a call waits while so many documents wait to be copied, and goes on as they are', async () => {
  const timed = createTimed()
  const { queue } = timed
  fill(timed, 'a', BEHIND - 1)
  assert.equal(await stateOf(queue.whenCaughtUp('a')), 'goes on')
  fill(timed, 'a', 1)
  const calls = [queue.whenCaughtUp('a'), queue.whenCaughtUp('a'), queue.whenCaughtUp('a')] as const
  assert.equal(await stateOf(calls[0]), 'waits')

  const taken = queue.take()
  assert.equal(await stateOf(calls[0]), 'waits', 'taken is not copied')
  fill(timed, 'a', 30)
  queue.release(taken)
  assert.deepEqual(await Promise.all(calls.map(stateOf)), ['goes on', 'goes on', 'waits'])
})

test('a call waits where the oldest document waits for long, and while others are copied all the same', async () => {
  const timed = createTimed()
  const { queue } = timed
  fill(timed, 'a', 40)
  timed.pass(1_999)
  assert.equal(await stateOf(queue.whenCaughtUp('a')), 'goes on')
  timed.pass(1)
  const call = queue.whenCaughtUp('a')
  assert.equal(await stateOf(call), 'waits')
  const [first, second] = [queue.take(), queue.take()]
  timed.pass(4_000)
  queue.release(first)
  assert.equal(await stateOf(call), 'waits', 'the second batch is as old')
  timed.pass(4_000 - 1)
  assert.equal(await stateOf(queue.whenCaughtUp('a')), 'waits', 'it is slow and goes on')
  queue.release(second)
  assert.equal(await stateOf(call), 'goes on')
})

test('the slower a place is the fewer are taken together', () => {
  const timed = createTimed()
  fill(timed, 'a')
  const sizes = [1_001, 1_001, 1_001, 1_001, 500, 100, 100].map((ms) => {
    const taken = timed.queue.take()
    timed.pass(ms)
    timed.queue.release(taken)
    return taken.length
  })
  assert.deepEqual(sizes, [32, 16, 8, 4, 4, 4, 8])
})

test('another company does not wait for it', async () => {
  const timed = createTimed()
  fill(timed, 'a')
  assert.equal(await stateOf(timed.queue.whenCaughtUp('b')), 'goes on')
})

test('a call waits eight seconds at most', async () => {
  const timed = createTimed()
  fill(timed, 'a')
  const call = timed.queue.whenCaughtUp('a')
  timed.pass(7_999)
  assert.equal(await stateOf(call), 'waits')
  timed.pass(1)
  assert.equal(await stateOf(call), 'goes on')
})

test('a place that is too slow, or that nobody copies into, holds no call up and takes no more documents', async () => {
  const timed = createTimed()
  const { queue } = timed
  fill(timed, 'a')
  assert.ok(queue.leaseFrom('a', new Date()))
  queue.take()
  timed.pass(5_000)
  assert.equal(await stateOf(queue.whenCaughtUp('a')), 'goes on')
  assert.equal(queue.leaseFrom('a', new Date()), null)
})

test('a place that takes nothing lets everybody go on, until something can be put there', async () => {
  const timed = createTimed()
  const { queue } = timed
  fill(timed, 'a')
  const call = queue.whenCaughtUp('a')
  const taken = queue.take()
  queue.noteOutcome(PLACE, 'failed')
  queue.giveUp('a')
  queue.release(taken)
  assert.equal(await stateOf(call), 'goes on')
  assert.ok(queue.isFailing('one'))
  assert.equal(queue.leaseFrom('a', new Date()), null)
  assert.deepEqual(queue.take(), [], 'its documents are left to the database')
  assert.ok(queue.leaseFrom('b', new Date()), 'another company’s are not')

  queue.noteOutcome(PLACE, 'put')
  assert.ok(!queue.isFailing('one'))
  assert.ok(queue.leaseFrom('a', new Date()))
})

test('it does not grow without end, and where another process copies it takes nothing', () => {
  const timed = createTimed()
  for (let i = 0; i < 2_000; i++) timed.queue.add(sealedOf(`company ${i}`))
  assert.equal(timed.queue.leaseFrom('one more', new Date()), null)
  timed.queue.release(timed.queue.take())
  assert.ok(timed.queue.leaseFrom('one more', new Date()))
  assert.equal(createTimed(false).queue.leaseFrom('a', new Date()), null)
})

test('a batch is of one company: of the one whose first document waits longest', () => {
  const timed = createTimed()
  fill(timed, 'b', 1)
  timed.pass(1)
  fill(timed, 'a', 40)
  fill(timed, 'b', 1)
  const companies = () => timed.queue.take().map(({ firmado }) => firmado.companyId)
  assert.deepEqual(companies(), ['b', 'b'])
  assert.equal(companies().length, 32)
  assert.equal(companies().length, 8)
  assert.deepEqual(companies(), [])
})
