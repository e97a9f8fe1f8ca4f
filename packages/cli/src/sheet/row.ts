/** One row, as texts. */
export interface SheetRow {
  /** The spreadsheet's row number; in a CSV, the line. */
  readonly row: number
  readonly cells: readonly string[]
}
