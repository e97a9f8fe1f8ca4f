import assert from 'node:assert/strict'
import { test } from 'node:test'
import { namesUpTo, statementName } from './query.ts'

test('a text has one name, the same in every process; beyond the bound new texts have none', () => {
  const nameOf = namesUpTo(2)
  const [first, second] = [nameOf('select 1'), nameOf('select 2')]
  assert.equal(first, statementName('select 1'))
  assert.notEqual(first, second)
  assert.match(first ?? '', /^s_[\w-]{22}$/)
  assert.equal(nameOf('select 3'), null)
  assert.deepEqual([nameOf('select 1'), nameOf('select 2')], [first, second])
})
