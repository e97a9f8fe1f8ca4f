/**
 * Text that the prepared letters do not cover: other scripts, marks, emoji. The renderer measures such a
 * text, because its letters join, stack and change order (foreign/scripts.ts for a PDF, the browser itself
 * for a screen).
 */
import type { Letters } from './letters.ts'

/** A unit of drawing: a letter with its marks, a ligature, an emoji of several code points. */
export interface Cluster {
  /** An index in the text. */
  readonly start: number
  readonly text: string
  /** In thousandths of the font size. */
  readonly width: number
}

export interface Scripts {
  /** In thousandths of the font size. */
  width(letters: Letters): number
  /** In reading order. */
  clusters(letters: Letters): readonly Cluster[]
  /** Whether part of it has no glyph in any font: then its code point is written instead. */
  isMissing(letters: Letters): boolean
}

/** Direction marks put before a line cut from a paragraph, so that it keeps the paragraph's direction. */
export const LEFT_TO_RIGHT = '\u200e'
export const RIGHT_TO_LEFT = '\u200f'

const RTL_LETTER =
  /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f]/u
const STRONG = /[\p{L}\u200e\u200f]/u

/** Decided by the first letter that has a direction (Unicode Standard Annex 9, rules P2 and P3). */
export function isRightToLeft(text: string): boolean {
  const at = text.search(STRONG)
  return at >= 0 && RTL_LETTER.test(text.slice(at, at + 2))
}

const IDEOGRAPHIC = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Extended_Pictographic}]/u
/** A closing mark does not start a line, and an opening one does not end it. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\u30fc]/u
const OPENING = /[\p{Ps}\p{Pi}]$/u

/** Whether a line may break between the two without a space. */
export function mayBreak(before: string, after: string): boolean {
  if (CLOSING.test(after) || OPENING.test(before)) return false
  return IDEOGRAPHIC.test(before) || IDEOGRAPHIC.test(after)
}
