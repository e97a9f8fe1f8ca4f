/** Tables over several pages: the head repeats on each, and a row stays whole when it fits on a page. */
import type { Printable } from '../documento.ts'
import { type Canvas, type Style, widthOf } from '../drawing.ts'
import type { Table } from '../sheets/sheet.ts'
import type { Letters } from '../type/letters.ts'
import { wrap } from '../type/wrap.ts'
import { type Block, beside, flushRight, label, panel, stack, type Type, tagged } from './block.ts'
import { type Columns, type PlacedColumn, placeColumns } from './columns.ts'
import type { Flow } from './flow.ts'
import {
  ascent,
  BOTTOM,
  LEFT,
  leading,
  PALE,
  RULE,
  RULE_WIDTH,
  STYLES,
  TINT,
  TOP,
  WIDTH,
} from './look.ts'

/** The distance of cells from the table's edges. */
const INSET = 6
/** Half a page: a table moves to the next page only if it leaves at most this much empty. */
const HALF = (BOTTOM - TOP) / 2
/** A longer row, in lines, may break across pages. */
const WHOLE_ROW_LINES = 12
const ZERO = '0.00'

export interface LaidTable {
  readonly width: number
  readonly columns: Columns
  readonly head: Block
  readonly rows: readonly (readonly Letters[])[]
  /** The text below the cells of each row, or null. */
  readonly under: readonly Letters[] | null
  /** The row of sums, or null. */
  readonly sums: Block | null
}

export function layTable(type: Type, table: Table, p: Printable, width = WIDTH): LaidTable {
  const rows = table.cells(p).map((cells) => cells.map((cell) => type.letters(cell)))
  const sums = table.sums?.(p).map((cell) => type.letters(cell)) ?? null
  const columns = placeColumns(type, table, sums ? [...rows, sums] : rows, width - INSET * 2)
  return {
    width,
    columns,
    head: headBlock(type, columns, width),
    rows,
    under: table.under?.(p).map((text) => type.letters(text)) ?? null,
    sums: sums && sumsBlock(type, columns, sums, width),
  }
}

/**
 * Draws the head and all rows at the current position. The caller draws the sums, since it knows what must
 * stay with them: `after` is the height to keep free below the last row on its page.
 */
export function drawTable(flow: Flow, laid: LaidTable, after = 0): void {
  const { head, rows } = laid
  const step = leading(laid.columns.body.size)
  const least = head.height + step * 2
  if (flow.room() < least + (rows.length === 1 ? after : 0) && flow.room() < HALF) flow.newPage()
  flow.open('Table')
  flow.place(head)
  for (let n = 0; n < rows.length; n++) {
    const below = n > 0 && n === rows.length - 1 ? after : 0
    drawRow(flow, laid, wrapRow(flow.type, laid, n), below)
  }
  flow.close()
}

/** A table of few rows as a block, to be placed beside something else. */
export function tableBlock(type: Type, laid: LaidTable): Block {
  const { columns, head, rows } = laid
  const padding = type.spacing.row
  const step = leading(columns.body.size)
  const blocks = rows.map((_, n): Block => {
    const cells = wrapRow(type, laid, n)
    const height = linesOf(cells) * step + padding * 2
    return {
      height,
      draw(canvas, x, y) {
        drawLines(type, canvas, columns, cells, {
          x,
          y: y + padding,
          from: 0,
          to: linesOf(cells),
          step,
        })
        canvas.rect(x, y + height, laid.width, RULE_WIDTH, RULE)
      },
    }
  })
  return tagged('Table', stack([head, ...blocks]))
}

/** The lines of each cell; the text below the cells comes last, and starts below the tallest cell. */
type WrappedRow = readonly (readonly Letters[])[]

function wrapRow(type: Type, { columns, rows, under }: LaidTable, n: number): WrappedRow {
  const { placed, body } = columns
  const face = type.faces[body.weight]
  const cells = (rows[n] ?? []).map((cell, column) =>
    wrap(face, body.size, cell, (placed[column] as PlacedColumn).width),
  )
  const text = under?.[n]
  if (!text) return cells
  const blank = new Array<Letters>(linesOf(cells)).fill('' as Letters)
  return [...cells, [...blank, ...wrap(face, body.size, text, columns.under.width)]]
}

