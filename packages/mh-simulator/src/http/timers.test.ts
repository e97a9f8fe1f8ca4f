import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTimers } from './timers.ts'

const timeouts = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length

test('cancelled timers keep no process alive, and those that waited never go on', async () => {
  const before = timeouts()
  const timers = createTimers()
  let wentOn = false
  void timers.wait(600_000).then(() => {
    wentOn = true
  })
  void timers.wait(600_000)
  assert.equal(timeouts(), before + 2)

  timers.cancel()
  assert.equal(timeouts(), before)
  await timers.wait(1)
  assert.equal(wentOn, false)
})
