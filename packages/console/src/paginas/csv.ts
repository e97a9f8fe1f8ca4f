/** Reads a CSV from a spreadsheet: comma, semicolon or tab; UTF-8, else Windows-1252. */

interface CsvFila {
  /** As a spreadsheet counts: blank rows too, from 1. */
  readonly fila: number
  readonly row: Readonly<Record<string, string>>
}

/** The rows below the heading that are not blank. */
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
  return split(text, [';', '\t', ','].find((one) => first.includes(one)) ?? ',')
}

/** The cells of each row. A cell that begins with a quote goes on to its closing one, over separators and lines. */
export function split(text: string, separator: string): string[][] {
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
  // A quote that nothing closes is a letter.
  if (quoted) return text.split('\n').map((line) => line.replace(/\r$/, '').split(separator))
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows
}
