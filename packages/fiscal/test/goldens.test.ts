import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import {
  actualExplicaciones,
  actualOf,
  EXAMPLES,
  EXPLICACIONES,
  expectedOf,
  listGoldens,
} from './goldens.ts'
import { actualOfEvento, listGoldensDeEventos } from './goldens-eventos.ts'

const goldens = listGoldens()

for (const golden of goldens) {
  test(`the example ${golden.name} produces its golden`, () => {
    assert.equal(actualOf(golden), expectedOf(golden), 'npm run goldens -- --update, and read it')
  })

  test(`the example ${golden.name} is ${golden.rejected ? 'refused' : 'built'}`, () => {
    assert.equal(actualOf(golden).startsWith('['), golden.rejected)
  })
}

const eventos = listGoldensDeEventos()

for (const golden of eventos) {
  test(`the example ${golden.name} produces its golden`, () => {
    assert.equal(
      actualOfEvento(golden),
      expectedOf(golden),
      'npm run goldens -- --update, and read it',
    )
  })
}

test('every amount is explained by the formula and the source of its golden', () => {
  assert.equal(
    actualExplicaciones(),
    expectedOf(EXPLICACIONES),
    'npm run goldens -- --update, and read it',
  )
})

test('every file of the examples belongs to a request', () => {
  const files = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  const expected = new Set(
    goldens.flatMap(({ name, rejected }) => [
      `${name}.request.json`,
      `${name}.${rejected ? 'problems' : 'documento'}.json`,
    ]),
  )
  for (const { name, output } of eventos) {
    expected.add(`${name}.request.json`).add(output)
  }
  expected.add(`${EXPLICACIONES.name}.json`)
  const strangers = files.filter((file) => file.endsWith('.json') && !expected.has(file))
  assert.deepEqual(strangers, [])
})
