import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonObject, rawJson } from './write.ts'

test('raw text stands in an object as it is, in the order of the members', () => {
  const text = jsonObject({ b: [1], documento: rawJson('{"a": 1.00}'), a: null })
  assert.equal(text, '{"b":[1],"documento":{"a": 1.00},"a":null}')
})

test('raw text deeper inside is refused, instead of being lost', () => {
  assert.throws(() => jsonObject({ list: [rawJson('"a"')] }), /bug: raw JSON/)
  assert.throws(() => jsonObject({ inner: { text: rawJson('"a"') } }), /bug: raw JSON/)
})
