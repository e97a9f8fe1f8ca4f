/** One row, as texts. */
export interface SheetRow {
  /** The spreadsheet's row number; in a CSV, the line. */
  readonly row: number
  readonly cells: readonly string[]
}

export interface OtherSheet {
  readonly name: string
  /** How many of its rows are not empty. */
  readonly rows: number
}

/** What a workbook has besides the table that is read, or does not show of it. */
export interface Surroundings {
  readonly name: string
  readonly isHidden: boolean
  /** Sheets with content. */
  readonly others: readonly OtherSheet[]
  readonly hiddenRows: ReadonlySet<number>
  /** From and to, counted from 0. */
  readonly hiddenColumns: readonly (readonly [first: number, last: number])[]
}
