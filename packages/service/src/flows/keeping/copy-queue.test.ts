import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import type { SealedDocument } from '../../ledger/documents/sealed-body.ts'
import { createCopyQueue } from './copy-queue.ts'

const BEHIND = 128

/** A queue with a manual clock, which also wakes sleepers. */
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

const sealedOf = (companyId: string) =>
  ({ firmado: { companyId, payload: 'p'.repeat(1_000) } }) as SealedDocument
const PLACE = { companyId: 'a', destinationId: 'one' }

/** Completes a batch of company a. */
function end({ queue }: ReturnType<typeof createTimed>, taken: readonly SealedDocument[]) {
  queue.noteOutcome(PLACE, 'put')
  queue.release(taken)
}

function fill({ queue }: ReturnType<typeof createTimed>, companyId: string, count = BEHIND) {
  for (let i = 0; i < count; i++) queue.add(sealedOf(companyId))
}

/** The state of the call, once all pending callbacks have run. */
async function stateOf(waiting: Promise<void>): Promise<'waits' | 'goes on'> {
  await turn()
  return Promise.race([waiting.then(() => 'goes on' as const), turn('waits' as const)])
}

test('a call waits while too many documents wait to be copied, and continues as they are copied', async () => {
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
  end(timed, taken)
  assert.deepEqual(await Promise.all(calls.map(stateOf)), ['goes on', 'goes on', 'waits'])
})

test('a call waits while the oldest document not being copied has waited too long', async () => {
  const timed = createTimed()
  const { queue } = timed
  fill(timed, 'a', 100)
  timed.pass(1_999)
  assert.equal(await stateOf(queue.whenCaughtUp('a')), 'goes on')
  timed.pass(1)
  const call = queue.whenCaughtUp('a')
  assert.equal(await stateOf(call), 'waits')
  const [first, second] = [queue.take(), queue.take()]
  timed.pass(2_500)
  assert.equal(await stateOf(call), 'waits', 'the rest is as old')
  end(timed, first)
  end(timed, second)
  assert.equal(await stateOf(call), 'waits')
  const third = queue.take()
  assert.equal(await stateOf(call), 'waits', 'its batches are slow: a few were taken')
  end(timed, third)
  timed.pass(3_000)
  assert.equal(await stateOf(queue.whenCaughtUp('a')), 'waits', 'it is slow and goes on')
})

test('the age of documents being copied makes no call wait', async () => {
  const timed = createTimed()
  fill(timed, 'a', 10)
  timed.queue.take()
  timed.pass(4_000)
  assert.equal(await stateOf(timed.queue.whenCaughtUp('a')), 'goes on')
})

test('a failed batch is not progress: waiting calls continue half a second after the five seconds', async () => {
  const timed = createTimed()
  const { queue } = timed
  fill(timed, 'a')
  const call = queue.whenCaughtUp('a')
  timed.pass(4_000)
  assert.equal(await stateOf(call), 'waits')
  queue.release(queue.take()) // nothing was stored
  fill(timed, 'a', 40)
  timed.pass(500)
  assert.equal(await stateOf(call), 'waits')
  timed.pass(500)
  assert.equal(await stateOf(call), 'goes on')
})

test('waiting calls continue when copying has stopped', async () => {
  const timed = createTimed()
  fill(timed, 'a')
  const call = timed.queue.whenCaughtUp('a')
  assert.equal(await stateOf(call), 'waits')
  timed.queue.close()
  assert.equal(await stateOf(call), 'goes on')
  assert.equal(timed.queue.leaseFrom(sealedOf('b').firmado, new Date()), null)
})

test('other companies do not wait', async () => {
  const timed = createTimed()
  fill(timed, 'a')
  assert.equal(await stateOf(timed.queue.whenCaughtUp('b')), 'goes on')
})

test('a call waits at most eight seconds', async () => {
  const timed = createTimed()
  fill(timed, 'a', 400)
  const call = timed.queue.whenCaughtUp('a')
  for (const ms of [4_000, 3_999]) {
    timed.pass(ms)
    end(timed, timed.queue.take())
    assert.equal(await stateOf(call), 'waits')
  }
  timed.pass(1)
  assert.equal(await stateOf(call), 'goes on')
})

