import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAfterKey, REFUSALS, ROUTE_SPECS } from '@sello/contract'
import { meaningOf } from '../src/emitir/refusal.ts'

test('a new key is taken only where it is known that nothing was spent', () => {
  // biome-ignore format: a table
  const cases: readonly (readonly [string, number, boolean, string])[] = [
    ['validation_failed',     422, false, 'nada'],
    ['forbidden_scope',       403, false, 'nada'],
    // Answers were lost before: a refusal that comes before the key is looked up says nothing about them.
    ['validation_failed',     422, true,  'nada'],
    ['rate_limited',          429, true,  'duda'],
    ['forbidden_scope',       403, true,  'duda'],
    ['no_storage_destination', 422, true, 'duda'],
    // The sale was sent, its answer lost, and the form changed since.
    ['idempotency_key_reuse', 422, true,  'llego'],
    ['idempotency_key_reuse', 422, false, 'llego'],
    ['idempotency_in_flight', 409, false, 'duda'],
    ['internal_error',        500, false, 'duda'],
    ['service_unavailable',   503, false, 'duda'],
  ]
  for (const [code, status, sinRespuesta, meaning] of cases) {
    assert.equal(meaningOf({ code, status }, sinRespuesta), meaning, `${code} ${sinRespuesta}`)
  }
})

/** What a page signs. */
const SIGNED = ['issue', 'return', 'invalidate', 'contingency_close'] as const

test('after a lost answer a refusal says what the contract says that it does', () => {
  for (const code of SIGNED.flatMap((route) => ROUTE_SPECS[route].refusals)) {
    const { status } = REFUSALS[code]
    if (code === 'idempotency_key_reuse') continue // the case above
    const meaning = isAfterKey(code) ? 'nada' : 'duda'
    assert.equal(meaningOf({ code, status }, true), meaning, code)
  }
})
