import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from './until.ts'

test('what comes after some asking is given back', async () => {
  const answers = [null, false, undefined, 'here'] as const
  let asked = 0
  assert.equal(await until('it is here', () => answers[asked++]), 'here')
  assert.equal(asked, 4)
})

test('what never comes ends in an error that names it', async () => {
  await assert.rejects(
    until('the sea parts', () => false, 20),
    /^Error: after 20 ms still not: the sea parts$/,
  )
})
