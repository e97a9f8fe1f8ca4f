/** A table as CSV, for spreadsheets. */

export type Celda = string | number | null
export type Fila = readonly Celda[]

/** With a byte order mark, by which spreadsheets recognise UTF-8. */
export const toCsv = (rows: readonly Fila[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('')}`

/** Neutralises a text that a spreadsheet would evaluate as a formula. Quotes the semicolon, by which some separate. */
function toCell(value: Celda): string {
  const text = typeof value === 'string' && /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  const cell = String(text ?? '')
  return /[",;\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
