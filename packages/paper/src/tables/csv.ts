/** A table as CSV, for spreadsheets. */

export type Celda = string | number | null
export type Fila = readonly Celda[]

/** With a byte order mark, by which spreadsheets recognise UTF-8. */
export function toCsv(rows: Iterable<Fila>): string {
  let text = '\uFEFF'
  for (const row of rows) text += `${row.map(toCell).join(',')}\r\n`
  return text
}

/** Neutralises a text that a spreadsheet would evaluate as a formula. Quotes the semicolon, by which some separate. */
function toCell(value: Celda): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  const cell = String(text ?? '')
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
