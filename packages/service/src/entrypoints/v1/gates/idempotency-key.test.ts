/** Which Idempotency-Key the database is asked for: none that no call may have. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '../gate.ts'
import { readIdempotencyKey } from './idempotency-key.ts'

// biome-ignore format: a table
const SENT: readonly (readonly [sent: string | string[] | undefined, asked: string | null])[] = [
  [undefined,       null],
  ['',              null],
  ['venta 17',      'venta 17'],
  [' venta',        null],
  ['ñ',             null],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['x'.repeat(201), null],
  [['a', 'b'],      null],
]

test('the database is asked for a key that a call may have, and for no other', () => {
  for (const [sent, asked] of SENT) {
    const call = { headers: { 'idempotency-key': sent } } as unknown as Call
    assert.equal(readIdempotencyKey(call), asked, String(sent))
  }
})
