/**
 * CAT-009, edition July 2026: kinds of establishment, each with the first letter of its code in a numeroControl.
 */
import type { Catalogo } from './catalogo.ts'

interface Row {
  readonly nombre: string
  readonly letra: 'M' | 'S' | 'B' | 'P'
}

// biome-ignore format: a table
export const TIPOS_ESTABLECIMIENTO = {
  '01': { nombre: 'Sucursal', letra: 'S' },
  '02': { nombre: 'Casa matriz', letra: 'M' },
  '04': { nombre: 'Bodega', letra: 'B' },
  '07': { nombre: 'Patio', letra: 'P' },
} as const satisfies Catalogo<Row>

export type TipoEstablecimiento = keyof typeof TIPOS_ESTABLECIMIENTO
