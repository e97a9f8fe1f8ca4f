/** A table for people: columns as wide as their widest cell, numbers to the right. */

export type Cell = string | number | null

export function grid(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const texts = [header, ...rows.map((row) => row.map(textOf))]
  const widths = header.map((_, at) => Math.max(...texts.map((row) => row[at]?.length ?? 0)))
  return texts
    .map((row, n) =>
      row
        .map((text, at) => {
          const isNumber = n > 0 && typeof rows[n - 1]?.[at] === 'number'
          return isNumber ? text.padStart(widths[at] ?? 0) : text.padEnd(widths[at] ?? 0)
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const textOf = (cell: Cell) =>
  cell === null ? '–' : typeof cell === 'number' ? dollars(cell) : cell

/** `1,234.50`, as documents print amounts. */
export function dollars(amount: number): string {
  const [whole = '', cents = ''] = amount.toFixed(2).split('.')
  return `${whole.replaceAll(/(\d)(?=(\d{3})+$)/g, '$1,')}.${cents}`
}
