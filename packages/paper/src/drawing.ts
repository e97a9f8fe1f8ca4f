/**
 * What a page is drawn on. The layout knows this interface alone, so that the same page becomes a file
 * (pdf/canvas.ts) and what a browser shows (preview/canvas.ts). Positions are points from the upper left
 * corner, y downwards; shapes lie under all text.
 */
import type { Seal } from './documento.ts'
import type { Letters } from './type/letters.ts'
import { type Faces, measure, type Weight } from './type/typeface.ts'

export const PAGE_WIDTH = 612
export const PAGE_HEIGHT = 792

/** Red, green and blue from 0 to 1, as the operator of PDF takes them: '0.1 0.2 0.3'. */
export type Color = `${number} ${number} ${number}`

/** What a company's own colour takes the place of. */
export const ACCENT: Color = '0.09 0.2 0.36'

export interface Style {
  readonly weight: Weight
  readonly size: number
  readonly color: Color
  /** Points added after every letter. */
  readonly tracking?: number
}

/**
 * What a part of a page is, for readers that go by it. H1, H2, P, TH and TD hold text, and what is opened inside
 * of one is part of it. An artifact is repeated on every page, and read on none.
 */
export type Tag = 'H1' | 'H2' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'Artifact'

export interface Canvas {
  /** What is drawn until its `close` is this. A text outside of any is a paragraph of its own. */
  open(tag: Tag): void
  close(): void
  /** `y` is the baseline. */
  text(x: number, y: number, letters: Letters, style: Style): void
  /** Where a text of the basic font will stand that is not known yet. */
  slot(x: number, y: number, name: keyof Seal, style: Style): void
  rect(x: number, y: number, width: number, height: number, color: Color): void
  /** The company's logo, in a box of its proportions. */
  logo(x: number, y: number, width: number, height: number): void
  /** Fills squares of a grid whose upper left corner is (x, y). */
  grid(x: number, y: number, unit: number, cells: Cells, color: Color): void
  /** A word of the basic font across the page, under everything else. */
  watermark(letters: Letters, style: Style): void
}

/** Flat enough to pass below the first page's card, which would cover it. */
const WATERMARK_ANGLE = (26 * Math.PI) / 180
/** Of the page's height, from above. */
const WATERMARK_MIDDLE = 0.55

/** Anticlockwise, and where the word begins: it stands in the middle of the page. */
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

/** Of the size of the type. */
const CAP_HEIGHT = 0.7

/** Rectangles in units of a grid, y downwards: as the operators of PDF, `x y width height re` a line. */
export type Cells = string

/** Begins a page of so many points. */
export type NewPage<Page extends Canvas = Canvas> = (width: number, height: number) => Page

/** In points. */
export function widthOf(faces: Faces, letters: Letters, style: Style): number {
  const tracking = (style.tracking ?? 0) * letters.length
  return (measure(faces[style.weight], letters) * style.size) / 1000 + tracking
}
