/**
 * CAT-003, edition July 2026: whether a document is transmitted before or after its delivery
 * (tipoModelo).
 */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const MODELOS_FACTURACION = {
  1: { nombre: 'Modelo de facturación previo' },
  2: { nombre: 'Modelo de facturación diferido' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type ModeloFacturacion = keyof typeof MODELOS_FACTURACION
