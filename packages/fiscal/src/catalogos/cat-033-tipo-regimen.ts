/** CAT-033, edition July 2026: kinds of export. */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const TIPOS_REGIMEN = {
  'EX-1': { nombre: 'Exportación definitiva' },
  'EX-2': { nombre: 'Exportación temporal' },
  'EX-3': { nombre: 'Reexportación' },
  'TA-1': { nombre: 'Tránsito aduanero' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type TipoRegimen = keyof typeof TIPOS_REGIMEN
