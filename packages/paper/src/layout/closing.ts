/** The end of the document: what it amounts to at the right, what is said of it at the left. */
import type { Printable } from '../documento.ts'
import type { Closing, TotalRow } from '../sheets/sheet.ts'
import { type Block, beside, flushRight, gap, panel, paragraph, stack, type Type } from './block.ts'
import { fieldCard, fill } from './fields.ts'
import { NAVY, RULE, RULE_WIDTH, STYLES, WIDTH } from './look.ts'
import { type LaidTable, layTable, tableBlock } from './table.ts'

const TOTALS_WIDTH = 246
const GUTTER = 24
export const SAID_WIDTH = WIDTH - TOTALS_WIDTH - GUTTER
const INSET = 6
/** Room for 99,999,999,999.99 in the size of the totals. */
const AMOUNT_WIDTH = 82
const ROW_PADDING = 1.7
/** More payments than this go under the totals, across the page. */
const PAGOS_BESIDE = 4

export interface LaidClosing {
  readonly block: Block
  /** The payments, where they are too many to stand beside the totals. */
  readonly pagosBelow: LaidTable | null
}

export function layClosing(type: Type, section: Closing, p: Printable): LaidClosing {
  const said = fill(section.fields, p).map((field) => fieldCard(type, field, SAID_WIDTH))
  const pagos = section.pagos?.cells(p).length ?? 0
  const besides = section.pagos && pagos > 0 && pagos <= PAGOS_BESIDE
  if (besides) said.push(tableBlock(type, layTable(type, section.pagos, p, SAID_WIDTH)))
  const block = beside([
    [0, stack(said, 7)],
    [WIDTH - TOTALS_WIDTH, totalsBlock(type, section, p)],
  ])
  const below = section.pagos && pagos > PAGOS_BESIDE ? layTable(type, section.pagos, p) : null
  return { block, pagosBelow: below }
}

function totalsBlock(type: Type, section: Closing, p: Printable): Block {
  return stack([
    ...section.totals(p).map((row) => totalRow(type, row)),
    gap(3),
    totalBand(type, section.total(p)),
  ])
}

function totalRow(type: Type, { label, amount, strong }: TotalRow): Block {
  const style = strong ? STYLES.strong : STYLES.value
  const width = TOTALS_WIDTH - INSET * 2
  const line = beside([
    [INSET, paragraph(type, label, style, width - AMOUNT_WIDTH)],
    [INSET, flushRight(type, amount, style, width)],
  ])
  const height = line.height + ROW_PADDING * 2
  return {
    height,
    draw(canvas, x, y) {
      line.draw(canvas, x, y + ROW_PADDING)
      canvas.rect(x, y + height, TOTALS_WIDTH, RULE_WIDTH, RULE)
    },
  }
}

function totalBand(type: Type, { label, amount }: TotalRow): Block {
  const width = TOTALS_WIDTH - INSET * 2
  const line = beside([
    [0, paragraph(type, label, STYLES.totalBand, width)],
    [0, flushRight(type, `$ ${amount}`, STYLES.totalBand, width)],
  ])
  return panel(line, TOTALS_WIDTH, [INSET, 4], NAVY)
}
