/** A signing action is done once, whatever becomes of its answers. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fail, keyOf, settle } from '../src/paginas/act-keys.ts'

const refusal = (code: string, status: number) => ({ code, status })
const IN_FLIGHT = refusal('idempotency_in_flight', 409)
const LOST = null

test('an action whose outcome is not known keeps its key, whatever is answered meanwhile', () => {
  const action = 'a/0614/00 /dte/X/return'
  const key = keyOf(action)
  const session = refusal('session_required', 401)
  for (const error of [IN_FLIGHT, LOST, refusal('rate_limited', 429), session]) {
    assert.equal(fail(action, error), 'duda', error?.code)
    assert.equal(keyOf(action), key, error?.code)
  }
})

test('a key is given up when the action is known to be done, or known to have done nothing', () => {
  const action = 'a/0614/00 /dte/Y/return'
  const first = keyOf(action)
  assert.equal(fail(action, refusal('rate_limited', 429)), 'nada')
  const second = keyOf(action)
  assert.notEqual(second, first)
  assert.equal(fail(action, LOST), 'duda')
  assert.equal(fail(action, refusal('return_exceeds_available', 422)), 'nada')
  const third = keyOf(action)
  assert.notEqual(third, second)
  assert.equal(fail(action, LOST), 'duda')
  assert.equal(fail(action, refusal('idempotency_key_reuse', 422)), 'llego')
  const fourth = keyOf(action)
  assert.notEqual(fourth, third)
  settle(action)
  assert.notEqual(keyOf(action), fourth)
})

test('two actions never share a key', () => {
  assert.notEqual(keyOf('a/0614/00 /dte/X/invalidate'), keyOf('a/0614/01 /dte/X/invalidate'))
})
