/** Rows as CSV for spreadsheets, which recognise UTF-8 by its byte-order mark. */
export function toCsv(rows: readonly object[]): string {
  const [first] = rows
  if (!first) return '\uFEFF'
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row))]
  return `\uFEFF${lines.map((cells) => cells.map(toCell).join(',')).join('\r\n')}\r\n`
}

/** Neutralises a text that a spreadsheet would evaluate as a formula. */
function toCell(value: unknown): string {
  const text =
    typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
