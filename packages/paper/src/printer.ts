/** The printed copy of a document: the same bytes for the same document, for ever. */
import type { Printable } from './documento.ts'
import { createType, flushRight, paragraph } from './layout/block.ts'
import { createFlow, type Flow } from './layout/flow.ts'
import { header, noticeBlock, runningHead } from './layout/header.ts'
import { FOOTER_Y, LEFT, RULE, RULE_WIDTH, STYLES, WIDTH } from './layout/look.ts'
import { drawSections } from './layout/sections.ts'
import type { Faces } from './pdf/canvas.ts'
import { createFileWriter } from './pdf/file.ts'
import { loadTypeface } from './pdf/typeface.ts'
import { drawRoll } from './roll/roll.ts'
import { findSheet } from './sheets/index.ts'
import type { Sheet } from './sheets/sheet.ts'

export interface Printer {
  /** A PDF of letter size. Throws for a tipoDte that has no sheet, and for nothing that a signed document can hold. */
  letter(p: Printable): Uint8Array
  /**
   * The same facts in one column, for a roll of paper `paperWidthMm` wide; as long as it needs, in one
   * page. Throws as `letter` does.
   */
  ticket(p: Printable, paperWidthMm: number): Uint8Array
}

/** Reads and prepares the fonts, which takes some milliseconds; make one for the life of the process. */
export function createPrinter(): Printer {
  const faces: Faces = { regular: loadTypeface('regular'), semibold: loadTypeface('semibold') }
  const type = createType(faces)
  const writeFile = createFileWriter(faces)

  return {
    letter(p) {
      const sheet = sheetOf(p)
      const flow = createFlow(type, runningHead(type, sheet, p))
      flow.place(header(type, sheet, p))
      const notices = sheet.notices(p)
      if (notices.length > 0) {
        flow.skip(9)
        flow.place(noticeBlock(type, notices))
      }
      drawSections(flow, sheet.sections, p)
      drawFooters(flow, p)
      const pages = flow.pages.map((page) => page.finish())
      return writeFile(pages, { title: titleOf(sheet, p) })
    },
    ticket(p, paperWidthMm) {
      const sheet = sheetOf(p)
      return writeFile(drawRoll(type, sheet, p, paperWidthMm), { title: titleOf(sheet, p) })
    },
  }
}

function sheetOf({ documento }: Printable): Sheet {
  const { tipoDte } = documento.identificacion
  const sheet = findSheet(tipoDte)
  if (!sheet) throw new Error(`bug: there is no sheet for a document of type ${tipoDte}`)
  return sheet
}

function titleOf({ nombre }: Sheet, { documento }: Printable): string {
  return `${nombre} ${documento.identificacion.numeroControl}`
}

/** How many pages there are is known only at the end. */
function drawFooters({ type, pages }: Flow, p: Printable): void {
  const { codigoGeneracion } = p.documento.identificacion
  const left = paragraph(type, `Código de generación ${codigoGeneracion}`, STYLES.footer, WIDTH)
  for (const [n, page] of pages.entries()) {
    page.rect(LEFT, FOOTER_Y - 5, WIDTH, RULE_WIDTH, RULE)
    left.draw(page, LEFT, FOOTER_Y)
    flushRight(type, `Página ${n + 1} de ${pages.length}`, STYLES.footerPage, WIDTH).draw(
      page,
      LEFT,
      FOOTER_Y,
    )
  }
}
