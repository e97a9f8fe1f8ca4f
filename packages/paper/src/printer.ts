/** The printed copy of a document: the same document always gives the same bytes. */
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
   * Draws the letter of a document that is not sealed yet, with slots for the seal. Keeps only its bytes,
   * some 15 KiB for a small document. Throws as `letter` does.
   */
  begin(documento: PlainDocumento, brand?: Brand | null): BegunLetter
  /**
   * Fills in the seal: the same bytes as `letter`, in a hundredth of its time. Null when the seal does not
   * fit its slot: then use `letter`.
   */
  finish(begun: BegunLetter, seal: Seal): Uint8Array | null
  /**
   * The same facts in one column, for a roll of paper `paperWidthMm` wide, on one page as long as needed.
   * Throws as `letter` does.
   */
  ticket(p: Printable, paperWidthMm: number): Uint8Array
  /** An invalidation or return event, like `letter` for a document. */
  evento(p: PrintableEvento, brand?: Brand | null): Uint8Array
}

/** Plain data, so another thread can begin it. */
export interface BegunLetter {
  readonly tipoDte: string
  readonly file: BegunFile
}

/** Reads and prepares the fonts, which takes some milliseconds; make one per process. */
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
    // A seal that does not fit its slot is drawn with the page; both ways give the same file.
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

/** Placeholders, so that the sheet reserves the slots. */
const STAND_IN: Seal = { selloRecibido: '-', fhProcesamiento: '-' }

function titleOf({ nombre }: Sheet, { documento }: Printable): string {
  return `${nombre} ${documento.identificacion.numeroControl}`
}
