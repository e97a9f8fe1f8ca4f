/** The column widths and font size of a table, chosen so that its widest amounts fit on one line. */
import type { Style } from '../drawing.ts'
import { widthOf } from '../drawing.ts'
import type { Table } from '../sheets/sheet.ts'
import type { Letters } from '../type/letters.ts'
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
  /** The column of the text below a row's cells: it starts at the filling column. */
  readonly under: PlacedColumn
  readonly body: Style
  readonly strong: Style
}

/** Sizes to try: the first one that leaves the filling column enough room wins. */
const SIZES = [8, 7.5, 7, 6.5, 6, 5.5, 5] as const
const FULL_SIZE = SIZES[0]
const LEAST_SIZE = SIZES[SIZES.length - 1] as number
/** The gap between columns, in units of the font size. */
const GAP = 1.05
/** The minimum width of a readable description, in units of the font size. */
const FILL_MIN = 15
/** To keep this much for it, the widest other columns wrap their amounts; no real document needs that. */
const FILL_LEAST = 40

/**
 * Widths that a fitting column needs: its cells at full size, its head at any size. 0 and 0 for the
 * filling one.
 */
interface Need {
  readonly cells: number
  readonly head: number
}

export function placeColumns(
  type: Type,
  table: Table,
  rows: readonly (readonly Letters[])[],
  width: number,
): Columns {
  const needs = table.columns.map((column, n): Need => {
    if (column.width === 'fill') return { cells: 0, head: 0 }
    const cells = Math.min(widest(type, rows, n), column.max ?? Number.POSITIVE_INFINITY)
    return { cells, head: headWidth(type, column.label) }
  })
  const size =
    SIZES.find((s) => fitted(needs, s) <= roomFor(needs, s, width) - s * FILL_MIN) ?? LEAST_SIZE
  const room = roomFor(needs, size, width)
  const widths = needs.map((need) => fittedColumn(need, size))
  const most = capFor(widths, room - FILL_LEAST)
  const rest = room - widths.reduce((sum, own) => sum + Math.min(own, most), 0)

  const placed: PlacedColumn[] = []
  let x = 0
  for (const [n, { label, align, width: kind }] of table.columns.entries()) {
    const own = kind === 'fill' ? rest : Math.min(widths[n] ?? 0, most)
    placed.push({ label, align, x, width: own })
    x += own + size * GAP
  }
  const start = placed[table.columns.findIndex((column) => column.width === 'fill')]?.x ?? 0
  return {
    placed,
    under: { label: '', align: 'left', x: start, width: width - start },
    body: { ...(table.prominent ? STYLES.strong : STYLES.value), size },
    strong: { ...STYLES.strong, size },
  }
}

/** The cap on the widest columns that brings the sum of all to the total. */
function capFor(widths: readonly number[], total: number): number {
  let left = total
  for (const [n, width] of widths.toSorted((a, b) => a - b).entries()) {
    const share = left / (widths.length - n)
    if (width > share) return share
    left -= width
  }
  return Number.POSITIVE_INFINITY
}

function roomFor(needs: readonly Need[], size: number, width: number): number {
  return width - size * GAP * (needs.length - 1)
}

function fitted(needs: readonly Need[], size: number): number {
  let sum = 0
  for (const need of needs) sum += fittedColumn(need, size)
  return sum
}

/** A little wider than needed, because widths are rounded. */
function fittedColumn({ cells, head }: Need, size: number): number {
  const width = Math.max(head, (cells * size) / FULL_SIZE)
  return width === 0 ? 0 : width + 0.02
}

/** The widest cell at full size, measured in the heavier weight, which the row of sums uses. */
function widest(type: Type, rows: readonly (readonly Letters[])[], column: number): number {
  let most = 0
  let longest = 0
  for (const row of rows) {
    const cell = row[column] as Letters
    // A cell this much shorter is not the widest amount; text wraps.
    if (cell.length + 4 < longest) continue
    most = Math.max(most, widthOf(type.faces, cell, STYLES.strong))
    longest = Math.max(longest, cell.length)
  }
  return most
}

/** A head's label breaks only at its own line breaks. */
function headWidth(type: Type, label: string): number {
  let most = 0
  for (const line of label.split('\n')) {
    most = Math.max(most, type.caption(line, STYLES.columnHead).width)
  }
  return most
}
