/** The printed copy of a document: the same document always gives the same bytes. */
import type { Brand } from './brand/brand.ts'
import type { Logo } from './brand/logo.ts'
import type { Printable } from './documento.ts'
import type { NewPage } from './drawing.ts'
import { type PrintableEvento, printableOf } from './evento.ts'
import { createType } from './layout/block.ts'
import { drawLetter } from './layout/letter.ts'
import { createCanvas, type PdfCanvas } from './pdf/canvas.ts'
import { loadFaces } from './pdf/faces.ts'
import { createFileWriter } from './pdf/file.ts'
import { createPreviewCanvas, type PreviewCanvas } from './preview/canvas.ts'
import { svgOf } from './preview/svg.ts'
import { drawRoll } from './roll/roll.ts'
import { sheetOf, sheetOfEvento } from './sheets/index.ts'
import type { Sheet } from './sheets/sheet.ts'

export interface Printer {
  /** A PDF of letter size, in the company's look where one is given. Throws for a tipoDte that has no sheet, and for nothing that a signed document can hold. */
  letter(p: Printable, brand?: Brand | null): Uint8Array
  /**
   * The same facts in one column, for a roll of paper `paperWidthMm` wide, on one page as long as needed.
   * Throws as `letter` does.
   */
  ticket(p: Printable, paperWidthMm: number): Uint8Array
  /** The pages of `letter` for a screen, as SVG. `logo` is the address of the company's logo, where it has one. */
  screens(p: Printable, brand: Brand | null, logo: string): string[]
  /** An event: an invalidation, a return or special operations. Like `letter` for a document. */
  evento(p: PrintableEvento, brand?: Brand | null): Uint8Array
}

/** Reads and prepares the fonts, which takes some milliseconds; make one per process. */
export function createPrinter(): Printer {
  const faces = loadFaces()
  const type = createType(faces)
  const writeFile = createFileWriter(faces)

  const newPage: NewPage<PdfCanvas> = (width, height) => createCanvas(faces, width, height)

  function write(pages: readonly PdfCanvas[], title: string, logo: Logo | null): Uint8Array {
    const drawn = pages.map((page) => page.finish())
    return writeFile(drawn, { title, logo })
  }

  function letterBy(sheet: Sheet, p: Printable, brand: Brand | null): Uint8Array {
    const logo = brand?.logo ?? null
    const accent = brand?.accent
    const own = logo ? { ...type, logo } : type
    const ownPage: NewPage<PdfCanvas> = accent
      ? (width, height) => createCanvas(faces, width, height, accent)
      : newPage
    return write(drawLetter(own, ownPage, sheet, p, false), titleOf(sheet, p), logo)
  }

  return {
    evento: (p, brand = null) => letterBy(sheetOfEvento(p.evento), printableOf(p), brand),
    letter: (p, brand = null) => letterBy(sheetOf(p.documento.identificacion.tipoDte), p, brand),
    screens(p, brand, address) {
      const logo = brand?.logo ?? null
      const { width = 0, height = 0 } = logo ?? {}
      const look = {
        accent: brand?.accent ?? null,
        logo: logo && { image: address, width, height },
      }
      const screen: NewPage<PreviewCanvas> = (width, height) =>
        createPreviewCanvas(faces, look, width, height)
      const sheet = sheetOf(p.documento.identificacion.tipoDte)
      return drawLetter({ ...type, logo }, screen, sheet, p, false).map((page) =>
        svgOf(page.finish()),
      )
    },
    ticket(p, paperWidthMm) {
      const sheet = sheetOf(p.documento.identificacion.tipoDte)
      const pages = drawRoll(type, newPage, sheet, p, paperWidthMm)
      return write(pages, titleOf(sheet, p), null)
    },
  }
}

function titleOf({ nombre }: Sheet, { documento }: Printable): string {
  return `${nombre} ${documento.identificacion.numeroControl}`
}
