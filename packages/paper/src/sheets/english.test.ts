import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENTS } from '../../test/documents.ts'
import { INVALIDACION, RESCISION, RETORNOS } from '../../test/eventos.ts'
import { EXPORTACION_LLENA } from '../../test/exportacion.ts'
import { sealed } from '../../test/fixtures.ts'
import type { Printable, Resumen } from '../documento.ts'
import { printableOf } from '../evento.ts'
import { readable } from '../registro.ts'
import { sheetOf, sheetOfEvento } from './index.ts'
import type { Sheet } from './sheet.ts'

/** Every amount is there, so that the totals that are rarely printed have a row too. */
const withEveryTotal = (resumen: Resumen): Resumen =>
  new Proxy(resumen, {
    get: (of, name) => Reflect.get(of, name) || (name === 'tributos' ? null : 1),
  })

/** Of its fields, sections, columns and totals, as they are printed for that document. */
function namesOf({ identificacion, emisor, sections }: Sheet, p: Printable): string[] {
  const names: (string | undefined)[] = []
  const fields = (list: Sheet['emisor']) => {
    for (const { label } of list) names.push(typeof label === 'string' ? label : label(p))
  }
  fields(identificacion)
  fields(emisor)
  for (const section of sections) {
    if (section.kind === 'fields') names.push(section.title)
    if (section.kind === 'fields' && !section.empty(p)) fields(section.fields)
    if (section.kind === 'closing') fields(section.fields)
    const tables = section.kind === 'tables' ? section.tables : []
    const body = section.kind === 'cuerpo' ? [section.table] : []
    const pagos = section.kind === 'closing' && section.pagos ? [section.pagos] : []
    for (const table of [...tables, ...body, ...pagos]) {
      names.push(table.title, ...table.columns.map(({ label }) => label))
    }
    if (section.kind !== 'closing') continue
    const { totals, total, note } = section
    if (note) names.push(note.title)
    for (const rows of [...totals, total]) {
      names.push(...rows(withEveryTotal(p.documento.resumen)).map(({ label }) => label))
    }
  }
  return names.map((name) => name ?? '')
}

const SHEETS: readonly (readonly [what: string, sheet: Sheet, p: Printable])[] = [
  ...Object.entries(DOCUMENTS).map(
    ([what, documento]) =>
      [what, sheetOf(documento.identificacion.tipoDte), readable(sealed(documento))] as const,
  ),
  ...[INVALIDACION, RESCISION, ...Object.values(RETORNOS)].map((evento, n) => {
    const p = printableOf({ evento, selloRecibido: null, fhProcesamiento: null })
    return [`event ${n + 1}`, sheetOfEvento(evento), p] as const
  }),
]

for (const [what, sheet, p] of SHEETS) {
  test(`everything on the copy of ${what} has a name, and no two totals the same`, () => {
    const names = namesOf(sheet, p)
    for (const name of [sheet.nombre, ...names]) assert.match(name, /^\p{Lu}.*[\p{L}°).%]$/su)
    const closing = sheet.sections.find((section) => section.kind === 'closing')
    const rows = closing ? [...closing.totals, closing.total] : []
    const totals = rows.flatMap((row) => row(withEveryTotal(p.documento.resumen)))
    assert.equal(new Set(totals.map(({ label }) => label)).size, totals.length)
  })
}

test('every name on the copy of an export has its English', () => {
  const names = namesOf(sheetOf('11'), sealed(EXPORTACION_LLENA))
  const without = names.filter((name) => !/ \/ |\n/.test(name))
  // The words for the buyer's identity document and for a tribute come from the catalogues.
  assert.deepEqual(without, [
    'Otro documento',
    'INCOTERMS',
    'Impuesto al Valor Agregado (exportaciones) 0%',
  ])
  assert.ok(names.length > 60)
})
