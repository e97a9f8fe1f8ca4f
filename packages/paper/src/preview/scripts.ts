/** The browser draws scripts that the prepared letters do not cover, and measures them. */
import { type Letters, unicode } from '../type/letters.ts'
import type { Scripts } from '../type/scripts.ts'
import type { Weight } from '../type/typeface.ts'
import { cssFont } from './canvas.ts'

/** The part of a CanvasRenderingContext2D in use, of any canvas. */
export interface MeasuringContext {
  font: string
  measureText(text: string): { readonly width: number }
}

const SIZE = 100
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

export function createPreviewScripts(context: MeasuringContext, weight: Weight): Scripts {
  const widthOf = (text: string) => {
    context.font = cssFont(weight, SIZE)
    return (context.measureText(text).width * 1000) / SIZE
  }
  return {
    width: (letters) => widthOf(unicode(letters)),
    clusters: (letters) =>
      Array.from(graphemes.segment(unicode(letters)), ({ segment, index }) => ({
        start: index,
        text: segment,
        width: widthOf(segment),
      })),
    isMissing: (_: Letters) => false, // the browser falls back to the reader's own fonts
  }
}
