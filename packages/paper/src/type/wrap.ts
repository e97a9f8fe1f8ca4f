/** Breaks a text into lines of a width: between words, and inside a word only when it fills a line by itself. */
import type { Letters } from './letters.ts'
import { measure, type Typeface, unitWidth } from './typeface.ts'

const SPACE = 0x20
/** Where a word that is too long for a line is best cut: after one of these. */
const JOINTS = new Set(Array.from('-/@._,;:', (joint) => joint.charCodeAt(0)))

/** At least one line; `width` is in points. A letter wider than the line stands alone on it. */
export function wrap(face: Typeface, size: number, letters: Letters, width: number): Letters[] {
  const limit = (width * 1000) / size
  if (!letters.includes('\n') && measure(face, letters) <= limit) return [letters]
  return letters.split('\n').flatMap((paragraph) => wrapParagraph(face, paragraph, limit))
}

/** One pass: `cut` is where the line may be broken with nothing split, `joint` where a long word may. */
function wrapParagraph(face: Typeface, text: string, limit: number): Letters[] {
  const lines: Letters[] = []
  let start = 0
  let cut = -1
  let joint = -1
  let width = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    width += unitWidth(face, unit)
    if (unit === SPACE) cut = at
    while (width > limit && unit !== SPACE && at > start) {
      const end = cut > start ? cut : joint > start ? joint : at
      lines.push(text.slice(start, end).trimEnd() as Letters)
      start = end
      while (text.charCodeAt(start) === SPACE) start++
      cut = -1
      joint = -1
      at = Math.max(at, start)
      width = measure(face, text.slice(start, at + 1))
    }
    if (JOINTS.has(unit)) joint = at + 1
  }
  lines.push(text.slice(start).trimEnd() as Letters)
  return lines
}
