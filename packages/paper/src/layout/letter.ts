/** A document on pages of letter size. */
import type { Printable } from '../documento.ts'
import type { Canvas, NewPage } from '../drawing.ts'
import { readable } from '../registro.ts'
import type { Sheet } from '../sheets/sheet.ts'
import { flushRight, paragraph, type Type } from './block.ts'
import { createFlow, type Flow } from './flow.ts'
import { header, noticeBlock, runningHead } from './header.ts'
import { FOOTER_Y, LEFT, RULE, RULE_WIDTH, STYLES, TIGHT, TOP, WIDTH } from './look.ts'
import { drawSections } from './sections.ts'

/**
 * Draws every page, in order. Uses tight spacing when that saves a second page for the last lines alone.
 * With `slots`, as in a draft, reserves the places of what the ministry adds.
 */
export function drawLetter<Page extends Canvas>(
  type: Type,
  newPage: NewPage<Page>,
  sheet: Sheet,
  given: Printable,
  slots: boolean,
): readonly Page[] {
  const p = readable(given)
  const flow = drawPages(type, newPage, sheet, p, slots)
  if (flow.pages.length !== 2 || flow.y - TOP - flow.left > GAIN_MOST) return flow.pages
  const tight = drawPages({ ...type, spacing: TIGHT }, newPage, sheet, p, slots)
  return tight.pages.length === 1 ? tight.pages : flow.pages
}

function drawPages<Page extends Canvas>(
  type: Type,
  newPage: NewPage<Page>,
  sheet: Sheet,
  p: Printable,
  slots: boolean,
): Flow<Page> {
  type.missing.seen = false
  const flow = createFlow(type, newPage, runningHead(type, sheet, p))
  flow.place(header(type, sheet, p, slots))
  const notices = sheet.notices(p)
  if (notices.length > 0) {
    flow.skip(type.spacing.section - 2)
    flow.place(noticeBlock(type, notices))
  }
  drawSections(flow, sheet.sections, p)
  drawFooters(flow, p)
  if (p.invalidado)
    for (const page of flow.pages) page.watermark(type.letters(INVALIDADO), STYLES.watermark)
  return flow
}

const INVALIDADO = 'INVALIDADO'

/** The most that tight spacing can save on a page, plus a table head that is not repeated. */
const GAIN_MOST = 170

/** Below the footer of a copy with such a character. */
export const MISSING =
  'Un carácter que la letra de esta copia no tiene está escrito con su código Unicode: [U+…].'

/** The number of pages is known only at the end. */
function drawFooters({ type, pages }: Flow, p: Printable): void {
  const { codigoGeneracion } = p.documento.identificacion
  const missing = type.missing.seen ? paragraph(type, MISSING, STYLES.footer, WIDTH) : null
  const left = paragraph(type, `Código de generación ${codigoGeneracion}`, STYLES.footer, WIDTH)
  for (const [n, page] of pages.entries()) {
    page.open('Artifact')
    page.rect(LEFT, FOOTER_Y - 5, WIDTH, RULE_WIDTH, RULE)
    left.draw(page, LEFT, FOOTER_Y)
    missing?.draw(page, LEFT, FOOTER_Y + left.height)
    flushRight(type, `Página ${n + 1} de ${pages.length}`, STYLES.footerPage, WIDTH).draw(
      page,
      LEFT,
      FOOTER_Y,
    )
    page.close()
  }
}
