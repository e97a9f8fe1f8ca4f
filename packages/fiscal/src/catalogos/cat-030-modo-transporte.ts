/** CAT-030, edition July 2026: how exported goods travel. */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const MODOS_TRANSPORTE = {
  1: { nombre: 'Terrestre' },
  2: { nombre: 'Aéreo' },
  3: { nombre: 'Marítimo' },
  4: { nombre: 'Férreo' },
  5: { nombre: 'Multimodal' },
  6: { nombre: 'Correo' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type ModoTransporte = keyof typeof MODOS_TRANSPORTE
