/** Rows as a table for spreadsheets, with a byte-order mark, by which they know UTF-8. */
export function toCsv(rows: readonly object[]): string {
  const [first] = rows
  if (!first) return '\uFEFF'
  const lines = [Object.keys(first), ...rows.map((row) => Object.values(row))]
  return `\uFEFF${lines.map((cells) => cells.map(toCell).join(',')).join('\r\n')}\r\n`
}

/** A text that a spreadsheet would compute is shown as text. */
function toCell(value: unknown): string {
  const text =
    typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
