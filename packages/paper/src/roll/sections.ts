/** The sections of a sheet as blocks of a roll: the same facts as on the letter page, in the same order. */
import type { Printable } from '../documento.ts'
import { type Block, gap, stack } from '../layout/block.ts'
import { type Filled, fill, fillNote, namedWhenEmpty } from '../layout/fields.ts'
import { LUGAR } from '../sheets/linea.ts'
import { DASH } from '../sheets/numbers.ts'
import type { Closing, Field, Section, Table } from '../sheets/sheet.ts'
import { amountRow, type Roll, rule, text } from './pieces.ts'

const ZERO = '0.00'
const ROW_GAP = 2

export function sectionPieces(roll: Roll, section: Section, p: Printable): Block[] {
  switch (section.kind) {
    case 'fields':
      return section.empty(p)
        ? [rule(roll), named(roll, section.title, DASH)]
        : titled(roll, section.title, fieldPieces(roll, section.fields, p))
    case 'tables':
      return tablesPieces(roll, section.tables, p)
    case 'cuerpo':
      return titled(roll, section.table.title, cuerpoPieces(roll, section, p))
    case 'closing':
      return closingPieces(roll, section, p)
  }
}

export function fieldPieces(roll: Roll, fields: readonly Field[], p: Printable): Block[] {
  return fill(fields, p).map((field) => fieldPiece(roll, field))
}

/** Name and value in one text; an emphasised field has its value in the heavier weight below its name. */
function fieldPiece(roll: Roll, { label, value, strong }: Filled): Block {
  const { styles } = roll.look
  if (!strong) return named(roll, label, value)
  return stack([text(roll, label, styles.label), text(roll, value, styles.strong)])
}

function named(roll: Roll, name: string, value: string): Block {
  return text(roll, `${plain(name)}: ${value}`, roll.look.styles.value)
}

function titled(roll: Roll, title: string, pieces: readonly Block[]): Block[] {
  return [rule(roll), text(roll, title.toUpperCase(), roll.look.styles.strong), ...pieces]
}

/** Tables with rows, each cell with its name; the names of empty tables, each with a dash. */
function tablesPieces(roll: Roll, tables: readonly Table[], p: Printable): Block[] {
  const filled = tables.filter((table) => table.cells(p).length > 0)
  const empty = tables.filter((table) => !filled.includes(table) && namedWhenEmpty(table.clase))
  return [
    ...filled.flatMap((table) => titled(roll, table.title, rowPieces(roll, table, p))),
    ...(empty.length > 0 ? [rule(roll)] : []),
    ...empty.map(({ title }) => named(roll, title, DASH)),
  ]
}

/** What a row says: there is no column here whose cell would be empty. */
function rowPieces(roll: Roll, { columns, cells }: Table, p: Printable): Block[] {
  return cells(p).map((row) => {
    const said = row.flatMap((cell, n) =>
      cell === '' || cell === DASH ? [] : [named(roll, columns[n]?.label ?? '', cell)],
    )
    return stack([...said, gap(ROW_GAP)])
  })
}

function cuerpoPieces(
  roll: Roll,
  { table, documents }: Extract<Section, { kind: 'cuerpo' }>,
  p: Printable,
): Block[] {
  return documents
    ? [...rowPieces(roll, table, p), ...sumPieces(roll, table, p)]
    : lineaPieces(roll, table, p)
}

/**
 * A line: its description, quantity and price, and each of its amounts by name. Omits zero amounts; the
 * sums below the lines have every column.
 */
function lineaPieces(roll: Roll, table: Table, p: Printable): Block[] {
  const { value, strong } = roll.look.styles
  const under = table.under?.(p)
  const lines = table
    .cells(p)
    .map((row, n) =>
      stack([
        text(roll, `${row[LUGAR.numItem]}. ${row[LUGAR.descripcion]}`, strong),
        ...(row[LUGAR.codigo] === DASH ? [] : [named(roll, 'Código', row[LUGAR.codigo] ?? '')]),
        text(
          roll,
          `${row[LUGAR.cantidad]} ${row[LUGAR.uniMedida]} × ${row[LUGAR.precioUni]}`,
          value,
        ),
        ...amountsOf(table, row).map(([name, amount]) => amountRow(roll, name, amount, value)),
        ...(under?.[n] ? [text(roll, under[n], value)] : []),
        gap(ROW_GAP),
      ]),
    )
  return [...lines, ...sumPieces(roll, table, p)]
}

function amountsOf({ columns }: Table, row: readonly string[]): [name: string, amount: string][] {
  return columns.flatMap(({ label }, n): [string, string][] => {
    const amount = row[n] ?? DASH
    const isShown = n > LUGAR.precioUni && amount !== ZERO && amount !== DASH
    return isShown ? [[plain(label), amount]] : []
  })
}

/** The caption of the sums is in the description's column; each summed column has its own row. */
function sumPieces(roll: Roll, { columns, sums }: Table, p: Printable): Block[] {
  const row = sums?.(p)
  if (!row) return []
  const { value, strong } = roll.look.styles
  return [
    rule(roll),
    text(roll, row[LUGAR.descripcion] ?? '', strong),
    ...row.flatMap((amount, n) =>
      n === LUGAR.descripcion || amount === ''
        ? []
        : [amountRow(roll, plain(columns[n]?.label ?? ''), amount, value)],
    ),
  ]
}

function closingPieces(roll: Roll, closing: Closing, p: Printable): Block[] {
  const { resumen } = p.documento
  const { value, strong, total } = roll.look.styles
  const note = closing.note && fillNote(closing.note, p)
  const rows = closing.totals.flatMap((totals) => totals(resumen))
  return [
    rule(roll),
    ...rows.map((row) => amountRow(roll, row.label, row.amount, row.strong ? strong : value)),
    rule(roll),
    ...closing.total(resumen).map((row) => amountRow(roll, row.label, `$ ${row.amount}`, total)),
    rule(roll),
    ...fieldPieces(roll, closing.fields, p),
    ...(closing.pagos ? tablesPieces(roll, [closing.pagos], p) : []),
    ...(note ? [rule(roll), named(roll, note.label, note.value)] : []),
  ]
}

/** A label with line breaks for a column head goes on one line here. */
const plain = (label: string) => label.replaceAll('\n', ' ')
