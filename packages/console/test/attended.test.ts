import assert from 'node:assert/strict'
import { mock, test } from 'node:test'

test('a page is unattended five minutes after the last touch', async (t) => {
  mock.timers.enable({ apis: ['Date'], now: 0 })
  const { isUnattended, watchAttendance } = await import('../src/app/attended.ts')
  const page = new EventTarget()
  watchAttendance(page)
  const touch = () => page.dispatchEvent(new Event('keydown'))
  t.after(() => {
    mock.timers.reset()
    touch() // the module is that of other tests too
  })
  touch()
  mock.timers.setTime(5 * 60_000)
  assert.equal(isUnattended(), false)
  mock.timers.setTime(5 * 60_000 + 1)
  assert.equal(isUnattended(), true)
  touch()
  assert.equal(isUnattended(), false)
})
