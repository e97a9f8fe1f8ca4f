/**
 * Breaks a text into lines of a width: between words, and inside a word only when it is wider than a line.
 */
import type { Letters } from './letters.ts'
import { isRightToLeft, LEFT_TO_RIGHT, mayBreak, RIGHT_TO_LEFT } from './scripts.ts'
import { isForeign, measure, type Typeface, unitWidth } from './typeface.ts'

const SPACE = 0x20
/** A word that is too long for a line preferably breaks after one of these. */
const JOINTS = new Set(Array.from('-/@._,;:', (joint) => joint.charCodeAt(0)))

/** Returns at least one line; `width` is in points. A letter wider than the line gets a line of its own. */
export function wrap(face: Typeface, size: number, letters: Letters, width: number): Letters[] {
  const limit = (width * 1000) / size
  if (!letters.includes('\n') && measure(face, letters) <= limit) return [letters]
  return letters
    .split('\n')
    .flatMap((paragraph) =>
      isForeign(face, paragraph)
        ? wrapForeign(face, paragraph as Letters, limit)
        : wrapParagraph(face, paragraph, limit),
    )
}

/** One pass: `cut` is the last break between words, `joint` the last break inside a long word. */
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

/**
 * The same for a text drawn in clusters, which are never split. A joining letter may be wider at the end of
 * a line; then the line is shortened until it fits.
 */
function wrapForeign(face: Typeface, text: Letters, limit: number): Letters[] {
  if (measure(face, text) <= limit) return [text]
  const mark = isRightToLeft(text) ? RIGHT_TO_LEFT : LEFT_TO_RIGHT
  const clusters = face.scripts.clusters(text)
  const lineOf = (from: number, to: number): Letters => {
    const line = text.slice(clusters[from]?.start, clusters[to]?.start).trimEnd()
    return (isForeign(face, line) ? mark + line : line) as Letters
  }
  const lines: Letters[] = []
  let from = 0
  while (from < clusters.length) {
    let to = from
    let cut = -1
    for (let width = 0; to < clusters.length; to++) {
      const { text: own, width: ownWidth } = clusters[to] as (typeof clusters)[number]
      if (own === ' ') cut = to
      else if (to > from && mayBreak(clusters[to - 1]?.text ?? '', own)) cut = to
      width += ownWidth
      if (width > limit && own !== ' ' && to > from) break
    }
    if (to < clusters.length && cut > from) to = cut
    while (to > from + 1 && measure(face, lineOf(from, to)) > limit) to -= 1
    lines.push(lineOf(from, to))
    from = to
    while (clusters[from]?.text === ' ') from += 1
  }
  return lines
}
