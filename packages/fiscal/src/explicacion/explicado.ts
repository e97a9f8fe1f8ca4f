/** An amount and how it was computed. */
export interface Explicado {
  /** A member of the line or the summary, `tributos[20]` of its tributes, or an intermediate value. */
  readonly importe: string
  readonly valor: string
  /** The value in the document; null: it is not a member. */
  readonly enDocumento: string | null
  readonly formula: string
  /** The operands of the formula. */
  readonly entradas: readonly Entrada[]
  /** What was rounded, half up, and to how many decimals; null: the formula is exact. */
  readonly redondeo: { readonly decimales: 2 | 8; readonly exacto: string } | null
  /** The section of docs/sources.md with the rule. */
  readonly fuente: string
}

export interface Entrada {
  readonly nombre: string
  readonly valor: string
  /** For a sum: the lines that it adds, counted from 1. */
  readonly lineas?: readonly number[]
}
