/** How wide the columns of a table are, and in which size it is set, so that its widest amounts stand on one line. */
import type { Style } from '../pdf/canvas.ts'
import { widthOf } from '../pdf/canvas.ts'
import type { Letters } from '../pdf/letters.ts'
import type { Table } from '../sheets/sheet.ts'
import type { Type } from './block.ts'
import { STYLES } from './look.ts'

export interface PlacedColumn {
  readonly label: string
  readonly align: 'left' | 'right'
  readonly x: number
  readonly width: number
}

export interface Columns {
  readonly placed: readonly PlacedColumn[]
  readonly body: Style
  readonly strong: Style
}

/** Sizes to try, the first that leaves the filling column room enough wins. */
const SIZES = [8, 7.5, 7, 6.5, 6, 5.5, 5] as const
const FULL_SIZE = SIZES[0]
export const COLUMN_GAP = 9
/** The least that a description is readable in. */
const FILL_MIN = 118
/** Below this a fitting column breaks its amounts rather than push the page apart. */
const FILL_LEAST = 30

export function placeColumns(
  type: Type,
  table: Table,
  rows: readonly (readonly Letters[])[],
  width: number,
): Columns {
  const natural = table.columns.map((column, n) =>
    column.width === 'fill'
      ? 0
      : Math.min(widest(type, rows, n), column.max ?? Number.POSITIVE_INFINITY),
  )
  const heads = table.columns.map((column) => headWidth(type, column.label))
  const room = width - COLUMN_GAP * (table.columns.length - 1)
  const size =
    SIZES.find((candidate) => fitted(candidate) <= room - FILL_MIN) ??
    SIZES[SIZES.length - 1] ??
    FULL_SIZE
  const over = Math.max(0, fitted(size) - (room - FILL_LEAST))
  const share = fitted(size) > 0 ? 1 - over / fitted(size) : 1

  function fitted(candidate: number): number {
    return table.columns.reduce((sum, _, n) => sum + fittedColumn(n, candidate), 0)
  }

  function fittedColumn(n: number, candidate: number): number {
    if (table.columns[n]?.width === 'fill') return 0
    return Math.max(heads[n] ?? 0, ((natural[n] ?? 0) * candidate) / FULL_SIZE) + 0.01
  }

  let x = 0
  const fill = room - fitted(size) * share
  const placed = table.columns.map(({ label, align, width: kind }, n) => {
    const own = kind === 'fill' ? fill : fittedColumn(n, size) * share
    const column = { label, align, x, width: own }
    x += own + COLUMN_GAP
    return column
  })
  return { placed, body: { ...STYLES.value, size }, strong: { ...STYLES.strong, size } }
}

/** The widest cell of a column in the full size, as if all were set in the heavier weight, which a row of sums is. */
function widest(type: Type, rows: readonly (readonly Letters[])[], column: number): number {
  let most = 0
  let longest = 0
  for (const row of rows) {
    const cell = row[column] as Letters
    // Digits are all of one width, so a cell shorter by more than its marks cannot be the widest.
    if (cell.length + 4 < longest) continue
    most = Math.max(most, widthOf(type.faces, cell, STYLES.strong))
    longest = Math.max(longest, cell.length)
  }
  return most
}

/** A column is never narrower than the longest word of its head. */
function headWidth(type: Type, label: string): number {
  return Math.max(
    ...label.split(' ').map((word) => widthOf(type.faces, type.letters(word), STYLES.columnHead)),
  )
}
