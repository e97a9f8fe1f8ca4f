/** One problem of a refusal: its path in the request and what to do. */
export interface Issue {
  readonly field: string
  readonly rule?: string
  readonly message: string
}
