/**
 * The numbers of printed vouchers: a series and a number, so that two ranges can be compared. `A-0099` and `A-100`
 * follow each other, and `a 0099` is the first of them. Source: docs/sources.md#operaciones.
 */

/** The vouchers that a line reports, both ends included. A number without digits at its end stands alone. */
export interface Comprobantes {
  /** As the event writes it. */
  readonly tipoDocumento: string
  /** What stands before the digits at the end, in the one spelling by which series are compared. */
  readonly serie: string
  readonly desde: bigint
  readonly hasta: bigint
}

const NUMERADO = /^(.*?)(\d{1,36})$/s
/** The number of a voucher without digits at its end. */
const SIN_NUMERO = -1n

/** Digits that a program prints and a reader takes for 0 to 9: they would name a voucher a second time. */
const OTRA_CIFRA = /(?![0-9])\p{N}/u

export function tieneOtrasCifras(text: string): boolean {
  return OTRA_CIFRA.test(text)
}

/**
 * One spelling of a series: capitals of normal width, without signs and spaces, but for a hyphen where they part two
 * groups of digits (`1-` and `23` are not `12-` and `3`).
 */
function comparable(serie: string): string {
  return serie
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/(?<!\p{N})-|-(?!\p{N}|$)/gu, '')
}

interface Numero {
  /** As it is written. */
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
  const serie = comparable(first.serie)
  return { tipoDocumento, serie, desde: first.numero, hasta: last.numero }
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
