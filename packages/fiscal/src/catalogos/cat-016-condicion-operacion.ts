/** CAT-016, edition July 2026: cash, credit or mixed, and whether its payments have plazo and periodo. */
import type { Catalogo, Presence } from './catalogo.ts'

interface Row {
  readonly nombre: string
  readonly plazo: Presence
}

// biome-ignore format: a table
export const CONDICIONES_OPERACION = {
  1: { nombre: 'Contado', plazo: 'forbidden' },
  2: { nombre: 'A crédito', plazo: 'required' },
  3: { nombre: 'Otro', plazo: 'optional' },
} as const satisfies Catalogo<Row>

export type CondicionOperacion = keyof typeof CONDICIONES_OPERACION
