import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBuscar } from './buscar.ts'

test('a search has up to 100 characters and eight words, and something to look for', () => {
  for (const text of ['x'.repeat(100), 'a b c d e f g h']) {
    assert.ok((readBuscar(text) ?? []).length > 0, text)
  }
  for (const text of ['x'.repeat(101), 'a b c d e f g h i', '', '-']) {
    assert.throws(() => readBuscar(text), /buscar/)
  }
  assert.equal(readBuscar(undefined), null)
})
