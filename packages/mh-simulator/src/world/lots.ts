/** An accepted lot of documents: its verdicts, and when they become available. */
export interface Lot {
  readonly nit: string
  /** Milliseconds since 1970. */
  readonly readyAt: number
  readonly procesados: readonly object[]
  readonly rechazados: readonly object[]
}
