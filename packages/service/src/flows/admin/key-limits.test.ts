import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRanges } from './key-limits.ts'

test('a list of addresses is in canonical form, without spaces and each once', () => {
  const given = [' 190.5.0.7 ', '190.5.0.7', '2001:DB8:0::1', '190.5.0.0/24\n']
  assert.deepEqual(readRanges(given), ['190.5.0.7', '2001:db8::1', '190.5.0.0/24'])
})
