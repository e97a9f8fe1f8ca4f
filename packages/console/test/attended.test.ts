import assert from 'node:assert/strict'
import { mock, test } from 'node:test'

test('a page is unattended five minutes after the last touch', async () => {
  mock.timers.enable({ apis: ['Date'], now: 0 })
  try {
    const { isUnattended, watchAttendance } = await import('../src/app/attended.ts')
    const page = new EventTarget()
    watchAttendance(page)
    mock.timers.setTime(5 * 60_000)
    assert.equal(isUnattended(), false)
    mock.timers.setTime(5 * 60_000 + 1)
    assert.equal(isUnattended(), true)
    page.dispatchEvent(new Event('keydown'))
    assert.equal(isUnattended(), false)
  } finally {
    mock.timers.reset()
  }
})
