/** Which calls share a commit, how many of them, and what of it each is told when it fails. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Refused } from '@sello/contract'
import pg from 'pg'
import { CommitUnknown, DatabaseUnavailable } from '../../base/db/errors.ts'
import { DIFERIDO } from '../../ledger/transmission/outcome.ts'
import { OF_ANY_DOCUMENTS, OF_ONE_SERIES } from './commits.ts'
import type { Draft } from './draft.ts'
import { beginningOf, claimantOf, seriesOf, type Unsigned, unsignedOf } from './number.ts'
import type { Answered } from './record-verdicts.ts'

const NOW = new Date('2026-11-20T16:00:00Z')
const after = (ms: number) => new Date(NOW.getTime() + ms)
const ENDS = after(15 * 60_000).toISOString()
const SERIES = {
  ...{ companyId: 'C1', ambiente: '00', tipoDte: '01' },
  ...{ codEstable: 'M001', codPuntoVenta: 'P001', year: 2026 },
}
const ALONE = { ajustados: [], liquidados: { all: [] }, corrected: null, sustituye: null }
const sign = (() => {}) as unknown as Unsigned['sign']

interface Case {
  readonly series?: Partial<Record<keyof typeof SERIES, unknown>>
  readonly draft?: object
  readonly lines?: number
  readonly keyId?: string
  readonly idempotencyKey?: string
  readonly now?: Date
  readonly sign?: Unsigned['sign']
}

function unsigned(one: Case = {}): Unsigned {
  const { companyId, ambiente, ...codes } = { ...SERIES, ...one.series }
  const ctx = {
    key: { companyId, ambiente, keyId: one.keyId ?? 'K1' },
    claim: { idempotencyKey: one.idempotencyKey ?? 'i-1', bodyHash: Buffer.from('h') },
    ...{ now: NOW, clock: { now: () => one.now ?? NOW }, random: { uuid: () => 'abcdef' } },
  } as unknown as Unsigned['ctx']
  const documento = { cuerpoDocumento: Array.from({ length: one.lines ?? 1 }, () => ({})) }
  const draft = { ...ALONE, ...codes, outage: null, documento, ...one.draft } as unknown as Draft
  return { ...unsignedOf(ctx, draft, one.sign === undefined ? sign : one.sign), since: NOW }
}

const ofDatabase = (code: string) => Object.assign(new pg.DatabaseError('', 0, 'error'), { code })

test('only documents of one series share the commit that numbers them', () => {
  assert.deepEqual(seriesOf(unsigned()), SERIES)
  const { laneOf } = OF_ONE_SERIES
  assert.equal(laneOf(unsigned({ keyId: 'K2', lines: 5 })), laneOf(unsigned()))
  const lanes = new Set([
    laneOf(unsigned()),
    ...Object.keys(SERIES).map((member) => laneOf(unsigned({ series: { [member]: '7' } }))),
    laneOf(unsigned({ series: { codEstable: 'M0', codPuntoVenta: '01P001' } })),
  ])
  assert.equal(lanes.size, 8)
})

test('what its commit may refuse is alone in it, and of the others the lines count', () => {
  const { weightOf, weightMax } = OF_ONE_SERIES
  assert.deepEqual(
    [0, 1, 20, 2_000].map((lines) => weightOf(unsigned({ lines }))),
    [1, 1.05, 2, 101],
  )
  for (const draft of [
    { ajustados: [{}] },
    { liquidados: { all: [{}] } },
    { corrected: { codigoGeneracion: 'R1' } },
    { sustituye: 'D1' },
  ]) {
    assert.equal(weightOf(unsigned({ draft })), weightMax, Object.keys(draft).join())
  }
})

test('a commit has at most 20 signatures of a series, which take 5 ms, or 64 verdicts', () => {
  assert.equal(OF_ONE_SERIES.weightMax, 20)
  assert.equal(OF_ANY_DOCUMENTS.weightMax, 64)
})

test('a call that waits for its number for more than ten seconds is told that the series is busy', () => {
  assert.equal(OF_ONE_SERIES.lateness(unsigned({ now: after(10_000) })), null)
  const late = OF_ONE_SERIES.lateness(unsigned({ now: after(10_001) }))
  assert.ok(late instanceof Refused)
  assert.deepEqual(
    [late.code, late.message, late.details],
    [
      'correlative_unavailable',
      'La serie de numeración está ocupada. No se hizo nada: repita con la misma Idempotency-Key.',
      {},
    ],
  )
})

test('two calls with one Idempotency-Key of one key are never in one commit', () => {
  const { identityOf } = OF_ONE_SERIES
  const one = identityOf(unsigned())
  assert.equal(identityOf(unsigned({ lines: 9 })), one)
  const others = [
    { keyId: 'K2' },
    { idempotencyKey: 'i-2' },
    { keyId: 'K', idempotencyKey: '1i-1' },
  ]
  assert.equal(new Set([one, ...others.map((of) => identityOf(unsigned(of)))]).size, 4)
})

test('each call is tried alone after what one of them may have caused, and after nothing else', () => {
  const refused = new Refused('reference_in_use', '', { codigoGeneracion: '' })
  for (const [error, ofNumbers, ofVerdicts] of [
    [new Error('one cannot be written'), true, true],
    [ofDatabase('23505'), true, true],
    [refused, false, true],
    [ofDatabase('55P03'), false, true], // a lock was not granted: no number was taken
    [ofDatabase('40P01'), false, true], // a deadlock
    [ofDatabase('57014'), false, false],
    [ofDatabase('08006'), false, false],
    [new DatabaseUnavailable(''), false, false],
    [new CommitUnknown(''), false, false],
  ] as const) {
    const found = [OF_ONE_SERIES.isOneItems(error), OF_ANY_DOCUMENTS.isOneItems(error)]
    assert.deepEqual(found, [ofNumbers, ofVerdicts], String(error))
  }
})

test('verdicts of one document are in one lane of two, and on a cluster those of one company', () => {
  const answered = (codigoGeneracion: string, isCluster = false) =>
    ({
      pool: { options: { isCluster } },
      which: { companyId: `company of ${codigoGeneracion.at(-1)}`, codigoGeneracion },
    }) as unknown as Answered
  const { laneOf, identityOf, lateness, weightOf } = OF_ANY_DOCUMENTS
  assert.deepEqual(
    ['000', '011', '01F', '0F0', 'FE1', 'FF0'].map((code) => laneOf(answered(code))),
    ['0', '1', '1', '1', '0', '1'],
  )
  assert.equal(laneOf(answered('01F', true)), 'company of F')
  const one = answered('A1')
  assert.deepEqual([identityOf(one), lateness(one), weightOf(one)], ['A1', null, 1])
})

test('a claim is settled in the commit of a number that nobody sends now, and of no other', () => {
  const settled = (one: Case) => {
    const given = unsigned(one)
    const { codigoGeneracion, outcome } = claimantOf(given)
    return [beginningOf(given), codigoGeneracion, outcome]
  }
  const outage = { outageId: 'o-1' }
  const reservado = { estado: 'reservado', venceEn: ENDS }
  assert.deepEqual(settled({}), ['issue', 'ABCDEF', null])
  assert.deepEqual(settled({ draft: { outage } }), ['issue_deferred', 'ABCDEF', DIFERIDO])
  assert.deepEqual(settled({ sign: null }), ['prepare', 'ABCDEF', reservado])
  const corrected = { codigoGeneracion: 'R1' }
  assert.deepEqual(settled({ draft: { corrected } }), ['issue', 'R1', null])
})
