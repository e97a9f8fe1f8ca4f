/**
 * The numbers of printed vouchers: a series and a number, so that two ranges can be compared. `A-0099` and `A-100`
 * follow each other. Source: docs/sources.md#operaciones.
 */

/** The vouchers that a line reports, both ends included. A number without digits at its end stands alone. */
export interface Comprobantes {
  /** As the event writes it. */
  readonly tipoDocumento: string
  /** What stands before the digits at the end. */
  readonly serie: string
  readonly desde: bigint
  readonly hasta: bigint
}

const NUMERADO = /^(.*?)(\d{1,36})$/s
/** The number of a voucher without digits at its end. */
const SIN_NUMERO = -1n

interface Numero {
  readonly serie: string
  readonly numero: bigint
}

function numeroDe(text: string): Numero {
  const [, serie = text, digits] = NUMERADO.exec(text) ?? []
  return { serie, numero: digits === undefined ? SIN_NUMERO : BigInt(digits) }
}

/** What a line reports; null where its ends are no range: of different series, in reverse, or without numbers. */
export function comprobantesDe(
  tipoDocumento: string,
  { desde, hasta }: { readonly desde: string; readonly hasta: string },
): Comprobantes | null {
  const [first, last] = [numeroDe(desde), numeroDe(hasta)]
  if (first.serie !== last.serie || first.numero > last.numero) return null
  if (first.numero === SIN_NUMERO && desde !== hasta) return null
  return { tipoDocumento, serie: first.serie, desde: first.numero, hasta: last.numero }
}

export function cuantos({ desde, hasta }: Comprobantes): bigint {
  return hasta - desde + 1n
}

/** Whether some voucher is in both. */
export function comparten(a: Comprobantes, b: Comprobantes): boolean {
  return (
    a.tipoDocumento === b.tipoDocumento &&
    a.serie === b.serie &&
    a.desde <= b.hasta &&
    b.desde <= a.hasta
  )
}

/** Whether all of a range is in the other. */
export function contiene(all: Comprobantes, part: Comprobantes): boolean {
  return comparten(all, part) && all.desde <= part.desde && part.hasta <= all.hasta
}

/**
 * For each range the place of an earlier one that has a voucher of it, or null. Ranges are sorted by their start, so
 * that 2,000 lines need no comparison of each with each.
 */
export function repetidos(ranges: readonly (Comprobantes | null)[]): readonly (number | null)[] {
  const found: (number | null)[] = ranges.map(() => null)
  const sorted = ranges
    .flatMap((range, i) => (range ? [{ range, i }] : []))
    .sort((a, b) => order(a.range, b.range) || a.i - b.i)
  let widest: (typeof sorted)[number] | null = null
  for (const one of sorted) {
    if (widest && comparten(widest.range, one.range)) {
      const [earlier, later] = widest.i < one.i ? [widest.i, one.i] : [one.i, widest.i]
      found[later] ??= earlier
    }
    const isSameSeries =
      widest?.range.tipoDocumento === one.range.tipoDocumento &&
      widest.range.serie === one.range.serie
    if (!widest || !isSameSeries || one.range.hasta > widest.range.hasta) widest = one
  }
  return found
}

function order(a: Comprobantes, b: Comprobantes): number {
  const [x, y] = [`${a.tipoDocumento}${a.serie}`, `${b.tipoDocumento}${b.serie}`]
  if (x !== y) return x < y ? -1 : 1
  if (a.desde === b.desde) return 0
  return a.desde < b.desde ? -1 : 1
}
