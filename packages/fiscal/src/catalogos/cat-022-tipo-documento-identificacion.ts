/**
 * CAT-022, edition July 2026: identity documents of people and companies. The etiqueta precedes the number on the
 * printed copy.
 */
import type { Catalogo } from './catalogo.ts'

interface Row {
  readonly nombre: string
  readonly etiqueta: string
}

// biome-ignore format: a table
export const DOCUMENTOS_IDENTIFICACION = {
  '36': { nombre: 'NIT', etiqueta: 'NIT' },
  '13': { nombre: 'DUI', etiqueta: 'DUI' },
  '37': { nombre: 'Otro', etiqueta: 'Otro documento' },
  '03': { nombre: 'Pasaporte', etiqueta: 'Pasaporte' },
  '02': { nombre: 'Carnet de residente', etiqueta: 'Carnet de residente' },
} as const satisfies Catalogo<Row>

export type DocumentoIdentificacion = keyof typeof DOCUMENTOS_IDENTIFICACION
