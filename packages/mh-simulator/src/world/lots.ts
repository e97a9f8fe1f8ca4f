/** A lot of documents that was taken: its verdicts, and from when on they are told. */
export interface Lot {
  readonly nit: string
  /** Milliseconds since 1970. */
  readonly readyAt: number
  readonly procesados: readonly object[]
  readonly rechazados: readonly object[]
}
