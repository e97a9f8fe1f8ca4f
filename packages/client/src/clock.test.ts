import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bestOf, delayOf, offsetOf } from './clock.ts'

const at = (t0: number, t1: number, t2: number, t3: number) => ({ t0, t1, t2, t3, precisionMs: 1 })

test('the offset is exact when both ways take equally long', () => {
  // The server is 1,000 ms ahead, each way takes 40 ms, the server 10 ms.
  const sample = at(0, 1_040, 1_050, 90)
  assert.equal(delayOf(sample), 80)
  assert.equal(offsetOf(sample), 1_000)
})

test('the sample with the smallest delay is used, and one above 3 s is discarded', () => {
  const [slow, quick] = [at(0, 500, 500, 900), at(0, 20, 20, 40)]
  assert.equal(bestOf([slow, quick]), quick)
  assert.equal(bestOf([at(0, 10, 10, 3_001)]), null)
  assert.equal(bestOf([at(100, 10, 10, 90)]), null, 'an answer before its question')
})
