/** A document on pages of letter size. */
import type { Printable } from '../documento.ts'
import type { NewPage } from '../drawing.ts'
import type { Sheet } from '../sheets/sheet.ts'
import { flushRight, paragraph, type Type } from './block.ts'
import { createFlow, type Flow } from './flow.ts'
import { header, noticeBlock, runningHead } from './header.ts'
import { FOOTER_Y, LEFT, RULE, RULE_WIDTH, STYLES, WIDTH } from './look.ts'
import { drawSections } from './sections.ts'

/** Draws every page, in order. `slots`: what the ministry adds is left open. */
export function drawLetter(
  type: Type,
  newPage: NewPage,
  sheet: Sheet,
  p: Printable,
  slots: boolean,
): void {
  const flow = createFlow(type, newPage, runningHead(type, sheet, p))
  flow.place(header(type, sheet, p, slots))
  const notices = sheet.notices(p)
  if (notices.length > 0) {
    flow.skip(9)
    flow.place(noticeBlock(type, notices))
  }
  drawSections(flow, sheet.sections, p)
  drawFooters(flow, p)
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
