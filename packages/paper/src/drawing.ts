/**
 * What a page is drawn on. The layout knows only this interface, so the same page becomes a PDF file
 * (pdf/canvas.ts) or an image in the browser (preview/canvas.ts). Positions are points from the upper left
 * corner, y downwards; shapes are drawn below all text.
 */
import type { Letters } from './type/letters.ts'
import { type Faces, measure, type Weight } from './type/typeface.ts'

export const PAGE_WIDTH = 612
export const PAGE_HEIGHT = 792

/** Red, green and blue from 0 to 1, as operands of PDF: '0.1 0.2 0.3'. */
export type Color = `${number} ${number} ${number}`

/** The default accent colour, which a company's own colour replaces. */
export const ACCENT: Color = '0.09 0.2 0.36'

export interface Style {
  readonly weight: Weight
  readonly size: number
  readonly color: Color
  /** Letter spacing, in points. */
  readonly tracking?: number
}

/**
 * The structure tag of a part of a page, for screen readers. H1, H2, P, TH and TD hold text, and anything
 * opened inside one belongs to it. An artifact, such as a page footer, is not read aloud.
 */
export type Tag = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Artifact'

export interface Canvas {
  /** Tags everything drawn until `close`. A text outside any tag is a paragraph of its own. */
  open(tag: Tag): void
  close(): void
  /** `y` is the baseline. */
  text(x: number, y: number, letters: Letters, style: Style): void
  rect(x: number, y: number, width: number, height: number, color: Color): void
  /** The company's logo, in a box of its proportions. */
  logo(x: number, y: number, width: number, height: number): void
  /** Fills cells of a grid whose upper left corner is (x, y). */
  grid(x: number, y: number, unit: number, cells: Cells, color: Color): void
  /** A word in the basic font across the page, below everything else. */
  watermark(letters: Letters, style: Style): void
}

/** Flat enough to pass below the first page's card, which would cover it. */
const WATERMARK_ANGLE = (26 * Math.PI) / 180
/** As a fraction of the page's height, from the top. */
const WATERMARK_MIDDLE = 0.55

/** Anticlockwise, and the start of the word, so that its centre is the centre of the page. */
export function watermarkPosition(
  faces: Faces,
  [letters, style]: readonly [Letters, Style],
  [width, height]: readonly [number, number],
) {
  const angle = WATERMARK_ANGLE
  const half = widthOf(faces, letters, style) / 2
  const drop = (style.size * CAP_HEIGHT) / 2
  return {
    angle,
    x: width / 2 - half * Math.cos(angle) + drop * Math.sin(angle),
    y: height * WATERMARK_MIDDLE + half * Math.sin(angle) + drop * Math.cos(angle),
  }
}

/** As a fraction of the font size. */
const CAP_HEIGHT = 0.7

/** Rectangles in grid units, y downwards, as PDF operators: one `x y width height re` a line. */
export type Cells = string

/** Starts a page of that size, in points. */
export type NewPage<Page extends Canvas = Canvas> = (width: number, height: number) => Page

/** In points. */
export function widthOf(faces: Faces, letters: Letters, style: Style): number {
  const tracking = (style.tracking ?? 0) * letters.length
  return (measure(faces[style.weight], letters) * style.size) / 1000 + tracking
}
