/**
 * What one document type prints. A sheet is data: the fields and their order, the columns, the totals. The
 * layout decides how they look, so a new type is one value of this shape.
 */
import type { Linea, Printable, Resumen } from '../documento.ts'

/**
 * The ministry's classes of what a printed copy has (docs/sources.md#printed-copy): A always, B when the law
 * requires it, C optional, D always, with a dash when empty.
 * A and D are printed with their name even when empty; B and C only when they have a value.
 */
export type Clase = 'A' | 'B' | 'C' | 'D'

export interface Field {
  readonly label: string | ((p: Printable) => string)
  readonly clase: Clase
  readonly value: (p: Printable) => string | null
  /** The emphasised field of its block. */
  readonly strong?: true
  /** The ministry's answer adds it: a draft reserves its line. */
  readonly slot?: true
  /** A short field of the identification: two consecutive ones are placed side by side. */
  readonly half?: true
  /** A field too long for half the page: it goes below the others, across the page. */
  readonly whole?: true
}

/** The place of an identification field: beside the QR, or below it across the card. */
export interface IdentificacionField extends Field {
  readonly place: 'beside_qr' | 'below'
}

export interface Column<Row> {
  readonly label: string
  readonly align: 'left' | 'right'
  /**
   * `fill` takes the remaining width; `fit` is as wide as its widest cell, up to `max` points, and then
   * wraps.
   */
  readonly width: 'fill' | 'fit'
  readonly max?: number
  readonly value: (row: Row) => string
  /** The column's text in the row of sums. */
  readonly sum?: (resumen: Resumen) => string
}

/** A table whose rows are already text. */
export interface Table {
  readonly title: string
  readonly clase: Clase
  readonly columns: readonly Omit<Column<never>, 'value' | 'sum'>[]
  readonly cells: (p: Printable) => readonly (readonly string[])[]
  /** One text for each row, on its own lines below the row's cells; null when the rows have none. */
  readonly under: ((p: Printable) => readonly string[]) | null
  /** One text for each column, empty when the column has no sum; null when the table has no sums. */
  readonly sums: ((p: Printable) => readonly string[]) | null
  /** In the heavier weight, under a prominent heading. */
  readonly prominent: boolean
}

export interface TotalRow {
  readonly label: string
  readonly amount: string
  readonly strong?: true
}

export type TotalRows = (resumen: Resumen) => readonly TotalRow[]

export type Section =
  | {
      readonly kind: 'fields'
      readonly title: string
      readonly empty: (p: Printable) => boolean
      readonly fields: readonly Field[]
    }
  /** Tables with rows; the names of empty tables in one row, with dashes. */
  | { readonly kind: 'tables'; readonly tables: readonly Table[] }
  /** The lines; `documents`: they are documents and no articles, so that a roll names each of their cells. */
  | { readonly kind: 'cuerpo'; readonly table: Table; readonly documents?: true }
  | Closing

/** A text of any length. */
export interface Note {
  readonly title: string
  readonly clase: Clase
  readonly value: (p: Printable) => string | null
}

/** The end of the document: its amounts at the right, payments and notes at the left. */
export interface Closing {
  readonly kind: 'closing'
  readonly fields: readonly Field[]
  readonly pagos: Table | null
  readonly note: Note | null
  readonly totals: readonly TotalRows[]
  /** The last row, in its own band. */
  readonly total: TotalRows
}

/** What a return event prints of the documents that it takes from; all have the same type. */
export interface RetornoDeTipo {
  readonly columns: readonly LineaColumn[]
  /** The customs data, if the goods were exported. */
  readonly exportacion?: Section
}

export interface Sheet {
  readonly nombre: string
  /** The name again, in another language. */
  readonly subtitle?: string
  readonly identificacion: readonly IdentificacionField[]
  readonly emisor: readonly Field[]
  /** Warnings, above everything else. */
  readonly notices: (p: Printable) => readonly string[]
  readonly sections: readonly Section[]
  /** Absent: no return event follows the type. */
  readonly retorno?: RetornoDeTipo
}

/** A table of the document's own rows. */
export function table<Row>(definition: {
  readonly title: string
  readonly clase: Clase
  readonly columns: readonly Column<Row>[]
  readonly rows: (p: Printable) => readonly Row[]
  readonly under?: (row: Row) => string
  readonly prominent?: true
}): Table {
  const { columns, rows, under } = definition
  const summed = columns.some((column) => column.sum)
  return {
    title: definition.title,
    clase: definition.clase,
    columns,
    cells: (p) => rows(p).map((row) => columns.map((column) => column.value(row))),
    under: under ? (p) => rows(p).map(under) : null,
    sums: summed ? (p) => columns.map((column) => column.sum?.(p.documento.resumen) ?? '') : null,
    prominent: definition.prominent ?? false,
  }
}

/** A column of the body. */
export type LineaColumn = Column<Linea>
