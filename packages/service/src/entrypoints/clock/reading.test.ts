import assert from 'node:assert/strict'
import { test } from 'node:test'
import { drawReading, readQuestion } from './reading.ts'

const READINGS = 20_000
/** CPU time, so that other work of the machine does not count. */
const MICROSECONDS_MAX = 200

test('a reading takes microseconds', () => {
  const began = process.cpuUsage()
  for (let i = 0; i < READINGS; i++) {
    drawReading(readQuestion(`t0=${1_796_104_799_000 + i}&id=muestra`), i, i, 'local')
  }
  const { user, system } = process.cpuUsage(began)
  const microseconds = (user + system) / READINGS

  assert.ok(microseconds < MICROSECONDS_MAX, `${microseconds} µs each`)
})
