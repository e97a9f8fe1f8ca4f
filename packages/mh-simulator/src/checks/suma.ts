/** Helpers for the sums of every type. */
import { SECCION_1 } from '../catalogues/tributos.ts'
import { type Message, refusal } from '../codes.ts'
import type { Linea } from '../documento.ts'
import { round2, sum, textOf, withinTolerance } from '../json/decimal.ts'

/** A summary amount as stated, and the results that are accepted for it. */
export type Suma = readonly [field: string, stated: bigint, ...accepted: bigint[]]

/** Refuses an amount that is not within a cent of any accepted result. */
export function checkAmount(
  path: string,
  stated: bigint,
  ...accepted: readonly bigint[]
): Message | null {
  if (accepted.some((one) => withinTolerance(stated, one))) return null
  const expected = [...new Set(accepted)].map(textOf).join(' o ')
  return refusal('020', path, [`Se calculo ${expected} y se recibio ${textOf(stated)}`])
}

export type Amount = {
  readonly [K in keyof Linea]-?: bigint extends Linea[K] ? K : never
}[keyof Linea]

/** The sum of one member over all lines, rounded to two decimals. */
export function total(lineas: readonly Linea[], member: Amount): bigint {
  return round2(sum(lineas.map((linea) => linea[member] ?? 0n)))
}

interface WithTributos {
  readonly tributos?: readonly { readonly codigo: string; readonly valor: bigint }[] | null
}

/** Only section 1 adds to the total: section 2 is already in the sales, section 3 is informative. */
export function tributosAdded({ tributos }: WithTributos): bigint {
  const added = (tributos ?? []).filter(({ codigo }) => SECCION_1.has(codigo))
  return sum(added.map(({ valor }) => valor))
}

/** Credits greater than the total leave nothing to pay … */
export function payable(due: bigint): bigint {
  return due > 0n ? due : 0n
}

/** … and give a balance in favour. */
export function inFavour(due: bigint): bigint {
  return due < 0n ? due : 0n
}
