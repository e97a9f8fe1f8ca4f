/** CAT-001, edition July 2026: the environment of the ministry that a document goes to. */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const AMBIENTES = {
  '00': { nombre: 'Pruebas' },
  '01': { nombre: 'Producción' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type Ambiente = keyof typeof AMBIENTES
