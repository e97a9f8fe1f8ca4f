/** What a program remembers of its copies. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runtime } from '../../platform.ts'
import { createDestinationSet } from './destination-set.ts'

test('a program remembers its latest 10,000 copies', () => {
  const set = createDestinationSet({ unlockKey: 'k' }, runtime)
  for (let n = 0; n < 10_000; n += 1) set.copied(`${n}`)
  assert.deepEqual(['0', '1', '9999'].map(set.wasCopied), [true, true, true])
  set.copied('10000')
  assert.deepEqual(['0', '1', '10000'].map(set.wasCopied), [false, true, true])
})
