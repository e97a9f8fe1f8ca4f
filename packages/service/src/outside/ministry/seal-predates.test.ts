import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ministryInstant } from '../../base/time/ministry-instant.ts'
import { sealPredates } from './seal-predates.ts'

const DOCUMENTO = {
  kind: 'documento',
  companyId: '',
  ambiente: '00',
  nit: '',
  tipoDte: '01',
  codigoGeneracion: '',
  payload: '{"identificacion":{"fecEmi":"2026-11-23","horEmi":"10:00:00"}}',
} as const

// biome-ignore format: a table
const CASES = [
  // sealed                  the clock is behind by   it is older
  ['23/11/2026 09:58:59',   0,                       true],
  ['23/11/2026 09:59:00',   0,                       false], // two clocks may differ by a minute
  ['23/11/2026 09:58:59',   999,                     true],
  ['23/11/2026 09:58:59',   1_000,                   false],
  ['23/11/2026 10:00:05',   0,                       false],
  ['23/11/2026 09:50:05',   600_000,                 false], // its clock is ten minutes behind, and says so
  ['23/11/2026 09:48:00',   600_000,                 true],
  [null,                    0,                       false],
] as const

for (const [sealed, behindMs, isOlder] of CASES) {
  test(`a document of 10:00:00 ${isOlder ? 'cannot' : 'may'} have a seal of ${sealed}, ${behindMs} ms behind`, () => {
    assert.equal(sealPredates(DOCUMENTO, sealed, behindMs), isOlder)
  })
}

test('nothing is older than what has no time of its own, or is no document', () => {
  const old = '01/01/2026 00:00:00'
  assert.equal(sealPredates(DOCUMENTO, old, 0), true)
  const { payload: _, ...bare } = DOCUMENTO
  for (const filing of [
    ...[bare, { ...DOCUMENTO, payload: '{"fecEmi":"2026-11-23"}' }],
    ...(['invalidacion', 'contingencia', 'retorno', 'operaciones'] as const).map((kind) => ({
      ...DOCUMENTO,
      kind,
    })),
  ])
    assert.equal(sealPredates(filing, old, 0), false, filing.kind)
})

test('an instant of the ministry is of El Salvador, in its one form', () => {
  assert.deepEqual(ministryInstant('23/11/2026 10:00:05'), new Date('2026-11-23T16:00:05Z'))
  for (const other of [
    ...[
      null,
      '',
      '2026-11-23T10:00:05',
      '23/11/2026',
      ' 23/11/2026 10:00:05',
      '3/11/2026 10:00:05',
    ],
    ...['23/11/2026 10:00:05Z', '23/11/2026 10:00', '23/13/2026 10:00:05', '32/11/2026 10:00:05'],
  ])
    assert.equal(ministryInstant(other), null, String(other))
})
