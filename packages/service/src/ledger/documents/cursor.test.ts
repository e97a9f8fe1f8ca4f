/** A list's cursor is read by every process and release that has the pepper, of its own list, and only to the letter. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCursor, writeCursor } from './cursor.ts'

const pepper = (byte: number) => Buffer.alloc(32, byte)
const secretsOf = (own: number, ...older: readonly number[]) => ({
  ...{ masterKey: Buffer.alloc(32), olderMasterKeys: [] },
  ...{ pepper: pepper(own), olderPeppers: older.map(pepper) },
})
const LIST = 'uno/00/{}'
const PLACE = { fecEmi: '2026-08-03', position: 258n }
const CURSOR = 'MjAyNi0wOC0wMwAAAAAAAAEC0D8EVWc5qkw9FqqTwMQBwQ'

test('a cursor keeps its form: readers hold it while releases are replaced', () => {
  assert.equal(writeCursor(secretsOf(1), LIST, PLACE), CURSOR)
  assert.deepEqual(readCursor(secretsOf(1), LIST, CURSOR), PLACE)
  assert.deepEqual(readCursor(secretsOf(2, 3, 1), LIST, CURSOR), PLACE, 'under an older pepper')
  const last = { fecEmi: '9999-12-31', position: 2n ** 63n - 1n }
  assert.deepEqual(readCursor(secretsOf(1), LIST, writeCursor(secretsOf(1), LIST, last)), last)
})

test('any other text is no cursor, and neither is that of another list', () => {
  assert.equal(readCursor(secretsOf(2), LIST, CURSOR), null)
  assert.equal(readCursor(secretsOf(1), 'dos/00/{}', CURSOR), null)
  const bytes = Buffer.from(CURSOR, 'base64url')
  for (const at of bytes.keys()) {
    const altered = Buffer.from(bytes)
    altered.writeUInt8(bytes.readUInt8(at) ^ 1, at)
    assert.equal(readCursor(secretsOf(1), LIST, altered.toString('base64url')), null, `${at}`)
  }
  for (const text of [
    '',
    CURSOR.slice(0, -1),
    `${CURSOR}A`,
    `${CURSOR}=`,
    `${CURSOR}\n`,
    ` ${CURSOR}`,
  ]) {
    assert.equal(readCursor(secretsOf(1), LIST, text), null, text)
  }
})
