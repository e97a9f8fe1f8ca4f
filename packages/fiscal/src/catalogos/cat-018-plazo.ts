/** CAT-018, edition July 2026: the unit of a credit term. */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const PLAZOS = {
  '01': { nombre: 'Días' },
  '02': { nombre: 'Meses' },
  '03': { nombre: 'Años' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type Plazo = keyof typeof PLAZOS
