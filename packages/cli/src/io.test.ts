import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printable } from './io.ts'

test('foreign text reaches a terminal without control characters, and otherwise unchanged', () => {
  assert.equal(printable('Ana\u001b[2J\u009b31m\u0007 Ñúñez\n\tdos\r'), 'Ana[2J31m Ñúñez\n\tdos')
})