function linesOf(row: WrappedRow): number {
  let lines = 1
  for (const cell of row) lines = Math.max(lines, cell.length)
  return lines
}

function drawRow(flow: Flow, laid: LaidTable, row: WrappedRow, below: number): void {
  const step = leading(laid.columns.body.size)
  const padding = flow.type.spacing.row
  const lines = linesOf(row)
  const whole = lines * step + padding * 2 + below
  if (whole > flow.room() && lines <= WHOLE_ROW_LINES) continueOnNewPage(flow, laid)
  let from = 0
  while (from < lines) {
    const fitting = Math.floor((flow.room() - padding * 2) / step)
    if (fitting < 1) {
      continueOnNewPage(flow, laid)
      continue
    }
    const to = Math.min(lines, from + fitting)
    drawLines(flow.type, flow.canvas(), laid.columns, row, {
      x: LEFT,
      y: flow.y + padding,
      from,
      to,
      step,
    })
    flow.skip((to - from) * step + padding * 2)
    flow.canvas().rect(LEFT, flow.y, laid.width, RULE_WIDTH, RULE)
    from = to
  }
}

function continueOnNewPage(flow: Flow, { head }: LaidTable): void {
  flow.newPage()
  flow.place(head)
}

interface Lines {
  readonly x: number
  readonly y: number
  readonly from: number
  readonly to: number
  readonly step: number
}

function drawLines(
  type: Type,
  canvas: Canvas,
  { placed, body, under }: Columns,
  row: WrappedRow,
  at: Lines,
): void {
  const zero: Style = { ...body, color: PALE }
  const aside: Style = { ...body, color: STYLES.label.color }
  canvas.open('TR')
  for (const [n, cell] of row.entries()) {
    canvas.open('TD')
    const column = placed[n] ?? under
    const left = at.x + INSET + column.x
    for (let line = at.from; line < Math.min(at.to, cell.length); line++) {
      const letters = cell[line] as Letters
      const style = column === under ? aside : letters === ZERO ? zero : body
      const x =
        column.align === 'left' ? left : left + column.width - widthOf(type.faces, letters, style)
      canvas.text(x, at.y + (line - at.from) * at.step + ascent(body.size), letters, style)
    }
    canvas.close()
  }
  canvas.close()
}

function headBlock(type: Type, { placed }: Columns, width: number): Block {
  const labels = placed.map((column) => headLabel(type, column))
  const height = Math.max(...labels.map((label) => label.height))
  const cells = placed.map((column, n): readonly [number, Block] => {
    const label = labels[n] as Block
    return [INSET + column.x, tagged('TH', sunk(label, height))]
  })
  return tagged('TR', panel(beside(cells), width, [0, type.spacing.head], TINT))
}

/** Aligned to the bottom of a taller block. */
function sunk(block: Block, height: number): Block {
  return {
    height,
    draw(canvas, x, y) {
      block.draw(canvas, x, y + height - block.height)
    },
  }
}

/** A right-aligned label breaks only at its own line breaks. */
function headLabel(type: Type, { label: text, align, width }: PlacedColumn): Block {
  if (align === 'left') return label(type, text, STYLES.columnHead, width)
  return stack(text.split('\n').map((line) => headLine(type, line, width)))
}

function headLine(type: Type, line: string, width: number): Block {
  const caption = type.caption(line, STYLES.columnHead)
  if (caption.width > width) return flushRight(type, line, STYLES.columnHead, width)
  return {
    height: caption.block.height,
    draw(canvas, x, y) {
      caption.block.draw(canvas, x + width - caption.width, y)
    },
  }
}

function sumsBlock(
  type: Type,
  { placed, strong }: Columns,
  sums: readonly Letters[],
  width: number,
): Block {
  const cells = placed.map((column, n): readonly [number, Block] => [
    INSET + column.x,
    tagged('TD', flushRight(type, sums[n] ?? '', strong, column.width)),
  ])
  const row = panel(beside(cells), width, [0, type.spacing.row + 0.6], TINT)
  return tagged('Table', tagged('TR', row))
}
