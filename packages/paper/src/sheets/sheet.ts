/**
 * What one document type puts on paper. A sheet is data: which fields, in which order, which columns,
 * which totals. How they look is the layout's affair, so a new type is one value of this shape.
 */
import type { Linea, Printable, Resumen, Seal } from '../documento.ts'

/**
 * How the ministry classes what a printed copy carries (docs/sources.md#printed-copy): A always, B where the
 * law asks for it, C if one likes, D always and with a dash where there is nothing to say.
 * A and D are printed with their name even when empty; B and C only when there is something.
 */
export type Clase = 'A' | 'B' | 'C' | 'D'

export interface Field {
  readonly label: string | ((p: Printable) => string)
  readonly clase: Clase
  readonly value: (p: Printable) => string | null
  /** The one field of its block that catches the eye. */
  readonly strong?: true
  /** What of the ministry's answer it is: it can be filled in when the rest of the page is drawn. */
  readonly slot?: keyof Seal
  /** A short one of the identification: two that follow each other stand side by side. */
  readonly half?: true
  /** One of a section that is too long for half the page: it stands below the others, across the page. */
  readonly whole?: true
}

/** Where a field of the identification stands: beside the QR, or under it across the card. */
export interface IdentificacionField extends Field {
  readonly place: 'beside_qr' | 'below'
}

export interface Column<Row> {
  readonly label: string
  readonly align: 'left' | 'right'
  /** `fill` takes what the others leave; `fit` is as wide as its widest cell, up to `max` points, and then wraps. */
  readonly width: 'fill' | 'fit'
  readonly max?: number
  readonly value: (row: Row) => string
  /** What stands under the column in the row of sums. */
  readonly sum?: (resumen: Resumen) => string
}

/** A table whose rows have already become text. */
export interface Table {
  readonly title: string
  readonly clase: Clase
  readonly columns: readonly Omit<Column<never>, 'value' | 'sum'>[]
  readonly cells: (p: Printable) => readonly (readonly string[])[]
  /** One text for each row, that stands in lines of its own under the row's cells; null when the rows have none. */
  readonly under: ((p: Printable) => readonly string[]) | null
  /** One text for each column, empty where the column is not summed; null when the table has no sums. */
  readonly sums: ((p: Printable) => readonly string[]) | null
  /** Set heavier, under a heading that is seen at once. */
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
  /** The ones that hold something as tables; the names of the others in one row, with their dashes. */
  | { readonly kind: 'tables'; readonly tables: readonly Table[] }
  | { readonly kind: 'cuerpo'; readonly table: Table }
  | Closing

/** A text of any length. */
export interface Note {
  readonly title: string
  readonly clase: Clase
  readonly value: (p: Printable) => string | null
}

/** The end of the document: its amounts at the right, what is said about them at the left. */
export interface Closing {
  readonly kind: 'closing'
  readonly fields: readonly Field[]
  readonly pagos: Table | null
  readonly note: Note | null
  readonly totals: readonly TotalRows[]
  /** The last row, in a band of its own. */
  readonly total: TotalRows
}

export interface Sheet {
  readonly nombre: string
  /** What stands under the name: the same in another language. */
  readonly subtitle?: string
  readonly identificacion: readonly IdentificacionField[]
  readonly emisor: readonly Field[]
  /** Lines that must not be overlooked, above everything else. */
  readonly notices: (p: Printable) => readonly string[]
  readonly sections: readonly Section[]
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
