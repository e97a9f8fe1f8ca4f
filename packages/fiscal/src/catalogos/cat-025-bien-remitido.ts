/** CAT-025, edition July 2026: the title under which goods are remitted (bienTitulo). */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const BIENES_REMITIDOS = {
  '01': { nombre: 'Depósito' },
  '02': { nombre: 'Propiedad' },
  '03': { nombre: 'Consignación' },
  '04': { nombre: 'Traslado' },
  '05': { nombre: 'Otros' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type BienRemitido = keyof typeof BIENES_REMITIDOS