test('a destination that is too slow or not copied to delays no call and queues no more documents', async () => {
  const timed = createTimed()
  const { queue } = timed
  fill(timed, 'a')
  assert.ok(queue.leaseFrom(sealedOf('a').firmado, new Date()))
  queue.take()
  timed.pass(5_000)
  assert.equal(await stateOf(queue.whenCaughtUp('a')), 'goes on')
  assert.equal(queue.leaseFrom(sealedOf('a').firmado, new Date()), null)
})

test('a destination that fails delays no call until something is stored there', async () => {
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
  assert.equal(queue.leaseFrom(sealedOf('a').firmado, new Date()), null)
  assert.deepEqual(queue.take(), [], 'its documents are left to the database')
  assert.ok(queue.leaseFrom(sealedOf('b').firmado, new Date()), 'another company’s are not')

  queue.noteOutcome(PLACE, 'put')
  assert.ok(!queue.isFailing('one'))
  assert.ok(queue.leaseFrom(sealedOf('a').firmado, new Date()))
})

const MIB = 1024 * 1024
const largeOf = (companyId: string, bytes: number) =>
  ({ firmado: { companyId, payload: 'p'.repeat(bytes) } }) as SealedDocument

test('its bytes are limited, for one company and in total', () => {
  const { queue } = createTimed()
  const takes = (sealed: SealedDocument) => queue.leaseFrom(sealed.firmado, new Date()) !== null
  for (const companyId of ['a', 'b', 'c', 'd']) {
    queue.add(largeOf(companyId, 4 * MIB))
    queue.add(largeOf(companyId, 3 * MIB))
    assert.ok(!takes(largeOf(companyId, MIB)), 'the share of one')
  }
  queue.add(largeOf('e', 3 * MIB))
  assert.ok(takes(largeOf('f', MIB / 2)))
  assert.ok(!takes(largeOf('f', MIB)), 'all together')
  queue.add(largeOf('f', MIB)) // it had a lease, but the queue is full: the database hands it out

  const taken = []
  for (let batch = queue.take(); batch.length > 0; batch = queue.take()) {
    assert.equal(batch.length, 1, 'large ones go alone')
    taken.push(batch)
  }
  assert.equal(taken.length, 9)
  for (const batch of taken) queue.release(batch)
  assert.ok(takes(largeOf('f', 7 * MIB)), 'nothing is counted any more')
})

test('it stays empty if another process copies', () => {
  assert.equal(createTimed(false).queue.leaseFrom(sealedOf('a').firmado, new Date()), null)
})

test('a company has two concurrent batches, or one if it is slow', () => {
  const timed = createTimed()
  const { queue } = timed
  fill(timed, 'a', 400)
  timed.pass(1)
  fill(timed, 'b', 1)
  const of = (taken: readonly SealedDocument[]) => taken[0]?.firmado.companyId
  const batches = [queue.take(), queue.take()]
  assert.deepEqual(batches.map(of), ['a', 'a'])
  assert.equal(of(queue.take()), 'b')
  assert.deepEqual(queue.take(), [])
  timed.pass(1_001)
  for (const batch of batches) end(timed, batch)
  assert.equal(queue.take().length, 8)
  assert.deepEqual(queue.take(), [])
})

test('a hanging batch stops copying from memory for its company until it ends', async () => {
  const timed = createTimed()
  const { queue } = timed
  fill(timed, 'a')
  const call = queue.whenCaughtUp('a')
  const taken = queue.take()
  assert.equal(await stateOf(call), 'waits')
  queue.abandon(taken)
  assert.equal(await stateOf(call), 'goes on')
  assert.deepEqual(queue.take(), [], 'its documents are left to the database')
  queue.noteOutcome(PLACE, 'put') // the database stored something there
  assert.equal(queue.leaseFrom(sealedOf('a').firmado, new Date()), null)
  end(timed, taken)
  assert.ok(queue.leaseFrom(sealedOf('a').firmado, new Date()))
})

test('a batch belongs to one company: the one whose first document waits longest', () => {
  const timed = createTimed()
  fill(timed, 'b', 1)
  timed.pass(1)
  fill(timed, 'a', 40)
  fill(timed, 'b', 1)
  const companies = () => {
    const taken = timed.queue.take()
    timed.queue.release(taken)
    return taken.map(({ firmado }) => firmado.companyId)
  }
  assert.deepEqual(companies(), ['b', 'b'])
  assert.equal(companies().length, 32)
  assert.equal(companies().length, 8)
  assert.deepEqual(companies(), [])
})
