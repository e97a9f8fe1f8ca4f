import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLog } from '../../base/log.ts'
import { createAnonymousCalls } from './anonymous.ts'

test('ten anonymous calls a minute are logged, then only a count of the rest', () => {
  const lines: string[] = []
  let ms = 0
  const clock = { now: () => new Date(ms), sleep: async () => {} }
  const note = createAnonymousCalls({
    clock,
    processes: 1,
    log: createLog('info', { write: (line) => void lines.push(line) }),
  })
  const call = { requestId: 'x', route: null, peer: '203.0.113.7', status: 404, ms: 1 }
  for (let n = 0; n < 5_000; n++) note(call)
  assert.equal(lines.length, 10)
  ms = 59_999
  note(call)
  assert.equal(lines.length, 10)
  for (ms = 60_000; ms <= 120_000; ms += 60_000) note(call)

  const said = lines.map((line) => {
    const { level: _, time: __, ...rest } = JSON.parse(line)
    return rest
  })
  const told = { ...call, msg: 'anonymous call' }
  const rest = { calls: 4_991, msg: 'anonymous calls not logged' }
  assert.deepEqual(said, [...Array(10).fill(told), rest, told, told])
})
