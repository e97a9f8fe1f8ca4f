import assert from 'node:assert/strict'
import { test } from 'node:test'
import { epochOf, readFeedCursor, resumeAt, writeFeedCursor } from './cursor.ts'

const EPOCHS = [
  { epoch: 1_700n, after: 10n },
  { epoch: 1_900n, after: 20n },
]

// biome-ignore format: a table
const RESUMED = [
  // epoch   position  goes on after
  [0n,       4n,       4n],  // restored too: nothing was lost
  [0n,       10n,      10n],
  [0n,       14n,      10n], // what it has from 11 on is lost, or another thing now
  [1_700n,   14n,      14n],
  [1_700n,   25n,      20n],
  [1_800n,   12n,      20n], // an epoch that a second restore undid
  [1_900n,   25n,      25n],
  [9_999n,   3n,       20n],
] as const

for (const [epoch, position, after] of RESUMED) {
  test(`a reader at ${position} of epoch ${epoch} goes on after ${after}`, () => {
    assert.equal(resumeAt(EPOCHS, { epoch, position }), after)
  })
}

test('a position belongs to the epoch that gave it, and a cursor is read as it was written', () => {
  assert.deepEqual(
    [1n, 10n, 11n, 20n, 21n].map((position) => epochOf(EPOCHS, position)),
    [0n, 0n, 1_700n, 1_700n, 1_900n],
  )
  for (const cursor of [
    { epoch: 0n, position: 0n },
    { epoch: 1_795_000_000_000n, position: 9_007_199_254_740n },
  ]) {
    assert.deepEqual(readFeedCursor(writeFeedCursor(cursor)), cursor)
  }
  for (const text of ['', '1', '-', '0-', '0-1-2', 'A-1', '0-1 ', `0-${'z'.repeat(13)}`]) {
    assert.equal(readFeedCursor(text), null)
  }
})
