/** The end of the document: the totals at the right; payments, notes and the amount in words at the left. */
import type { Printable } from '../documento.ts'
import type { Closing, Note, TotalRow } from '../sheets/sheet.ts'
import {
  type Block,
  beside,
  flushRight,
  gap,
  label,
  panel,
  stack,
  type Type,
  tagged,
} from './block.ts'
import { fieldCard, fill, fillNote } from './fields.ts'
import { leading, NAVY, RULE, RULE_WIDTH, STYLES, WIDTH } from './look.ts'
import { type LaidTable, layTable, tableBlock } from './table.ts'

const TOTALS_WIDTH = 246
const GUTTER = 24
const SAID_WIDTH = WIDTH - TOTALS_WIDTH - GUTTER
const INSET = 6
/** Room for 99,999,999,999.99 in the size of the totals. */
const AMOUNT_WIDTH = 82
/** More payments than this go below the totals, across the page. */
const PAGOS_BESIDE = 4
/** A note of up to three lines always goes beside the totals. */
const SHORT_NOTE = leading(STYLES.smallLabel.size) + leading(STYLES.value.size) * 3.5

export interface LaidClosing {
  readonly block: Block
  /** The payments, when they are too many to go beside the totals. */
  readonly pagosBelow: LaidTable | null
  /** The note, when it is too long to go beside the totals. */
  readonly noteBelow: Note | null
}

export function layClosing(type: Type, section: Closing, p: Printable): LaidClosing {
  const saidGap = type.spacing.card + 2.5
  const totals = totalsBlock(type, section, p)
  const said = fill(section.fields, p).map((field) => fieldCard(type, field, SAID_WIDTH))

  const payments = section.pagos?.cells(p).length ?? 0
  const pagos = payments > 0 ? section.pagos : null
  const pagosBelow = pagos && payments > PAGOS_BESIDE ? layTable(type, pagos, p) : null
  if (pagos && !pagosBelow) said.push(tableBlock(type, layTable(type, pagos, p, SAID_WIDTH)))

  const note = section.note && fillNote(section.note, p)
  const noteCard = note && fieldCard(type, note, SAID_WIDTH)
  const noteFits =
    noteCard &&
    (noteCard.height < SHORT_NOTE || stack([...said, noteCard], saidGap).height <= totals.height)
  if (noteFits) said.push(noteCard)

  return {
    block: beside([
      [0, stack(said, saidGap)],
      [WIDTH - TOTALS_WIDTH, totals],
    ]),
    pagosBelow,
    noteBelow: noteFits ? null : section.note,
  }
}

function totalsBlock(type: Type, section: Closing, { documento: { resumen } }: Printable): Block {
  return stack([
    ...section.totals.flatMap((rows) => rows(resumen)).map((row) => totalRow(type, row)),
    gap(3),
    ...section.total(resumen).map((row) => totalBand(type, row)),
  ])
}

function totalRow(type: Type, { label: text, amount, strong }: TotalRow): Block {
  const style = strong ? STYLES.strong : STYLES.value
  const width = TOTALS_WIDTH - INSET * 2
  const name = label(type, text, style, width - AMOUNT_WIDTH)
  const value = flushRight(type, amount, style, width)
  const padding = type.spacing.totalRow
  const height = name.height + padding * 2
  return {
    height,
    draw(canvas, x, y) {
      canvas.open('P')
      name.draw(canvas, x + INSET, y + padding)
      value.draw(canvas, x + INSET, y + padding)
      canvas.close()
      canvas.rect(x, y + height, TOTALS_WIDTH, RULE_WIDTH, RULE)
    },
  }
}

function totalBand(type: Type, { label: text, amount }: TotalRow): Block {
  const width = TOTALS_WIDTH - INSET * 2
  const line = beside([
    [0, label(type, text, STYLES.totalBand, width)],
    [0, flushRight(type, `$ ${amount}`, STYLES.totalBand, width)],
  ])
  return tagged('P', panel(line, TOTALS_WIDTH, [INSET, 4], NAVY))
}
