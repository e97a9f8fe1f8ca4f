/**
 * Comma-separated values as RFC 4180 has them, and as spreadsheets write them: fields in quotes with
 * commas, line ends and doubled quotes inside, either line end, a byte order mark, and the semicolon or
 * the tabulator in place of the comma. No library: the format is this page.
 */

export interface CsvRow {
  /** The line where the row starts in the file, counted from 1. */
  readonly line: number
  readonly cells: readonly string[]
}

/** The text is not a valid table: a quote is not closed, or text follows a closed one. */
export class CsvBroken extends Error {
  override readonly name = 'CsvBroken'
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

const SEPARATORS = [',', ';', '\t'] as const

/** The non-empty rows, using the separator that the first of them uses most. */
export function readCsv(text: string): readonly CsvRow[] {
  const body = text.startsWith('\uFEFF') ? text.slice(1) : text
  return rowsOf(body, separatorOf(body)).filter(({ cells }) => cells.some((cell) => cell !== ''))
}

/** Quoted parts do not count: a header may quote its names. */
function separatorOf(text: string): string {
  const unquoted = text.trimStart().replaceAll(/"(?:[^"]|"")*"/g, '')
  const [header = ''] = unquoted.split(/\r\n|\r|\n/, 1)
  const counts = SEPARATORS.map((separator) => header.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

const QUOTE = '"'

function rowsOf(text: string, separator: string): CsvRow[] {
  const rows: CsvRow[] = []
  let cells: string[] = []
  let line = 1
  let begins = 1
  let at = 0
  while (at < text.length) {
    const { cell, end } =
      text[at] === QUOTE ? quotedAt(text, at, line) : plainAt(text, at, separator)
    line += linesIn(text.slice(at, end))
    cells.push(cell)
    at = end
    if (text[at] === separator) {
      at += 1
      if (at < text.length) continue
      cells.push('') // the last cell of the file, empty
    } else if (at < text.length && !isLineEnd(text[at])) {
      throw new CsvBroken(line, 'hay texto después de unas comillas que cierran')
    }
    rows.push({ line: begins, cells })
    cells = []
    at += text.startsWith('\r\n', at) ? 2 : 1
    line += 1
    begins = line
  }
  return rows
}

interface Cell {
  readonly cell: string
  /** Position after its last character. */
  readonly end: number
}

function plainAt(text: string, start: number, separator: string): Cell {
  let end = start
  while (end < text.length && text[end] !== separator && !isLineEnd(text[end])) end += 1
  return { cell: text.slice(start, end), end }
}

function quotedAt(text: string, start: number, line: number): Cell {
  let close = text.indexOf(QUOTE, start + 1)
  while (close !== -1 && text[close + 1] === QUOTE) close = text.indexOf(QUOTE, close + 2)
  if (close === -1) throw new CsvBroken(line, 'se abren comillas y no se cierran')
  return { cell: text.slice(start + 1, close).replaceAll('""', QUOTE), end: close + 1 }
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\r' || character === '\n'
}

function linesIn(text: string): number {
  return text.split(/\r\n|\r|\n/).length - 1
}
