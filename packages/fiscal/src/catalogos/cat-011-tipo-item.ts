/** CAT-011, edition July 2026: the kind of a line. A line of kind 4 is itself a tribute of section 2 (CAT-015). */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const TIPOS_ITEM = {
  1: { nombre: 'Bienes' },
  2: { nombre: 'Servicios' },
  3: { nombre: 'Ambos (bienes y servicios)' },
  4: { nombre: 'Otros tributos por ítem' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type TipoItem = keyof typeof TIPOS_ITEM
