/** Nothing that a caller sees of the contract changes unless a person reviewed it. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { describeContract, GOLDEN_OF_CONTRACT } from './describe-contract.ts'

test('the contract is as its golden: routes, keys, members, bounds, words, refusals and examples', () => {
  assert.equal(
    describeContract(),
    readFileSync(GOLDEN_OF_CONTRACT.file, 'utf8'),
    'npm run goldens -- --update, and read it',
  )
})
