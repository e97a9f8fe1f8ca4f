/** What is known of a call before its first gate: of its headers, a key that was sent twice is two. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arriving } from './arriving.ts'

const KEY = 'idempotency-key'

/** The headers of a call with these lines, joined as Node does. */
function headersOf(...lines: readonly (readonly [name: string, value: string])[]) {
  const joined = new Map<string, string>()
  for (const [name, value] of lines) {
    const before = joined.get(name.toLowerCase())
    joined.set(name.toLowerCase(), before === undefined ? value : `${before}, ${value}`)
  }
  const request = { headers: Object.fromEntries(joined), raw: { rawHeaders: lines.flat() }, ip: '' }
  const context = { deps: { clock: { now: () => new Date(0) } }, basePath: '' }
  const { headers } = arriving(context as never, { name: 'issue' } as never, {
    ...{ request: { ...request, socket: {} } as never, reply: {} as never },
  })
  return headers
}

test('a key that was sent once is a text, with or without a comma', () => {
  assert.deepEqual(headersOf(['Host', 'x']), { host: 'x' })
  assert.deepEqual(headersOf(['Host', 'x'], ['Idempotency-Key', 'a']), { host: 'x', [KEY]: 'a' })
  assert.deepEqual(headersOf(['Host', 'x'], ['Idempotency-Key', 'a, b']), {
    ...{ host: 'x', [KEY]: 'a, b' },
  })
  const named = headersOf(['X-Name', KEY], ['Idempotency-Key', 'a, b'], ['X-Other', KEY])
  assert.equal(named[KEY], 'a, b')
})

test('a key that was sent twice is a list of both, however its name is written', () => {
  const twice = headersOf(['Idempotency-Key', 'a'], ['Host', 'x'], ['IDEMPOTENCY-KEY', 'b, c'])
  assert.deepEqual(twice, { host: 'x', [KEY]: ['a', 'b, c'] })
})
