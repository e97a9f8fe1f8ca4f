/** CAT-029, edition July 2026: natural and legal persons. */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const TIPOS_PERSONA = {
  1: { nombre: 'Persona natural' },
  2: { nombre: 'Persona jurídica' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type TipoPersona = keyof typeof TIPOS_PERSONA
