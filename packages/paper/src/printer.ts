/** The printed copy of a document: the same bytes for the same document, for ever. */
import type { Brand } from './brand/brand.ts'
import type { Logo } from './brand/logo.ts'
import type { PlainDocumento, Printable, Seal } from './documento.ts'
import type { NewPage } from './drawing.ts'
import { type PrintableEvento, printableOf } from './evento.ts'
import { createType } from './layout/block.ts'
import { slotLetters } from './layout/header.ts'
import { drawLetter } from './layout/letter.ts'
import { createCanvas, type PdfCanvas } from './pdf/canvas.ts'
import { loadFaces } from './pdf/faces.ts'
import { type BegunFile, createFileWriter } from './pdf/file.ts'
import { drawRoll } from './roll/roll.ts'
import { sheetOf, sheetOfEvento } from './sheets/index.ts'
import type { Sheet } from './sheets/sheet.ts'

export interface Printer {
  /** A PDF of letter size, in the company's look where one is given. Throws for a tipoDte that has no sheet, and for nothing that a signed document can hold. */
  letter(p: Printable, brand?: Brand | null): Uint8Array
  /**
   * The letter of a document that is about to be sealed, drawn but for the seal: its bytes, some 15 KiB
   * of a small document, and none of the drawing. Throws as `letter` does.
   */
  begin(documento: PlainDocumento, brand?: Brand | null): BegunLetter
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
  /** An invalidation or return event, as `letter` draws a document. */
  evento(p: PrintableEvento, brand?: Brand | null): Uint8Array
}

/** Plain data: another thread can have begun it. */
export interface BegunLetter {
  readonly tipoDte: string
  readonly file: BegunFile
}

/** Reads and prepares the fonts, which takes some milliseconds; make one for the life of the process. */
export function createPrinter(): Printer {
  const faces = loadFaces()
  const type = createType(faces)
  const writer = createFileWriter(faces)

  const newPage: NewPage<PdfCanvas> = (width, height) => createCanvas(faces, width, height)

  function write(pages: readonly PdfCanvas[], title: string, logo: Logo | null): BegunFile {
    const drawn = pages.map((page) => page.finish())
    return writer.begin(drawn, { title, logo })
  }

  function draw(sheet: Sheet, p: Printable, brand: Brand | null, slots: boolean): BegunFile {
    const logo = brand?.logo ?? null
    const accent = brand?.accent
    const own = logo ? { ...type, logo } : type
    const ownPage: NewPage<PdfCanvas> = accent
      ? (width, height) => createCanvas(faces, width, height, accent)
      : newPage
    return write(drawLetter(own, ownPage, sheet, p, slots), titleOf(sheet, p), logo)
  }

  function letterBy(sheet: Sheet, p: Printable, brand: Brand | null): Uint8Array {
    const { selloRecibido, fhProcesamiento } = p
    const hasBoth = selloRecibido !== null && fhProcesamiento !== null
    const texts = hasBoth ? slotLetters(type, sheet, { selloRecibido, fhProcesamiento }) : null
    return writer.finish(draw(sheet, p, brand, texts !== null), texts ?? {})
  }

  return {
    evento: (p, brand = null) => letterBy(sheetOfEvento(p.evento), printableOf(p), brand),
    // A seal that does not stand in its slot is drawn with the page; both ways give every document one file.
    letter: (p, brand = null) => letterBy(sheetOf(p.documento.identificacion.tipoDte), p, brand),
    begin(documento, brand = null) {
      const stood = { documento, ...STAND_IN }
      const { tipoDte } = documento.identificacion
      return { tipoDte, file: draw(sheetOf(tipoDte), stood, brand, true) }
    },
    finish({ tipoDte, file }, seal) {
      const texts = slotLetters(type, sheetOf(tipoDte), seal)
      return texts && writer.finish(file, texts)
    },
    ticket(p, paperWidthMm) {
      const sheet = sheetOf(p.documento.identificacion.tipoDte)
      const pages = drawRoll(type, newPage, sheet, p, paperWidthMm)
      return writer.finish(write(pages, titleOf(sheet, p), null), {})
    },
  }
}

/** There is something to print: what, is left open. */
const STAND_IN: Seal = { selloRecibido: '-', fhProcesamiento: '-' }

function titleOf({ nombre }: Sheet, { documento }: Printable): string {
  return `${nombre} ${documento.identificacion.numeroControl}`
}
