/**
 * CAT-024, edition July 2026: why a sealed document is cancelled, and what each reason requires. Types without any
 * replacement (05 and the events) say so in their own definition.
 */
import type { Catalogo, Presence } from './catalogo.ts'

interface Row {
  readonly nombre: string
  readonly motivo: Presence
  readonly reemplazo: Presence
}

// biome-ignore format: a table
export const TIPOS_ANULACION = {
  1: { nombre: 'Error en la información del documento', motivo: 'required', reemplazo: 'required' },
  2: { nombre: 'Rescisión de la operación', motivo: 'optional', reemplazo: 'forbidden' },
  3: { nombre: 'Otro', motivo: 'required', reemplazo: 'required' },
} as const satisfies Catalogo<Row>

export type TipoAnulacion = keyof typeof TIPOS_ANULACION
