import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readBounded } from './read-bounded.ts'

async function* inPieces(...pieces: readonly string[]) {
  for (const piece of pieces) yield Buffer.from(piece)
}

test('a body is read to its limit, and one that is longer is none', async () => {
  assert.deepEqual(await readBounded(inPieces('abc', 'de'), 5), Buffer.from('abcde'))
  assert.equal(await readBounded(inPieces('abc', 'def'), 5), null)
  assert.deepEqual(await readBounded(inPieces(), 0), Buffer.alloc(0))
  assert.deepEqual(await readBounded(inPieces('a'), 1), Buffer.from('a'))
})

test('of a body that is too long no more is read', async () => {
  async function* endless() {
    for (;;) yield Buffer.from('abc')
  }
  assert.equal(await readBounded(endless(), 5), null)
})
