import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EXPORTACION_LLENA } from '../../test/exportacion.ts'
import { sealed } from '../../test/fixtures.ts'
import { sheetOf } from './index.ts'

test('every name on the copy of an export has its English', () => {
  const p = sealed(EXPORTACION_LLENA)
  const { identificacion, emisor, sections } = sheetOf('11')
  const names: (string | undefined)[] = []
  const fields = (list: typeof emisor) => {
    for (const { label } of list) names.push(typeof label === 'string' ? label : label(p))
  }
  fields(identificacion)
  fields(emisor)
  for (const section of sections) {
    if (section.kind === 'fields') names.push(section.title)
    if (section.kind === 'fields' || section.kind === 'closing') fields(section.fields)
    const tables = section.kind === 'tables' ? section.tables : []
    const body = section.kind === 'cuerpo' ? [section.table] : []
    const pagos = section.kind === 'closing' && section.pagos ? [section.pagos] : []
    for (const table of [...tables, ...body, ...pagos]) {
      names.push(table.title, ...table.columns.map(({ label }) => label))
    }
    if (section.kind !== 'closing') continue
    const { totals, total, note } = section
    names.push(note?.title)
    for (const rows of [...totals, total]) {
      names.push(...rows(p.documento.resumen).map(({ label }) => label))
    }
  }
  const without = names.filter((name) => !/ \/ |\n/.test(name ?? ''))
  // The words for the buyer's identity document and for a tribute come from the catalogues.
  assert.deepEqual(without, [
    'Otro documento',
    'INCOTERMS',
    'Impuesto al Valor Agregado (exportaciones) 0%',
  ])
  assert.ok(names.length > 60)
})
