/** The look of every page: measures in points, colours, type. */
import type { Color, Style } from '../drawing.ts'
import { ACCENT, PAGE_HEIGHT, PAGE_WIDTH } from '../drawing.ts'

export const LEFT = 40
export const RIGHT = PAGE_WIDTH - LEFT
export const WIDTH = RIGHT - LEFT
export const TOP = 38
/** Content ends here; the footer is below. */
export const BOTTOM = PAGE_HEIGHT - 52
export const FOOTER_Y = PAGE_HEIGHT - 34

const INK: Color = '0.11 0.13 0.16'
export const NAVY: Color = ACCENT
const GREY: Color = '0.4 0.44 0.5'
/** Zeroes are pale: they are for checking, not for reading. */
export const PALE: Color = '0.6 0.63 0.68'
export const RULE: Color = '0.84 0.86 0.89'
export const TINT: Color = '0.955 0.963 0.974'
export const WHITE: Color = '1 1 1'
export const BLACK: Color = '0 0 0'
const WARNING: Color = '0.55 0.22 0.02'
export const WARNING_TINT: Color = '0.995 0.955 0.9'

export const RULE_WIDTH = 0.5

// biome-ignore format: a table
export const STYLES = {
  kicker:     { weight: 'semibold', size: 6.6,  color: NAVY, tracking: 0.55 },
  nombreDte:  { weight: 'semibold', size: 15.5, color: NAVY },
  version:    { weight: 'semibold', size: 6.6,  color: GREY },
  emisor:     { weight: 'semibold', size: 13.5, color: INK },
  emisorLong: { weight: 'semibold', size: 9.5,  color: INK },
  heading:    { weight: 'semibold', size: 6.6,  color: NAVY, tracking: 0.55 },
  prominent:  { weight: 'semibold', size: 8.4,  color: NAVY, tracking: 0.4 },
  label:      { weight: 'regular',  size: 7.2,  color: GREY },
  smallLabel: { weight: 'regular',  size: 6.4,  color: GREY },
  value:      { weight: 'regular',  size: 8,    color: INK },
  strong:     { weight: 'semibold', size: 8,    color: INK },
  name:       { weight: 'semibold', size: 9.5,  color: INK },
  columnHead: { weight: 'semibold', size: 6.4,  color: NAVY },
  totalBand:  { weight: 'semibold', size: 11,   color: WHITE },
  notice:     { weight: 'semibold', size: 7.4,  color: WARNING },
  /** Noticeable at once, but the text over it stays readable. */
  watermark:  { weight: 'semibold', size: 94,   color: '0.985 0.865 0.85' },
  footer:     { weight: 'regular',  size: 6.6,  color: GREY },
  footerPage: { weight: 'semibold', size: 6.6,  color: GREY },
} as const satisfies Record<string, Style>

/** Spacing between elements, in points. */
export interface Spacing {
  /** Before a section. */
  readonly section: number
  /** Above and below the text of a row of a table, of its head and of a row of the totals. */
  readonly row: number
  readonly head: number
  readonly totalRow: number
  /** Between the fields of a list, and between stacked cards. */
  readonly list: number
  readonly card: number
  /** The padding of the card with the document's identification. */
  readonly cardPadding: number
}

export const SPACIOUS: Spacing = {
  section: 11,
  row: 2.6,
  head: 4,
  totalRow: 1.7,
  list: 2.2,
  card: 4.5,
  cardPadding: 12,
}

/** For a document whose last lines alone would need a second page. */
export const TIGHT: Spacing = {
  section: 6.5,
  row: 1.5,
  head: 2.5,
  totalRow: 0.9,
  list: 1.2,
  card: 2.5,
  cardPadding: 8,
}

/** The distance between baselines for a font size. */
export function leading(size: number): number {
  return size * 1.3
}

/** The distance from the top of a line to its baseline. */
export function ascent(size: number): number {
  return size * 0.98
}
