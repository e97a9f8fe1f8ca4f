import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CliError, EXIT } from './exit.ts'
import { stopWithin } from './stop-within.ts'

test('what stops in time is waited for, and its own error is told', async () => {
  let isStopped = false
  await stopWithin(60_000, async () => {
    await new Promise((resolve) => setTimeout(resolve, 5))
    isStopped = true
  })
  assert.ok(isStopped)
  const failed = new Error('the disk is full')
  await assert.rejects(
    stopWithin(60_000, () => Promise.reject(failed)),
    (error) => error === failed,
  )
})

test('what does not stop is left, with what that means, and a later error of it harms nobody', async () => {
  let fail = (_: Error) => {}
  const stopping = new Promise<void>((_, reject) => {
    fail = reject
  })
  await assert.rejects(
    stopWithin(10, () => stopping),
    (error) => {
      assert.ok(error instanceof CliError)
      assert.match(
        error.message,
        /^No terminó en 0\.01 s y se cerró\. Lo que quedó firmado se transmite/,
      )
      return EXIT[error.ending] === 3
    },
  )
  fail(new Error('too late'))
  await new Promise((resolve) => setImmediate(resolve)) // an unhandled rejection would end the tests
})
