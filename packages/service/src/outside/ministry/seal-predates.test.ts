import assert from 'node:assert/strict'
import { test } from 'node:test'
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
  ['23/11/2026 09:59:01',   0,                       false], // two clocks may differ by a minute
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
