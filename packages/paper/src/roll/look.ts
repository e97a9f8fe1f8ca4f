/** The look of a roll, by its width: black only, because a thermal printer has no other colour. */

import type { Style } from '../drawing.ts'
import { BLACK } from '../layout/look.ts'

const POINTS_PER_MM = 72 / 25.4
/** The unprintable margin at each edge: about 5 mm on common rolls, less on narrow ones. */
const EDGE_MM = 5
const NARROW_MM = 50
const NARROW_EDGE_MM = 2.5

/** The font size: from the smallest that 203 dpi renders well to what suits a wide roll. */
const SIZE_LEAST = 6.2
const SIZE_MOST = 8.6
const SIZE_PER_MM = 0.096

/** Large enough for a phone to scan by hand, without filling a wide roll. */
const QR_MM_MOST = 36

export interface RollLook {
  /** The width of the paper, in points. */
  readonly paper: number
  readonly left: number
  /** The width of the printed area. */
  readonly width: number
  readonly qr: number
  readonly styles: Styles
}

export interface Styles {
  readonly value: Style
  readonly strong: Style
  readonly label: Style
  readonly name: Style
  readonly total: Style
}

export function lookOf(paperWidthMm: number): RollLook {
  const edgeMm = paperWidthMm < NARROW_MM ? NARROW_EDGE_MM : EDGE_MM
  const widthMm = paperWidthMm - 2 * edgeMm
  return {
    paper: hundredths(paperWidthMm * POINTS_PER_MM),
    left: edgeMm * POINTS_PER_MM,
    width: widthMm * POINTS_PER_MM,
    qr: Math.min(widthMm, QR_MM_MOST) * POINTS_PER_MM,
    styles: stylesOf(Math.min(SIZE_MOST, Math.max(SIZE_LEAST, paperWidthMm * SIZE_PER_MM))),
  }
}

function stylesOf(size: number): Styles {
  const style = (weight: Style['weight'], times: number): Style => ({
    weight,
    size: hundredths(size * times),
    color: BLACK,
  })
  return {
    value: style('regular', 1),
    strong: style('semibold', 1),
    label: style('regular', 0.9),
    name: style('semibold', 1.3),
    total: style('semibold', 1.25),
  }
}

const hundredths = (n: number) => Math.round(n * 100) / 100
