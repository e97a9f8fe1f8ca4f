/** The printed copy of a document: the same bytes for the same document, for ever. */
import type { PlainDocumento, Printable, Seal } from './documento.ts'
import { createType, flushRight, paragraph } from './layout/block.ts'
import { createFlow, type Flow } from './layout/flow.ts'
import { header, noticeBlock, runningHead, slotLetters } from './layout/header.ts'
import { FOOTER_Y, LEFT, RULE, RULE_WIDTH, STYLES, WIDTH } from './layout/look.ts'
import { drawSections } from './layout/sections.ts'
import type { Faces } from './pdf/canvas.ts'
import { type BegunFile, createFileWriter } from './pdf/file.ts'
import { loadTypeface } from './pdf/typeface.ts'
import { drawRoll } from './roll/roll.ts'
import { findSheet } from './sheets/index.ts'
import type { Sheet } from './sheets/sheet.ts'

export interface Printer {
  /** A PDF of letter size. Throws for a tipoDte that has no sheet, and for nothing that a signed document can hold. */
  letter(p: Printable): Uint8Array
  /**
   * The letter of a document that is about to be sealed, drawn but for the seal: its bytes, some 15 KiB
   * of a small document, and none of the drawing. Throws as `letter` does.
   */
  begin(documento: PlainDocumento): BegunLetter
  /**
   * The bytes that `letter` gives, in a hundredth of its time. Null of a seal that the room left for it does
   * not hold: it takes a `letter`.
   */
  finish(begun: BegunLetter, seal: Seal): Uint8Array | null
  /**
   * The same facts in one column, for a roll of paper `paperWidthMm` wide; as long as it needs, in one
   * page. Throws as `letter` does.
   */
  ticket(p: Printable, paperWidthMm: number): Uint8Array
}

/** Plain data: another thread can have begun it. */
export interface BegunLetter {
  readonly tipoDte: string
  readonly file: BegunFile
}

/** Reads and prepares the fonts, which takes some milliseconds; make one for the life of the process. */
export function createPrinter(): Printer {
  const faces: Faces = { regular: loadTypeface('regular'), semibold: loadTypeface('semibold') }
  const type = createType(faces)
  const writer = createFileWriter(faces)

  function draw(sheet: Sheet, p: Printable, slots: boolean): BegunFile {
    const flow = createFlow(type, runningHead(type, sheet, p))
    flow.place(header(type, sheet, p, slots))
    const notices = sheet.notices(p)
    if (notices.length > 0) {
      flow.skip(9)
      flow.place(noticeBlock(type, notices))
    }
    drawSections(flow, sheet.sections, p)
    drawFooters(flow, p)
    const pages = flow.pages.map((page) => page.finish())
    return writer.begin(pages, { title: titleOf(sheet, p) })
  }

  return {
    // A seal that does not stand in its slot is drawn with the page; both ways give every document one file.
    letter(p) {
      const sheet = sheetOf(p.documento.identificacion.tipoDte)
      const { selloRecibido, fhProcesamiento } = p
      const hasBoth = selloRecibido !== null && fhProcesamiento !== null
      const texts = hasBoth ? slotLetters(type, sheet, { selloRecibido, fhProcesamiento }) : null
      return writer.finish(draw(sheet, p, texts !== null), texts ?? {})
    },
    begin(documento) {
      const stood = { documento, ...STAND_IN }
      const { tipoDte } = documento.identificacion
      return { tipoDte, file: draw(sheetOf(tipoDte), stood, true) }
    },
    finish({ tipoDte, file }, seal) {
      const texts = slotLetters(type, sheetOf(tipoDte), seal)
      return texts && writer.finish(file, texts)
    },
    ticket(p, paperWidthMm) {
      const sheet = sheetOf(p.documento.identificacion.tipoDte)
      const pages = drawRoll(type, sheet, p, paperWidthMm)
      return writer.finish(writer.begin(pages, { title: titleOf(sheet, p) }), {})
    },
  }
}

/** There is something to print: what, is left open. */
const STAND_IN: Seal = { selloRecibido: '-', fhProcesamiento: '-' }

function sheetOf(tipoDte: string): Sheet {
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
