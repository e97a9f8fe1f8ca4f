/** A step of a call is measured and traced, whether it succeeds or not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStep } from './steps.ts'

test('a step is measured in seconds below its span, also one that fails, and gives what it gave', async () => {
  let nowMs = 5_000
  const seen: unknown[] = []
  const span = async <T>(name: string, work: () => Promise<T>) => {
    seen.push(name)
    return work()
  }
  const step = createStep(
    { step: (name, seconds) => seen.push([name, seconds]) },
    { span },
    () => nowMs,
  )
  const work = async () => {
    nowMs += 250
    return 'done'
  }
  assert.equal(await step('gates', work), 'done')
  const failed = new Error('it failed')
  const failing = async () => {
    nowMs += 1_500
    throw failed
  }
  await assert.rejects(step('page', failing), failed)
  assert.deepEqual(seen, ['gates', ['gates', 0.25], 'page', ['page', 1.5]])
})
