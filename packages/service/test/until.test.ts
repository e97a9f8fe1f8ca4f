import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from './until.ts'

test('a value that appears after some polls is returned', async () => {
  const answers = [null, false, undefined, 'here'] as const
  let asked = 0
  assert.equal(await until('it is here', () => answers[asked++]), 'here')
  assert.equal(asked, 4)
})

test('a value that never appears fails with an error that names it', async () => {
  await assert.rejects(
    until('the sea parts', () => false, 20),
    /^Error: after 20 ms still not: the sea parts$/,
  )
})
