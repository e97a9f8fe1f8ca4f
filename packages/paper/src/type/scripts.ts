/**
 * Writing that the prepared letters do not cover: other scripts, marks, emoji. Who draws such a text says how
 * wide it is, since its letters join, stack and change their order (foreign/scripts.ts for a PDF, the browser
 * itself for a screen).
 */
import type { Letters } from './letters.ts'

/** What is drawn as one: a letter with its marks, a ligature, an emoji of several code points. */
export interface Cluster {
  /** In units of the text. */
  readonly start: number
  readonly text: string
  /** In thousandths of the font size. */
  readonly width: number
}

export interface Scripts {
  /** In thousandths of the font size. */
  width(letters: Letters): number
  /** In the order in which they are read. */
  clusters(letters: Letters): readonly Cluster[]
  /** Whether some of it has no glyph anywhere: then its code point is written instead. */
  isMissing(letters: Letters): boolean
}

/** Marks of direction, before a line that was cut from a paragraph: they keep the paragraph's direction. */
export const LEFT_TO_RIGHT = '\u200e'
export const RIGHT_TO_LEFT = '\u200f'

const RTL_LETTER =
  /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f]/u
const STRONG = /[\p{L}\u200e\u200f]/u

/** By its first letter that has a direction (Unicode Standard Annex 9, rules P2 and P3). */
export function isRightToLeft(text: string): boolean {
  const at = text.search(STRONG)
  return at >= 0 && RTL_LETTER.test(text.slice(at, at + 2))
}

const IDEOGRAPHIC = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Extended_Pictographic}]/u
/** What closes does not begin a line, and what opens does not end one. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}\u30fc]/u
const OPENING = /[\p{Ps}\p{Pi}]$/u

/** Whether a line may end between the two although no space stands there. */
export function mayBreak(before: string, after: string): boolean {
  if (CLOSING.test(after) || OPENING.test(before)) return false
  return IDEOGRAPHIC.test(before) || IDEOGRAPHIC.test(after)
}
