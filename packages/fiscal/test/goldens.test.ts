import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { actualOf, EXAMPLES, expectedOf, listGoldens } from './goldens.ts'

const goldens = listGoldens()

for (const golden of goldens) {
  test(`the example ${golden.name} comes out as it stands`, () => {
    assert.equal(actualOf(golden), expectedOf(golden), 'npm run goldens -- --update, and read it')
  })

  test(`the example ${golden.name} is ${golden.rejected ? 'refused' : 'built'}`, () => {
    assert.equal(actualOf(golden).startsWith('['), golden.rejected)
  })
}

test('every file of the examples belongs to a request', () => {
  const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  const expected = new Set(
    goldens.flatMap(({ name, rejected }) => [
      `${name}.request.json`,
      `${name}.${rejected ? 'problems' : 'documento'}.json`,
    ]),
  )
  const strangers = files.filter((file) => file.endsWith('.json') && !expected.has(file))
  assert.deepEqual(strangers, [])
})
