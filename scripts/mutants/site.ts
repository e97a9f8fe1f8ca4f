/** A place in the source where one mutant can be made. */

/** Replaces the text from `start` to `end`. */
export interface Edit {
  /** The operator, in words. */
  readonly what: string
  readonly start: number
  readonly end: number
  readonly text: string
}

export interface Site extends Edit {
  /** Relative to the root. */
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  /** The lines that it touches, on one line, as they are and as they would be. */
  readonly before: string
  readonly after: string
}

export function siteOf(path: string, text: string, edit: Edit): Site {
  const { start, end } = edit
  const from = text.lastIndexOf('\n', start - 1) + 1
  const newline = text.indexOf('\n', end)
  const to = newline === -1 ? text.length : newline
  return {
    ...edit,
    path,
    line: text.slice(0, start).split('\n').length,
    before: onOneLine(text.slice(from, to)),
    after: onOneLine(text.slice(from, start) + edit.text + text.slice(end, to)),
  }
}

export const mutated = (text: string, { start, end, text: replacement }: Edit) =>
  text.slice(0, start) + replacement + text.slice(end)

const onOneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ')
