/** What a node reports: texts by letters, lists by what is in them, and no more than helps. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson } from '../json/parse.ts'
import * as n from './nodes.ts'

function reportOf(node: n.Node<unknown>, text: string): n.Report {
  const report: n.Report = { problems: [], odd: [] }
  node.check(parseJson(text), '#', report)
  return report
}
const isTaken = (node: n.Node<unknown>, text: string) => reportOf(node, text).problems.length === 0
const REFUSED = { problems: ['Campo # no cumple el formato requerido'], odd: [] }

test('a text is as long as its letters, whatever they take', () => {
  const thumb = '\u{1f44d}'
  const taken = [
    [n.texto(2, 2), ['ab', thumb + thumb, `a${thumb}`], ['a', thumb, 'abc', `ab${thumb}`]],
    [n.texto(1, 1), ['a', thumb], ['', 'ab', thumb + thumb]],
    [n.texto(), ['', 'a'.repeat(1_000)], []],
    [n.texto(3, 4, /^A/), ['Abc', `A${thumb}${thumb}`], ['bcd', `A${thumb}`]],
  ] as const
  for (const [node, right, wrong] of taken) {
    for (const text of right) assert.ok(isTaken(node, JSON.stringify(text)), text)
    for (const text of wrong) assert.deepEqual(reportOf(node, JSON.stringify(text)), REFUSED, text)
  }
  assert.deepEqual(reportOf(n.texto(), '7'), REFUSED)
})

test('a list repeats what JSON Schema calls equal, and nothing else', () => {
  const any: n.Node<unknown> = { check: () => {} }
  const node = n.distintos(n.lista(any))
  // biome-ignore format: a table
  const repeated = [
    '[1, 1]', '[1, 1.0]', '[1e0, 1]', '[0.000000001, 0.000000001]', '["a", "\\u0061"]', '[null, null]',
    '[true, false, true]', '[[1, "a"], [1, "a"]]', '[{"a": 1, "b": [2]}, {"b": [2], "a": 1}]', '[{}, {}]',
  ]
  // biome-ignore format: a table
  const distinct = [
    '[]', '[1]', '[1, 2]', '[1, "1"]', '[0.000000001, 0.000000002]', '[null, "null"]', '[true, "true"]',
    '[[1, 2], [2, 1]]', '[[1], 1]', '[["a"], "[\\"a\\"]"]', '[{"a": 1}, {"b": 1}]', '[{"a": 1}, {"a": 2}]',
    '[{"a": null}, {}]', '[{"a": 1}, [1]]',
  ]
  for (const text of repeated) assert.deepEqual(reportOf(node, text), REFUSED, text)
  for (const text of distinct) assert.ok(isTaken(node, text), text)
  assert.deepEqual(reportOf(node, '{}'), REFUSED)
})

test('of two members that exclude each other at most one is given', () => {
  const any: n.Node<unknown> = { check: () => {} }
  const node = n.excluyentes(n.objeto({ a: any, b: any }), 'a', 'b')
  for (const text of ['{"a":1,"b":null}', '{"a":null,"b":1}', '{"a":null,"b":null}']) {
    assert.ok(isTaken(node, text), text)
  }
  assert.deepEqual(reportOf(node, '{"a":1,"b":0}'), REFUSED)
  assert.deepEqual(reportOf(node, '{"a":1}').problems, ['Campo #/b es requerido'])
  assert.deepEqual(reportOf(node, '{"c":1,"a":1}').problems, [
    'Campo #/b es requerido',
    'Campo #/c no es permitido',
  ])
  assert.deepEqual(reportOf(node, '7'), REFUSED)
})

test('fifty problems are told, and each number that is right and written otherwise', () => {
  const node = n.lista(n.monto2)
  const told = (count: number) => reportOf(node, `[${Array(count).fill('-1')}]`).problems
  assert.equal(told(49).length, 49)
  assert.equal(told(51).length, 50)
  assert.equal(told(51)[49], 'Campo #/49 no cumple el formato requerido')
  assert.deepEqual(reportOf(node, '[1, 1.0, 1e1, 0.001, 1e-9]'), {
    problems: [3, 4].map((i) => `Campo #/${i} no cumple el formato requerido`),
    odd: ['#/1', '#/2'],
  })
})
