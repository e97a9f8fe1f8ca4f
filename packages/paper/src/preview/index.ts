/**
 * The printed copy on a screen, before and after the document is issued: the same page as the PDF, from
 * the same sheets and fonts, painted on a 2D canvas. It runs in a browser, on the main thread or in a
 * worker; neither it nor its imports use Node.js.
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

/** The bytes of the four files in `@sello/paper/fonts/`: `sello-sans-regular.ttf` and so on. */
export interface FontFiles {
  readonly regular: Uint8Array<ArrayBuffer>
  readonly regularExtended: Uint8Array<ArrayBuffer>
  readonly semibold: Uint8Array<ArrayBuffer>
  readonly semiboldExtended: Uint8Array<ArrayBuffer>
}

/** The arguments of a FontFace. */
export interface PreviewFace {
  readonly family: string
  /** In CSS form. */
  readonly weight: string
  readonly bytes: Uint8Array<ArrayBuffer>
}

export interface Preview {
  /** Load these before painting a page; layout does not need them. */
  readonly faces: readonly PreviewFace[]
  /**
   * The pages of a document without a seal, whose place stays blank. Throws for a tipoDte that has no
   * sheet, and for nothing else that a document can contain.
   */
  draft(documento: PlainDocumento): PreviewPage[]
  /** The pages of an issued document, sealed or not. Throws as `draft` does. */
  letter(p: Printable): PreviewPage[]
  /** The same facts for a roll of paper that many millimetres wide. Throws as `draft` does. */
  ticket(p: Printable, paperWidthMm: number): PreviewPage[]
}

/**
 * Reads the fonts, which takes some milliseconds; make one per page load. `measuring` is the context of
 * any canvas: it measures the letters that the fonts lack. `look` is the
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
