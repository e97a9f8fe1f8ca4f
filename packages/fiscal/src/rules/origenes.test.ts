/** The term of what a remission (04) sent is disputed (docs/sources.md#open-points): either reading, and what is told. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inputOf } from '../../test/fixtures.ts'
import { REQUESTS } from '../../test/sound-requests.ts'
import { avisosDe, buildDocumento } from '../build.ts'
import type { Factura } from '../tipos/01/estructura.ts'
import { avisosDeOrigenes, terminoDe } from './origenes.ts'

function invoice(fecEmi: string, fechaEmision: string): Factura {
  const origen = { tipoDocumento: '04', tipoGeneracion: 1, numeroDocumento: '4815', fechaEmision }
  const request = { ...REQUESTS['01'], origenes: [origen] }
  const { documento, problems } = buildDocumento({ ...inputOf(request), fecEmi })
  assert.deepEqual(problems, [])
  return documento as Factura
}

test('a remission is invoiced until three days after the end of its month, or after itself', () => {
  assert.equal(terminoDe('2026-09-10', 'fin de mes'), '2026-10-03')
  assert.equal(terminoDe('2026-09-10', 'nota'), '2026-09-13')
  assert.equal(terminoDe('2026-12-31'), '2027-01-03')
  assert.equal(terminoDe('2028-02-01'), '2028-03-03')
})

test('a later invoice is issued, with a notice of the term', () => {
  assert.deepEqual(avisosDe(invoice('2026-10-03', '2026-09-10')), [])
  const [told, ...more] = avisosDe(invoice('2026-10-04', '2026-09-10'))
  assert.deepEqual(more, [])
  assert.equal(told?.field, 'documentoRelacionado[0].fechaEmision')
  assert.match(told?.message ?? '', /4815 es del 2026-09-10: .* a más tardar el 2026-10-03\.$/)
})

test('by the other reading the days run from the remission, except within its month', () => {
  const [group] = avisosDeOrigenes('nota')
  assert.ok(group)
  assert.equal(group.check(invoice('2026-10-03', '2026-09-10')).length, 1)
  assert.deepEqual(group.check(invoice('2026-10-03', '2026-09-30')), [])
  assert.deepEqual(group.check(invoice('2026-09-30', '2026-09-01')), [])
})
