/** CAT-026, edition July 2026: what is donated (tipoDonacion). */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const TIPOS_DONACION = {
  1: { nombre: 'Efectivo' },
  2: { nombre: 'Bien' },
  3: { nombre: 'Servicio' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type TipoDonacion = keyof typeof TIPOS_DONACION
