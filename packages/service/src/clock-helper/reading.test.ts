import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawReading, readQuestion } from './reading.ts'

const READINGS = 20_000
/** A busy machine takes longer now and then; the mean tells. */
const MICROSECONDS_MAX = 200

test('a reading takes microseconds', () => {
  const began = performance.now()
  for (let i = 0; i < READINGS; i++) {
    drawReading(readQuestion(`t0=${1_796_104_799_000 + i}&id=muestra`), i, i, 'local')
  }
  const microseconds = ((performance.now() - began) * 1000) / READINGS

  assert.ok(microseconds < MICROSECONDS_MAX, `${microseconds} µs each`)
})
