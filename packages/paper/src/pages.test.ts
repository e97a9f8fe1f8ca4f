/** Pages are not wasted: a document that fits on one page uses one, and no page ends half empty before a table. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DOCUMENTS, ofEachType, withLines } from '../test/documents.ts'
import {
  EXPORTACION_DE_SERVICIOS,
  EXPORTACION_LLENA,
  lineaExportacion,
} from '../test/exportacion.ts'
import {
  CREDITO_FISCAL_LLENO,
  FACTURA_LLENA,
  FACTURA_MINIMA,
  linea,
  sealed,
} from '../test/fixtures.ts'
import { lineaNota, NOTA_CREDITO_LLENA } from '../test/notas.ts'
import { print } from '../test/said.ts'
import type { PlainDocumento } from './documento.ts'
import { PAGE_HEIGHT } from './drawing.ts'
import { BOTTOM, FOOTER_Y, TOP } from './layout/look.ts'

const { compraTercero = null } = EXPORTACION_LLENA
const { ventaTercero = null, apendice } = CREDITO_FISCAL_LLENO

const ONE_PAGE: Readonly<Record<string, PlainDocumento>> = {
  'an export of one line with a third party': { ...EXPORTACION_DE_SERVICIOS, compraTercero },
  'an export of goods of one line with a third party': {
    ...withLines(EXPORTACION_LLENA, 1, lineaExportacion),
    documentoRelacionado: null,
    otrosDocumentos: null,
    apendice: null,
  },
  'a note of three lines with everything': withLines(NOTA_CREDITO_LLENA, 3, lineaNota),
  'an appendix of two rows': { ...FACTURA_MINIMA, receptor: FACTURA_LLENA.receptor, apendice },
  'an appendix of two rows and a third party': {
    ...FACTURA_MINIMA,
    receptor: FACTURA_LLENA.receptor,
    ventaTercero,
    apendice,
  },
}

for (const [name, documento] of Object.entries(ONE_PAGE)) {
  test(`${name} takes one page`, () => {
    assert.equal(print(sealed(documento)).length, 1)
  })
}

test('a page that another follows is more than half full', () => {
  const documents = [
    ...Object.values(DOCUMENTS),
    ...[1, 2, 3, 5, 9, 14, 25, 40].flatMap((lines) => ofEachType(lines)),
    ...[6, 12, 18, 20, 22].map((lines) => withLines(FACTURA_MINIMA, lines, linea)),
  ]
  for (const documento of documents) {
    const pages = print(sealed(documento))
    for (const [n, { texts }] of pages.slice(0, -1).entries()) {
      const lowest = Math.max(...texts.map(({ y }) => PAGE_HEIGHT - y).filter((y) => y < FOOTER_Y))
      const used = (lowest - TOP) / (BOTTOM - TOP)
      const { tipoDte } = documento.identificacion
      const lines = documento.cuerpoDocumento.length
      assert.ok(used > 0.5, `page ${n + 1} of a ${tipoDte} of ${lines}: ${used.toFixed(2)}`)
    }
  }
})
