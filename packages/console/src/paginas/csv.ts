/** Reads a CSV from a spreadsheet: comma, semicolon or tab; UTF-8, else Windows-1252. */
import { searchable } from '../ui/text.ts'

export type CsvRow = Readonly<Record<string, string>>

interface CsvFila {
  /** As a spreadsheet counts: blank rows too, from 1. */
  readonly fila: number
  readonly row: CsvRow
}

/** The rows below the heading that are not blank. Throws, naming the row, where a quote is not closed. */
export function readCsv(bytes: Uint8Array): readonly CsvFila[] {
  const [head, ...body] = cellsOf(decode(bytes))
    .map((cells, n) => ({ fila: n + 1, cells }))
    .filter(({ cells }) => cells.some((one) => one.trim() !== ''))
  if (!head) return []
  const names = head.cells.map((name) => name.trim())
  return body.map(({ fila, cells }) => ({
    fila,
    row: Object.fromEntries(names.map((name, n) => [name, (cells[n] ?? '').trim()] as const)),
  }))
}

/** A row by the members of the body: its headings may be theirs, or those that people read, in any case. */
export function byMember(row: CsvRow, columns: Readonly<Record<string, string>>): CsvRow {
  const written = new Map(Object.entries(row).map(([name, cell]) => [searchable(name), cell]))
  return Object.fromEntries(
    Object.entries(columns).map(([member, title]) => [
      member,
      written.get(searchable(member)) ?? written.get(searchable(title)) ?? '',
    ]),
  )
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8: Excel in Spanish writes Windows-1252.
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function cellsOf(text: string): string[][] {
  const [first = ''] = /^.*\S.*$/m.exec(text) ?? []
  const separator = [';', '\t', ','].find((one) => first.includes(one)) ?? ','
  const { rows, open } = cut(text, separator)
  if (open === null) return rows
  throw new Error(
    `Fila ${open}: hay una comilla (") que no se cierra. Corríjala y elija el archivo otra vez.`,
  )
}

/** The cells of each row of a paste. A quote that nothing closes is a letter. */
export function split(text: string, separator: string): string[][] {
  const { rows, open } = cut(text, separator)
  if (open === null) return rows
  return text.split('\n').map((line) => line.replace(/\r$/, '').split(separator))
}

/**
 * A cell that begins with a quote goes on to its closing one, over separators and lines. `open`: the row, from 1,
 * whose quote nothing closes.
 */
function cut(text: string, separator: string): { rows: string[][]; open: number | null } {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (quoted) {
      if (letter !== '"') cell += letter
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else quoted = false
    } else if (letter === '"' && cell === '') quoted = true
    else if (letter === separator) {
      row.push(cell)
      cell = ''
    } else if (letter === '\n') {
      row.push(cell.replace(/\r$/, ''))
      rows.push(row)
      row = []
      cell = ''
    } else cell += letter
  }
  if (quoted) return { rows, open: rows.length + 1 }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return { rows, open: null }
}
