import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import { idOf } from '../../../test/neighbours.ts'
import { at, DAY_MS, NOW } from '../../../test/two-companies.ts'
import type { Claim } from './claim.ts'
import { type AnyOutcome, type ClaimRow, claimStateOf, earlierOf } from './earlier.ts'

const [BODY, OLDER, OTHER] = ['body', 'older', 'other'].map((text) => Buffer.from(text)) as [
  ...[Buffer, Buffer, Buffer],
]
const CODE = idOf('code')
const PREPARED = { estado: 'reservado' } as AnyOutcome
const SEALED = { estado: 'sellado' } as AnyOutcome

const found = (given: Partial<ClaimRow> = {}): ClaimRow => ({
  ...{ body_hash: BODY, claimed_at: NOW, codigo_generacion: CODE, outcome: SEALED },
  ...given,
})
const claim = (given: Partial<Claim> = {}): Claim => ({
  ...{ space: 'issue', route: 'issue', idempotencyKey: 'a' },
  ...{ bodyHash: BODY, olderBodyHashes: [OLDER], ...given },
})

test('a claim is a first one where there is none, and from its end on', () => {
  assert.deepEqual(claimStateOf(null, claim(), NOW), { kind: 'first' })
  assert.deepEqual(claimStateOf(found(), claim(), at(DAY_MS)), { kind: 'first' })
  const settled = { kind: 'settled', codigoGeneracion: CODE, claimedAt: NOW, outcome: SEALED }
  assert.deepEqual(claimStateOf(found(), claim(), at(DAY_MS - 1)), settled)
  assert.deepEqual(claimStateOf(found({ body_hash: OLDER }), claim(), NOW), settled)
  assert.deepEqual(earlierOf(found(), claim(), NOW), settled)
  assert.equal(earlierOf(null, claim(), NOW), null)
})

const OTHER_BODY =
  'Esta Idempotency-Key ya se usó con otro cuerpo. Use una nueva para otra operación.'
const otherRoute = (route: string) =>
  `Esta Idempotency-Key ya se usó en otra ruta, ${route}. Use una nueva para esta operación.`

/** Each claim, the call under its key, and the text of its refusal; null: it is not refused. */
const REUSED: readonly (readonly [Partial<ClaimRow>, Partial<Claim>, string | null])[] = [
  [{ body_hash: OTHER }, {}, OTHER_BODY],
  [{ body_hash: OTHER, outcome: null }, {}, OTHER_BODY],
  [{ body_hash: OTHER, outcome: PREPARED }, {}, otherRoute('POST /v1/dte/prepare')],
  [{ body_hash: OTHER }, { route: 'prepare' }, otherRoute('POST /v1/dte')],
  [{ body_hash: OTHER }, { route: 'invalidate' }, OTHER_BODY],
  [{ body_hash: OTHER, outcome: PREPARED }, { route: 'prepare' }, OTHER_BODY],
  [{ outcome: PREPARED }, { route: 'prepare' }, null],
  [{}, { route: 'invalidate' }, null],
]

test('a key that was used for another body or route is refused with its reason', () => {
  for (const [row, call, message] of REUSED) {
    const state = () => claimStateOf(found(row), claim(call), NOW)
    if (message === null) assert.equal(state().kind, 'settled')
    else assert.throws(state, { code: 'idempotency_key_reuse', message })
  }
})

test('a repeat while the first call runs is told its document, and for how many whole seconds it runs', () => {
  for (const [ms, seconds] of [
    [1_999, 1],
    [2_000, 2],
    [0, 0],
    [-5_000, 0],
  ] as const) {
    const state = claimStateOf(found({ outcome: null }), claim(), at(ms))
    assert.ok(state.kind === 'unfinished')
    const { code, message, details } = state.refusal
    const codigoGeneracion = CODE.toUpperCase()
    assert.deepEqual(
      { code, message, details },
      {
        code: 'idempotency_in_flight',
        message: `La primera petición con esta Idempotency-Key sigue en curso y ya empezó algo irreversible: consulte el documento ${codigoGeneracion}.`,
        details: { enVueloSegundos: seconds, codigoGeneracion },
      },
    )
    assert.throws(() => earlierOf(found({ outcome: null }), claim(), at(ms)), Refused)
  }
})
