/** CAT-018, edition July 2026: the unit in which a term of credit is counted. */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const PLAZOS = {
  '01': { nombre: 'Días' },
  '02': { nombre: 'Meses' },
  '03': { nombre: 'Años' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type Plazo = keyof typeof PLAZOS
