/** Draws each kind of section at the current position. */
import type { Printable } from '../documento.ts'
import { DASH } from '../sheets/numbers.ts'
import type { Note, Section, Table } from '../sheets/sheet.ts'
import { type Block, beside, gap, stack, type Type, tagged, wrapText } from './block.ts'
import { type LaidClosing, layClosing } from './closing.ts'
import {
  fieldCard,
  fieldList,
  fill,
  fillNote,
  heading,
  labelWidthOf,
  namedWhenEmpty,
  PLAIN,
  prominentHeading,
} from './fields.ts'
import type { Flow } from './flow.ts'
import { ascent, LEFT, leading, STYLES, WIDTH } from './look.ts'
import { drawTable, layTable } from './table.ts'

const FIELD_GUTTER = 20

type Of<Kind extends Section['kind']> = Extract<Section, { kind: Kind }>

export function drawSections(flow: Flow, sections: readonly Section[], p: Printable): void {
  for (const [n, section] of sections.entries()) {
    if (section.kind === 'cuerpo') drawCuerpo(flow, section, p, sections[n + 1])
    else if (section.kind === 'fields') drawFields(flow, section, p)
    else if (section.kind === 'tables') drawTables(flow, section.tables, p)
    else if (sections[n - 1]?.kind !== 'cuerpo') drawClosing(flow, section, p)
  }
}

function drawFields(flow: Flow, section: Of<'fields'>, p: Printable): void {
  const { type } = flow
  flow.skip(flow.type.spacing.section)
  if (section.empty(p)) {
    flow.place(dashed(type, section.title, WIDTH))
    return
  }
  const fields = fill(section.fields, p)
  const width = (WIDTH - FIELD_GUTTER) / 2
  const labelWidth = labelWidthOf(type, fields)
  const paired = fields.filter(({ whole }) => !whole)
  const half = Math.ceil(paired.length / 2)
  const below = fields.filter(({ whole }) => whole)
  flow.place(
    stack([
      heading(type, section.title, WIDTH),
      beside([
        [0, fieldList(type, paired.slice(0, half), width, labelWidth)],
        [width + FIELD_GUTTER, fieldList(type, paired.slice(half), width, labelWidth)],
      ]),
      ...(below.length === 0
        ? []
        : [gap(type.spacing.list), fieldList(type, below, WIDTH, labelWidth)]),
    ]),
  )
}

function drawTables(flow: Flow, tables: readonly Table[], p: Printable): void {
  const { type } = flow
  const filled = tables.filter((table) => table.cells(p).length > 0)
  for (const table of filled) {
    const laid = layTable(type, table, p)
    const title = (table.prominent ? prominentHeading : heading)(type, table.title, WIDTH)
    flow.skip(flow.type.spacing.section)
    if (flow.room() < title.height + laid.head.height + 30) flow.newPage()
    flow.place(title)
    drawTable(flow, laid)
  }
  const empty = tables.filter((table) => !filled.includes(table) && namedWhenEmpty(table.clase))
  if (empty.length === 0) return
  const step = (WIDTH + FIELD_GUTTER) / empty.length
  const width = step - FIELD_GUTTER
  flow.skip(flow.type.spacing.section)
  flow.place(beside(empty.map((table, n) => [n * step, dashed(type, table.title, width)] as const)))
}

/**
 * The body, its sums and the closing: the end is never split, and takes the last line along to a new page.
 */
function drawCuerpo(
  flow: Flow,
  section: Of<'cuerpo'>,
  p: Printable,
  next: Section | undefined,
): void {
  const laid = layTable(flow.type, section.table, p)
  const closing = next?.kind === 'closing' ? layClosing(flow.type, next, p) : null
  const end = stack([laid.sums ?? gap(0), gap(flow.type.spacing.section), closing?.block ?? gap(0)])
  flow.skip(flow.type.spacing.section)
  drawTable(flow, laid, end.height)
  if (end.height > flow.room()) {
    flow.newPage()
    flow.place(tagged('Table', laid.head))
  }
  flow.place(end)
  if (closing) drawBelow(flow, closing, p)
}

/** The closing of a document without lines. */
function drawClosing(flow: Flow, section: Of<'closing'>, p: Printable): void {
  const closing = layClosing(flow.type, section, p)
  flow.skip(flow.type.spacing.section)
  if (closing.block.height > flow.room()) flow.newPage()
  flow.place(closing.block)
  drawBelow(flow, closing, p)
}

/** What has no room beside the totals. */
function drawBelow(flow: Flow, { pagosBelow, noteBelow }: LaidClosing, p: Printable): void {
  if (pagosBelow) {
    flow.skip(flow.type.spacing.section)
    drawTable(flow, pagosBelow)
  }
  if (noteBelow) drawNote(flow, noteBelow, p)
}

/** Line by line, over as many pages as needed. */
function drawNote(flow: Flow, note: Note, p: Printable): void {
  const { type } = flow
  const filled = fillNote(note, p)
  if (!filled) return
  const title = heading(type, filled.label, WIDTH)
  const step = leading(STYLES.value.size)
  flow.skip(flow.type.spacing.section)
  if (flow.room() < title.height + step * 3) flow.newPage()
  flow.place(title)
  flow.open('P')
  for (const line of wrapText(type, filled.value, STYLES.value, WIDTH)) {
    if (flow.room() < step) flow.newPage()
    flow.canvas().text(LEFT, flow.y + ascent(STYLES.value.size), line, STYLES.value)
    flow.skip(step)
  }
  flow.close()
}

/** The name of an empty section, and a dash. */
function dashed(type: Type, title: string, width: number): Block {
  return fieldCard(type, { label: title, value: DASH, ...PLAIN }, width)
}
