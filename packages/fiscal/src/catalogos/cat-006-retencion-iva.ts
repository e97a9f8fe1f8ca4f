/** CAT-006, edition July 2026: the retentions of IVA (codigoRetencionMH). */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const RETENCIONES_IVA = {
  '22': { nombre: 'Retención IVA 1 %' },
  'C4': { nombre: 'Retención IVA 13 %' },
  'C9': { nombre: 'Otras retenciones de IVA, casos especiales' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type RetencionIva = keyof typeof RETENCIONES_IVA
