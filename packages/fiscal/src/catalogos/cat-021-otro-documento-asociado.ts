/**
 * CAT-021, edition July 2026: documents that accompany an operation. 3 only if form F-958 is filed, 4 only in 11.
 */
import type { Catalogo } from './catalogo.ts'

// biome-ignore format: a table
export const OTROS_DOCUMENTOS = {
  1: { nombre: 'Emisor' },
  2: { nombre: 'Receptor' },
  3: { nombre: 'Médico' },
  4: { nombre: 'Transporte' },
} as const satisfies Catalogo<{ readonly nombre: string }>

export type OtroDocumento = keyof typeof OTROS_DOCUMENTOS
