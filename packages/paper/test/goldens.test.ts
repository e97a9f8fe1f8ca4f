/** Nothing moves on a printed copy, changes its look or its place in the structure, unless a person reviewed it. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { expectedOf } from '../../fiscal/test/goldens.ts'
import { actualOfCopia, EXAMPLES, listGoldensDeCopias } from './goldens.ts'

const goldens = listGoldensDeCopias()

for (const golden of goldens) {
  test(`the copy ${golden.name} is drawn as its golden`, () => {
    assert.equal(
      actualOfCopia(golden),
      expectedOf(golden),
      'npm run goldens -- --update, and read it',
    )
  })
}

test('every file of the examples is the golden of a copy', () => {
  assert.deepEqual(readdirSync(EXAMPLES).sort(), goldens.map(({ name }) => `${name}.txt`).sort())
})
