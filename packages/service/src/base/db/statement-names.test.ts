/** In a file of its own: the names of a process are never forgotten. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statementName } from './query.ts'

const NAMES_MAX = 1_000

test('a text has one name; after a thousand texts new ones have none, and the known keep theirs', () => {
  const textOf = (n: number) => `select ${n}`
  const named = Array.from({ length: NAMES_MAX }, (_, n) => statementName(textOf(n)))
  assert.equal(new Set(named).size, NAMES_MAX)
  assert.ok(named.every((name) => name !== null && name.length <= 24))
  assert.equal(statementName('select generated'), null)
  assert.equal(statementName(textOf(0)), named[0])
})
