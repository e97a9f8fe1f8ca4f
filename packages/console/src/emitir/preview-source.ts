/** Loads the drawing code and its fonts once; the first script does not include them. */
import { accentOf, createPreview, type PreviewLook, type PreviewPage } from '@sello/paper/canvas'
import regularUrl from '@sello/paper/fonts/sello-sans-regular.ttf?url'
import regularExtendedUrl from '@sello/paper/fonts/sello-sans-regular-extended.ttf?url'
import semiboldUrl from '@sello/paper/fonts/sello-sans-semibold.ttf?url'
import semiboldExtendedUrl from '@sello/paper/fonts/sello-sans-semibold-extended.ttf?url'
import face400 from '../fonts/sello-sans-400.woff2?url'
import face600 from '../fonts/sello-sans-600.woff2?url'

/** A company's own colour and logo. */
export interface Look {
  readonly accent: string
  readonly logo: HTMLImageElement | null
}

export interface PreviewSource {
  draft(documento: unknown, look?: Look): PreviewPage | undefined
  issued(printable: object, look?: Look): PreviewPage | undefined
}

export async function loadPreview(): Promise<PreviewSource> {
  const bytes = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer())
  const [regular, regularExtended, semibold, semiboldExtended] = await Promise.all(
    [regularUrl, regularExtendedUrl, semiboldUrl, semiboldExtendedUrl].map(bytes),
  )
  if (!regular || !regularExtended || !semibold || !semiboldExtended) {
    throw new Error('bug: a face of the preview is missing')
  }
  const measuring = document.createElement('canvas').getContext('2d')
  if (!measuring) throw new Error('Este navegador no dibuja en un lienzo.')
  const files = { regular, regularExtended, semibold, semiboldExtended }
  const preview = createPreview(files, measuring)
  const withLook = (look: Look | undefined) =>
    look === undefined ? preview : createPreview(files, measuring, lookOf(look))
  // The font files of the printed copy lack tables that browsers require. The console's are subsets of the
  // same original, so every letter has the same width.
  await Promise.all(
    preview.faces.map(async ({ family, weight }) => {
      const url = String(weight) === '600' ? face600 : face400
      document.fonts.add(await new FontFace(family, `url(${url})`, { weight }).load())
    }),
  )
  return {
    draft: (documento, look) =>
      withLook(look).draft(documento as Parameters<typeof preview.draft>[0])[0],
    issued: (printable, look) =>
      withLook(look).letter(printable as Parameters<typeof preview.letter>[0])[0],
  }
}

function lookOf({ accent, logo }: Look): PreviewLook {
  return {
    accent: accentOf(accent),
    logo: logo && { image: logo, width: logo.naturalWidth, height: logo.naturalHeight },
  }
}
