/** Which refusals are of one request alone, so that the others go on, and what is told of each. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SelloError, type SelloErrorCode } from '@sello/client'
import { isOfTheRequest, reasonOf } from './refused.ts'

const refused = (code: SelloErrorCode, facts: object = {}, details: object = {}) =>
  new SelloError(code, 'Lo que pasó.', { details: details as never, facts })

// biome-ignore format: a table
const CODES: readonly (readonly [code: SelloErrorCode, isOfOne: boolean])[] = [
  ['invalid_request', true], ['validation_failed', true], ['mh_rejected', true],
  ['not_found', true], ['amount_limit', true], ['reference_in_use', true],
  ['unauthorized', false], ['rate_limited', false], ['network', false], ['internal_error', false],
]
for (const [code, isOfOne] of CODES) {
  test(`${code} ${isOfOne ? 'is of one request' : 'would befall the others too'}`, () => {
    assert.equal(isOfTheRequest(refused(code, { outcome: 'refused' })), isOfOne)
    assert.equal(isOfTheRequest(refused(code, { outcome: 'unknown' })), false, 'it may be done')
  })
}

test('a reason has each field, or the ministry’s observations, or only what happened', () => {
  const issues = [
    { field: 'a', message: 'Falta.' },
    { field: 'b', message: 'Sobra.' },
  ]
  assert.equal(reasonOf(refused('validation_failed', {}, { issues })), 'a: Falta. b: Sobra.')
  assert.equal(reasonOf(refused('validation_failed', {}, { issues: [] })), 'Lo que pasó.')
  assert.equal(reasonOf(refused('not_found')), 'Lo que pasó.')
  const observaciones = ['#/a MAL', '#/b MAL']
  assert.equal(
    reasonOf(refused('mh_rejected', {}, { observaciones })),
    'Lo que pasó. #/a MAL #/b MAL',
  )
})
