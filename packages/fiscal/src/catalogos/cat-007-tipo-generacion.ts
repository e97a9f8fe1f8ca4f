/**
 * CAT-007, edition July 2026: whether a related document is on paper (its number is a correlative)
 * or electronic (its number is a codigoGeneracion).
 */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const TIPOS_GENERACION = {
  1: { nombre: 'Físico' },
  2: { nombre: 'Electrónico' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type TipoGeneracion = keyof typeof TIPOS_GENERACION
