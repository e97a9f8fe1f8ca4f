/** What an annex declares in addition to the documents, as decided by the accountant. */

/** How the income of the sales is declared. */
export interface Ingreso {
  readonly operacion: (typeof OPERACIONES)[number]
  readonly ingreso: (typeof INGRESOS)[number]
}

/** The same for purchases. */
export interface Costo {
  readonly operacion: number
  readonly clasificacion: number
  readonly sector: number
  readonly tipo: number
}

export const OPERACIONES = [1, 2, 3, 4, 12, 13] as const
export const INGRESOS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13] as const

export interface Criterio {
  readonly ingreso: Ingreso | null
  readonly costo: Costo | null
}

/** Whether the four declarations of a cost are consistent (docs/sources.md#anexos). */
export function isCosto({ operacion, clasificacion, sector, tipo }: Costo): boolean {
  const all = [operacion, clasificacion, sector, tipo]
  if (all.every((one) => one === 8) || all.every((one) => one === 9)) return true
  const fits =
    clasificacion === 2 ? tipo >= 1 && tipo <= 3 : tipo >= 4 && tipo <= (sector === 1 ? 7 : 5)
  return between(operacion, 4) && between(clasificacion, 2) && between(sector, 4) && fits
}

const between = (n: number, max: number) => Number.isInteger(n) && n >= 1 && n <= max
