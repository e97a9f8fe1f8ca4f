/**
 * The printed copy on a screen, before and after the document is issued: the same page as the PDF, from
 * the same sheets and with the same faces, painted on a 2D canvas. It runs in a browser, in its page or in a
 * worker; nothing in it, or in what it imports, is of Node.js.
 *
 * ```ts
 * const preview = createPreview(await fontFiles(), canvas.getContext('2d'))
 * for (const { family, weight, bytes } of preview.faces)
 *   document.fonts.add(await new FontFace(family, bytes, { weight }).load())
 * const [page] = preview.draft(documento)
 * page.paint(canvas.getContext('2d'), devicePixelRatio)
 * ```
 */
import type { PlainDocumento, Printable } from '../documento.ts'
import type { NewPage } from '../drawing.ts'
import { createType } from '../layout/block.ts'
import { drawLetter } from '../layout/letter.ts'
import { drawRoll } from '../roll/roll.ts'
import { sheetOf } from '../sheets/index.ts'
import { readFace } from '../type/typeface.ts'
import {
  CSS_WEIGHTS,
  createPreviewCanvas,
  FAMILIES,
  type PreviewCanvas,
  type PreviewLook,
  type PreviewPage,
} from './canvas.ts'
import { createPreviewScripts, type MeasuringContext } from './scripts.ts'

export { accentOf } from '../brand/brand.ts'
export type { Context2D, PreviewLook, PreviewPage } from './canvas.ts'
export type { MeasuringContext } from './scripts.ts'

/** The bytes of the four files that `@sello/paper/fonts/` has: `sello-sans-regular.ttf` and so on. */
export interface FontFiles {
  readonly regular: Uint8Array<ArrayBuffer>
  readonly regularExtended: Uint8Array<ArrayBuffer>
  readonly semibold: Uint8Array<ArrayBuffer>
  readonly semiboldExtended: Uint8Array<ArrayBuffer>
}

/** What a FontFace is made of. */
export interface PreviewFace {
  readonly family: string
  /** As CSS has it. */
  readonly weight: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface Preview {
  /** To be loaded before a page is painted; laying a page out does without. */
  readonly faces: readonly PreviewFace[]
  /**
   * The pages of a document that has no seal yet, whose room stays blank. Throws for a tipoDte that has no
   * sheet, and for nothing that a document can hold.
   */
  draft(documento: PlainDocumento): PreviewPage[]
  /** The pages of an issued document, sealed or not. Throws as `draft` does. */
  letter(p: Printable): PreviewPage[]
  /** The same facts for a roll of paper so many millimetres wide. Throws as `draft` does. */
  ticket(p: Printable, paperWidthMm: number): PreviewPage[]
}

/**
 * Reads the fonts, which takes some milliseconds; make one for the life of the page. `measuring` is the context of
 * any canvas: it says how wide the letters are that the faces lack. `look` is the
 * company's own.
 */
export function createPreview(
  files: FontFiles,
  measuring: MeasuringContext,
  look: PreviewLook = {},
): Preview {
  const faces = {
    regular: {
      ...readFace('regular', files.regular, files.regularExtended),
      scripts: createPreviewScripts(measuring, 'regular'),
    },
    semibold: {
      ...readFace('semibold', files.semibold, files.semiboldExtended),
      scripts: createPreviewScripts(measuring, 'semibold'),
    },
  }
  const type = { ...createType(faces), logo: look.logo ?? null }

  const newPage: NewPage<PreviewCanvas> = (width, height) =>
    createPreviewCanvas(faces, look, width, height)
  const finished = (pages: readonly PreviewCanvas[]) => pages.map((page) => page.finish())

  function letter(p: Printable, slots: boolean): PreviewPage[] {
    const sheet = sheetOf(p.documento.identificacion.tipoDte)
    return finished(drawLetter(type, newPage, sheet, p, slots))
  }

  return {
    faces: facesOf(files),
    draft: (documento) => letter({ documento, selloRecibido: '-', fhProcesamiento: '-' }, true),
    letter: (p) => letter(p, false),
    ticket(p, paperWidthMm) {
      const sheet = sheetOf(p.documento.identificacion.tipoDte)
      return finished(drawRoll(type, newPage, sheet, p, paperWidthMm))
    },
  }
}

function facesOf(files: FontFiles): PreviewFace[] {
  const regular = String(CSS_WEIGHTS.regular)
  const semibold = String(CSS_WEIGHTS.semibold)
  return [
    { family: FAMILIES.basic, weight: regular, bytes: files.regular },
    { family: FAMILIES.extended, weight: regular, bytes: files.regularExtended },
    { family: FAMILIES.basic, weight: semibold, bytes: files.semibold },
    { family: FAMILIES.extended, weight: semibold, bytes: files.semiboldExtended },
  ]
}
