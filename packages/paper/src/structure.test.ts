/** The structure of a tagged PDF: elements in order, table cells, a title, a language, bookmarks. */
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { withLines } from '../test/documents.ts'
import { ANULACION, INVALIDACION, RETORNOS } from '../test/eventos.ts'
import { FACTURA_LLENA, linea } from '../test/fixtures.ts'
import { notaOver } from '../test/notas.ts'
import { readPdf } from '../test/read-pdf.ts'
import { type Element, readStructure } from '../test/read-structure.ts'
import { readWithPdfjs } from '../test/read-with-pdfjs.ts'
import { createPrinter } from './printer.ts'

const printer = createPrinter()
const SEAL = {
  selloRecibido: '20260123456789ABCDEF0123456789ABCDEF0123',
  fhProcesamiento: '20/10/2026 11:12:15',
}
const LINES = 200

const FILES: Readonly<Record<string, Uint8Array>> = {
  'a full 01': printer.letter({ documento: FACTURA_LLENA, ...SEAL }),
  'a 01 of 200 lines': printer.letter({
    documento: withLines(FACTURA_LLENA, LINES, linea),
    ...SEAL,
  }),
  'a 05 of 200 lines': printer.letter({ documento: notaOver(50, LINES), ...SEAL }),
  'a ticket': printer.ticket({ documento: FACTURA_LLENA, ...SEAL }, 58),
  'a ticket of a 05': printer.ticket({ documento: notaOver(50, LINES), ...SEAL }, 58),
  'an invalidation': printer.evento({ evento: INVALIDACION, ...SEAL }),
  'an event that voids paper': printer.evento({ evento: ANULACION, ...SEAL }),
  'a return of a 11': printer.evento({ evento: RETORNOS['11'] ?? INVALIDACION, ...SEAL }),
}

const flat = (element: Element): Element[] => [element, ...element.kids.flatMap(flat)]
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  Table: ['Document'],
  TR: ['Table'],
  TH: ['TR'],
  TD: ['TR'],
  H1: ['Document'],
  H2: ['Document'],
  P: ['Document'],
  Figure: ['Document'],
}

for (const [what, file] of Object.entries(FILES)) {
  test(`of ${what} every mark has one element, every element its place, and every text its mark`, () => {
    const { root, bookmarks, marks } = readStructure(file)
    const elements = flat(root)
    assert.equal(root.tag, 'Document')
    for (const element of elements) {
      for (const kid of element.kids) {
        assert.ok(PARENTS[kid.tag]?.includes(element.tag), `${kid.tag} in ${element.tag}`)
      }
    }
    const owned = elements.flatMap(({ page, mark }) => (mark === null ? [] : [`${page} ${mark}`]))
    assert.equal(new Set(owned).size, owned.length)
    assert.deepEqual([...owned].sort(), [...marks].sort())
    const pages = readPdf(file)
    assert.deepEqual(
      bookmarks,
      pages.map((_, n) => `Página ${n + 1}`),
    )
    for (const figure of elements.filter(({ tag }) => tag === 'Figure')) assert.ok(figure.alt)
  })
}

for (const what of ['a 01 of 200 lines', 'a 05 of 200 lines']) {
  test(`in the tables of ${what} each row has as many cells as columns, on every page`, () => {
    const { root } = readStructure(FILES[what] as Uint8Array)
    const bodies = root.kids.filter(
      ({ tag, kids }) => tag === 'Table' && kids[0]?.kids[0]?.tag === 'TH',
    )
    const rows = bodies.flatMap(({ kids: [head, ...rows] }) =>
      rows.map((row) => [row.kids.length, head?.kids.length]),
    )
    assert.ok(rows.length >= LINES)
    for (const [cells, columns] of rows) assert.equal(cells, columns)
  })
}

test('the same document gives the same bytes', () => {
  const documento = withLines(FACTURA_LLENA, 40, linea)
  const whole = printer.letter({ documento, ...SEAL })
  const again = createPrinter().letter({ documento, ...SEAL })
  assert.ok(Buffer.from(whole).equals(again))
})

test('pdf.js finds title, language, elements and their texts, in order', async () => {
  const copy = await readWithPdfjs(FILES['a full 01'] as Uint8Array)
  assert.match(copy.title, /^Factura DTE-01-/)
  assert.equal(copy.language, 'es-SV')
  assert.equal(copy.isTagged, true)
  const isSaid = (role: string, text: RegExp) =>
    copy.elements.some((element) => element.role === role && text.test(element.text))
  assert.ok(isSaid('H1', /^Factura$/))
  assert.ok(isSaid('P', /^NIT 0614-280390-112-1$/))
  assert.ok(isSaid('P', /^Sello de recepción ?2026[0-9A-F]+/))
  assert.ok(isSaid('H2', /^RECEPTOR$/))
  assert.ok(isSaid('TH', /^Descripción$/))
  const said = copy.elements.map(({ text }) => text).join('\n')
  assert.match(said, /Total a pagar \$ [\d,.]+/)
  assert.ok(!said.includes('Página 1 de'), 'the foot of the page is an artifact')
  const order = ['Número de control', 'RECEPTOR', 'Descripción', 'Total a pagar'].map((words) =>
    said.indexOf(words),
  )
  assert.ok(!order.includes(-1))
  assert.deepEqual(
    order,
    order.toSorted((a, b) => a - b),
  )
})
