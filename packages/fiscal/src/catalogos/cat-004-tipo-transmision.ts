/**
 * CAT-004, edition July 2026: normal transmission, or one that a contingency delayed
 * (tipoOperacion).
 */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const TIPOS_TRANSMISION = {
  1: { nombre: 'Transmisión normal' },
  2: { nombre: 'Transmisión por contingencia' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type TipoTransmision = keyof typeof TIPOS_TRANSMISION
